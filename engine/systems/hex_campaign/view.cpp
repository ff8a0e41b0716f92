// What a seat may see, made from an observation alone.
#include <algorithm>
#include <string>

#include "engine/play/arrivals.h"
#include "engine/play/reach.h"
#include "engine/play/telling.h"
#include "engine/systems/hex_campaign/arrivals.h"
#include "engine/systems/hex_campaign/bare_view.h"
#include "engine/systems/hex_campaign/chapters.h"
#include "engine/systems/hex_campaign/hex_campaign.h"
#include "engine/systems/hex_campaign/steps.h"
#include "engine/systems/hex_campaign/view_choices.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

namespace {

constexpr const char* kSideLetters[] = {"a", "b"};
/// Luck of the world that stands for all that the viewer cannot tell apart: what he may choose is
/// the same in each of them.
constexpr std::uint64_t kWorldKey = 1, kWorldStream = 0;

std::string_view arm_word(Arm arm) {
  constexpr std::array<std::string_view, 3> kWords{"infantry", "cavalry", "artillery"};
  return kWords[static_cast<std::size_t>(arm)];
}

/// Makes the view of a position of which everything is known that is in `shown`.
class Viewing {
 public:
  Viewing(const HexCampaign& game, const State& shown, play::Viewer viewer, bool bare = false)
      : game_(game), c_(game.context_of(shown)), s_(shown), bare_(bare) {
    view_.viewer = viewer;
  }

  /// `hidden` are counters with their backs up; `chooser` is a position to list choices in, or
  /// null where the viewer does not decide.
  play::View make(std::span<const VeiledCounter> hidden, bool tells_trains[play::kSides],
                  const State* chooser) {
    view_.actor = s_.actor;
    view_.turn = game_.turn(s_);
    if (!bare_) frame(chooser != nullptr);
    spaces();
    for (int hex : hexes_with_counters()) counters_at(hex, tells_trains);
    for (const auto& counter : hidden) add_hidden(counter);
    arrivals();
    if (!bare_) {
      std::ranges::stable_sort(view_.counters, {}, &play::Counter::place);
      links();
    }
    tracks(tells_trains);
    account();
    if (chooser) view_.choices = choices_of(game_, *chooser, view_);
    return std::move(view_);
  }

 private:
  // --- the frame ---------------------------------------------------------------------------------

  void frame(bool decides) {
    view_.step = game_.step(s_);
    if (play::is_side(s_.actor) && !decides)
      view_.prompt = play::people_of(c_.side_names[at(play::side_of(s_.actor))]) + " decide";
    else
      view_.prompt = prompt_of(c_, s_);
    view_.turn_name = turn_name();
    view_.phase = std::string(phase_heading(s_.phase));
  }

  std::string turn_name() const {
    if (s_.turn == 0) return "Set-up";
    const auto& names = c_.calendar[s_.second_year];
    const auto i =
        static_cast<std::size_t>(s_.turn - (s_.second_year ? c_.rules.second_year_first_turn : 1));
    return "Turn " + std::to_string(game_.turn(s_)) + (i < names.size() ? ", " + names[i] : "");
  }

  void spaces() {
    view_.spaces.resize(static_cast<std::size_t>(c_.map.size()) + c_.closed.size());
    const HexSet friendly_a = friendly_now(c_, s_, Side::A);
    const PerSide<HexSet> supplied = {supplied_hexes(c_, s_, Side::A),
                                      supplied_hexes(c_, s_, Side::B)};
    const PerSide<HexSet> sources = {sources_of(Side::A), sources_of(Side::B)};
    for (int hex : c_.map.all()) {
      auto& space = view_.spaces[static_cast<std::size_t>(hex)];
      if (s_.combat_hexes[0].contains(hex) || s_.combat_hexes[1].contains(hex))
        space.owner = s_.combat_hexes[0].contains(hex) ? 0 : 1;
      else if (!c_.neutral.contains(hex))
        space.owner = friendly_a.contains(hex) ? 0 : 1;
      for (Side side : {Side::A, Side::B}) {
        const auto& name = c_.side_names[at(side)];
        const auto mark = [&](const auto& words) {
          constexpr std::size_t kUsual = 4;
          if (space.marks.empty()) space.marks.reserve(kUsual);
          space.marks.push_back(bare_ ? std::string() : words());
        };
        if (supplied[at(side)].contains(hex)) mark([&] { return play::supplied_mark(name); });
        if (is_held(c_, s_, play::other(side), hex)) mark([&] { return play::zone_mark(name); });
        if (sources[at(side)].contains(hex)) mark([&] { return "supply source of the " + name; });
        if (is_besieged(c_, s_, side, hex)) mark([] { return std::string("besieged"); });
      }
    }
    for (std::size_t i = 0; i < s_.raised_count; ++i)
      view_.spaces[s_.raised[i] & kPlaceMask].marks.push_back("raised capacity");
    if (s_.added_source != kNoHexBits)
      view_.spaces[s_.added_source].marks.push_back("added supply source");
  }

