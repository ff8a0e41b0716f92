#include "engine/core/csv.h"

#include <algorithm>

#include "engine/core/error.h"

namespace niemen::core {

bool CsvRecords::next() {
  if (at_ >= text_.size()) return false;
  line_ = next_line_;
  cells_.clear();
  while (true) {
    const auto end = std::min(text_.find_first_of(",\n", at_), text_.size());
    if (at_ < text_.size() && text_[at_] == '"') {
      cells_.push_back(quoted_cell());
    } else {
      cells_.emplace_back(text_.substr(at_, end - at_));
      at_ = end;
      const bool last = at_ == text_.size() || text_[at_] == '\n';
      if (last && cells_.back().ends_with('\r')) cells_.back().pop_back();
    }
    if (at_ == text_.size()) break;
    if (text_[at_++] == ',') continue;
    ++next_line_;
    break;
  }
  return true;
}

std::string CsvRecords::quoted_cell() {
  std::string cell;
  for (++at_; at_ < text_.size(); ++at_) {
    if (text_[at_] != '"') {
      next_line_ += text_[at_] == '\n';
      cell += text_[at_];
    } else if (text_.substr(at_ + 1).starts_with('"')) {
      cell += text_[at_++];
    } else {
      break;
    }
  }
  if (at_ >= text_.size())
    throw InputError(file_, line_, "a cell begins with a quotation mark and does not end with one");
  ++at_;
  if (text_.substr(at_).starts_with("\r\n")) ++at_;
  const auto rest = text_.substr(at_);
  if (!rest.empty() && rest != "\r" && rest[0] != ',' && rest[0] != '\n')
    throw InputError(file_, next_line_, "a cell goes on after its closing quotation mark");
  if (rest == "\r") ++at_;
  return cell;
}

}  // namespace niemen::core
