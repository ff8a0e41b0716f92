// niemen serve: the table in a browser.
#include <chrono>
#include <iostream>
#include <stop_token>
#include <thread>

#include "engine/core/error.h"
#include "engine/play/session.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/serve/desk.h"
#include "tools/serve/greeting.h"
#include "tools/serve/network.h"

namespace niemen::tools {

int serve_command(int argc, char** argv) {
  cxxopts::Options options(
      "niemen serve",
      "Serves the page to play on, to this machine alone. Open the address\n"
      "that it prints. Ctrl-C ends it; every campaign is kept, and in the file of\n"
      "one that goes on the dice and what lies hidden are sealed: see\n"
      "niemen help play.");
  options.add_options()("port", "Port on 127.0.0.1 (0: any that is free)",
                        cxxopts::value<std::string>()->default_value("1812"))(
      "seconds", "End by itself after so long (0: go on)",
      cxxopts::value<std::string>()->default_value("0"))(
      "replay", "Show a recorded campaign: a log of niemen record, or of niemen lab replay",
      cxxopts::value<std::string>())(
      "run", "Show the campaigns of a run of niemen lab as a table, and open any of them",
      cxxopts::value<std::string>())("listen", "Refused: the page is for this machine alone",
                                     cxxopts::value<std::string>());
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  if (arguments->count("listen"))
    throw UsageError(
        "--listen is refused: whoever reaches the page commands the army, and nothing here keeps "
        "others out; use a tunnel such as ssh -L 1812:127.0.0.1:1812");
  constexpr int kLastPort = 65535;
  const auto port = static_cast<std::uint16_t>(whole_option(*arguments, "port", 0, kLastPort));

  const auto token = serve::new_token();
  serve::Network* line = nullptr;
  serve::Desk desk(play::sessions_folder(),
                   [&](serve::TabId tab, std::string text) { line->send(tab, std::move(text)); });
  serve::Network network(
      port, token,
      {.joined = [&](serve::TabId tab) { desk.joined(tab); },
       .heard = [&](serve::TabId tab, std::string_view text) { desk.heard(tab, text); },
       .left = [&](serve::TabId tab) { desk.left(tab); },
       .tick = [&] { desk.tick(); }});
  line = &network;
  if (arguments->count("run")) desk.show_run((*arguments)["run"].as<std::string>());
  const auto shown = arguments->count("replay")
                         ? "&c=" + desk.lay_out((*arguments)["replay"].as<std::string>())
                         : std::string();
  std::cout << "Open http://127.0.0.1:" << network.port() << "/#t=" << token << shown
            << "\nCtrl-C ends it; every campaign is kept." << std::endl;
  std::stop_source ended;
  const std::stop_callback interrupted(interrupt_token(), [&] { ended.request_stop(); });
  std::jthread watch;
  if (const double seconds = seconds_option(*arguments, "seconds", 0); seconds > 0)
    watch = std::jthread([&ended, seconds](const std::stop_token& over) {
      const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
      while (!over.stop_requested() && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
      ended.request_stop();
    });
  network.run(ended.get_token());
  std::cout << "Closed; every campaign is kept in " << play::sessions_folder().string() << '\n';
  return kGood;
}

}  // namespace niemen::tools