  /// Where supply begins for a side, held by the enemy or not.
  HexSet sources_of(Side side) const {
    if (!c_.linked.switches) return c_.source_city[at(side)] | c_.source_edge[at(side)];
    return chain_sources(c_, s_, side) | source_edge(c_, s_, side);
  }

  // --- counters ----------------------------------------------------------------------------------

  HexSet hexes_with_counters() const {
    HexSet hexes = depot_hexes(c_, s_, Side::A) | depot_hexes(c_, s_, Side::B);
    for (Side side : {Side::A, Side::B}) {
      for (int piece : side_pieces(c_, side))
        if (on_map(s_, piece)) hexes.insert(place(s_, piece));
      for (std::size_t i = 0; i < s_.train_count[at(side)]; ++i)
        if (const int hex = s_.train[at(side)][i] & kPlaceMask; hex < c_.map.size())
          hexes.insert(hex);
      for (int hex : s_.blanks[at(side)])
        if (hex < c_.map.size()) hexes.insert(hex);
    }
    return hexes & c_.map.all();
  }

  void counters_at(int hex, const bool* tells_trains) {
    for (int piece : pieces_at(s_, hex)) view_.counters.push_back(counter_of(piece, hex));
    for (Side side : {Side::A, Side::B}) {
      if (has_depot(c_, s_, side, hex)) add_depot(side, hex);
      add_trains(side, hex, tells_trains[at(side)]);
      const auto blanks = std::ranges::count(s_.blanks[at(side)], hex);
      if (blanks > 0) add_marker(side, hex, "blank", "Blank counter", "", static_cast<int>(blanks));
    }
  }

  play::Counter counter_of(int piece, int hex) const {
    const auto& data = c_.piece(piece);
    play::Counter counter;
    counter.place = hex;
    counter.side = play::index(data.side);
    counter.kind = data.commander ? "commander" : arm_word(data.arm);
    counter.strength = data.commander ? data.rating : combat_factors(c_, PieceSet::of(piece));
    if (bare_) return counter;
    counter.id = data.id;
    counter.name = data.name;
    counter.label = data.commander ? data.name.substr(0, 3) : data.corps;
    if (s_.made_garrisons().contains(piece)) counter.label = "G";  // of no corps any more (17.6)
    counter.states = states_of(piece);
    return counter;
  }

  std::vector<std::string> states_of(int piece) const {
    std::vector<std::string> states;
    const auto add = [&](bool holds, const char* word) {
      if (holds) states.emplace_back(word);
    };
    add(disrupted(s_, piece), "disrupted");
    add(!garrisons_among(c_, s_, PieceSet::of(piece)).empty(), "garrison");
    add(s_.moved.contains(piece), "moved");
    add(has_status(s_, piece, kForcedMarch), "forced march");
    add(fought(s_, piece) > 0, "fought");
    add(has_status(s_, piece, kForage), "foraging");
    const bool told = s_.turn > 0 && s_.phase > Phase::GeneralSupply;
    add(told && c_.combat_units.contains(piece) && !has_status(s_, piece, kSupplied),
        "out of supply");
    return states;
  }

  void add_depot(Side side, int hex) {
    add_marker(side, hex, "depot", bare_ ? "" : c_.side_names[at(side)] + " Depot", "D");
  }

  /// Trains of a hex that look the same to the viewer are one counter.
  void add_trains(Side side, int hex, bool told) {
    int genuine = 0, dummies = 0, covered = 0;
    for (std::size_t i = 0; i < s_.train_count[at(side)]; ++i) {
      const Train train = s_.train[at(side)][i];
      if ((train & kPlaceMask) != hex) continue;
      ++(told || (train & kTrainFaceUp) ? (train & kTrainGenuine ? genuine : dummies) : covered);
    }
    if (genuine > 0) add_marker(side, hex, "train", "Supply Train", "T", genuine);
    if (dummies > 0) add_marker(side, hex, "dummy", "Dummy train", "", dummies);
    if (covered == 0) return;
    add_marker(side, hex, "train", "Train or dummy", "?", covered);
    view_.counters.back().known = false;
  }

  void add_marker(Side side, int hex, const char* kind, std::string name, const char* label,
                  int count = 1) {
    play::Counter counter;
    if (!bare_)
      counter.id = std::string(kind) + "-" + kSideLetters[at(side)] + "-" + game_.place_code(hex);
    counter.place = hex;
    counter.side = play::index(side);
    counter.kind = kind;
    counter.name = std::move(name);
    counter.label = label;
    counter.count = count;
    view_.counters.push_back(std::move(counter));
  }

