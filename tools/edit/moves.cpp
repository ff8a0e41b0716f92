#include "tools/edit/moves.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "engine/core/error.h"
#include "engine/core/text.h"
#include "tools/edit/tables.h"
#include "tools/edit/text_places.h"

namespace niemen::edit {

namespace {

/// Units of one kind in a row: "6ic", "2x4-4", a leader's letter.
struct Units {
  int count = 1;
  std::string kind;
};

bool is_corps(std::string_view kind) {
  return kind == "ic" || kind == "cc" || kind == "su" || kind == "dp";
}

Units units_of(std::string_view word) {
  const auto digits = std::min(word.find_first_not_of("0123456789"), word.size());
  const auto rest = word.substr(digits);
  if (digits > 0 && (is_corps(rest) || rest.starts_with('x')))
    return {std::stoi(std::string(word.substr(0, digits))),
            std::string(rest.starts_with('x') ? rest.substr(1) : rest)};
  return {1, std::string(word)};
}

std::string words_of(const std::vector<Units>& all) {
  std::string words;
  for (const auto& [count, kind] : all) {
    if (count == 0) continue;
    words += words.empty() ? "" : " ";
    words += is_corps(kind) ? fmt::format("{}{}", count, kind)
             : count > 1    ? fmt::format("{}x{}", count, kind)
                            : kind;
  }
  return words;
}

std::vector<Units> read_units(const std::string& words) {
  std::vector<Units> all;
  for (const auto& word : core::split_words(words)) all.push_back(units_of(word));
  return all;
}

/// What a counter is called in rows of units.
Units units_of(const play::Counter& counter, const std::string& mechanism) {
  static const std::map<std::string, std::string> kWords{
      {"infantry", "ic"}, {"cavalry", "cc"}, {"supply", "su"}, {"depot", "dp"}};
  const auto word = kWords.find(counter.kind);
  if (mechanism == "area_campaign" && word != kWords.end()) return {counter.count, word->second};
  return {counter.count, counter.label};
}

/// A hex by its number alone, as files have it.
std::string id_in_files(const std::string& id) {
  const bool hex = id.size() > 1 && id[0] == 'h' && std::isdigit(static_cast<unsigned char>(id[1]));
  return hex ? id.substr(1) : id;
}

/// The end of the line in which a byte stands, behind its line break.
std::size_t end_of_line(const std::string& text, std::size_t at) {
  const auto end = text.find('\n', at);
  return end == text.npos ? text.size() : end + 1;
}

std::size_t begin_of_line(const std::string& text, std::size_t at) {
  return at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
}

/// A table of a list, "[[placed]]": its values.
struct Row {
  std::vector<const TomlPlace*> values;
  const TomlPlace* find(std::string_view key) const {
    for (const auto* value : values)
      if (value->path.back() == key) return value;
    return nullptr;
  }
  std::string text(std::string_view key) const {
    const auto* found = find(key);
    return found ? found->text : "";
  }
  /// Where the row ends, behind its last line.
  std::size_t end(const std::string& text) const {
    return end_of_line(text, values.back()->span.to);
  }
};

std::vector<Row> rows_of(const std::vector<TomlPlace>& places, std::string_view list) {
  std::map<std::string, Row> rows;
  std::vector<std::string> order;
  for (const auto& place : places) {
    if (place.path.size() != 3 || place.path[0] != list) continue;
    if (!rows.count(place.path[1])) order.push_back(place.path[1]);
    rows[place.path[1]].values.push_back(&place);
  }
  std::vector<Row> in_order;
  for (const auto& number : order) in_order.push_back(rows[number]);
  return in_order;
}

/// Rows that say who stands where, in one file: its text as it changes.
class PlacedText {
 public:
  PlacedText(std::string file, std::string text, const play::Space& from, const play::Space& to)
      : file_(std::move(file)), text_(std::move(text)), from_(from), to_(to) {}
  const std::string& text() const { return text_; }

