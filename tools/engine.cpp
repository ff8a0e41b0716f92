// niemen engine: answers queries on standard input with lines on standard output.
#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <functional>
#include <iostream>
#include <list>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "ai/agents/analyse.h"
#include "ai/agents/match.h"
#include "ai/agents/program.h"
#include "ai/table/thinker.h"
#include "ai/table/worth.h"
#include "engine/systems/registry.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/engine_messages.h"

namespace niemen::tools {

namespace {

constexpr double kWeek = 604'800;
constexpr double kMaxIterations = 1e12;
constexpr std::uint64_t kMaxCampaigns = 1000;

/// Lines from several threads, each whole.
class Answers {
 public:
  void say(const Json& json) {
    const std::lock_guard lock(mutex_);
    std::cout << json.dump(-1, ' ', false, Json::error_handler_t::replace) << std::endl;
  }

 private:
  std::mutex mutex_;
};

/// A thing that a query asked for and that takes its time.
struct Task {
  std::string id;  ///< of the query
  std::stop_source stop;
  std::function<void(const std::stop_source&)> work;
};

/// A campaign that queries speak of. Its queries are answered one after another, on a thread of
/// its own; `waiting` and `busy` are the engine's, the rest belongs to that thread.
struct Campaign {
  explicit Campaign(play::Session begun) : session(std::move(begun)) {}
  play::Session session;
  std::unique_ptr<ai::Match> match;  ///< of the seats that the engine decides for
  std::deque<Task> waiting;          ///< the first of them is worked at
  bool busy = false;
};

/// Thoughts one after another on threads of their own, so that queries are read meanwhile.
class Thoughts {
 public:
  /// `not_begun` is called for a thought that was stopped while it waited.
  Thoughts(int threads, std::function<void(const std::string& id)> not_begun)
      : not_begun_(std::move(not_begun)) {
    for (int i = 0; i < threads; ++i)
      threads_.emplace_back([this](std::stop_token quit) { work(quit); });
  }

  void add(Task thought) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(thought));
    changed_.notify_all();
  }
  /// Whether there was such a thought.
  bool stop(const std::string& id) {
    std::vector<std::string> dropped;
    bool found = false;
    {
      const std::lock_guard lock(mutex_);
      for (auto& one : running_)
        if (one.id == id) found = one.stop.request_stop() || true;
      std::erase_if(waiting_, [&](const Task& one) {
        if (one.id != id) return false;
        dropped.push_back(one.id);
        return true;
      });
    }
    for (const auto& one : dropped) not_begun_(one);
    return found || !dropped.empty();
  }
  /// Ends what is thought about, and forgets what waits.
  void abandon() {
    const std::lock_guard lock(mutex_);
    waiting_.clear();
    for (auto& one : running_) one.stop.request_stop();
  }
  bool idle() {
    const std::lock_guard lock(mutex_);
    return waiting_.empty() && running_.empty();
  }

 private:
  void work(std::stop_token quit) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, quit, [&] { return !waiting_.empty(); })) {
      running_.push_back(std::move(waiting_.front()));
      waiting_.pop_front();
      const auto mine = std::prev(running_.end());
      lock.unlock();
      if (mine->stop.stop_requested())
        not_begun_(mine->id);
      else
        mine->work(mine->stop);
      lock.lock();
      running_.erase(mine);
    }
  }

  std::function<void(const std::string&)> not_begun_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<Task> waiting_;
  std::list<Task> running_;
  std::vector<std::jthread> threads_;
};

class Engine {
 public:
  explicit Engine(int threads)
      : thoughts_(threads, [this](const std::string& id) {
          answers_.say({{"id", id}, {"partial", false}, {"error", "stopped before it was begun"}});
        }) {}
  ~Engine() { abandon(); }

  /// Reads a query, and answers it now or later.
  void answer(const std::string& line) {
    std::shared_ptr<Query> query;
    attempt("", [&] { query = std::make_shared<Query>(line); });
    if (query) attempt(query->id(), [&] { obey(query); });
  }
  /// Everything that was asked is answered.
  bool idle() {
    const std::lock_guard lock(mutex_);
    return working_ == 0 && thoughts_.idle();
  }
  /// Ends what is worked at, forgets the rest, and returns when all of it has ended.
  void abandon() {
    abandoned_ = true;
    thoughts_.abandon();
    std::unique_lock lock(mutex_);
    for (auto& one : begun_)
      if (const auto campaign = one.lock())
        for (auto& task : campaign->waiting) task.stop.request_stop();
    ended_.wait(lock, [&] { return working_ == 0; });
  }

