#include "tools/edit/documents.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <utility>

#include "engine/core/error.h"
#include "engine/core/file_writer.h"
#include "engine/play/game_folder.h"

namespace niemen::edit {

namespace fs = std::filesystem;

namespace {

/// The first part of a path in `folder` that is a link; empty: none is.
fs::path link_in(const fs::path& folder, const std::string& name) {
  auto path = folder;
  for (const auto& part : fs::path(name)) {
    path /= part;
    std::error_code none;
    if (fs::is_symlink(fs::symlink_status(path, none))) return path;
  }
  return {};
}

Splice reversed(const Splice& splice) {
  return {splice.file, splice.at, splice.inserted, splice.removed, splice.makes_file};
}

std::string listed(const std::vector<std::string>& names) {
  std::string all;
  for (const auto& name : names) all += (all.empty() ? "" : ", ") + name;
  return all;
}

}  // namespace

Documents::Documents(fs::path folder) : folder_(std::move(folder)) { read_new_files(); }

void Documents::read_new_files() {
  constexpr std::uintmax_t kMost = 16 << 20;  // bytes, many times what a table of a game takes
  for (const auto& file : play::files_of_game(std::array{folder_})) {
    const auto name = file.lexically_relative(folder_).generic_string();
    if (documents_.count(name)) continue;
    std::error_code gone;
    if (fs::file_size(file, gone) > kMost || gone) continue;
    Document document;
    document.disk = on_disk(name);
    if (!document.disk) continue;
    document.text = *document.disk;
    if (const auto link = link_in(folder_, name); !link.empty())
      document.fixed = link.lexically_relative(folder_).generic_string() +
                       " is a link: change the file that it leads to";
    documents_[name] = std::move(document);
  }
}

std::vector<std::string> Documents::names() const {
  std::vector<std::string> names;
  for (const auto& [name, document] : documents_)
    if (!document.gone) names.push_back(name);
  return names;
}

bool Documents::has(std::string_view name) const {
  const auto found = documents_.find(name);
  return found != documents_.end() && !found->second.gone;
}

const Document& Documents::get(std::string_view name) const {
  if (!has(name)) throw core::InputError(fmt::format("no file \"{}\" in this game", name));
  return documents_.find(name)->second;
}

Texts Documents::texts() const {
  Texts texts;
  for (const auto& [name, document] : documents_)
    if (!document.gone) texts[name] = document.text;
  return texts;
}

// --- Changes ---

Document& Documents::editable(const Splice& splice) {
  auto& document = documents_.at(splice.file);
  if (!document.fixed.empty()) throw core::InputError(document.fixed);
  if (document.text.compare(splice.at, splice.removed.size(), splice.removed) != 0)
    throw core::InputError(splice.file + ": has changed since; look again");
  return document;
}

void Documents::put(const Splice& splice) {
  auto found = documents_.find(splice.file);
  if (splice.makes_file && splice.removed.empty()) {
    if (found != documents_.end() && !found->second.gone)
      throw core::InputError(splice.file + ": exists already");
    if (found == documents_.end()) found = documents_.emplace(splice.file, Document()).first;
    found->second.gone = false;
  }
  if (found == documents_.end() || found->second.gone)
    throw core::InputError("no file \"" + splice.file + "\" in this game");
  auto& document = editable(splice);
  document.text.replace(splice.at, splice.removed.size(), splice.inserted);
  if (!splice.makes_file || splice.removed.empty()) return;
  document.gone = true;
  if (!document.disk) documents_.erase(found);
}

void Documents::apply(Change change) {
  std::size_t put_so_far = 0;
  try {
    for (; put_so_far < change.splices.size(); ++put_so_far) put(change.splices[put_so_far]);
  } catch (const core::InputError&) {
    while (put_so_far > 0) put(reversed(change.splices[--put_so_far]));
    throw;
  }
  done_.push_back(std::move(change));
  undone_.clear();
  ++revision_;
}

void Documents::undo() {
  if (done_.empty()) throw core::InputError("there is nothing to undo");
  const auto& change = done_.back();
  for (auto splice = change.splices.rbegin(); splice != change.splices.rend(); ++splice)
    put(reversed(*splice));
  undone_.push_back(std::move(done_.back()));
  done_.pop_back();
  ++revision_;
}

void Documents::redo() {
  if (undone_.empty()) throw core::InputError("there is nothing to do again");
  for (const auto& splice : undone_.back().splices) put(splice);
  done_.push_back(std::move(undone_.back()));
  undone_.pop_back();
  ++revision_;
}

/// Places in texts that others have written are not those of what was done here.
void Documents::forget_changes() {
  done_.clear();
  undone_.clear();
  ++revision_;
}

// --- The disk ---

std::optional<std::string> Documents::on_disk(const std::string& name) const {
  std::ifstream file(folder_ / name, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

std::vector<std::string> Documents::refresh() {
  std::vector<std::string> taken;
  for (auto at = documents_.begin(); at != documents_.end();) {
    auto& [name, document] = *at;
    const auto now = on_disk(name);
    const bool here = document.changed();
    if (now == document.disk || here) {
      ++at;
      continue;
    }
    taken.push_back(name);
    if (now) {
      document.disk = document.text = *now;
      ++at;
    } else {
      at = documents_.erase(at);
    }
  }
  const auto before = documents_.size();
  read_new_files();
  if (documents_.size() != before) taken.push_back("new files");
  if (!taken.empty()) forget_changes();
  return taken;
}

std::vector<std::string> Documents::conflicts() const {
  std::vector<std::string> names;
  for (const auto& [name, document] : documents_)
    if (document.changed() && on_disk(name) != document.disk) names.push_back(name);
  return names;
}

void Documents::take_theirs(std::string_view name) {
  const auto found = documents_.find(name);
  if (found == documents_.end())
    throw core::InputError(fmt::format("no file \"{}\" in this game", name));
  const auto now = on_disk(found->first);
  if (now) {
    found->second.disk = found->second.text = *now;
    found->second.gone = false;
  } else {
    documents_.erase(found);
  }
  forget_changes();
}

void Documents::require_inside(const std::string& name) const {
  const auto link = link_in(folder_, name);
  if (!link.empty())
    throw core::InputError(link.string() + ": has become a link; nothing was written");
}

std::vector<std::string> Documents::save() {
  if (const auto others = conflicts(); !others.empty())
    throw core::InputError(fmt::format("{}: changed on the disk since {} read; nothing was written",
                                       listed(others),
                                       others.size() == 1 ? "it was" : "they were"));
  std::vector<std::string> written;
  for (const auto& [name, document] : documents_)
    if (document.changed()) require_inside(name);
  for (auto at = documents_.begin(); at != documents_.end();) {
    auto& [name, document] = *at;
    if (!document.changed()) {
      ++at;
      continue;
    }
    written.push_back(name);
    if (document.gone) {
      fs::remove(folder_ / name);
      at = documents_.erase(at);
      continue;
    }
    if (!document.disk) fs::create_directories((folder_ / name).parent_path());
    core::write_file(folder_ / name, document.text);
    document.disk = document.text;
    ++at;
  }
  return written;
}

}  // namespace niemen::edit
