#include "engine/play/where.h"

#include "engine/play/game_folder.h"

namespace niemen::play {

namespace {

core::ConfigValue read_again(std::span<const std::filesystem::path> folders,
                             const std::string& file) {
  const auto path = find_file(folders, file);
  try {
    if (!path.empty()) return core::read_toml(path);
  } catch (const core::InputError&) {  // it may have been changed since: nobody knows where, then
  }
  return {};
}

}  // namespace

core::Origin where(std::span<const std::filesystem::path> folders, const std::string& file,
                   std::initializer_list<std::string_view> keys) {
  const auto root = read_again(folders, file);
  const auto* value = &root;
  for (const auto key : keys) {
    const auto child = value->table.find(key);
    if (child == value->table.end()) return {};
    value = &child->second;
  }
  return core::origin_of(*value);
}

core::Origin where_row(std::span<const std::filesystem::path> folders, const std::string& file,
                       std::string_view list,
                       const std::function<bool(const core::ConfigValue& row)>& is) {
  const auto root = read_again(folders, file);
  const auto rows = root.table.find(list);
  core::Origin found;
  if (rows != root.table.end())
    for (const auto& row : rows->second.list)
      if (is(row)) found = core::origin_of(row);
  return found;
}

}  // namespace niemen::play
