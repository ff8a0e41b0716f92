// Which uses of rules the lab counts: rows that a mechanism declares, and the list made of those in
// force.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ai/lab/tally.h"
#include "engine/core/enum_array.h"

namespace niemen::lab {

/// Where nothing is counted.
inline constexpr std::size_t kNoUse = ~std::size_t{0};

/// What comes into use with a choice (by its verb) or a die (by its step).
template <class Key, class Context>
struct UseOf {
  Key key;
  std::string_view rule, use;
  bool (*in_force)(const Context&) = nullptr;  ///< nullptr: under all rules
};

/// What the rules in force can bring about, in the order in which it was added.
class UseList {
 public:
  /// Adds a use and returns its entry.
  std::size_t add(std::string_view rule, std::string_view use) {
    rows_.push_back({std::string(rule), std::string(use)});
    return rows_.size() - 1;
  }
  /// Adds the rows in force; the entries by key, kNoUse where there is none.
  template <class Key, class Context, std::size_t n>
  core::EnumArray<Key, std::size_t> add(const UseOf<Key, Context> (&rows)[n], const Context& c) {
    core::EnumArray<Key, std::size_t> entries;
    entries.values.fill(kNoUse);
    for (const auto& row : rows)
      if (!row.in_force || row.in_force(c)) entries[row.key] = add(row.rule, row.use);
    return entries;
  }
  const std::vector<RuleUse>& rows() const { return rows_; }

 private:
  std::vector<RuleUse> rows_;
};

}  // namespace niemen::lab
