#include "tools/edit/desk.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "engine/core/error.h"
#include "engine/core/hash.h"
#include "engine/play/game_folder.h"
#include "tools/check_game.h"
#include "tools/edit/lines.h"
#include "tools/edit/moves.h"

namespace niemen::edit {

namespace fs = std::filesystem;
using serve::Message;
using serve::TabId;
using serve::text_of;

namespace {

constexpr int kWorkThreads = 3;      ///< faults, the map and campaigns beside one another
constexpr TabId kEveryTab = 0;       ///< whose tab has that number: nobody's
constexpr int kTicksToRefresh = 25;  ///< between two looks at the disk, about a second

/// Empty where it cannot be read yet.
std::string mechanism_of(const fs::path& folder) {
  play::GameRequest request;
  request.folder = folder;
  try {
    const auto config = play::open_game_folder(request).config;
    const auto named = config.table.find("mechanism");
    return named == config.table.end() ? "" : named->second.text;
  } catch (const core::InputError&) {
    return "";
  }
}

/// "faults": everything that is wrong with a version, by file and line.
serve::Work::Task find_faults(std::shared_ptr<const Snapshot> snapshot, std::uint64_t revision) {
  return [snapshot, revision](const std::stop_token&, const serve::Work::Say& say) {
    tools::FoundFaults found;
    std::ostringstream notes;
    play::GameRequest request;
    request.folder = snapshot->folder();
    tools::check_game(request, found, notes);
    Json lines = Json::array();
    for (const auto& line : found.sorted()) {
      const auto fault = snapshot->fault_of(line);
      lines.push_back({{"file", fault.file}, {"line", fault.line}, {"text", fault.text}});
    }
    say({{"kind", "faults"},
         {"revision", revision},
         {"lines", std::move(lines)},
         {"notes", snapshot->words_of(notes.str())}});
    return false;
  };
}

/// A point of the board, which comes in hundredths of its units.
play::Point point_of(const Message& message, const char* field) {
  constexpr double kUnit = 100;
  const auto numbers = message.numbers(field);
  if (numbers.size() != 2) throw core::InputError(fmt::format("\"{}\" is two numbers", field));
  return {static_cast<double>(numbers[0]) / kUnit, static_cast<double>(numbers[1]) / kUnit};
}

}  // namespace

Desk::Desk(fs::path folder, Send send)
    : documents_(std::move(folder)),
      guide_(mechanism_of(documents_.folder())),
      send_(std::move(send)),
      compared_(documents_.texts()),
      work_(kWorkThreads) {
  examine();
}

std::vector<std::string> Desk::unsaved() const {
  std::vector<std::string> names;
  for (const auto& name : documents_.names())
    if (documents_.get(name).changed()) names.push_back(name);
  return names;
}

// --- Tabs ---

void Desk::joined(TabId tab) {
  tabs_.insert(tab);
  send_(tab, text_of(workshop()));
  if (!faults_.empty()) send_(tab, faults_);
  if (!measured_.empty()) send_(tab, measured_);
  if (const auto shown = slot_->get()) send_map(tab, *shown);
}

void Desk::left(TabId tab) {
  tabs_.erase(tab);
  work_.drop(tab);
}

void Desk::tell_all(const std::string& text) {
  for (const auto tab : tabs_) send_(tab, text);
}

void Desk::send_map(TabId tab, const Shown& shown) {
  send_(tab, shown.ground);
  send_(tab, shown.position);
}

Json Desk::workshop() const {
  Json files = Json::array();
  const auto others = documents_.conflicts();
  for (const auto& name : documents_.names()) {
    const auto& document = documents_.get(name);
    files.push_back({{"name", name},
                     {"changed", document.changed()},
                     {"fixed", document.fixed},
                     {"conflict", std::ranges::count(others, name) > 0}});
  }
  return {{"kind", "workshop"},
          {"title", play::title_of(documents_.folder())},
          {"folder", documents_.folder().string()},
          {"mechanism", guide_.mechanism()},
          {"revision", documents_.revision()},
          {"files", std::move(files)},
          {"undo", documents_.undo_words()},
          {"redo", documents_.redo_words()},
          {"compared", documents_.texts() == compared_}};
}

void Desk::tick() {
  work_.deliver([this](TabId tab, std::string text) {
    if (tab != kEveryTab) return send_(tab, std::move(text));
    const auto kind = [&](std::string_view word) {
      return text.starts_with("{\"kind\":\"" + std::string(word) + "\"");
    };
    if (kind("faults")) faults_ = text;
    if (kind("measured")) measured_ = text;
    if (!kind("shown")) tell_all(text);
  });
  if (const auto shown = slot_->get(); shown && shown != told_) {
    told_ = shown;
    if (shown->ground != ground_) tell_all(ground_ = shown->ground);
    tell_all(shown->position);
  }
  if (++ticks_ % kTicksToRefresh != 0) return;
  const auto before = documents_.conflicts();
  if (const auto taken = documents_.refresh(); !taken.empty()) examine();
  if (documents_.conflicts() != before) tell_all(text_of(workshop()));
}

void Desk::heard(TabId tab, std::string_view text) {
  try {
    answer(tab, Message(text));
  } catch (const core::InputError& error) {
    send_(tab, text_of({{"kind", "error"}, {"text", core::one_line(error.what())}}));
  }
}

// --- What a tab asks for ---

void Desk::answer(TabId tab, const Message& message) {
  const auto& kind = message.kind();
  if (kind == "table")
    return send_(tab, text_of(table_of(documents_, guide_, message.text("file"))));
  if (kind == "find")
    return send_(
        tab,
        text_of({{"kind", "found"},
                 {"text", message.text("text")},
                 {"whole", message.flag("whole")},
                 {"rows", found_in(documents_, message.text("text"), message.flag("whole"))}}));
  if (kind == "points") return send_points(tab);
  if (kind == "look") return look(message);
  if (kind == "measure") return measure(message.number("campaigns"));
  if (kind == "stop") return work_.drop(kEveryTab, "measure");
  if (kind == "compare") {
    compared_ = documents_.texts();
    return tell_all(text_of(workshop()));
  }
  if (kind == "save") {
    const auto written = documents_.save();
    tell_all(text_of(workshop()));
    return tell_all(text_of({{"kind", "saved"}, {"files", written}}));
  }
  edit(message);
  examine();
}

void Desk::edit(const Message& message) {
  const auto& kind = message.kind();
  if (kind == "undo") return documents_.undo();
  if (kind == "redo") return documents_.redo();
  if (kind == "theirs") return documents_.take_theirs(message.text("file"));
  if (kind == "move") {
    const auto shown = shown_now();
    auto moved = move_pieces(documents_, *shown, message.texts("counters"), message.text("from"),
                             message.text("to"));
    for (const auto& splice : moved.change.splices)
      if (splice.makes_file) made_.insert(splice.file);
    documents_.apply(std::move(moved.change));
    look_ = moved.look;
    return;
  }
  if (kind == "point") {
    return documents_.apply(move_point(documents_, shown_now()->board, message.text("what"),
                                       point_of(message, "from"), point_of(message, "to")));
  }
  if (kind == "river")
    return documents_.apply(
        turn_river(documents_, shown_now()->board, message.text("a"), message.text("b")));
  const auto file = message.text("file");
  if (kind == "set")
    return documents_.apply(
        set_value(documents_, file, message.texts("path"), message.text("text")));
  if (kind == "copy-row") return documents_.apply(copy_row(documents_, file, message.text("row")));
  if (kind == "delete-row")
    return documents_.apply(delete_row(documents_, file, message.text("row")));
  if (kind == "text") {
    const auto from = message.number("from"), to = message.number("to");
    if (message.number("revision") != static_cast<std::int64_t>(documents_.revision()) ||
        from < 0 || to < from)
      throw core::InputError(file + ": has changed since; look again");
    return documents_.apply(set_text(documents_, file, static_cast<std::size_t>(from),
                                     static_cast<std::size_t>(to), message.text("text")));
  }
  throw core::InputError("no message \"" + kind + "\"");
}

/// The map of the texts as they stand. Throws InputError: there is none yet.
std::shared_ptr<const Shown> Desk::shown_now() const {
  const auto shown = slot_->get();
  if (!shown || shown->revision != documents_.revision())
    throw core::InputError("the map is not that of the files as they stand now: look again");
  return shown;
}

/// None while the map is not that of the texts: the tab asks again when it is.
void Desk::send_points(TabId tab) {
  const auto shown = slot_->get();
  if (!shown || shown->revision != documents_.revision()) return;
  send_(tab, text_of({{"kind", "points"},
                      {"points", points_message(map_points(documents_, shown->board))}}));
}

void Desk::look(const Message& message) {
  const auto openings = message.texts("openings");
  if (openings.size() != play::kSides) throw core::InputError("\"openings\" has two entries");
  look_ = {message.text("scenario"), message.text("preset"), {openings[0], openings[1]}};
  examine();
}

// --- What is found out ---

void Desk::examine() {
  // An opening whose making was undone is looked at no more.
  for (auto& opening : look_.openings) {
    const auto file = "openings/" + opening + ".toml";
    if (made_.count(file) && !documents_.has(file)) opening = kUsual;
  }
  snapshot_ = std::make_shared<const Snapshot>(documents_.folder(), documents_.texts());
  const auto revision = documents_.revision();
  work_.drop(kEveryTab, "measure");
  work_.ask(kEveryTab, "map", show_game(snapshot_, look_, revision, slot_));
  work_.ask(kEveryTab, "faults", find_faults(snapshot_, revision));
  tell_all(text_of(workshop()));
}

Look Desk::named_look() const {
  const auto shown = slot_->get();
  auto look = look_;
  for (int side = 0; side < play::kSides; ++side)
    if (look.openings[side] == kUsual)
      look.openings[side] = shown ? shown->look.openings[side] : "";
  return look;
}

Version Desk::version(std::shared_ptr<const Snapshot> snapshot, const Texts& texts) const {
  const auto look = named_look();
  auto hash = core::hash_text(look.scenario + '\n' + look.preset + '\n' + look.openings[0] + '\n' +
                              look.openings[1]);
  for (const auto& [name, text] : texts)
    hash = core::mix(hash, core::mix(core::hash_text(name), core::hash_text(text)));
  return {snapshot, request_of(snapshot->folder(), look), hash};
}

void Desk::measure(std::int64_t campaigns) {
  constexpr std::int64_t kMost = 100'000;
  if (campaigns < 1 || campaigns > kMost)
    throw core::InputError("\"campaigns\" is 1 to " + std::to_string(kMost));
  const auto texts = documents_.texts();
  auto before = snapshot_;
  if (texts != compared_) before = std::make_shared<const Snapshot>(documents_.folder(), compared_);
  work_.ask(kEveryTab, "measure",
            play_campaigns(version(snapshot_, texts), version(before, compared_),
                           static_cast<int>(campaigns), documents_.revision(), versions_));
}

}  // namespace niemen::edit
