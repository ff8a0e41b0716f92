// A person at the table, in a terminal: tells what happened, asks, carries out, explains.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ai/table/chance.h"
#include "ai/table/odds.h"
#include "ai/table/review.h"
#include "ai/table/staff.h"
#include "ai/table/thinker.h"
#include "ai/table/worth.h"
#include "engine/play/orders.h"
#include "engine/play/passages.h"
#include "engine/play/session.h"
#include "tools/terminal.h"

namespace niemen::tools {

struct TableOptions {
  bool guided = false;  ///< each kind of decision is explained when it first comes
  double warn_at = 0;   ///< a warning before an order that costs this chance of winning; 0: off
  bool show_chance = false;  ///< the chance of winning at each turn
  double seconds = 2;        ///< for a hint or an estimate
  double pace = 0;           ///< seconds that each step told stays; 0: a screenful waits for a key
  bool reasons = true;       ///< the computer's, where the person may know them
};

class Table {
 public:
  Table(Terminal& terminal, play::Session session, const TableOptions& options);
  ~Table();
  /// Until the person leaves or the input ends. The exit status; throws InputError "line N: ..."
  /// for what a script gets wrong.
  int run();
  /// The same before step `from` of `first`, a campaign that is over and that this table's branched
  /// off from there, until the person has taken another course. What that is worth against the old
  /// one; nothing where the person left before.
  std::optional<ai::table::Chance> try_again(play::Session first, std::size_t from);

  struct Command {
    std::string_view name;
    std::string_view usage;  ///< what follows the name
    std::string_view help;
    void (Table::*run)(const std::string& rest);
  };
  static const std::vector<Command>& commands();

 private:
  // The course of play.
  void computer_decides(play::Side side);
  void person_decides(play::Side side);
  void after_the_end();
  void hand_over(play::Side side);
  void tell_since(std::size_t step);
  void tell(const std::vector<play::Session::Told>& list, std::size_t from, std::size_t to,
            int* shown = nullptr);
  void tell_heading(const play::Session::Told& told, int& turn);
  void tell_lines(const play::Passage& passage, int& turn);
  std::string tell_turn(std::size_t steps, int& turn);
  bool goes_on_telling();
  void tell_reasons(std::size_t from, std::size_t to);
  void show_question();
  void explain_step(const play::View& view);
  void finish();
  bool ask_to_leave();
  bool confirm(const std::string& question);
  play::Viewer reader() const;
  play::Side seat() const { return seat_; }
  int persons() const;

  // What is typed.
  bool obey(const std::string& line);
  void understand(const std::string& line);
  void tell_refusal(const std::string& message);
  void enqueue(const std::vector<std::string>& lines, bool where_possible = false);
  bool begins_with_verb(const std::string& line) const;
  bool sweep(const std::string& line);
  void obey_next();
  void forget_orders();
  bool goes_on_alone();
  bool passes();
  bool staff_answers();
  void leave_to_staff();
  std::string kind_at_hand() const;
  std::string asked(const play::View& view) const;
  std::string turn_words(std::size_t steps) const;
  bool decide_by_notation(const std::string& line);
  std::string in_notation(const std::string& line) const;
  bool decide_by_number(const std::string& line);
  std::optional<play::Choice> choice_numbered(const std::string& text) const;
  bool command_line(const std::string& line);
  bool give_order(const std::string& line);
  void decide(play::Action action);
  void carry_out(const std::vector<play::Action>& actions);
  void require_consent(const std::string& caution);
  void go_on_with_order();
  std::vector<play::Action> actions_of(const std::string& words) const;
  void tell_worth(const std::vector<play::Action>& actions,
                  const std::vector<play::Action>& instead);
  void tell_results(const ai::table::Odds& odds);
  void tell_risk(const std::vector<play::Action>& actions);
  bool grave_error(play::Action action);
  std::vector<std::string> completions(std::string_view before) const;
  [[noreturn]] void refuse(const std::string& message) const;

