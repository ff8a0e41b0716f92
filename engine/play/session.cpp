#include "engine/play/session.h"

#include <algorithm>
#include <cassert>
#include <nlohmann/json.hpp>

#include "engine/core/digest.h"
#include "engine/core/hash.h"
#include "engine/play/game_folder.h"
#include "engine/play/session_lines.h"
#include "engine/play/session_steps.h"
#include "engine/play/telling.h"

namespace niemen::play {

namespace fs = std::filesystem;

namespace {

/// A new file and its seal; in memory, where nobody else can read it, without one.
std::pair<SessionFile, SessionSeal> new_file(const fs::path& file) {
  if (file.empty()) return {SessionFile::in_memory(), SessionSeal()};
  auto made = SessionFile::create(file);
  try {
    return {std::move(made), SessionSeal::fresh(file)};
  } catch (...) {
    fs::remove(file);
    throw;
  }
}

/// Purposes of the random streams that an observation names.
constexpr std::uint64_t kWorldShown = 0, kWorldsThatMightBe = 1, kWorldsOfTheEnemy = 2;

/// Whether carrying out `action` tells `side` something that it did not know: in some world that
/// agrees with what it knows now, it would see something else afterwards.
bool tells_something(const AnyGame& game, const AnyState& before, const AnyState& after, Side side,
                     Action action) {
  constexpr int kWorlds = 16;
  const auto viewer = viewer_of(side);
  const auto knows = game.observe(before, viewer);
  const auto sees = game.observe(after, viewer);
  core::RandomStream random(game.observation_hash(before, viewer), kWorldsThatMightBe);
  for (int i = 0; i < kWorlds; ++i) {
    auto world = game.sample_world(knows, random);
    game.apply(world, action);
    if (game.observe(world, viewer) != sees) return true;
  }
  return false;
}

/// The words of what `viewer` may read of some events.
std::vector<std::string> words_for(const AnyGame& game, const std::vector<Event>& events,
                                   Viewer viewer) {
  std::vector<std::string> words;
  for (const auto& event : told_to(viewer, events)) words.push_back(game.event_text(event, viewer));
  return words;
}

/// Whether a decision at a step that may reveal did so: whoever took it would see or be told
/// something else in a world that agrees with what he knew.
bool reveals(const AnyGame& game, const AnyState& before, const AnyState& after,
             const std::vector<Event>& events, Side side, Action action) {
  constexpr int kWorlds = 64;
  const auto viewer = viewer_of(side);
  const auto knows = game.observe(before, viewer);
  const auto sees = game.observe(after, viewer);
  const auto told = words_for(game, events, viewer);
  core::RandomStream random(game.observation_hash(before, viewer), kWorldsThatMightBe);
  for (int i = 0; i < kWorlds; ++i) {
    auto world = game.sample_world(knows, random);
    if (words_for(game, game.apply(world, action), viewer) != told) return true;
    if (game.observe(world, viewer) != sees) return true;
  }
  return false;
}

/// What closes the way back behind a step.
Barrier barrier_behind(const AnyGame& game, const AnyState& before, const AnyState& after,
                       const Step& step) {
  if (step.actor == Actor::Nature) return Barrier::Die;
  const auto side = side_of(step.actor);
  const auto may = game.step(before).barrier;
  if (may == Barrier::Die) return may;
  const bool told = may == Barrier::Reveal
                        ? reveals(game, before, after, step.events, side, step.action)
                        : tells_something(game, before, after, side, step.action);
  return told ? Barrier::Reveal : Barrier::None;
}

/// Whether all worlds that `side` holds for possible are this one.
bool knows_all(const AnyGame& game, const AnyState& state, Side side) {
  constexpr int kWorlds = 24;
  const auto viewer = viewer_of(side);
  const auto knows = game.observe(state, viewer);
  const auto hash = game.hash(state);
  core::RandomStream random(game.observation_hash(state, viewer), kWorldsThatMightBe);
  for (int i = 0; i < kWorlds; ++i)
    if (game.hash(game.sample_world(knows, random)) != hash) return false;
  return true;
}

/// Whether `side` takes a step, is told of it or sees something else behind it.
bool notices(const AnyGame& game, const AnyState& before, const AnyState& after, const Step& step,
             Side side) {
  const auto viewer = viewer_of(side);
  return step.actor == actor_of(side) || !told_to(viewer, step.events).empty() ||
         game.observe(before, viewer) != game.observe(after, viewer);
}

}  // namespace

bool may_have_choice(const AnyGame& game, const AnyState& state, Side side) {
  constexpr int kWorlds = 64, kUnseen = 3;
  const auto enemy = viewer_of(other(side));
  const auto knows = game.observe(state, enemy);
  core::RandomStream random(game.observation_hash(state, enemy), kWorldsOfTheEnemy);
  for (int i = 0; i < kWorlds; ++i) {
    // A choice may hide behind a decision without one, of which the enemy sees nothing.
    auto world = game.sample_world(knows, random);
    for (int step = 0; step < kUnseen && game.actor(world) == actor_of(side); ++step) {
      const auto legal = game.legal(world);
      if (legal.size() > 1) return true;
      game.apply(world, legal.front());
      if (game.observe(world, enemy) != knows) break;
    }
  }
  return false;
}

std::vector<Step> steps_of(const Replay& replay) {
  const auto& game = *replay.game;
  std::vector<Step> steps;
  for (std::size_t i = 0; i < replay.actions.size(); ++i) {
    const auto& before = replay.states[i];
    auto after = before;
    Step step{.action = replay.actions[i],
              .actor = game.actor(before),
              .turn = game.turn(before),
              .text = game.action_text(before, replay.actions[i])};
    step.forced = is_side(step.actor) && game.legal(before).size() == 1;
    step.events = game.apply(after, step.action);
    step.barrier = barrier_behind(game, before, after, step);
    steps.push_back(std::move(step));
  }
  return steps;
}

/// Steps that are carried out together and kept together.
struct Session::Batch {
  std::vector<Step> steps;
  std::vector<AnyState> states;  ///< the first is the one they start from
  std::size_t before = 0;        ///< steps of the session before them
  Seal seal;
  std::string lines;
};

Session::Session(SessionFile file, SessionSettings settings, std::unique_ptr<AnyGame> game,
                 SessionSeal sealing)
    : file_(std::move(file)),
      settings_(std::move(settings)),
      game_(std::move(game)),
      sealing_(std::move(sealing)),
      seal_(sealing_.chain()) {
  states_.push_back(game_->initial());
  living_trunk_ = living_trunk_of(settings_.trunks, file_.path());
}

Session Session::create(const fs::path& file, const SessionSettings& settings,
                        const GameLoader& load) {
  auto game = load(settings.request);
  auto [made, sealing] = new_file(file);
  Session session(std::move(made), settings, std::move(game), std::move(sealing));
  session.record(session.header_line(""));
  session.count_line();
  session.catch_up();
  return session;
}

std::string Session::header_line(const std::string& parent) const {
  return session_header(*game_, settings_, commitment(), parent);
}

bool Session::over_at(const AnyState& state, std::size_t step) const {
  return game_->actor(state) == Actor::Over ||
         step >= static_cast<std::size_t>(game_->max_decisions());
}

bool Session::over() const { return forfeit_ || over_at(state(), steps_.size()); }

Outcome Session::outcome() const {
  assert(over());
  return forfeit_ ? Outcome::of_forfeit(forfeit_->side) : game_->outcome(state());
}

/// The position that seats are shown: the last one, but for an end that would lay open what is
/// secret still.
const AnyState& Session::shown() const {
  auto step = steps_.size();
  if (over() && !open_to_all())
    while (step > 0 && game_->actor(states_[step]) == Actor::Over) --step;
  return states_[step];
}

AnyObservation Session::observation(Side side) const {
  return game_->observe(shown(), viewer_of(side));
}

AnyState Session::world(Side side) const {
  core::RandomStream random(game_->observation_hash(shown(), viewer_of(side)), kWorldShown);
  return game_->sample_world(observation(side), random);
}

View Session::view(Side side) const { return game_->view(observation(side)); }

std::vector<Choice> Session::choices(Side side) const {
  if (actor() != actor_of(side)) return {};
  auto choices = view(side).choices;
  if (!choices.empty()) return choices;
  const auto seen = world(side);
  for (const auto action : game_->legal(seen)) {
    Choice choice;
    choice.action = action;
    choice.notation = choice.words = game_->action_text(seen, action);
    choices.push_back(std::move(choice));
  }
  return choices;
}

std::vector<Session::Told> Session::told(Viewer viewer, std::size_t from) const {
  std::vector<Told> list;
  for (std::size_t i = from; i < steps_.size(); ++i) {
    const auto& events = steps_[i].events;
    for (const auto& event : open_to_all() ? events : told_to(viewer, events)) {
      list.push_back({i, event});
      list.back().event.text = game_->event_text(event, viewer);
    }
  }
  return list;
}

std::string Session::reason(std::size_t step, Side side) const {
  const auto& taken = steps_[step];
  if (taken.reason.empty()) return {};
  const bool open = open_to_all() || taken.actor == actor_of(side) || knows_step(step, side);
  return open ? taken.reason : std::string();
}

/// Whether nothing lay hidden from `side` before a step, and nothing lies so after it.
bool Session::knows_step(std::size_t step, Side side) const {
  const auto [known, is_new] = known_.try_emplace({step, index(side)}, false);
  if (is_new)
    known->second =
        knows_all(*game_, states_[step], side) && knows_all(*game_, states_[step + 1], side);
  return known->second;
}

// --- Steps ---

Session::Batch Session::begin_batch() const { return {{}, {state()}, steps_.size(), seal_, {}}; }

void Session::play(Batch& batch, Action action, bool forced,
                   const std::optional<Thought>& thought) const {
  const auto before = batch.states.back();
  auto after = before;
  Step step{.action = action,
            .actor = game_->actor(before),
            .forced = forced,
            .turn = game_->turn(before),
            .text = game_->action_text(before, action)};
  step.events = game_->apply(after, action);
  if (thought) step.reason = thought->reason;
  step.barrier = barrier_behind(*game_, before, after, step);
  batch.lines += batch.seal.close(sealing_.shut(
      session_step(*game_, step, batch.before + batch.steps.size() + 1, before, after, thought)));
  batch.steps.push_back(std::move(step));
  batch.states.push_back(std::move(after));
}

void Session::run_on(Batch& batch) const {
  for (;;) {
    const auto& now = batch.states.back();
    if (over_at(now, batch.before + batch.steps.size())) break;
    if (game_->actor(now) == Actor::Nature) {
      const auto bits = chance_bits(settings_.campaign_key, game_->chance_key(now));
      play(batch, draw(game_->chance(now), bits), false, std::nullopt);
      continue;
    }
    const auto legal = game_->legal(now);
    if (legal.size() != 1 || !passes_unseen(batch)) return;
    play(batch, legal.front(), true, std::nullopt);
  }
  const auto steps = batch.before + batch.steps.size();
  batch.lines += batch.seal.close(session_end(*game_, steps, game_->outcome(batch.states.back())));
}

/// Whether a decision without a choice can be taken at once: nobody waits for it, or whoever does
/// knows that there is no choice or has seen nothing since the side last had one. Otherwise it is
/// asked like any other.
bool Session::passes_unseen(const Batch& batch) const {
  const auto& now = batch.states.back();
  const auto side = side_of(game_->actor(now));
  if (!is_person(other(side))) return true;
  const auto enemy = viewer_of(other(side));
  const auto own_choice = [&](const Step& step) {
    return step.actor == actor_of(side) && !step.forced;
  };
  const AnyState* asked = nullptr;
  for (auto i = batch.steps.size(); i-- > 0 && !asked;)
    if (own_choice(batch.steps[i])) asked = &batch.states[i];
  for (auto i = batch.before; i-- > 0 && !asked;)
    if (own_choice(steps_[i])) asked = &states_[i];
  if (asked && game_->observe(*asked, enemy) == game_->observe(now, enemy)) return true;
  return !may_have_choice(*game_, now, side);
}

void Session::append(Step&& step, AnyState&& after) {
  for (const auto side : {Side::A, Side::B}) {
    const bool seen = notices(*game_, states_.back(), after, step, side);
    auto& counts = noticed_[index(side)];
    counts.push_back(counts.back() + seen);
    seat_revisions_[index(side)] += seen;
  }
  steps_.push_back(std::move(step));
  states_.push_back(std::move(after));
}

/// Counts a line of the record that is no step. `of`: who alone knows of it; nobody: both do.
void Session::count_line(std::optional<Side> of) {
  for (const auto side : {Side::A, Side::B}) seat_revisions_[index(side)] += !of || *of == side;
}

std::size_t Session::noticed(Side side, std::size_t steps) const {
  return open_to_all() ? steps : noticed_[index(side)][steps];
}

std::size_t Session::steps_noticed(Side side, std::size_t number) const {
  const auto& counts = noticed_[index(side)];
  if (open_to_all() || number >= counts.back())
    return open_to_all() ? std::min(number, steps_.size()) : steps_.size();
  return static_cast<std::size_t>(std::ranges::lower_bound(counts, number) - counts.begin());
}

void Session::commit(Batch&& batch) {
  if (batch.lines.empty()) return;
  file_.append(batch.lines);
  seal_ = batch.seal;
  revision_ += static_cast<std::uint64_t>(std::ranges::count(batch.lines, '\n'));
  for (std::size_t i = 0; i < batch.steps.size(); ++i)
    append(std::move(batch.steps[i]), std::move(batch.states[i + 1]));
  if (over()) count_line();  // its end
  unseal();
}

/// Writes the file anew without seals once nothing is secret any more.
void Session::unseal() {
  if (!sealing_.seals() || !open_to_all()) return;
  Seal seal;
  std::string text;
  const auto whole = file_.read();
  for (std::string_view rest = whole; !rest.empty(); rest.remove_prefix(rest.find('\n') + 1)) {
    auto line = nlohmann::ordered_json::parse(rest.substr(0, rest.find('\n')));
    line.erase("sum");
    sealing_.open(line);
    text += seal.close(line.dump());
  }
  try {
    file_.replace(text);
  } catch (const core::InputError&) {
    return;  // it stays sealed; the next to read it tries again
  }
  seal_ = seal;
  sealing_.discard_key();
}

/// Carries out what follows by itself, if a program died before that was kept.
void Session::catch_up() {
  if (over()) return unseal();
  auto batch = begin_batch();
  run_on(batch);
  commit(std::move(batch));
}

void Session::record(const std::string& object) {
  auto seal = seal_;
  file_.append(seal.close(sealing_.shut(object)));
  seal_ = seal;
  ++revision_;
}

void Session::require_revision(std::uint64_t revision) const {
  if (revision != revision_) throw Refused("too late: the session has gone on since");
  if (over()) throw Refused("the campaign is over");
}

void Session::require_turn(Side side, std::uint64_t revision) const {
  require_revision(revision);
  if (actor() != actor_of(side))
    throw Refused(game_->info().side_names[index(side)] + " does not decide now");
}

void Session::decide(Side side, std::uint64_t revision, Action action,
                     const std::optional<Thought>& thought) {
  require_turn(side, revision);
  const auto legal = game_->legal(state());
  if (!std::binary_search(legal.begin(), legal.end(), action)) {
    const auto verdict = why(side, action);
    throw Refused(verdict.ok ? "that cannot be decided now" : verdict.reason, verdict.rule);
  }
  auto batch = begin_batch();
  play(batch, action, false, thought);
  run_on(batch);
  commit(std::move(batch));
  forget_or_follow(side, action);
}

/// A decision that is not the next to be redone makes an end of what was taken back.
void Session::forget_or_follow(Side side, Action action) {
  if (taken_back_.empty()) return;
  if (taken_back_.back() == std::pair(side, action)) {
    taken_back_.pop_back();
  } else {
    taken_back_.clear();
  }
}

Action Session::parse(Side side, std::string_view text) const {
  const auto action = game_->parse_action(world(side), text);
  if (!action) throw Refused("\"" + std::string(text) + "\" is not an order here");
  const auto verdict = why(side, *action);
  if (!verdict.ok) throw Refused(verdict.reason, verdict.rule);
  return *action;
}

Verdict Session::why(Side side, Action action) const { return game_->why(world(side), action); }

// --- Taking back ---

/// What stands between now and the position after `to` steps, in words; empty: nothing.
std::string Session::barrier_before(Side side, std::size_t to) const {
  for (std::size_t i = to; i < steps_.size(); ++i) {
    const auto& step = steps_[i];
    const auto row = game_->step(states_[i]);
    // A prompt with blanks is left out: what fills them in is not for everybody.
    const bool plain = !row.prompt.empty() && row.prompt.find('{') == std::string_view::npos;
    const auto about = plain ? ": " + std::string(row.prompt) : std::string();
    if (step.actor == Actor::Nature || step.barrier == Barrier::Die) {
      return "a die was rolled since" + (step.actor == Actor::Nature ? about : "");
    }
    if (step.actor != actor_of(side)) return "the enemy has decided since";
    if (step.barrier == Barrier::Reveal)
      return "what was hidden came to light by \"" + step.text + "\"";
  }
  return {};
}

UndoAnswer Session::can_undo(Side side) const {
  for (std::size_t i = steps_.size(); i-- > 0;) {
    if (steps_[i].actor != actor_of(side) || steps_[i].forced) continue;
    UndoAnswer answer{true, i, {}};
    if (!settings_.practice) answer.why = barrier_before(side, i);
    if (over()) answer.why = "the campaign is over; branch off before its end";
    answer.can = answer.why.empty();
    return answer;
  }
  return {false, 0, "there is nothing to take back"};
}

void Session::undo(Side side, std::uint64_t revision, std::size_t to) {
  require_revision(revision);
  if (to >= steps_.size()) throw Refused("there is nothing to take back");
  if (steps_[to].actor != actor_of(side) || steps_[to].forced)
    throw Refused("only a decision of one's own can be taken back");
  const auto barrier = settings_.practice ? std::string() : barrier_before(side, to);
  if (!barrier.empty()) throw Refused("this cannot be taken back: " + barrier);
  record(nlohmann::ordered_json{{"undo", to}}.dump());
  take_back(to);
}

/// Precondition: the step `to` is a side's.
void Session::take_back(std::size_t to) {
  const auto enemy = other(side_of(steps_[to].actor));
  const bool seen = noticed_[index(enemy)][to] != noticed_[index(enemy)].back();
  count_line(seen ? std::nullopt : std::optional(other(enemy)));
  for (std::size_t i = steps_.size(); i-- > to;)
    if (is_side(steps_[i].actor) && !steps_[i].forced)
      taken_back_.emplace_back(side_of(steps_[i].actor), steps_[i].action);
  steps_.resize(to);
  states_.resize(to + 1);
  for (auto& counts : noticed_) counts.resize(to + 1);
  known_.erase(known_.lower_bound({to, 0}), known_.end());
}

bool Session::can_redo(Side side) const {
  return !over() && actor() == actor_of(side) && !taken_back_.empty() &&
         taken_back_.back().first == side;
}

void Session::redo(Side side, std::uint64_t revision) {
  require_turn(side, revision);
  if (!can_redo(side)) throw Refused("there is nothing to do again");
  decide(side, revision, taken_back_.back().second);
}

// --- The record ---

void Session::resign(Side side, std::uint64_t revision, const std::string& reason) {
  require_revision(revision);
  record(session_forfeit(steps_.size(), {side, reason}));
  count_line();
  forfeit_ = Forfeit{side, reason};
  unseal();
}

void Session::allow_practice() {
  if (settings_.practice) return;
  record(nlohmann::ordered_json{{"practice", true}}.dump());
  count_line();
  settings_.practice = true;
}

void Session::seat(Side side, const std::string& player) {
  record(session_note("seat", side, player));
  count_line();
  settings_.seats[index(side)] = player;
}

void Session::note(Side side, const std::string& what) {
  record(session_note("note", side, what));
  count_line(side);
  notes_.emplace_back(side, what);
}

int Session::noted(Side side, const std::string& what) const {
  return static_cast<int>(std::ranges::count(notes_, std::pair(side, what)));
}

Session Session::branch(Side side, const fs::path& file, std::size_t step,
                        std::optional<std::uint64_t> key) {
  if (step > steps_.size())
    throw Refused("there are " + std::to_string(steps_.size()) + " steps to branch off at");
  auto settings = settings_;
  if (key) {
    settings.campaign_key = *key;
    settings.fresh_from = step;
  }
  const bool goes_on = !over();
  if (goes_on)
    settings.trunks.push_back({fs::absolute(path()).lexically_normal().string(), commitment()});
  const auto parent =
      path().filename().string() + " after step " + std::to_string(noticed(side, step));
  auto made = twig(file, settings, parent, step);
  // Whoever looks ahead in a twig has seen it, so the record must know before he can.
  if (goes_on) note(side, std::string(kBranched));
  return made;
}

Session Session::copy() const {
  auto copied = twig({}, settings_, "", steps_.size());
  copied.forfeit_ = forfeit_;
  copied.living_trunk_ = living_trunk_;
  return copied;
}

Session Session::twig(const fs::path& file, SessionSettings settings, const std::string& parent,
                      std::size_t step) const {
  auto [made, sealing] = new_file(file);
  Session twig(std::move(made), std::move(settings), game_->clone(), std::move(sealing));
  twig.record(twig.header_line(parent));
  twig.count_line();
  auto batch = twig.begin_batch();
  for (std::size_t i = 0; i < step; ++i)
    twig.play(batch, steps_[i].action, steps_[i].forced, std::nullopt);
  twig.run_on(batch);
  twig.commit(std::move(batch));
  return twig;
}

std::string Session::commitment() const { return core::sha256(hex(settings_.campaign_key)); }

std::string Session::campaign_log() const {
  assert(open_to_all());
  LogHeader header;
  header.request = settings_.request;
  header.title = game_->info().title;
  header.campaign_key = settings_.campaign_key;
  header.keyed_dice = settings_.fresh_from == 0;
  std::copy(std::begin(settings_.seats), std::end(settings_.seats), header.players);
  std::vector<Action> actions;
  for (const auto& step : steps_) actions.push_back(step.action);
  return log_of(*game_, header, actions, forfeit_);
}

std::string opening_words(const Session& session) {
  const auto& trunk = session.living_trunk();
  if (trunk.empty()) return "what lies hidden is opened when the campaign is over";
  return "what lies hidden is opened when the campaign in " + fs::path(trunk).filename().string() +
         " is over too: this one branched off from it";
}

fs::path sessions_folder() {
  if (data_folder().empty())
    throw core::InputError("neither XDG_DATA_HOME nor HOME is set: name a file for the session");
  const auto folder = data_folder() / "sessions";
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) throw core::InputError(folder.string() + ": " + failed.message());
  fs::permissions(folder, fs::perms::owner_all, failed);
  return folder;
}

}  // namespace niemen::play
