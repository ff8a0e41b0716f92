// niemen engine: answers queries on standard input with lines on standard output.
#include <fmt/format.h>

#include <condition_variable>
#include <deque>
#include <iostream>
#include <list>
#include <mutex>
#include <thread>

#include "ai/agents/analyse.h"
#include "ai/agents/match.h"
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

/// A campaign that queries speak of.
struct Campaign {
  explicit Campaign(play::Session begun) : session(std::move(begun)) {}
  play::Session session;
  std::unique_ptr<ai::Match> match;  ///< of the seats that the engine decides for
};

/// Thoughts one after another on threads of their own, so that queries are read meanwhile.
class Thoughts {
 public:
  explicit Thoughts(int threads) {
    for (int i = 0; i < threads; ++i)
      threads_.emplace_back([this](std::stop_token quit) { work(quit); });
  }
  /// Ends when all that was asked is answered.
  ~Thoughts() {
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return waiting_.empty() && running_.empty(); });
    }
    for (auto& thread : threads_) thread.request_stop();
  }

  void add(std::string id, std::function<void(std::stop_token)> work) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back({std::move(id), {}, std::move(work)});
    changed_.notify_all();
  }
  /// Whether there was such a thought.
  bool stop(const std::string& id) {
    const std::lock_guard lock(mutex_);
    bool found = false;
    const auto end = [&](auto& list) {
      for (auto& one : list)
        if (one.id == id) found = one.stop.request_stop() || true;
    };
    end(waiting_);
    end(running_);
    return found;
  }
  void stop_all() {
    const std::lock_guard lock(mutex_);
    for (auto& one : waiting_) one.stop.request_stop();
    for (auto& one : running_) one.stop.request_stop();
  }

 private:
  struct Thought {
    std::string id;
    std::stop_source stop;
    std::function<void(std::stop_token)> work;
  };

  void work(std::stop_token quit) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, quit, [&] { return !waiting_.empty(); })) {
      running_.push_back(std::move(waiting_.front()));
      waiting_.pop_front();
      const auto mine = std::prev(running_.end());
      const auto work = mine->work;
      const auto stop = mine->stop.get_token();
      lock.unlock();
      work(stop);
      lock.lock();
      running_.erase(mine);
      changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<Thought> waiting_;
  std::list<Thought> running_;
  std::vector<std::jthread> threads_;
};

class Engine {
 public:
  explicit Engine(int threads) : thoughts_(threads) {}

  void answer(const std::string& line) {
    std::string id;
    try {
      Query query(line);
      id = query.id();
      auto json = obey(query);
      if (json.is_null()) return;  // the answer comes later
      finish(json, query);
      answers_.say(json);
    } catch (const QueryError& error) {
      refuse(id, error.what(), error.field);
    } catch (const play::Refused& error) {
      refuse(id, error.what(), "decision", error.rule);
    } catch (const std::exception& error) {
      refuse(id, error.what(), "");
    }
  }
  void stop_all() { thoughts_.stop_all(); }

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

  Json obey(Query& query) {
    const auto op = query.text("op");
    if (op == "new") return begin(query);
    if (op == "decide") return decide(query);
    if (op == "state") return state(query, campaign(query));
    if (op == "think") return think(query);
    if (op == "why") return why(query);
    if (op == "odds") return odds(query);
    if (op == "belief") return belief(query);
    if (op == "undo") return undo(query);
    if (op == "stop") return {{"stopped", thoughts_.stop(query.text("query"))}};
    if (op == "end") return {{"ended", campaigns_.erase(query.text("campaign")) > 0}};
    throw QueryError("op",
                     "\"op\" is \"" + op +
                         "\"; allowed: new, decide, state, think, why, odds, belief, undo, stop, "
                         "end");
  }

  Campaign& campaign(Query& query) {
    const auto name = query.text("campaign");
    const auto found = campaigns_.find(name);
    if (found == campaigns_.end())
      throw QueryError("campaign", "there is no campaign \"" + name + "\"");
    return *found->second;
  }

  Json begin(Query& query) {
    const auto name = query.text_or("campaign", query.id());
    if (campaigns_.contains(name))
      throw QueryError("campaign", "there is a campaign \"" + name + "\" already");
    auto begun = std::make_unique<Campaign>(
        play::Session::create({}, settings_of(query), systems::load_game));
    std::array<ai::AgentConfig, play::kSides> agents;
    for (std::size_t i = 0; i < play::kSides; ++i) {
      const auto& seat = begun->session.settings().seats[i];
      if (seat != play::kPerson) agents[i] = ai::find_agent(seat);
    }
    begun->match = ai::make_match(begun->session.game(), agents);
    const auto& settings = begun->session.settings();
    begun->match->introduce(settings.request, {settings.seats[0], settings.seats[1]});
    begun->match->begin_campaign();
    auto& kept = *(campaigns_[name] = std::move(begun));
    run_on(kept);
    auto json = state(query, kept);
    json["campaign"] = name;
    return json;
  }