  // Commands.
  void board(const std::string& rest);
  void army(const std::string& rest);
  void moves(const std::string& rest);
  void order(const std::string& rest);
  void cancel(const std::string& rest);
  void why(const std::string& rest);
  void why_order(const std::string& words);
  void reach(const std::string& rest);
  void odds(const std::string& rest);
  void hint(const std::string& rest);
  void plan(const std::string& rest);
  void chance(const std::string& rest);
  void undo(const std::string& rest);
  void redo(const std::string& rest);
  void practice(const std::string& rest);
  void end(const std::string& rest);
  void again(const std::string& rest);
  void staff(const std::string& rest);
  void stand_historically();
  void since(const std::string& rest);
  void log(const std::string& rest);
  void diary(const std::string& rest);
  void account(const std::string& rest);
  void arrivals(const std::string& rest);
  void rule(const std::string& rest);
  void map(const std::string& rest);
  void save(const std::string& rest);
  void branch(const std::string& rest);
  void review(const std::string& rest);
  void belief(const std::string& rest);
  void ahead(const std::string& rest);
  void better(const std::string& rest);
  void retry(const std::string& rest);
  void level(const std::string& rest);
  void warn(const std::string& rest);
  void guide(const std::string& rest);
  void reasons(const std::string& rest);
  void dice(const std::string& rest);
  void resign(const std::string& rest);
  void help(const std::string& rest);
  void quit(const std::string& rest);

  // After the end.
  void tell_review();
  const ai::table::TurningPoint& own_point(const std::string& command, const std::string& number,
                                           const std::string& usage) const;
  std::filesystem::path retry_file(int number) const;
  void sit_down(play::Session session);
  void compare_retry();

  ai::table::Thinker& thinker(play::Side side);
  void forget_thoughts();
  ai::Decision look(double seconds);
  std::vector<ai::table::Way> weigh(const std::vector<play::Action>& decisions);
  const play::Board& map_of_game() const { return board_; }

  Terminal& terminal_;
  play::Session session_;
  TableOptions options_;
  play::Board board_;
  bool was_over_;  ///< when it was opened
  std::unique_ptr<ai::table::Thinker> thinkers_[play::kSides];
  std::unique_ptr<ai::table::Oracle> oracle_;
  play::Side seat_ = play::Side::A;  ///< of the person who is asked
  std::optional<play::Side> at_keyboard_;
  std::size_t told_[play::kSides] = {0, 0};  ///< steps that each person has been told
  std::optional<play::Order> standing_;
  /// What was typed and waits until the side is asked again.
  struct Waiting {
    std::string line;
    bool where_possible = false;  ///< passed over where it is not legal
  };
  std::deque<Waiting> waiting_[play::kSides];
  /// A kind of decision in a turn.
  struct Question {
    int turn = 0;
    std::string kind;
    bool operator==(const Question&) const = default;
  };
  std::optional<Question> passing_[play::kSides];
  struct StaffOrders {
    std::optional<Question> for_now;
    std::set<std::string> always;  ///< kinds
  };
  StaffOrders staff_orders_[play::kSides];
  ai::table::Staff staff_;
  std::optional<ai::table::Review> reviewed_;
  /// The campaign that is tried again from one of its steps.
  struct Retry {
    play::Session first;
    std::size_t from = 0;
  };
  std::unique_ptr<Retry> retry_;
  std::optional<ai::table::Chance> retried_;  ///< the last course that was tried again
  int hint_step_ = 0;                         ///< of the decision at hand
  std::uint64_t hint_revision_ = 0, warned_revision_ = 0;
  std::uint64_t asked_ = 0;  ///< names the position that the question was shown for
  std::vector<std::string> explained_;
  int chance_turn_ = -1, heading_turn_ = -1;
  bool finished_ = false, leaving_ = false, leaves_when_retried_ = false;
};

}  // namespace niemen::tools
