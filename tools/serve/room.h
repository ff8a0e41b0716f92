// One campaign at the server's table: the person's seat, the computer's, and the tabs that look on.
#pragma once

#include <future>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "ai/table/chance.h"
#include "ai/table/review.h"
#include "ai/table/thinker.h"
#include "engine/play/features.h"
#include "engine/play/session.h"
#include "tools/serve/messages.h"
#include "tools/serve/network.h"

namespace niemen::serve {

class Room {
 public:
  using Send = std::function<void(TabId, std::string)>;
  Room(std::string name, play::Session session, Send send);

  const std::string& name() const { return name_; }
  void join(TabId tab);
  void leave(TabId tab) { tabs_.erase(tab); }
  /// Carries out what a tab asks for. Throws Refused, InputError.
  void hear(TabId tab, const Message& message);
  /// Takes in what was thought of meanwhile.
  void tick();

 private:
  void show(TabId tab);
  void show_all();
  void go_on();
  void explain(TabId tab, const Message& message);
  void take_order(const Message& message);
  void hint(TabId tab, int step);
  void judge(TabId tab, std::uint64_t revision);
  void look_back(TabId tab);
  template <class Work>
  void beside(Work work);
  int place_of(const Message& message, const char* field) const;
  std::uint64_t revision_of(const Message& message) const;

  std::string name_;
  play::Session session_;
  play::Board board_;
  play::Country country_;
  std::string ground_;               ///< what lies beneath the counters, an SVG document
  play::Side seat_ = play::Side::A;  ///< the person's
  Send send_;
  std::map<TabId, std::size_t> tabs_;  ///< how many steps each has been shown
  std::unique_ptr<ai::table::Thinker> thinker_;
  std::optional<std::future<std::string>> work_;  ///< a message that is being worked out
  TabId asked_by_ = 0;
  std::stop_source stop_;
  std::jthread worker_;  ///< last: it ends first
};

}  // namespace niemen::serve
