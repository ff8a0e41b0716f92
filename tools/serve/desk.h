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
  /// Seats a tab at a campaign that no other tab has open.
  void enter(TabId tab, const std::string& name, play::Session session);
  void enter(TabId tab, std::shared_ptr<Room> room);
  std::filesystem::path file_of(const std::string& name) const;

  std::filesystem::path folder_;
  Send send_;
  Work work_;
  std::map<TabId, std::shared_ptr<Room>> places_;     ///< where a tab sits; null: nowhere yet
  std::map<std::string, std::weak_ptr<Room>> rooms_;  ///< by the name of the campaign
  std::shared_ptr<Room> laid_out_;                    ///< a recorded campaign; null: none
};

}  // namespace niemen::serve
