// One campaign at the server's table: the person's seat, the computer's, and the tabs that look on.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "ai/table/staff.h"
#include "ai/table/thinker.h"
#include "engine/play/features.h"
#include "engine/play/session.h"
#include "tools/serve/messages.h"
#include "tools/serve/network.h"
#include "tools/serve/questions.h"
#include "tools/serve/work.h"

namespace niemen::serve {

class Room {
 public:
  using Send = std::function<void(TabId, std::string)>;
  /// `work` must outlive the room.
  Room(std::string name, play::Session session, Send send, Work& work);

  const std::string& name() const { return name_; }
  void join(TabId tab);
  void leave(TabId tab);
  /// Carries out what a tab asks for. Throws Refused, InputError.
  void hear(TabId tab, const Message& message);
  /// Takes in what the computer has decided meanwhile.
  void tick();
  /// A campaign of its own in `file` that begins with the first steps of this one. Whoever makes it
  /// while this one goes on is in the record.
  play::Session branch(const Message& message, const std::filesystem::path& file);
  /// What a branch decides once more; nothing where this campaign goes on, or the other side or
  /// the dice decided there.
  std::optional<Retry> retry_at(const Message& message);
  /// What is decided here, once that is done, is compared with what was decided before.
  void try_again(Retry retry) { retry_ = std::move(retry); }
  /// Plays both courses of an advice on.
  void both(TabId tab, const Message& message, std::shared_ptr<PlayedBothWays> played);
  play::Side seat() const { return seat_; }
  std::string title() const { return session_.game().info().title; }

 private:
  void show(TabId tab);
  bool hands_over() const;
  void know_history();
  void show_all();
  void go_on();
  void tell_all(const std::string& words) const;

  // What a tab may ask for.
  void act(TabId tab, const Message& message);
  void take_seat(TabId tab, const Message& message);
  void order(TabId tab, const Message& message);
  void say(TabId tab, const Message& message);
  void several(TabId tab, const Message& message);
  void group(TabId tab, const Message& message);
  void group_reach(TabId tab, const Message& message);
  void staff(TabId tab, const Message& message);
  void staff_off(TabId tab, const Message& message);
  void history(TabId tab, const Message& message);
  void undo(TabId tab, const Message& message);
  void redo(TabId tab, const Message& message);
  void move_now(TabId tab, const Message& message);
  void why(TabId tab, const Message& message);
  void plan(TabId tab, const Message& message);
  void reach(TabId tab, const Message& message);
  void odds(TabId tab, const Message& message);
  void chance(TabId tab, const Message& message);
  void lab(TabId tab, const Message& message);
  void compare(TabId tab, const Message& message);
  void stop(TabId tab, const Message& message);
  void hint(TabId tab, const Message& message);
  void ponder(TabId tab, const Message& message);
  void belief(TabId tab, const Message& message);
  void ahead(TabId tab, const Message& message);
  void past(TabId tab, const Message& message);
  void opening(TabId tab, const Message& message);
  void review(TabId tab, const Message& message);
  void better(TabId tab, const Message& message);
  void picture(TabId tab, const Message& message);
  void rule(TabId tab, const Message& message);
  void export_file(TabId tab, const Message& message);

  void give(const play::Order& order, std::uint64_t revision, bool forced);
  void end_all();
  play::Refused not_ended() const;
  void carry_on();
  Asked asked() const;
  std::shared_ptr<const play::Session> finished();
  void compare_retry();
  play::Choice choice_of(std::int64_t action) const;
  int place_of(const Message& message, const char* field) const;
  std::uint64_t revision_of(const Message& message) const;
  std::size_t step_of(const Message& message) const;

  std::string name_;
  play::Session session_;
  std::shared_ptr<const play::AnyGame> game_;  ///< for work beside the table
  play::Board board_;
  play::Country country_;
  std::string ground_;               ///< what lies beneath the counters, an SVG document
  play::Side seat_ = play::Side::A;  ///< the person's; of a recorded campaign the first
  Send send_;
  Work& work_;
  std::map<TabId, std::size_t> tabs_;  ///< how many steps each has been shown
  std::unique_ptr<ai::table::Thinker> thinker_;
  ai::table::Staff staff_;
  std::unique_ptr<play::AnyGame> historical_;  ///< as the seat stood in history; null: unknown
  /// What the person has said for later in this turn, over the other side's decisions.
  struct Said {
    int turn = 0;
    std::vector<std::string> lines;  ///< decisions in notation, each when its turn comes
    std::string passed;              ///< behind them: a question that is ended whenever it is asked
    std::string staffed;             ///< a question that the staff decides whenever it is asked
  };
  void forget_lines();
  Said said_;
  /// By seat: questions that are left to the staff until further notice.
  std::set<std::string> always_[play::kSides];
  bool two_people_ = false;  ///< share this table: whose turn it is takes the seat
  bool between_ = false;     ///< nobody has taken a seat yet
  /// A copy in memory of a campaign that is over, which nothing done at the table touches.
  std::shared_ptr<const play::Session> finished_;
  std::uint64_t finished_revision_ = 0;
  std::optional<Retry> retry_;  ///< until it has been compared
};

}  // namespace niemen::serve