  /// Puts a piece that is named by its id; false: no row here names it.
  bool move_named(const std::string& id) {
    for (const auto& place : toml_places(text_, file_)) {
      if (place.path == std::vector<std::string>{"places", id} && place.text == from_.id) {
        replace(place.span, core::toml_text(to_.id));
        return true;
      }
      const bool of_hexes = place.path.size() > 1 && place.path[place.path.size() - 2] == "hexes";
      if (of_hexes && place.path.back() == id_in_files(from_.id) &&
          std::ranges::count(place.items, id, &TomlItem::text) > 0) {
        move_item(place.path, id);
        return true;
      }
    }
    return false;
  }

  /// Puts every row of a side elsewhere, with whatever in it is not on the map under these rules;
  /// adds how many units of each kind went.
  void move_rows(const std::string& side, std::map<std::string, int>& moved) {
    for (std::size_t i = 0;; ++i) {
      const auto places = toml_places(text_, file_);
      const auto rows = rows_of(places, "placed");
      if (i >= rows.size()) return;
      const auto* units = rows[i].find("units");
      if (!units || !stands_at(rows[i], from_) || !is_of(rows[i], side)) continue;
      for (const auto& [count, kind] : read_units(units->text)) moved[kind] += count;
      replace(where(rows[i])->span, core::toml_text(id_in_files(to_.id)));
    }
  }

  /// Puts units of a kind of a side ("" in an opening); how many of them no row here places.
  int move_units(const std::string& side, Units wanted) {
    for (std::size_t i = 0; wanted.count > 0; ++i) {
      const auto places = toml_places(text_, file_);
      const auto rows = rows_of(places, "placed");
      if (i >= rows.size()) break;
      if (stands_at(rows[i], from_) && is_of(rows[i], side)) take_from(rows, i, wanted);
    }
    return wanted.count;
  }

 private:
  static const TomlPlace* where(const Row& row) {
    const auto* hex = row.find("hex");
    return hex ? hex : row.find("area");
  }
  static bool stands_at(const Row& row, const play::Space& space) {
    const auto* at = where(row);
    return at && (at->text == id_in_files(space.id) || at->text == space.id ||
                  (!space.name.empty() && at->text == space.name));
  }
  static bool is_of(const Row& row, const std::string& side) {
    const auto* of = row.find("side");
    return !of || of->text == side;
  }
  void replace(Span span, const std::string& by) {
    text_.replace(span.from, span.to - span.from, by);
  }

  /// Takes what is wanted out of a row, as much as it has.
  void take_from(const std::vector<Row>& rows, std::size_t number, Units& wanted) {
    const auto& row = rows[number];
    const auto* list = row.find("units");
    if (!list) return;
    auto units = read_units(list->text);
    int taken = 0, left = 0;
    for (auto& [count, kind] : units) {
      const int some = kind == wanted.kind ? std::min(count, wanted.count - taken) : 0;
      taken += some;
      count -= some;
      left += count;
    }
    if (taken == 0) return;
    wanted.count -= taken;
    // Whoever goes whole takes the row along.
    if (left == 0) return replace(where(row)->span, core::toml_text(id_in_files(to_.id)));
    const auto old = list->span;
    put_into(rows, row, {taken, wanted.kind}, old, words_of(units));
  }
  /// Adds units to the row of the same owner at the new place, or to a new row like `from`, and
  /// leaves `left` in the span `old`.
  void put_into(const std::vector<Row>& rows, const Row& from, const Units& units, Span old,
                const std::string& left) {
    const auto same = [&](const Row& row) {
      return stands_at(row, to_) && row.text("side") == from.text("side") &&
             row.text("group") == from.text("group") && row.find("units");
    };
    const auto there = std::ranges::find_if(rows, same);
    if (there == rows.end()) {
      const auto end = from.end(text_);
      text_.insert(end,
                   (end > 0 && text_[end - 1] != '\n' ? "\n" : "") + row_like(rows, from, units));
      return replace(old, core::toml_text(left));
    }
    const auto* list = there->find("units");
    auto all = read_units(list->text);
    const auto known = std::ranges::find(all, units.kind, &Units::kind);
    if (known != all.end())
      known->count += units.count;
    else
      all.push_back(units);
    const std::pair<Span, std::string> first{list->span, core::toml_text(words_of(all))},
        second{old, core::toml_text(left)};
    const bool later = first.first.from > second.first.from;
    for (const auto& [span, words] : {later ? first : second, later ? second : first})
      replace(span, words);
  }
  std::string row_like(const std::vector<Row>& rows, const Row& from, const Units& units) const {
    std::string row = "\n[[placed]]\n";
    for (const auto* value : from.values) {
      const auto& key = value->path.back();
      auto written = text_.substr(value->span.from, value->span.to - value->span.from);
      if (key == "id") written = core::toml_text(free_id(rows, value->text));
      if (value == where(from)) written = core::toml_text(id_in_files(to_.id));
      if (key == "units") written = core::toml_text(words_of({units}));
      row += fmt::format("{} = {}\n", key, written);
    }
    return row;
  }
  static std::string free_id(const std::vector<Row>& rows, const std::string& old) {
    int number = 2;
    const auto taken = [&](const Row& row) {
      return row.text("id") == fmt::format("{}-{}", old, number);
    };
    while (std::ranges::any_of(rows, taken)) ++number;
    return fmt::format("{}-{}", old, number);
  }