 private:
  static void finish(Json& json, const Query& query) {
    Json named{{"id", query.id()}};
    named.update(json);
    const auto warnings = query.warnings();
    if (!warnings.empty()) named["warnings"] = warnings;
    json = std::move(named);
  }

  void refuse(const std::string& id, const std::string& message, const std::string& field,
              const std::string& rule = "") {
    Json json{{"id", id}, {"error", message}};
    if (!field.empty()) json["field"] = field;
    if (!rule.empty()) json["rule"] = rule;
    answers_.say(json);
  }

  /// Does something for a query; what is wrong with it is the answer.
  void attempt(const std::string& id, const std::function<void()>& work) {
    try {
      work();
    } catch (const QueryError& error) {
      refuse(id, error.what(), error.field);
    } catch (const play::Refused& error) {
      refuse(id, error.what(), "decision", error.rule);
    } catch (const std::exception& error) {
      refuse(id, error.what(), "");
    }
  }
  void say(Json json, const Query& query) {
    finish(json, query);
    answers_.say(json);
  }

  void obey(const std::shared_ptr<Query>& query) {
    const auto op = query->text("op");
    using Work = Json (Engine::*)(Query&, Campaign&, const std::stop_source&);
    static const std::map<std::string, Work> kOfCampaign{
        {"decide", &Engine::decide}, {"state", &Engine::state},   {"why", &Engine::why},
        {"odds", &Engine::odds},     {"belief", &Engine::belief}, {"undo", &Engine::undo},
        {"end", &Engine::end}};
    if (op == "new") return begin(query);
    if (op == "think") return think(query);
    if (op == "stop") return say({{"stopped", stop(query->text("query"))}}, *query);
    const auto work = kOfCampaign.find(op);
    if (work == kOfCampaign.end())
      throw QueryError("op",
                       "\"op\" is \"" + op +
                           "\"; allowed: new, decide, state, think, why, odds, belief, undo, stop, "
                           "end");
    if (op == "end" && !campaigns_.contains(query->text("campaign")))
      return say({{"ended", false}}, *query);
    auto one = campaign(*query);
    if (op == "end") campaigns_.erase(query->text("campaign"));
    queue(std::move(one), query, work->second);
  }

  std::shared_ptr<Campaign> campaign(Query& query) {
    const auto name = query.text("campaign");
    const auto found = campaigns_.find(name);
    if (found == campaigns_.end())
      throw QueryError("campaign", "there is no campaign \"" + name + "\"");
    return found->second;
  }

  /// Answers a query about a campaign behind those that were asked about it before.
  template <class Work>
  void queue(const std::shared_ptr<Campaign>& campaign, const std::shared_ptr<Query>& query,
             Work work) {
    const std::lock_guard lock(mutex_);
    // The campaign outlives its tasks: its thread holds it.
    campaign->waiting.push_back(
        {query->id(), std::stop_source(),
         [this, query, work, here = campaign.get()](const std::stop_source& stop) {
           attempt(query->id(), [&] {
             auto json = std::invoke(work, *this, *query, *here, stop);
             if (!json.is_null() && !abandoned_) say(std::move(json), *query);
           });
         }});
    if (std::exchange(campaign->busy, true)) return;
    ++working_;
    std::thread([this, campaign]() mutable { work_at(std::move(campaign)); }).detach();
  }

  void work_at(std::shared_ptr<Campaign> campaign) {
    std::unique_lock lock(mutex_);
    while (!campaign->waiting.empty() && !abandoned_) {
      auto& task = campaign->waiting.front();
      lock.unlock();
      task.work(task.stop);
      lock.lock();
      campaign->waiting.pop_front();
    }
    campaign->busy = false;
    campaign.reset();
    --working_;
    ended_.notify_all();
  }

  /// Whether such a query was waited for. Who decides moves now.
  bool stop(const std::string& id) {
    bool found = false;
    {
      const std::lock_guard lock(mutex_);
      std::erase_if(begun_, [](const auto& one) { return one.expired(); });
      for (auto& one : begun_)
        if (const auto campaign = one.lock())
          for (auto& task : campaign->waiting)
            if (task.id == id) found = task.stop.request_stop() || true;
    }
    return thoughts_.stop(id) || found;
  }

