// A campaign told as a war diary: turns, phases, one paragraph an operation.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/play/any_game.h"
#include "engine/play/log.h"

namespace niemen::play {

/// A line of the table below a paragraph: a die, or a value that is made of parts.
struct DiaryRow {
  std::string text;   ///< what was rolled or reckoned, and what came of it
  std::string parts;  ///< "+1 leadership of the attacking army; -1 fortress"; may be empty
};

/// An operation: a march, a battle, an arrival.
struct DiaryParagraph {
  std::string kind;  ///< name of the row of the event that began it
  std::string text;
  std::vector<DiaryRow> table;
  bool plain = false;  ///< told in sentences of its own kind alone
};

struct DiaryPhase {
  std::string heading;  ///< empty: what stands before the first phase of a turn
  std::vector<DiaryParagraph> paragraphs;
};

struct DiaryTurn {
  int turn = 0;  ///< 0: the set-up
  std::string heading;
  std::vector<DiaryPhase> phases;
  View closing;  ///< as the next turn begins, or at the end of the campaign
};

/// Writes a diary as a campaign goes on. A reader who is a side is told what its log may hold, and
/// addressed as "you"; the public reader of a campaign that is over is told everything.
class DiaryWriter {
 public:
  /// `first` is what the reader sees as the campaign begins.
  DiaryWriter(const AnyGame& game, Viewer reader, const View& first);

  /// What came of one decision. `after` gives the view that the reader has then, and is called only
  /// where a turn ends.
  void add(std::span<const Event> events, const std::function<View()>& after);
  /// Ends the last turn. The writer is done then.
  std::vector<DiaryTurn> finish(const View& last);

 private:
  void begin_turn(int turn, std::string heading);
  void begin_phase(std::string heading);
  /// Keeps an event whose kind is told jointly until something else happens, or tells it.
  void take(const Event& event, const EventRow& row);
  void tell_kept();
  void tell(const Event& event, const EventRow& row);

  const AnyGame& game_;
  Viewer reader_;
  std::vector<DiaryTurn> turns_;
  std::vector<Event> kept_;  ///< of one kind, each perhaps made of several
  bool open_ = false;        ///< a paragraph goes on
};

/// The diary of a campaign that is over.
std::vector<DiaryTurn> diary_of(const Replay& replay, Viewer reader);

/// As plain text: headings, paragraphs, tables, and at each turn's end the strengths of both sides
/// and the victory account.
std::string diary_text(const std::vector<DiaryTurn>& diary, const GameInfo& info);

}  // namespace niemen::play