  /// From one list of [hexes] to another.
  void move_item(const std::vector<std::string>& path, const std::string& id) {
    auto target = path;
    target.back() = id_in_files(to_.id);
    const auto places = toml_places(text_, file_);
    const auto from = std::ranges::find(places, path, &TomlPlace::path);
    const auto there = std::ranges::find(places, target, &TomlPlace::path);
    const bool last = from->items.size() == 1;
    if (last && there == places.end()) return replace(from->key, target.back());
    // The later of both first, so that the other stays where it is.
    const auto add = [&] { add_item(there == places.end() ? nullptr : &*there, *from, id); };
    const bool add_first = there == places.end() || there->span.from > from->span.from;
    if (add_first) add();
    if (last)
      remove_line(*from);
    else
      remove_item(*from, id);
    if (!add_first) add();
  }
  void add_item(const TomlPlace* there, const TomlPlace& from, const std::string& id) {
    const auto written = core::toml_text(id);
    if (!there) {
      const auto end = end_of_line(text_, from.span.to);
      const auto* line_break = end > 0 && text_[end - 1] != '\n' ? "\n" : "";
      text_.insert(end, fmt::format("{}{} = [{}]\n", line_break, id_in_files(to_.id), written));
    } else if (there->items.empty()) {
      text_.insert(there->span.from + 1, written);
    } else {
      text_.insert(there->items.back().span.to, ", " + written);
    }
  }
  void remove_item(const TomlPlace& list, const std::string& id) {
    const auto item = std::ranges::find(list.items, id, &TomlItem::text);
    if (item + 1 != list.items.end())
      replace({item->span.from, (item + 1)->span.from}, "");
    else
      replace({(item - 1)->span.to, item->span.to}, "");
  }
  void remove_line(const TomlPlace& value) {
    replace({begin_of_line(text_, value.key.from), end_of_line(text_, value.span.to)}, "");
  }

  std::string file_, text_;
  const play::Space& from_;
  const play::Space& to_;
};

/// A name that no file of the folder has.
std::string free_opening(const Documents& documents, const std::string& side,
                         const std::string& scenario) {
  const auto base = fmt::format("{}-{}", side, scenario);
  for (int number = 1;; ++number) {
    const auto name = number == 1 ? base : fmt::format("{}-{}", base, number);
    if (!documents.has("openings/" + name + ".toml")) return name;
  }
}

class Mover {
 public:
  Mover(const Documents& documents, const Shown& shown, const play::Space& from,
        const play::Space& to)
      : documents_(documents), shown_(shown), from_(from), to_(to), look_(shown.look) {}