  /// Decides for the engine's seats until a client must, or the campaign is over.
  static void run_on(Campaign& campaign) {
    auto& session = campaign.session;
    while (!session.over() && !session.is_person(play::side_of(session.actor()))) {
      const auto question = ai::table::question_of(session);
      ai::table::Answer answer{question.revision, question.luck, {}, {}};
      try {
        for (const auto& [turn, events] : question.events)
          campaign.match->told(question.side, events, turn);
        answer.decision = campaign.match->decide(question.world, question.luck, {});
      } catch (const ai::AgentFailure& failure) {
        answer.failure = failure.what();
      }
      ai::table::apply_answer(session, answer);
    }
    if (session.over()) campaign.match->end_campaign({session.outcome(), session.forfeit()});
  }

  Json decide(Query& query) {
    auto& one = campaign(query);
    auto& session = one.session;
    if (session.over()) throw QueryError("campaign", "the campaign is over");
    const auto side = play::side_of(session.actor());
    const auto from = session.steps().size();
    session.decide(side, session.revision(), session.parse(side, query.text("decision")));
    run_on(one);
    return state_json(session, query.whole("since").value_or(from), query.flag("view"),
                      query.flag("board"));
  }

  static Json state(Query& query, Campaign& one) {
    return state_json(one.session, query.whole("since").value_or(0), query.flag("view"),
                      query.flag("board"));
  }

  Json undo(Query& query) {
    auto& session = campaign(query).session;
    if (session.over()) throw QueryError("campaign", "the campaign is over");
    const auto side = play::side_of(session.actor());
    const auto answer = session.can_undo(side);
    if (!answer.can) throw play::Refused(answer.why);
    session.undo(side, session.revision(), answer.to);
    return state_json(session, session.steps().size(), query.flag("view"), false);
  }

  Json why(Query& query) {
    const auto& session = campaign(query).session;
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

  Json odds(Query& query) {
    const auto& session = campaign(query).session;
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
      json["worth"] =
          worth_json(ai::table::worth_of(session.game(), session.observation(side), actions, {},
                                         {.campaigns = static_cast<int>(campaigns)}));
    return json;
  }

  static play::Side side_named(Query& query) {
    const auto side = query.text("side");
    if (side != "A" && side != "B")
      throw QueryError("side", "\"side\" is \"" + side + "\"; allowed: A, B");
    return side == "A" ? play::Side::A : play::Side::B;
  }

  Json belief(Query& query) {
    const auto& session = campaign(query).session;
    const bool over = session.over();
    const auto side = over ? side_named(query) : play::side_of(session.actor());
    const auto last = session.steps().size();
    const auto before = over ? query.whole("before").value_or(last + 1) : last + 1;
    if (before == 0 || before > last + 1)
      throw QueryError("before",
                       fmt::format("there is no step {}; allowed: 1 to {}", before, last + 1));
    return belief_json(session.game(), ai::table::beliefs(session, side, before - 1), over);
  }

  /// A game and a position of its own: what a thought on another thread works with.
  struct Subject {
    std::shared_ptr<const play::AnyGame> game;
    play::AnyState world;
  };

  Subject subject_of(Query& query) {
    const auto name = query.text_or("campaign", "");
    if (!name.empty()) {
      const auto& session = campaign(query).session;
      if (session.over()) throw QueryError("campaign", "the campaign is over");
      return {session.game().clone(), session.world(play::side_of(session.actor()))};
    }
    const auto settings = settings_of(query);
    Subject subject{systems::load_game(settings.request), {}};
    const auto text = query.text_or("position", "");
    subject.world =
        text.empty() ? subject.game->initial() : play::parse_position(*subject.game, text);
    return subject;
  }

  Json think(Query& query) {
    const auto subject = subject_of(query);
    ai::AnalyseOptions options;
    options.agent = ai::find_agent(query.text_or("agent", "general"));
    options.iterations = static_cast<std::uint64_t>(
        query.inner_number_or("limits", "iterations", 0, 0, kMaxIterations));
    options.seconds =
        query.inner_number_or("limits", "seconds", options.iterations > 0 ? 0 : 1, 0, kWeek);
    options.progress_seconds = query.number_or("report_seconds", kWeek, 0.1, kWeek);
    const bool reports = options.progress_seconds < kWeek;
    const auto id = query.id();
    const auto warnings = query.warnings();
    thoughts_.add(id, [=, this](std::stop_token stop) mutable {
      const auto say = [&](const ai::Decision& decision, bool partial) {
        Json json{{"id", id}, {"partial", partial}};
        json["decision"] = subject.game->action_text(subject.world, decision.action);
        json.update(decision_json(decision));
        if (!warnings.empty() && !partial) json["warnings"] = warnings;
        answers_.say(json);
      };
      options.stop = std::move(stop);
      if (reports) options.progress = [&](const ai::Decision& sofar) { say(sofar, true); };
      try {
        say(ai::analyse(*subject.game, subject.world, options), false);
      } catch (const std::exception& error) {
        refuse(id, error.what(), "");
      }
    });
    return nullptr;
  }

  Answers answers_;
  std::map<std::string, std::unique_ptr<Campaign>> campaigns_;
  Thoughts thoughts_;  ///< last: it ends first
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
  std::stop_callback interrupted(interrupt_token(), [&] { engine.stop_all(); });
  std::string line;
  while (!interrupt_token().stop_requested() && std::getline(std::cin, line))
    if (!line.empty()) engine.answer(line);
  return kGood;
}

}  // namespace niemen::tools