  void begin(const std::shared_ptr<Query>& asked) {
    auto& query = *asked;
    const auto name = query.text_or("campaign", query.id());
    if (campaigns_.contains(name))
      throw QueryError("campaign", "there is a campaign \"" + name + "\" already");
    auto begun =
        std::make_shared<Campaign>(play::Session::create({}, settings_of(query), load_game));
    std::array<ai::AgentConfig, play::kSides> agents;
    for (std::size_t i = 0; i < play::kSides; ++i) {
      const auto& seat = begun->session.settings().seats[i];
      if (seat != play::kPerson) agents[i] = ai::find_agent(seat);
    }
    begun->match = ai::make_match(begun->session.game(), agents);
    const auto& settings = begun->session.settings();
    begun->match->introduce(settings.request, {settings.seats[0], settings.seats[1]});
    begun->match->begin_campaign();
    campaigns_[name] = begun;
    {
      const std::lock_guard lock(mutex_);
      begun_.push_back(begun);
    }
    queue(begun, asked,
          [name](Engine& engine, Query& query, Campaign& kept, const std::stop_source& stop) {
            engine.run_on(kept, stop);
            auto json = engine.state(query, kept, stop);
            json["campaign"] = name;
            return json;
          });
  }

  /// Decides for the engine's seats until a client must, or the campaign is over.
  void run_on(Campaign& campaign, const std::stop_source& stop) {
    auto& session = campaign.session;
    while (!abandoned_ && !session.over() && !session.is_person(play::side_of(session.actor()))) {
      const auto question = ai::table::question_of(session);
      ai::table::Answer answer{question.revision, question.luck, {}, {}};
      try {
        for (const auto& [turn, events] : question.events)
          campaign.match->told(question.side, events, turn);
        answer.decision =
            campaign.match->decide(question.world, question.luck, {.stop = stop.get_token()});
      } catch (const ai::AgentFailure& failure) {
        answer.failure = failure.what();
      }
      ai::table::apply_answer(session, answer);
    }
    if (session.over()) campaign.match->end_campaign({session.outcome(), session.forfeit()});
  }

  Json decide(Query& query, Campaign& one, const std::stop_source& stop) {
    auto& session = one.session;
    if (session.over()) throw QueryError("campaign", "the campaign is over");
    const auto side = play::side_of(session.actor());
    const auto from = session.steps().size();
    session.decide(side, session.revision(), session.parse(side, query.text("decision")));
    run_on(one, stop);
    return state_json(session, since(query, session).value_or(from), query.flag("view"),
                      query.flag("board"));
  }

  /// The step that a query asks for events from, where it does.
  static std::optional<std::size_t> since(Query& query, const play::Session& session) {
    const auto number = query.whole("since");
    return number ? std::optional(steps_counted(session, *number)) : std::nullopt;
  }

  Json state(Query& query, Campaign& one, const std::stop_source&) {
    return state_json(one.session, since(query, one.session).value_or(0), query.flag("view"),
                      query.flag("board"));
  }

  Json end(Query&, Campaign&, const std::stop_source&) { return {{"ended", true}}; }

  Json undo(Query& query, Campaign& one, const std::stop_source&) {
    auto& session = one.session;
    if (session.over()) throw QueryError("campaign", "the campaign is over");
    const auto side = play::side_of(session.actor());
    const auto answer = session.can_undo(side);
    if (!answer.can) throw play::Refused(answer.why);
    session.undo(side, session.revision(), answer.to);
    return state_json(session, session.steps().size(), query.flag("view"), false);
  }

  Json why(Query& query, Campaign& one, const std::stop_source&) {
    const auto& session = one.session;
    if (session.over()) throw QueryError("campaign", "the campaign is over");
    const auto side = play::side_of(session.actor());
    const auto action = session.game().parse_action(session.world(side), query.text("decision"));
    if (!action) throw QueryError("decision", "\"decision\" is no decision of this game");
    const auto verdict = session.why(side, *action);
    Json json{{"ok", verdict.ok}};
    if (verdict.ok) return json;
    json["rule"] = verdict.rule;
    json["reason"] = verdict.reason;
    if (!verdict.culprit.empty()) json["culprit"] = verdict.culprit;
    for (const auto& choice : session.choices(side)) json["legal"].push_back(choice.notation);
    return json;
  }

