#include "ai/lab/tally.h"

#include "ai/lab/csv.h"
#include "engine/core/error.h"

namespace niemen::lab {

namespace {

// A number as groups of seven bits, low first, the top bit set while more follow. A zero is
// followed by the number of further zeros.
void put_number(std::string& out, std::uint32_t value) {
  for (; value >= 128; value >>= 7) out += static_cast<char>(value | 128);
  out += static_cast<char>(value);
}

class Packer {
 public:
  void put(std::uint32_t value) {
    if (value == 0) {
      ++zeros_;
      return;
    }
    flush();
    put_number(out_, value);
  }
  std::string take() {
    flush();
    return std::move(out_);
  }

 private:
  void flush() {
    if (zeros_ == 0) return;
    put_number(out_, 0);
    put_number(out_, zeros_ - 1);
    zeros_ = 0;
  }
  std::string out_;
  std::uint32_t zeros_ = 0;
};

class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : bytes_(bytes) {}
  std::uint32_t get() {
    if (zeros_ > 0) return --zeros_, 0;
    const auto value = number();
    if (value == 0) zeros_ = number();
    return value;
  }
  bool done() const { return bytes_.empty() && zeros_ == 0; }

 private:
  std::uint32_t number() {
    std::uint32_t value = 0;
    constexpr int kBits = 32;
    for (int shift = 0; shift < kBits; shift += 7) {
      if (bytes_.empty()) break;
      const auto byte = static_cast<std::uint8_t>(bytes_.front());
      bytes_.remove_prefix(1);
      value |= static_cast<std::uint32_t>(byte & 127) << shift;
      if (byte < 128) return value;
    }
    throw core::InputError("a tally in the log cannot be read");
  }
  std::string_view bytes_;
  std::uint32_t zeros_ = 0;
};

}  // namespace

std::string pack_tally(const Tally& tally) {
  Packer packer;
  for (const auto& place : tally.places)
    for (std::size_t side = 0; side < play::kSides; ++side) {
      packer.put(place.held[side]);
      packer.put(place.entered[side]);
    }
  for (const auto count : tally.uses) packer.put(count);
  return packer.take();
}

Tally unpack_tally(std::string_view bytes, std::size_t places, std::size_t rules) {
  Tally tally{std::vector<PlaceTally>(places), std::vector<std::uint32_t>(rules)};
  Unpacker unpacker(bytes);
  for (auto& place : tally.places)
    for (std::size_t side = 0; side < play::kSides; ++side) {
      place.held[side] = unpacker.get();
      place.entered[side] = unpacker.get();
    }
  for (auto& count : tally.uses) count = unpacker.get();
  if (!unpacker.done()) throw core::InputError("a tally in the log is of another game");
  return tally;
}

namespace {

/// "11.10" alone would be read as the number 11.1.
std::string rule_name(const std::string& rule) {
  const bool number = !rule.empty() && rule[0] >= '0' && rule[0] <= '9';
  return number ? "rule " + rule : rule;
}

}  // namespace

TallySums::TallySums(std::size_t places, std::size_t rules) : places_(places), uses_(rules) {}

void TallySums::add(const Tally& tally) {
  ++campaigns_;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    bool entered = false;
    for (std::size_t side = 0; side < play::kSides; ++side) {
      places_[i].held[side] += tally.places[i].held[side];
      places_[i].entered[side] += tally.places[i].entered[side];
      entered = entered || tally.places[i].entered[side] > 0;
    }
    places_[i].campaigns_entered += entered;
  }
  for (std::size_t i = 0; i < uses_.size(); ++i) {
    uses_[i].uses += tally.uses[i];
    uses_[i].campaigns += tally.uses[i] > 0;
  }
}

std::string TallySums::place_lines(const std::string& cell,
                                   const std::vector<MapPlace>& places) const {
  std::string lines;
  CsvLine line;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const auto& sum = places_[i];
    lines += line.text(cell)
                 .text(places[i].id)
                 .count(campaigns_)
                 .count(sum.held[0])
                 .count(sum.held[1])
                 .count(sum.entered[0])
                 .count(sum.entered[1])
                 .count(sum.campaigns_entered)
                 .take();
  }
  return lines;
}

std::string TallySums::rule_lines(const std::string& cell,
                                  const std::vector<RuleUse>& rules) const {
  std::string lines;
  CsvLine line;
  for (std::size_t i = 0; i < uses_.size(); ++i)
    lines += line.text(cell)
                 .text(rule_name(rules[i].rule))
                 .text(rules[i].use)
                 .count(campaigns_)
                 .count(uses_[i].campaigns)
                 .count(uses_[i].uses)
                 .take();
  return lines;
}

Table place_table() {
  return {"places",
          {{"cell_id", "string", "combination of openings, agents and parameters"},
           {"place_id", "string", "as in map.csv"},
           {"campaigns", "integer", "campaigns that are summed"},
           {"a_turns_held", "integer", "ends of turns with the first side in it"},
           {"b_turns_held", "integer", "ends of turns with the second side in it"},
           {"a_entries", "integer", "how often the first side came in, set-up apart"},
           {"b_entries", "integer", "how often the second side came in, set-up apart"},
           {"campaigns_entered", "integer", "campaigns in which anybody came in"}},
          {"cell_id", "place_id"}};
}

Table rule_table() {
  return {"rules",
          {{"cell_id", "string", "combination of openings, agents and parameters"},
           {"rule", "string", "number in the rulebook"},
           {"rule_use", "string", "what the rule lets happen; only rules in force are listed"},
           {"campaigns", "integer", "campaigns that are summed"},
           {"campaigns_used", "integer", "campaigns in which it happened"},
           {"uses", "integer", "how often it happened"}},
          {"cell_id", "rule_use"}};
}

Table map_table() {
  return {"map",
          {{"place_id", "string", "as in the game's notation"},
           {"place_name", "string", "city or area"},
           {"kind", "string", "terrain or country"},
           {"x", "number", "of its middle, growing eastward"},
           {"y", "number", "of its middle, growing northward"},
           {"outline", "string", "well-known text"}},
          {"place_id"}};
}

std::string map_lines(const std::vector<MapPlace>& places) {
  std::string lines;
  CsvLine line;
  for (const auto& place : places)
    lines += line.text(place.id)
                 .text(place.name)
                 .text(place.kind)
                 .real(place.x)
                 .real(place.y)
                 .text(place.outline)
                 .take();
  return lines;
}

Table deployment_table() {
  return {"deployments",
          {{"side", "string", "a or b"},
           {"opening", "string", "deployment, as in campaigns.csv"},
           {"place_id", "string", "as in map.csv"},
           {"piece", "string", "unit, commander or depot, as the first combination has it"},
           {"pieces", "integer", "how many of them stand there"}},
          {"side", "opening", "place_id", "piece"}};
}

std::string deployment_lines(play::Side side, const std::string& opening,
                             const std::vector<DeployedPieces>& pieces) {
  std::string lines;
  CsvLine line;
  for (const auto& one : pieces)
    lines += line.text(side == play::Side::A ? "a" : "b")
                 .text(opening)
                 .text(one.place)
                 .text(one.piece)
                 .integer(one.count)
                 .take();
  return lines;
}

}  // namespace niemen::lab
