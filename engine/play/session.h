// A campaign between two seats, each a person or an agent: its settings, an append-only log, and
// nothing else that must last. To load is to play the log again.
//
// Whoever sits at a seat is given its view, what it was told and its own decisions; everything here
// that takes a side answers from what that side may know. A request names the revision it was made
// for: one that comes too late changes nothing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/play/any_game.h"
#include "engine/play/log.h"
#include "engine/play/seal.h"
#include "engine/play/session_file.h"
#include "engine/play/session_seal.h"

namespace niemen::play {

/// What a seat is called that a person sits at.
inline constexpr std::string_view kPerson = "person";

/// A campaign that went on when another branched off from it.
struct Trunk {
  std::string file;        ///< where it was kept then
  std::string commitment;  ///< see Session::commitment
};

struct SessionSettings {
  GameRequest request;
  /// By side: kPerson, or the agent that plays it, as its file is named.
  std::string seats[kSides] = {std::string(kPerson), std::string(kPerson)};
  std::uint64_t campaign_key = 0;  ///< names every die; secret until the campaign is over
  /// Undo may cross dice, reveals and the enemy's decisions. Once set it stays.
  bool practice = false;
  /// Dice up to this step are another session's, from which this one branched off.
  std::size_t fresh_from = 0;
  /// What this one branched off from while it went on, the first of all first: what lies hidden
  /// there lies hidden here too.
  std::vector<Trunk> trunks = {};
};

/// The note of a record that a branch was made while the campaign went on.
inline constexpr std::string_view kBranched = "branch";

/// A request that was turned down, with the rule that was broken where there is one.
class Refused : public core::InputError {
 public:
  explicit Refused(const std::string& message, std::string broken_rule = {})
      : InputError(message), rule(std::move(broken_rule)) {}
  std::string rule;
};

/// A decision or die that was played.
struct Step {
  Action action = 0;
  Actor actor = Actor::Nature;
  bool forced = false;              ///< a decision without a choice, taken for the side
  Barrier barrier = Barrier::None;  ///< whoever took it cannot take it back behind this
  int turn = 0;
  std::string text;                ///< in notation
  std::vector<Event> events = {};  ///< all of them; see Session::told
  std::string reason = {};         ///< of an agent that gave one; see Session::reason
};

/// How an agent came to its decision: enough to ask it again.
struct Thought {
  std::uint64_t observation_hash = 0;  ///< of all that it was given
  std::uint64_t luck = 0;              ///< the key of its random stream
  std::string reason = {};             ///< why, in words, counted from its search; empty: none
};

/// Whether the seat can take back its last decision.
struct UndoAnswer {
  bool can = false;
  std::size_t to = 0;  ///< how many steps would be left
  std::string why;     ///< in words, where it cannot
};

class Session {
 public:
  /// Begins a campaign in a new file; in memory alone where `file` is empty. Throws InputError.
  static Session create(const std::filesystem::path& file, const SessionSettings& settings,
                        const GameLoader& load);
  /// Goes on where the file ends. Of a damaged tail everything up to the last decision that was
  /// acknowledged is kept; see recovery(). Throws InputError "file:line: ...": held by another
  /// program, of another version or other data, changed before its end.
  static Session open(const std::filesystem::path& file, const FolderFinder& find,
                      const GameLoader& load);

  /// The same of a file that is left as it is, for those who check it: nothing done with the
  /// session is kept. Throws InputError for a damaged end too.
  static Session read(const std::filesystem::path& file, const FolderFinder& find,
                      const GameLoader& load);

  const AnyGame& game() const { return *game_; }
  const SessionSettings& settings() const { return settings_; }
  const std::filesystem::path& path() const { return file_.path(); }
  /// One line about what was cut off when the file was opened; empty: nothing.
  const std::string& recovery() const { return recovery_; }

  /// Changes with everything that changes the session: the number of lines of its record.
  std::uint64_t revision() const { return revision_; }
  /// The same for a seat: unchanged by what that side does not notice.
  std::uint64_t revision(Side side) const { return seat_revisions_[index(side)]; }
  const std::vector<Step>& steps() const { return steps_; }
  /// The position after `step` steps, for the referee: it holds what is hidden.
  const AnyState& state(std::size_t step) const { return states_[step]; }
  const AnyState& state() const { return states_.back(); }
  Actor actor() const { return over() ? Actor::Over : game_->actor(state()); }
  bool is_person(Side side) const { return settings_.seats[index(side)] == kPerson; }
  bool over() const;
  /// Whether nothing is secret any more: the campaign is over, and so is every one that it branched
  /// off from while that went on. Until then nobody is told what lay hidden, nor the key.
  bool open_to_all() const { return over() && living_trunk_.empty(); }
  /// The file of a campaign that this one branched off from and that is not known to be over, for
  /// want of an end in it or of the file; empty: none.
  const std::string& living_trunk() const { return living_trunk_; }
  /// Precondition: over().
  Outcome outcome() const;
  const std::optional<Forfeit>& forfeit() const { return forfeit_; }

  /// What `side` may know now; a world that agrees with it, the same for the same observation; and
  /// its view.
  AnyObservation observation(Side side) const;
  AnyState world(Side side) const;
  View view(Side side) const;
  /// What is legal, with what each decision touches; empty unless `side` decides.
  std::vector<Choice> choices(Side side) const;
  /// What was told to a viewer from the step `from` on, in words for that viewer. Once the campaign
  /// is open to all nothing is hidden.
  struct Told {
    std::size_t step;
    Event event;
  };
  std::vector<Told> told(Viewer viewer, std::size_t from) const;
  /// How many of the first `steps` steps `side` noticed: it took them, was told of them, or saw
  /// something else behind them. That there were others, and how many, may tell what lies hidden;
  /// so it is in these numbers that a seat is told of steps. Once the campaign is open to all every
  /// step counts.
  std::size_t noticed(Side side, std::size_t steps) const;
  /// So many steps that `side` noticed `number` of them: the fewest; all where `number` is its
  /// count of all, or more.
  std::size_t steps_noticed(Side side, std::size_t number) const;

