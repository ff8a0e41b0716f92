#include "ai/search/tree.h"

#include <algorithm>
#include <bit>
#include <new>
#include <string>

#include "engine/core/error.h"

namespace niemen::ai {

namespace {

/// Edges to a node, as measured on campaigns with policies: the arena should not be the first to
/// fill up.
constexpr std::size_t kEdgesPerNode = 12;
constexpr auto kRelaxed = std::memory_order_relaxed;

}  // namespace

Tree::Tree(int memory_mb) {
  if (memory_mb < kLeastMemoryMb)
    throw core::InputError("memory_mb is " + std::to_string(memory_mb) +
                           "; a search needs at least " + std::to_string(kLeastMemoryMb));
  const std::size_t bytes = static_cast<std::size_t>(memory_mb) << 20;
  node_capacity_ = std::bit_floor(bytes / (sizeof(Node) + kEdgesPerNode * sizeof(Edge)));
  edge_capacity_ = (bytes - node_capacity_ * sizeof(Node)) / sizeof(Edge);
  try {
    nodes_ = std::make_unique<Node[]>(node_capacity_);
    edges_ = std::make_unique<Edge[]>(edge_capacity_);
  } catch (const std::bad_alloc&) {
    throw core::InputError("memory_mb is " + std::to_string(memory_mb) +
                           "; this machine has not so much to give");
  }
}

void Tree::clear() {
  if (node_count() == 0) return;
  for (std::size_t i = 0; i < node_capacity_; ++i) {
    nodes_[i].key.store(0, kRelaxed);
    nodes_[i].phase.store(Node::Free, kRelaxed);
    nodes_[i].visits.store(0, kRelaxed);
  }
  next_edge_.store(0, kRelaxed);
  node_count_.store(0, kRelaxed);
  full_.store(false, kRelaxed);
}

Tree::Place Tree::claim(std::uint64_t key) {
  key |= key == 0;  // 0 marks a free node
  const std::size_t mask = node_capacity_ - 1;
  for (std::size_t probe = 0; probe < kProbes; ++probe) {
    auto& node = nodes_[(key + probe) & mask];
    auto present = node.key.load(kRelaxed);
    if (present == 0 && node.key.compare_exchange_strong(present, key, kRelaxed)) {
      node_count_.fetch_add(1, kRelaxed);
      return {Found::Claimed, &node};
    }
    if (present != key) continue;
    const bool ready = node.phase.load(std::memory_order_acquire) == Node::Ready;
    return {ready ? Found::Ready : Found::Growing, &node};
  }
  full_.store(true, kRelaxed);
  return {Found::Full, nullptr};
}

Node* Tree::find(std::uint64_t key) {
  key |= key == 0;
  const std::size_t mask = node_capacity_ - 1;
  for (std::size_t probe = 0; probe < kProbes; ++probe) {
    auto& node = nodes_[(key + probe) & mask];
    if (node.key.load(kRelaxed) != key) continue;
    return node.phase.load(std::memory_order_acquire) == Node::Ready ? &node : nullptr;
  }
  return nullptr;
}

bool Tree::grow(Node& node, play::Actor actor, std::span<const play::Action> actions,
                std::span<const float> priors, std::size_t legal_count) {
  const auto first = next_edge_.fetch_add(actions.size(), kRelaxed);
  if (first + actions.size() > edge_capacity_) {
    full_.store(true, kRelaxed);
    return false;
  }
  for (std::size_t i = 0; i < actions.size(); ++i) {
    auto& edge = edges_[first + i];
    edge.action = actions[i];
    edge.prior = priors[i];
    edge.visits.store(0, kRelaxed);
    edge.in_flight.store(0, kRelaxed);
    edge.win_sum.store(0, kRelaxed);
    edge.margin_sum.store(0, kRelaxed);
    edge.regret.store(0, kRelaxed);
    edge.strategy.store(0, kRelaxed);
  }
  node.first_edge = static_cast<std::uint32_t>(first);
  node.edge_count = static_cast<std::uint16_t>(actions.size());
  node.legal_count = static_cast<std::uint16_t>(legal_count);
  node.actor = actor;
  node.phase.store(Node::Ready, std::memory_order_release);
  return true;
}

bool Tree::regrow(Node& node, std::span<const play::Action> actions,
                  std::span<const float> priors) {
  const auto old = edges(node);
  if (!grow(node, node.actor, actions, priors, actions.size())) return false;
  for (auto& edge : edges(node)) {
    const auto same = std::find_if(old.begin(), old.end(),
                                   [&](const Edge& o) { return o.action == edge.action; });
    if (same == old.end()) continue;
    edge.visits.store(same->visits.load(kRelaxed), kRelaxed);
    edge.win_sum.store(same->win_sum.load(kRelaxed), kRelaxed);
    edge.margin_sum.store(same->margin_sum.load(kRelaxed), kRelaxed);
    edge.regret.store(same->regret.load(kRelaxed), kRelaxed);
    edge.strategy.store(same->strategy.load(kRelaxed), kRelaxed);
  }
  return true;
}

std::uint64_t Tree::memory_bytes() const {
  return node_capacity_ * sizeof(Node) + edge_capacity_ * sizeof(Edge);
}

double Tree::fill() const {
  return std::max(
      static_cast<double>(node_count()) / static_cast<double>(node_capacity_),
      static_cast<double>(next_edge_.load(kRelaxed)) / static_cast<double>(edge_capacity_));
}

}  // namespace niemen::ai