  /// 15.1: a counter of which the viewer sees the back.
  void add_hidden(const VeiledCounter& veiled) {
    const int hex = veiled.word & kPlaceMask;
    const Side side = c_.piece(veiled.veil).side;
    play::Counter counter;
    if (!bare_)
      counter.id = std::string("hidden-") + kSideLetters[at(side)] + "-" + game_.place_code(hex) +
                   "-" + std::to_string(hidden_there(hex) + 1);
    counter.place = hex;
    counter.side = play::index(side);
    counter.kind = "counter";
    counter.name = "Counter face down";
    counter.label = "?";
    counter.known = false;
    if (veiled.word & kDisrupted) counter.states.emplace_back("disrupted");
    if (veiled.marks & 1) counter.states.emplace_back("moved");
    view_.counters.push_back(std::move(counter));
  }

  /// 13.2. Whom a die may yet bring (16.12), and the winter's (16.13), are not told.
  void arrivals() {
    for (Side side : {Side::A, Side::B})
      for (int piece : side_pieces(c_, side) & pieces_at(s_, kNotArrived))
        if (!c_.piece(piece).expedition && has_row(c_, s_, piece)) add_arrival(piece);
  }

  void add_arrival(int piece) {
    constexpr int kNowhere = -1;
    const int turn = std::max(c_.piece(piece).arrival_turn, static_cast<int>(s_.turn));
    auto counter = counter_of(piece, kNowhere);
    counter.states.clear();
    counter.arrives = turn + c_.turns_before;
    if (!bare_) {
      std::vector<std::string> entries;
      for (int hex : arrival_entry(c_, s_, piece)) entries.push_back(hex_name(c_, hex));
      counter.entry = play::entry_words(std::move(entries));
    }
    view_.counters.push_back(std::move(counter));
  }

  long hidden_there(int hex) const {
    return std::ranges::count_if(view_.counters, [&](const auto& counter) {
      return counter.place == hex && counter.id.starts_with("hidden-");
    });
  }

  // --- links, tracks, the account
  // -----------------------------------------------------------------

  void links() {
    for (Side side : {Side::A, Side::B})
      for (const auto& [from, to] : chain_links(c_, s_, side))
        view_.links.push_back({"chain", play::index(side), from, to});
  }

  void add_track(const char* id, const char* name, std::optional<Side> side, int value,
                 std::string words = "") {
    view_.tracks.push_back(
        {id, bare_ ? "" : name, side ? play::index(*side) : -1, value, std::move(words)});
  }

  void tracks(const bool* tells_trains) {
    add_track("turn", "Turn", {}, game_.turn(s_), view_.turn_name);
    const bool winter = is_winter(c_, s_);
    add_track("season", "Season", {}, winter, winter ? "winter" : "summer");
    if (s_.second_year) add_track("year", "Year", {}, 2, "second year");
    const auto points = points_now(c_, s_);
    for (Side side : {Side::A, Side::B}) {
      const auto i = at(side);
      add_track("points", "Points, as if play ended now", side, points[i]);
      add_track("commands", "Combat Commands", side, s_.commands[i]);
      add_track("trains", "Supply Trains by the table", side, table_trains(c_, s_, side));
      if (tells_trains[i] && s_.phase == Phase::AllocateTrains) {
        add_track("trains-to-place", "Supply Trains to place", side, s_.to_place[i]);
        add_track("dummies-to-place", "Dummy trains to place", side, s_.dummies[i]);
      }
      add_track("losses", "Units lost", side, s_.lost_units[i]);
    }
    add_track("battle-points", "Battle points", {}, s_.battle_points);
    if (c_.rules.truce_from_turn > 0)
      add_track("truce", "Armistice", {}, (s_.truce & kTruceInForce) != 0,
                bare_ ? "" : truce_words());
    if (c_.rules.tension) {
      const bool at_odds = s_.marked(kTension);
      add_track("tension", "Partners", {}, at_odds, at_odds ? "at odds" : "at one");
    }
  }

  /// Nemesis 14.15, 16.5: how far an armistice has come.
  std::string truce_words() const {
    if (s_.truce & kNeutralityBought) return "in force, neutrality bought";
    if (s_.truce & kTruceInForce) return "in force";
    if (s_.truce & kTruceMissed) return "missed";
    return "may be called on turns " + std::to_string(c_.rules.truce_from_turn) + " to " +
           std::to_string(c_.rules.truce_to_turn);
  }

  void account() {
    for (Side side : {Side::A, Side::B})
      if (const int points = c_.rules.points_at_start[at(side)]; points != 0)
        view_.account.push_back({"points at the start", "14.7", play::index(side), points});
    for (std::size_t i = 0; i < c_.victory.rows.size(); ++i) {
      const auto score = score_of_row(c_, s_, i);
      const bool scored = score.side && score.points != 0;
      view_.account.push_back({bare_ ? "" : row_words(c_.victory.rows[i]), "14.7",
                               scored ? play::index(*score.side) : -1, scored ? score.points : 0});
    }
    if (!bare_) sudden_deaths();
  }

