#include "tools/page_server.h"

#include <chrono>
#include <stop_token>
#include <thread>

namespace niemen::tools {

std::uint16_t port_option(const cxxopts::ParseResult& arguments) {
  constexpr int kLastPort = 65535;
  return static_cast<std::uint16_t>(whole_option(arguments, "port", 0, kLastPort));
}

void serve_pages(serve::Network& network, const cxxopts::ParseResult& arguments) {
  std::stop_source ended;
  const std::stop_callback interrupted(interrupt_token(), [&] { ended.request_stop(); });
  std::jthread watch;
  if (const double seconds = seconds_option(arguments, "seconds", 0); seconds > 0)
    watch = std::jthread([&ended, seconds](const std::stop_token& over) {
      const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
      while (!over.stop_requested() && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
      ended.request_stop();
    });
  network.run(ended.get_token());
}

}  // namespace niemen::tools