  Json odds(Query& query, Campaign& one, const std::stop_source& stop) {
    const auto& session = one.session;
    if (session.over()) throw QueryError("campaign", "the campaign is over");
    const auto side = play::side_of(session.actor());
    auto world = session.world(side);
    std::vector<play::Action> actions;
    for (const auto& text : query.texts("decisions")) {
      const auto action = session.game().parse_action(world, text);
      if (!action || !session.game().why(world, *action).ok)
        throw QueryError("decisions", "\"" + text + "\" cannot be decided there");
      session.game().apply(world, *action);
      actions.push_back(*action);
    }
    auto json = odds_json(ai::table::odds_of(session.game(), session.observation(side), actions));
    const auto campaigns = query.whole("campaigns").value_or(0);
    if (campaigns > kMaxCampaigns)
      throw QueryError("campaigns", fmt::format("\"campaigns\" must be at most {}", kMaxCampaigns));
    if (campaigns > 0)
      json["worth"] = worth_json(ai::table::worth_of(
          session.game(), session.observation(side), actions, {},
          {.campaigns = static_cast<int>(campaigns), .stop = stop.get_token()}));
    return json;
  }

  static play::Side side_named(Query& query) {
    const auto side = query.text("side");
    if (side != "A" && side != "B")
      throw QueryError("side", "\"side\" is \"" + side + "\"; allowed: A, B");
    return side == "A" ? play::Side::A : play::Side::B;
  }

  Json belief(Query& query, Campaign& one, const std::stop_source&) {
    const auto& session = one.session;
    const bool over = session.over();
    const auto side = over ? side_named(query) : play::side_of(session.actor());
    const auto last = counted(session, session.steps().size());
    const auto before = over ? query.whole("before").value_or(last + 1) : last + 1;
    if (before == 0 || before > last + 1)
      throw QueryError("before",
                       fmt::format("there is no step {}; allowed: 1 to {}", before, last + 1));
    return belief_json(session.game(),
                       ai::table::beliefs(session, side, steps_counted(session, before - 1)), over);
  }

  /// A game and a position of its own: what a thought on another thread works with.
  struct Subject {
    std::shared_ptr<const play::AnyGame> game;
    play::AnyState world;
  };

  static Subject subject_of(Campaign& one) {
    const auto& session = one.session;
    if (session.over()) throw QueryError("campaign", "the campaign is over");
    return {session.game().clone(), session.world(play::side_of(session.actor()))};
  }
  static Subject subject_of(const play::GameRequest& request, const std::string& position) {
    Subject subject{load_game(request), {}};
    subject.world =
        position.empty() ? subject.game->initial() : play::parse_position(*subject.game, position);
    return subject;
  }
  static std::unique_ptr<play::AnyGame> load_game(const play::GameRequest& request) {
    static std::mutex one_at_a_time;
    const std::lock_guard lock(one_at_a_time);
    return systems::load_game(request);
  }

  void think(const std::shared_ptr<Query>& asked) {
    auto& query = *asked;
    const bool of_campaign = !query.text_or("campaign", "").empty();
    const auto one = of_campaign ? campaign(query) : nullptr;
    const auto request = of_campaign ? play::GameRequest() : settings_of(query).request;
    const auto position = of_campaign ? std::string() : query.text_or("position", "");
    ai::AnalyseOptions options;
    options.agent = ai::find_agent(query.text_or("agent", "general"));
    options.iterations = static_cast<std::uint64_t>(
        query.inner_number_or("limits", "iterations", 0, 0, kMaxIterations));
    options.seconds =
        query.inner_number_or("limits", "seconds", options.iterations > 0 ? 0 : 1, 0, kWeek);
    options.progress_seconds = query.number_or("report_seconds", kWeek, 0.1, kWeek);
    if (!of_campaign)  // the game is loaded when its turn comes
      return thoughts_.add({query.id(), std::stop_source(),
                            [=, this, warnings = query.warnings()](const std::stop_source& stop) {
                              attempt(asked->id(), [&] {
                                think_about(asked->id(), subject_of(request, position), options,
                                            warnings, stop);
                              });
                            }});
    queue(one, asked,
          [options](Engine& engine, Query& query, Campaign& kept, const std::stop_source& stop) {
            engine.thoughts_.add({query.id(), stop,
                                  [&engine, id = query.id(), subject = subject_of(kept), options,
                                   warnings = query.warnings()](const std::stop_source& stopped) {
                                    engine.attempt(id, [&] {
                                      engine.think_about(id, subject, options, warnings, stopped);
                                    });
                                  }});
            return Json();
          });
  }

