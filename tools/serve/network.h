// HTTP and WebSockets on the loopback, and nothing else: who may speak, how much, how long.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "tools/serve/assets.h"

namespace niemen::serve {

/// A tab whose token was right.
using TabId = std::uint64_t;

/// What the network tells of tabs; all calls come from the thread of Network::run.
struct TabListener {
  std::function<void(TabId)> joined;
  std::function<void(TabId, std::string_view text)> heard;
  std::function<void(TabId)> left;
  /// Called many times a second, for whatever was waited for.
  std::function<void()> tick;
};

/// Bounds of what strangers may cost.
inline constexpr std::size_t kMaxHeader = 8 * 1024;    ///< bytes of a request's head
inline constexpr std::size_t kMaxMessage = 64 * 1024;  ///< bytes of a message of a tab
inline constexpr std::size_t kMaxPath = 256;           ///< bytes of an address
inline constexpr int kMaxConnections = 256;
inline constexpr int kMaxSockets = 128;        ///< tabs; who is one too many is told so
inline constexpr std::size_t kMaxAsking = 64;  ///< without a request yet: the oldest makes room
inline constexpr int kRequestSeconds = 5;      ///< for the head of a request, and for the token

/// The file at a path, which must stay where it is; null: there is none.
using FindAsset = std::function<const Asset*(const std::string& path)>;

class Network {
 public:
  /// Listens on 127.0.0.1. Throws InputError where the port is taken, naming the next free one.
  /// `find` says what lies where; empty: the page to play on.
  Network(std::uint16_t port, std::string token, TabListener listener, FindAsset find = {});
  ~Network();
  std::uint16_t port() const;
  /// Serves until a stop is asked for; closes every tab then.
  void run(const std::stop_token& stop);
  /// Sends a message to a tab; to one that has left, nothing.
  void send(TabId tab, std::string text);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace niemen::serve
