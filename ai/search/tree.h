// The memory of a search: information sets and the actions tried in them.
//
// There are no pointers between nodes. A node is an information set, found by the hash of what the
// side that decides there may know; so orders that only differ in sequence meet again in one node,
// the next decision's search finds what the last one learned, and the opponent's nodes hold
// what he can tell apart, whatever world is being played.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>

#include "engine/play/actor.h"

namespace niemen::ai {

/// Fixed-point units of the sums in an edge: integers add up the same in any order.
inline constexpr double kWinUnit = 0x1p30;
inline constexpr double kMarginUnit = 0x1p16;

/// One action (or outcome of chance) of an information set. Sums are from the view of the side that
/// decides there (side A's for Nature).
struct Edge {
  // Written once before the node is published, constant afterwards.
  play::Action action;
  float prior;
  // Statistics. All accesses are relaxed: each is a sum of its own, a search may act on slightly
  // stale ones, and whoever reads them for a report has joined the workers first.
  std::atomic<std::uint32_t> visits;     ///< completed
  std::atomic<std::uint32_t> in_flight;  ///< begun and not completed: a loss until then
  std::atomic<std::int64_t> win_sum;     ///< in kWinUnit
  std::atomic<std::int64_t> margin_sum;  ///< in kMarginUnit
  std::atomic<float> regret;             ///< Selection::Regret only
  std::atomic<float> strategy;           ///< Selection::Regret only: sum of the policies played
};
static_assert(sizeof(Edge) == 40);

/// An information set.
struct Node {
  enum Phase : std::uint8_t { Free, Growing, Ready };
  /// 0 while free. Set once, by compare-and-swap; relaxed is enough because nothing else is read
  /// before `phase` says Ready.
  std::atomic<std::uint64_t> key;
  // Written by the thread that claimed the key, before `phase` becomes Ready.
  std::uint32_t first_edge;
  std::uint16_t edge_count;
  std::uint16_t legal_count;
  std::atomic<std::uint32_t> visits;  ///< relaxed, as in Edge
  /// Stored with release by the claimant, loaded with acquire by everybody else: who sees Ready
  /// sees the edges.
  std::atomic<std::uint8_t> phase;
  play::Actor actor;
};
static_assert(sizeof(Node) == 24);

/// A bounded table of nodes and an arena of edges. Nothing is allocated after construction; when
/// either is full, `claim` and `grow` say so and the search goes on with what it has.
class Tree {
 public:
  static constexpr int kLeastMemoryMb = 1;

  /// Throws core::InputError when memory_mb is below kLeastMemoryMb or beyond the machine.
  explicit Tree(int memory_mb);

  /// Forgets everything. Not while a search runs.
  void clear();

  enum class Found { Ready, Growing, Claimed, Full };
  struct Place {
    Found found;
    Node* node;  ///< null when Full
  };
  /// Finds the node of `key`, or claims a free one for the caller, who must then `grow` it.
  Place claim(std::uint64_t key);
  /// The ready node of `key`, or null.
  Node* find(std::uint64_t key);
  /// Gives a claimed node its edges and publishes it. False when the arena is full; the node
  /// then stays without edges for good.
  bool grow(Node& node, play::Actor actor, std::span<const play::Action> actions,
            std::span<const float> priors, std::size_t legal_count);

  /// Gives a ready node more edges, and its old edges their statistics. Not while a search runs.
  bool regrow(Node& node, std::span<const play::Action> actions, std::span<const float> priors);

  std::span<Edge> edges(const Node& node) {
    return {edges_.get() + node.first_edge, node.edge_count};
  }
  std::uint64_t memory_bytes() const;
  std::uint64_t node_count() const { return node_count_.load(std::memory_order_relaxed); }
  bool full() const { return full_.load(std::memory_order_relaxed); }
  /// Share of nodes or edges in use, whichever is larger.
  double fill() const;

 private:
  static constexpr std::size_t kProbes = 32;

  std::size_t node_capacity_;
  std::size_t edge_capacity_;
  std::unique_ptr<Node[]> nodes_;
  std::unique_ptr<Edge[]> edges_;
  /// Bump pointer; relaxed, because each thread only needs a range of its own.
  std::atomic<std::uint64_t> next_edge_{0};
  std::atomic<std::uint64_t> node_count_{0};
  std::atomic<bool> full_{false};
};

}  // namespace niemen::ai