  void think_about(const std::string& id, const Subject& subject, ai::AnalyseOptions options,
                   const std::vector<std::string>& warnings, const std::stop_source& stop) {
    const auto say = [&](const ai::Decision& decision, bool partial) {
      if (abandoned_) return;
      Json json{{"id", id}, {"partial", partial}};
      json["decision"] = subject.game->action_text(subject.world, decision.action);
      json.update(decision_json(decision));
      if (!warnings.empty() && !partial) json["warnings"] = warnings;
      answers_.say(json);
    };
    options.stop = stop.get_token();
    if (options.progress_seconds < kWeek)
      options.progress = [&](const ai::Decision& sofar) { say(sofar, true); };
    say(ai::analyse(*subject.game, subject.world, options), false);
  }

  Answers answers_;
  std::map<std::string, std::shared_ptr<Campaign>> campaigns_;
  std::mutex mutex_;  ///< of the three below, and of what campaigns wait for
  std::condition_variable ended_;
  std::vector<std::weak_ptr<Campaign>> begun_;  ///< those that were ended are worked at still
  int working_ = 0;                             ///< campaigns that have a thread
  std::atomic<bool> abandoned_ = false;
  Thoughts thoughts_;  ///< last: it ends first
};

/// Lines of standard input, while something else is waited for as well.
class Input {
 public:
  enum class Came { Line, End, Quit };

  explicit Input(int wake) : wake_(wake) {}

  /// Waits for a line, the end, or a reason to quit: a byte in `wake`, or that nobody reads what
  /// is written any more.
  Came next(std::string& line) {
    for (;;) {
      if (const auto end = text_.find('\n', searched_); end != std::string::npos) {
        line = text_.substr(0, end);
        text_.erase(0, end + 1);
        searched_ = 0;
        return Came::Line;
      }
      searched_ = text_.size();
      if (ended_) return text_.empty() ? Came::End : (line = std::exchange(text_, {}), Came::Line);
      if (should_quit(-1, true)) return Came::Quit;
      char bytes[1 << 16];
      const auto got = ::read(STDIN_FILENO, bytes, sizeof bytes);
      if (got > 0) text_.append(bytes, static_cast<std::size_t>(got));
      if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN)) ended_ = true;
    }
  }
  /// Whether there is a reason to quit within `milliseconds`; -1: for ever.
  bool should_quit(int milliseconds, bool or_input = false) const {
    pollfd waited[] = {{wake_, POLLIN, 0}, {STDOUT_FILENO, 0, 0}, {STDIN_FILENO, POLLIN, 0}};
    for (;;) {
      const int ready = ::poll(waited, or_input ? 3 : 2, milliseconds);
      if (ready < 0 && errno == EINTR) continue;
      return waited[0].revents != 0 || (waited[1].revents & POLLERR) != 0;
    }
  }

 private:
  int wake_;
  std::string text_;          // that was read and not yet given
  std::size_t searched_ = 0;  // of it, where there is no end of a line
  bool ended_ = false;
};

}  // namespace

int engine_command(int argc, char** argv) {
  cxxopts::Options options(
      "niemen engine",
      "Answers queries: one JSON object a line on standard input, answers on standard output.\n"
      "Several may be thought about at once; end of input ends it when all are answered. The\n"
      "queries are described by niemen help queries, and scripts/examples/engine_client.py\n"
      "plays a campaign with them.");
  options.add_options()("threads", "Thoughts at a time",
                        cxxopts::value<std::string>()->default_value("2"));
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  Engine engine(static_cast<int>(whole_option(*arguments, "threads", 1, kMaxThreads)));
  const int wake = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  const std::stop_callback interrupted(interrupt_token(), [&] {
    ::eventfd_write(wake, 1);
    // Who does not read its answers holds up whoever writes them: that is not waited for.
    std::thread([] {
      std::this_thread::sleep_for(std::chrono::seconds(2));
      ai::Program::end_all();
      std::_Exit(kGood);
    }).detach();
  });
  Input input(wake);
  std::string line;
  auto came = Input::Came::Line;
  while ((came = input.next(line)) == Input::Came::Line)
    if (!line.empty()) engine.answer(line);
  // At the end of input all that was asked is answered, as long as somebody is there.
  constexpr int kLook = 20;  // milliseconds
  while (came != Input::Came::Quit && !engine.idle())
    if (input.should_quit(kLook)) came = Input::Came::Quit;
  engine.abandon();
  return kGood;
}

}  // namespace niemen::tools