  /// All that a side has there: its rows go whole.
  void move_all_of(int side) {
    for (const auto& file : {opening_file(side), scenario_file()}) {
      const auto text = text_of(file);
      if (!text) continue;
      PlacedText placed(file, *text, from_, to_);
      placed.move_rows(shown_.info.side_names[side], gone_);
      if (placed.text() != *text) texts_[file] = placed.text();
    }
  }

  void move(const play::Counter& counter) {
    const int side = counter.side;
    if (side < 0) throw core::InputError(counter.name + ": is nobody's, and is not set up");
    auto left = named_units(counter);
    const int along = std::min(left.count, gone_[left.kind]);
    gone_[left.kind] -= along;
    left.count -= along;
    if (left.count == 0) return;
    if (move_in(opening_file(side), side, counter, left) ||
        move_in(scenario_file(), side, counter, left) || move_in_csv(counter))
      return;
    make_opening(side, counter);
    if (!move_in(opening_file(side), side, counter, left))
      throw core::InputError(counter.name + ": no row of this game says that it stands at " +
                             (from_.name.empty() ? from_.id : from_.name));
  }

  Moved moved(std::string words) {
    Moved moved{{std::move(words), {}}, look_};
    for (const auto& [file, text] : texts_) {
      if (!documents_.has(file)) {
        moved.change.splices.push_back({file, 0, "", text, true});
      } else if (const auto& old = documents_.get(file).text; old != text) {
        moved.change.splices.push_back(difference(file, old, text));
      }
    }
    return moved;
  }

 private:
  /// A Leader on hexes is called by his letter.
  Units named_units(const play::Counter& counter) const {
    auto units = units_of(counter, shown_.info.mechanism);
    if (!documents_.has("leaders.csv")) return units;
    const auto places = csv_places(documents_.get("leaders.csv").text, "leaders.csv");
    const auto column = [&](std::string_view name) {
      return static_cast<std::size_t>(std::ranges::find(places.columns, name) -
                                      places.columns.begin());
    };
    const auto side = column("side"), letter = column("letter"), name = column("name");
    const auto last = std::max({side, letter, name});
    for (const auto& row : places.rows)
      if (last < row.cells.size() && row.cells[name].text == counter.label &&
          row.cells[side].text == shown_.info.side_names[counter.side])
        units.kind = row.cells[letter].text;
    return units;
  }
  std::string opening_file(int side) const {
    const auto& name = look_.openings[side];
    return name.empty() ? "" : "openings/" + name + ".toml";
  }
  std::string scenario_file() const { return "scenarios/" + shown_.look.scenario + ".toml"; }