  /// Carries out a decision of `side`, then every die and every decision without a choice, until
  /// somebody has a choice, or is asked something of which a person at the other seat cannot know
  /// that he has none: how soon it is answered would tell. It is on the disk when this returns.
  /// Throws Refused: a stale revision, not this side's decision, against the rules; InputError: the
  /// disk is full. Then nothing was changed.
  void decide(Side side, std::uint64_t revision, Action action,
              const std::optional<Thought>& thought = std::nullopt);
  /// The action that `text` names to `side`; Refused with the rule where it is none.
  Action parse(Side side, std::string_view text) const;
  /// What forbids `action` to `side`, from what it knows.
  Verdict why(Side side, Action action) const;

  /// About taking back the last decision of `side`.
  UndoAnswer can_undo(Side side) const;
  /// Takes back everything from the step `to` on. Throws Refused with the barrier in words.
  void undo(Side side, std::uint64_t revision, std::size_t to);
  /// Whether decisions of `side` were taken back and nothing else done since.
  bool can_redo(Side side) const;
  /// Carries out again the first decision that was taken back.
  void redo(Side side, std::uint64_t revision);

  /// The side gives up.
  void resign(Side side, std::uint64_t revision, const std::string& reason);
  /// From now on undo may cross barriers. The log says so for ever.
  void allow_practice();
  /// Who sits at a seat from now on.
  void seat(Side side, const std::string& player);
  /// Counts something that belongs in the record: a hint, a warning.
  void note(Side side, const std::string& what);
  int noted(Side side, const std::string& what) const;

  /// A new session in `file` that begins with the first `step` steps of this one. With a key of its
  /// own the dice after them are fresh ones. While this campaign goes on, both records say that
  /// `side` made the branch, and what is secret in it stays so until this one is over.
  Session branch(Side side, const std::filesystem::path& file, std::size_t step,
                 std::optional<std::uint64_t> key = std::nullopt);
  /// This session as it is, in memory: nothing done with it is kept or recorded.
  Session copy() const;

  /// Why the decision of `step` was taken, where its agent said so and `side` may read it: an agent
  /// judges by what lies hidden from its enemy, and what it decides may itself lie hidden. So it
  /// comes out once the campaign is open to all, or where the side knows all there is to know both
  /// before and after the step. Empty otherwise.
  std::string reason(std::size_t step, Side side) const;

  /// SHA-256 of the campaign key's sixteen digits: shown before the first die.
  std::string commitment() const;
  /// The finished campaign as `niemen replay` reads it. Precondition: open_to_all().
  std::string campaign_log() const;

 private:
  Session(SessionFile file, SessionSettings settings, std::unique_ptr<AnyGame> game,
          SessionSeal sealing);
  struct Batch;
  friend class SessionReader;
  bool over_at(const AnyState& state, std::size_t step) const;
  std::string header_line(const std::string& parent) const;
  Batch begin_batch() const;
  void play(Batch& batch, Action action, bool forced, const std::optional<Thought>& thought) const;
  void run_on(Batch& batch) const;
  bool passes_unseen(const Batch& batch) const;
  void append(Step&& step, AnyState&& after);
  void count_line(std::optional<Side> of = std::nullopt);
  void commit(Batch&& batch);
  void catch_up();
  void record(const std::string& object);
  void require_revision(std::uint64_t revision) const;
  void require_turn(Side side, std::uint64_t revision) const;
  std::string barrier_before(Side side, std::size_t to) const;
  void take_back(std::size_t to);
  void forget_or_follow(Side side, Action action);
  Session twig(const std::filesystem::path& file, SessionSettings settings,
               const std::string& parent, std::size_t step) const;
  const AnyState& shown() const;
  void unseal();
  bool knows_step(std::size_t step, Side side) const;

  SessionFile file_;
  SessionSettings settings_;
  std::unique_ptr<AnyGame> game_;
  SessionSeal sealing_;
  Seal seal_;
  std::uint64_t revision_ = 0;
  std::uint64_t seat_revisions_[kSides] = {0, 0};
  std::string recovery_;
  std::vector<AnyState> states_;
  std::vector<Step> steps_;
  std::vector<std::size_t> noticed_[kSides] = {{0}, {0}};  ///< of so many steps, by side
  std::vector<std::pair<Side, Action>> taken_back_;        ///< decisions, the next to redo last
  std::optional<Forfeit> forfeit_;
  std::vector<std::pair<Side, std::string>> notes_;
  std::string living_trunk_;
  mutable std::map<std::pair<std::size_t, int>, bool> known_;  ///< steps, by side; see reason()
};

/// Whether the enemy of `side`, who sees that it decides in `state`, holds it for possible that it
/// has a choice.
bool may_have_choice(const AnyGame& game, const AnyState& state, Side side);

/// When what lies hidden is opened, in words without a capital or a full stop.
std::string opening_words(const Session& session);

/// Where sessions are kept: $XDG_DATA_HOME/niemen/sessions, or the same in ~/.local/share. Made if
/// it is not there. Throws InputError.
std::filesystem::path sessions_folder();

}  // namespace niemen::play
