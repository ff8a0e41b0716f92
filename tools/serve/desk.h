// The server's side of the table: campaigns, the tabs that look at them, and the computer's seats.
// It speaks the messages of tools/web/src/protocol.ts and knows nothing of the network.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "tools/serve/lab_run.h"
#include "tools/serve/network.h"
#include "tools/serve/room.h"
#include "tools/serve/work.h"

namespace niemen::serve {

class Desk {
 public:
  using Send = std::function<void(TabId, std::string)>;
  /// Campaigns are kept in `folder`.
  Desk(std::filesystem::path folder, Send send);
  /// Lays a recorded campaign out, to be opened by the name that is returned. Throws InputError.
  std::string lay_out(const std::filesystem::path& log);
  /// Shows the campaigns of a lab run to whoever comes. Throws InputError.
  void show_run(const std::filesystem::path& folder);
  ~Desk();

  void joined(TabId tab);
  void heard(TabId tab, std::string_view text);
  void left(TabId tab);
  /// Hands on what the computer has thought of meanwhile.
  void tick();

 private:
  void answer(TabId tab, std::string_view text);
  Room& room_of(TabId tab);
  void open(TabId tab, const std::string& name);
  /// A campaign of the run that is shown; it is played again first.
  void open_row(TabId tab, std::int64_t id);
  /// Keeps a recorded campaign open, the last few of them.
  std::shared_ptr<Room> keep(const std::string& name, play::Session session);
  /// Seats a tab at a campaign that no other tab has open.
  std::shared_ptr<Room> enter(TabId tab, const std::string& name, play::Session session);
  void enter(TabId tab, std::shared_ptr<Room> room);
  std::filesystem::path file_of(const std::string& name) const;
  /// Begins to play both courses of an advice on.
  void both(TabId tab, const Message& message);
  /// Looks for positions to be played again, in one campaign or in all.
  void practise(TabId tab, const Message& message);
  /// Seats a tab at the position that comes next.
  void open_exercise(TabId tab);
  void next_exercise(TabId tab);
  /// A part of a campaign's file; with the last the campaign is kept here and opened.
  void import(TabId tab, const Message& message);

  std::filesystem::path folder_;
  Send send_;
  std::unique_ptr<LabRun> run_;  ///< null: none is shown
  Work work_;
  std::map<TabId, std::shared_ptr<Room>> places_;     ///< where a tab sits; null: nowhere yet
  std::map<std::string, std::weak_ptr<Room>> rooms_;  ///< by the name of the campaign
  std::vector<std::shared_ptr<Room>> recorded_;       ///< campaigns that are in no file of ours
  struct Awaited {
    std::string name;
    std::shared_ptr<PlayedAgain> played;
  };
  std::map<TabId, Awaited> awaited_;                       ///< what is played again for whom
  std::map<TabId, std::shared_ptr<PlayedBothWays>> both_;  ///< what is played on for whom
  std::map<TabId, std::shared_ptr<Exercises>> exercises_;
  int positions_ = 0;                      ///< that were opened to be played again
  std::map<TabId, std::string> imported_;  ///< parts of files that have come in
};

}  // namespace niemen::serve