  std::optional<std::string> text_of(const std::string& file) const {
    if (const auto changed = texts_.find(file); changed != texts_.end()) return changed->second;
    if (documents_.has(file)) return documents_.get(file).text;
    return std::nullopt;
  }
  /// Whether all of `left` is placed by rows of the file, which are changed.
  bool move_in(const std::string& file, int side, const play::Counter& counter, Units& left) {
    const auto text = text_of(file);
    if (!text) return false;
    PlacedText placed(file, *text, from_, to_);
    if (placed.move_named(counter.id))
      left.count = 0;
    else
      left.count = placed.move_units(shown_.info.side_names[side], left);
    if (placed.text() != *text) texts_[file] = placed.text();
    return left.count == 0;
  }
  /// A row of units.csv or commanders.csv says where a piece of a set-up of history stands.
  bool move_in_csv(const play::Counter& counter) {
    const auto scenario = text_of(scenario_file());
    if (!scenario || !sets_up_as_history(*scenario)) return false;
    for (const auto* file : {"units.csv", "commanders.csv"}) {
      const auto text = text_of(file);
      if (!text) continue;
      const auto places = csv_places(*text, file);
      const auto* row = find_row(places, counter.id);
      const auto column = std::ranges::find(places.columns, "set_up");
      if (!row || column == places.columns.end()) continue;
      const auto number = static_cast<std::size_t>(column - places.columns.begin());
      if (number >= row->cells.size()) continue;
      const auto span = row->cells[number].span;
      auto changed = *text;
      texts_[file] = changed.replace(span.from, span.to - span.from, id_in_files(to_.id));
      return true;
    }
    return false;
  }
  bool sets_up_as_history(const std::string& scenario) const {
    for (const auto& place : toml_places(scenario, scenario_file()))
      if (place.path == std::vector<std::string>{"set_up"}) return place.text == "historical";
    return false;
  }
  /// The set-up of a side that is shown becomes a file.
  void make_opening(int side, const play::Counter& counter) {
    if (!look_.openings[side].empty() && !documents_.has(opening_file(side)))
      throw core::InputError(counter.name + ": stands by an opening of the game that this one " +
                             "extends; niemen new --copy makes a game with all its files");
    if (!look_.openings[side].empty())
      throw core::InputError(counter.name + ": its opening does not say where it stands");
    const auto& name = shown_.info.side_names[side];
    const auto opening = free_opening(documents_, name, shown_.look.scenario);
    const auto text = shown_.game->opening_toml(
        shown_.state, side == 0 ? play::Side::A : play::Side::B,
        fmt::format("{}, {}", core::capitalised(name), shown_.look.scenario));
    if (text.empty()) throw core::InputError("this game keeps no openings");
    look_.openings[side] = opening;
    texts_[opening_file(side)] = text;
  }

  const Documents& documents_;
  const Shown& shown_;
  const play::Space& from_;
  const play::Space& to_;
  Look look_;
  Texts texts_;                      ///< as they are changed
  std::map<std::string, int> gone_;  ///< units of each kind that went with whole rows
};

const play::Space& space_of(const play::Board& board, const std::string& id) {
  const auto found = std::ranges::find(board.spaces, id, &play::Space::id);
  if (found == board.spaces.end() || id.empty())
    throw core::InputError("no place \"" + id + "\" on this map");
  return *found;
}

}  // namespace

Splice difference(const std::string& file, const std::string& text,
                  const std::string& replacement) {
  const auto both = std::min(text.size(), replacement.size());
  std::size_t begin = 0, end = 0;
  while (begin < both && text[begin] == replacement[begin]) ++begin;
  while (end < both - begin &&
         text[text.size() - 1 - end] == replacement[replacement.size() - 1 - end])
    ++end;
  return {file, begin, text.substr(begin, text.size() - begin - end),
          replacement.substr(begin, replacement.size() - begin - end)};
}

Moved move_pieces(const Documents& documents, const Shown& shown,
                  const std::vector<std::string>& counters, const std::string& from,
                  const std::string& to) {
  const auto& here = space_of(shown.board, from);
  const auto& there = space_of(shown.board, to);
  if (counters.empty()) throw core::InputError("choose who is moved");
  Mover mover(documents, shown, here, there);
  const auto at = static_cast<int>(&here - shown.board.spaces.data());
  for (int side = 0; side < play::kSides; ++side) {
    const auto stands = [&](const auto& c) { return c.side == side && c.place == at; };
    const auto goes = [&](const auto& c) { return std::ranges::count(counters, c.id) > 0; };
    const auto& all = shown.view.counters;
    if (std::ranges::any_of(all, [&](const auto& c) { return stands(c) && goes(c); }) &&
        std::ranges::all_of(all, [&](const auto& c) { return !stands(c) || goes(c); }))
      mover.move_all_of(side);
  }
  std::string names;
  for (const auto& id : counters) {
    const auto found = std::ranges::find_if(
        shown.view.counters, [&](const auto& c) { return c.id == id && c.place == at; });
    if (found == shown.view.counters.end())
      throw core::InputError("no counter \"" + id + "\" stands at " + from);
    mover.move(*found);
    names += (names.empty() ? "" : ", ") + found->name;
  }
  return mover.moved(fmt::format("{} to {}", names, there.name.empty() ? there.id : there.name));
}

}  // namespace niemen::edit
