// The server's side of the workshop: the texts of one game, the tabs that look at them, and what is
// found out about each version in the background. It knows nothing of the network.
//
// Messages of a tab, each {"kind": ...}:
//   set {file, path, text}          a cell or value; the path is keys, a row's id or number "[3]"
//   copy-row, delete-row {file, row}
//   text {file, from, to, text}     bytes of a file, from the revision {revision}
//   move {counters, from, to}       pieces from one place to another, by their ids
//   point {what, from, to}          a corner of outlines, a middle of an area or a point of a line;
//                                   [x, y] in hundredths of a unit of the board
//   river {a, b}                    between two hexes: there, or no more
//   points                          is answered with "points": what can be moved so
//   undo, redo, save
//   theirs {file}                   forgets what was changed here, as the disk has it otherwise
//   table {file}                    is answered with "table"
//   find {text, whole}              is answered with "found"
//   look {scenario, preset, openings}
//   measure {campaigns}, stop, compare   campaigns; what they are compared with from now on
// To the tabs: workshop (the files and what can be done), faults, map, position, unshown, measured,
// table, found, saved, error.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "tools/edit/campaigns.h"
#include "tools/edit/documents.h"
#include "tools/edit/shown.h"
#include "tools/edit/tables.h"
#include "tools/serve/network.h"
#include "tools/serve/work.h"

namespace niemen::edit {

class Desk {
 public:
  using Send = std::function<void(serve::TabId, std::string)>;
  /// Opens the game in `folder`. Throws InputError: it cannot be read.
  Desk(std::filesystem::path folder, Send send);

  void joined(serve::TabId tab);
  void heard(serve::TabId tab, std::string_view text);
  void left(serve::TabId tab);
  /// Hands on what was found out meanwhile, and looks now and then whether others wrote files.
  void tick();
  /// Files that were changed and not saved.
  std::vector<std::string> unsaved() const;

 private:
  void answer(serve::TabId tab, const serve::Message& message);
  void edit(const serve::Message& message);
  void look(const serve::Message& message);
  std::shared_ptr<const Shown> shown_now() const;
  void send_points(serve::TabId tab);
  void measure(std::int64_t campaigns);
  /// Has the version at hand looked at: faults, the map.
  void examine();
  void tell_all(const std::string& text);
  void send_map(serve::TabId tab, const Shown& shown);
  Json workshop() const;
  /// What is looked at, with the openings that are usual by name.
  Look named_look() const;
  Version version(std::shared_ptr<const Snapshot> snapshot, const Texts& texts) const;

  Documents documents_;
  Guide guide_;
  Send send_;
  Texts compared_;  ///< the version that campaigns are compared with
  Look look_{"", "", {std::string(kUsual), std::string(kUsual)}};
  std::shared_ptr<const Snapshot> snapshot_;  ///< of the revision that was examined last
  std::shared_ptr<ShownSlot> slot_ = std::make_shared<ShownSlot>();
  std::shared_ptr<PlayedVersions> versions_ = std::make_shared<PlayedVersions>();
  std::set<std::string> made_;  ///< openings that were made here
  std::set<serve::TabId> tabs_;
  std::string faults_;                 ///< the last message "faults"; empty: none yet
  std::string measured_;               ///< the last message "measured"
  std::string ground_;                 ///< the map that all tabs have
  std::shared_ptr<const Shown> told_;  ///< the position that all tabs have
  int ticks_ = 0;
  serve::Work work_;  ///< last: it ends first
};

}  // namespace niemen::edit
