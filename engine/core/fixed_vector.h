// A vector whose storage is part of the object: lists of legal actions, routes, outcomes.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>

namespace niemen::core {

/// Holds at most `Capacity` elements and never touches the heap. Elements beyond size() keep
/// whatever was there last.
template <class T, std::size_t Capacity>
class FixedVector {
 public:
  using value_type = T;
  static constexpr std::size_t capacity() { return Capacity; }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  bool full() const { return size_ == Capacity; }
  void clear() { size_ = 0; }
  /// Precondition: not full.
  void push_back(const T& value) {
    assert(size_ < Capacity);
    items_[size_++] = value;
  }
  void pop_back() {
    assert(size_ > 0);
    --size_;
  }
  /// Precondition: count <= size().
  void truncate(std::size_t count) {
    assert(count <= size_);
    size_ = count;
  }
  T& operator[](std::size_t i) {
    assert(i < size_);
    return items_[i];
  }
  const T& operator[](std::size_t i) const {
    assert(i < size_);
    return items_[i];
  }
  T& back() { return (*this)[size_ - 1]; }
  const T& back() const { return (*this)[size_ - 1]; }
  T* begin() { return items_.data(); }
  T* end() { return items_.data() + size_; }
  const T* begin() const { return items_.data(); }
  const T* end() const { return items_.data() + size_; }

 private:
  std::array<T, Capacity> items_;  // deliberately not initialised: lists are hot
  std::size_t size_ = 0;
};

}  // namespace niemen::core
