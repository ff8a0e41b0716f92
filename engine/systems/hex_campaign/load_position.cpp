#include "engine/core/faults.h"
#include "engine/core/names.h"
#include "engine/systems/hex_campaign/load_parts.h"
#include "engine/systems/hex_campaign/state.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

namespace {

using core::ConfigTable;
using core::ConfigValue;

/// Reads the tables [a] and [b] of a scenario into the lines of a position.
class PositionWriter {
 public:
  PositionWriter(const Places& places, const Context& context)
      : places_(places), context_(context) {}

  void read_side(ConfigTable& table, Side side) {
    auto hexes = table.table("hexes");
    for (const auto& key : hexes.keys())
      core::attempt([&] {
        const auto* list = hexes.take(key);
        const Hex hex = places_.one(*list, key);
        if (!context_.enterable[play::index(side)].contains(hex))
          list->fail("the side may not enter " + key);
        for (const auto& id : hexes.texts(key))
          core::attempt([&] { place(*list, side, id, context_.map.name(hex)); });
      });
    core::stop_at_faults();
    hexes.finish();
    const auto* table_lost = table.take("lost");
    for (const auto& id : table.texts_or_none("lost")) place(*table_lost, side, id, "lost");
    const auto* disrupted = table.take("disrupted");
    for (const auto& id : table.texts_or_none("disrupted")) {
      const Piece piece = find_piece(context_, id);
      if (piece == kNoPiece || !placed_.contains(piece))
        disrupted->fail("\"" + id + "\" stands nowhere in this position");
      disrupted_.insert(piece);
    }
    depots(table, side);
    others(table, side);
    table.finish();
  }

  /// The lines of all pieces and Depots, in the order of the files.
  std::string text() const {
    std::string lines;
    for (std::size_t i = 0; i < context_.pieces.size(); ++i) {
      const auto piece = static_cast<int>(i);
      if (!context_.in_play.contains(piece)) continue;
      lines += context_.pieces[i].commander ? "commander " : "unit ";
      lines += context_.pieces[i].id + " " + where_[i];
      lines += disrupted_.contains(piece) ? " disrupted\n" : "\n";
    }
    return lines + depots_;
  }

  /// Units of the Cavalry Reserve that are out of play (16.7).
  int reserve_lost() const {
    int lost = 0;
    for (int unit : context_.reserve& context_.in_play) lost += where_[unit] == "lost";
    return lost;
  }

 private:
  void place(const ConfigValue& at, Side side, const std::string& id, const std::string& where) {
    const Piece piece = find_piece(context_, id);
    if (piece == kNoPiece || context_.piece(piece).side != side)
      at.fail("no unit or Commander of this side is called \"" + id + "\"");
    if (placed_.contains(piece)) at.fail(id + " stands in two places");
    placed_.insert(piece);
    where_[piece] = where;
    if (where == "lost" || !context_.in_play.contains(piece)) return;
    int& load = load_[where];
    load += context_.occupancy[piece];
    if (load > context_.rules.hex_capacity)
      at.fail("hex " + where + " holds more than " + std::to_string(context_.rules.hex_capacity) +
              " half factors (4.1)");
  }

  void depots(ConfigTable& table, Side side) {
    const auto* list = table.take("depots");
    if (!list) table.fail("depots", "\"depots\" is missing; it must be a list of cities");
    for (const auto& item : list->list) {
      const Hex hex = places_.one(item);
      if (!context_.city.contains(hex)) item.fail("a Depot stands in a city (7.3)");
      depots_ += "depot " + std::string(kSideWords[play::index(side)]) + " " +
                 context_.map.name(hex) + "\n";
    }
  }

  /// Everything else of the side is still to come; what should have come by now must be named.
  void others(ConfigTable& table, Side side) {
    for (std::size_t i = 0; i < context_.pieces.size(); ++i) {
      const auto& piece = context_.pieces[i];
      if (piece.side != side || piece.absent || placed_.contains(static_cast<int>(i))) continue;
      const bool gone = static_cast<int>(i) == context_.linked.supreme;  // 17.9c
      if (piece.arrival_turn < context_.scenario.first_turn && !piece.expedition && !gone)
        table.fail("hexes", piece.id + " has neither a hex nor a place in \"lost\"");
      where_[i] = piece.arrival_turn < context_.scenario.first_turn && !gone ? "never-arrived"
                                                                             : "not-arrived";
    }
  }

  const Places& places_;
  const Context& context_;
  std::array<std::string, kMaxPieces> where_;
  std::map<std::string, int> load_;
  PieceSet placed_, disrupted_;
  std::string depots_;
};

/// Bits of the capitals that side A has taken before (9.2), two bits a capital.
int captured_bits(ConfigTable& table, const Places& places, const Context& context) {
  const auto* list = table.take("captured");
  if (!list) return 0;
  const auto taken = places.resolve(*list);
  if (!taken.is_subset_of(context.capital)) list->fail("only a capital can be named here (9.2)");
  int bits = 0, bit = 0;
  for (int hex : context.capital) {
    if (taken.contains(hex)) bits |= 1 << bit;
    bit += 2;
  }
  return bits;
}

}  // namespace

void load_position(const ConfigValue& game, const Places& places, Context& context) {
  ConfigTable table(game.table.at("scenario"));
  if (!table.has("a") || !context.scenario.position.empty()) return;
  PositionWriter writer(places, context);
  for (auto side : {Side::A, Side::B}) {
    auto half = table.table(kSideWords[play::index(side)]);
    writer.read_side(half, side);
  }
  auto& text = context.scenario.position;
  text = "turn " + std::to_string(context.scenario.first_turn) + "\n" + writer.text();
  text += "battle-points " +
          std::to_string(table.integer_or("battle_points", context.rules.battle_points, 0,
                                          context.rules.battle_points_max)) +
          "\n";
  const auto add = [&](const char* word, int value) {
    if (value) text += std::string(word) + " " + std::to_string(value) + "\n";
  };
  add("corps-released", table.flag_or("released", false));
  add("captured", captured_bits(table, places, context));
  if (context.linked.supreme != kNoPiece && table.flag_or("supreme_left", false))
    add("winter-decided", kSupremeLeft);  // 17.9c
  add("reserve-lost", writer.reserve_lost());
  if (context.rules.random_events)
    text += "deck " + std::to_string((std::uint64_t{1} << context.cards.size()) - 1) + "\n";
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