  /// What would end the game before its last turn, and what is lacking to it.
  void sudden_deaths() {
    const auto add = [&](const std::string& words, const char* rule) {
      view_.account.push_back({"sudden death: " + words, rule, -1, 0});
    };
    for (const auto& death : c_.victory.sudden_deaths)
      if (may_come(death)) add(death_words(death), death.averted_by.empty() ? "14.7" : "17.2");
    for (Side side : {Side::A, Side::B})
      for (int commander : c_.commanders_of[at(side)])
        if (on_map(s_, commander) && (c_.piece(commander).traits & kTraitSuddenDeath))
          add("the loss of " + c_.piece(commander).name, "14.7");
  }

  /// Its last turn is not over, and nothing has averted it.
  bool may_come(const SuddenDeath& death) const {
    const bool averted = !death.averted_by.empty() && (s_.winter_decided & kAverted);
    return s_.turn <= death.to_turn && !averted;
  }

  std::string names_of(const HexSet& places) const {
    std::string words;
    for (int hex : places) words += (words.empty() ? "" : ", ") + hex_name(c_, hex);
    return words;
  }

  std::string death_words(const SuddenDeath& death) const {
    std::string words = "the " + c_.side_names[at(death.winner)];
    if (!death.places.empty()) words += " with all of " + names_of(death.places);
    words += death.from_turn < death.to_turn
                 ? " as a turn ends"
                 : " as turn " + std::to_string(death.to_turn) + " ends";
    if (death.from_turn < death.to_turn && death.to_turn < c_.rules.turns)
      words += ", by turn " + std::to_string(death.to_turn);
    if (!death.averted_by.empty())
      words += "; averted by the " + c_.side_names[at(play::other(death.winner))] + " with " +
               averting_words(death) + " as a turn ends";
    HexSet lacking;
    for (int hex : death.places)
      if (holder_of(c_, s_, hex) != death.winner) lacking.insert(hex);
    return lacking.empty() ? words : words + "; lacking " + names_of(lacking);
  }

  std::string averting_words(const SuddenDeath& death) const {
    std::string words;
    for (const HexSet& places : death.averted_by)
      words += (words.empty() ? "" : ", or ") + ("all of " + names_of(places));
    return words;
  }

  std::string row_words(const VictoryRow& row) const {
    const auto& name = c_.side_names[at(row.side)];
    std::string words;
    switch (row.what) {
      case VictoryRow::What::Place: words = hex_name(c_, row.hex); break;
      case VictoryRow::What::Losses:
        words = c_.side_names[at(play::other(row.side))] + " units lost";
        break;
      case VictoryRow::What::Battles: words = "decisive victories of the " + name; break;
      case VictoryRow::What::Exits: words = name + " units that left the map"; break;
    }
    if (row.when == VictoryRow::When::ByTurn) words += ", by turn " + std::to_string(row.turn);
    if (row.when == VictoryRow::When::Held)
      words += ", held for " + std::to_string(row.turns_held) + " turns";
    return words;
  }

  const HexCampaign& game_;
  const Context& c_;
  const State& s_;
  const bool bare_;
  play::View view_;
};

/// What of the trains' true nature the viewer of an observation is told.
struct Told {
  explicit Told(play::Viewer viewer)
      : trains{viewer == play::viewer_of(Side::A), viewer == play::viewer_of(Side::B)} {}
  bool trains[play::kSides];
};

}  // namespace

play::View HexCampaign::view(const Observation& o) const {
  const auto viewer = static_cast<play::Viewer>(o.viewer);
  Told told(viewer);
  const bool decides =
      play::is_side(o.shown.actor) && viewer == play::viewer_of(play::side_of(o.shown.actor));
  const std::span hidden(o.counters.data(), o.counter_count);
  if (!decides) return Viewing(*this, o.shown, viewer).make(hidden, told.trains, nullptr);
  core::RandomStream random(kWorldKey, kWorldStream);
  const State world = sample_world(o, random);
  return Viewing(*this, o.shown, viewer).make(hidden, told.trains, &world);
}

play::View bare_view(const HexCampaign& game, const Observation& o) {
  const auto viewer = static_cast<play::Viewer>(o.viewer);
  Told told(viewer);
  return Viewing(game, o.shown, viewer, true)
      .make(std::span(o.counters.data(), o.counter_count), told.trains, nullptr);
}

play::View HexCampaign::whole_view(const State& s) const {
  bool tells_trains[play::kSides] = {true, true};
  return Viewing(*this, s, play::Viewer::Public)
      .make({}, tells_trains, play::is_side(s.actor) ? &s : nullptr);
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
