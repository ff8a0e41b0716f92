// niemen serve: the table in a browser.
#include <iostream>

#include "engine/core/error.h"
#include "engine/play/session.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/page_server.h"
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
  const auto port = port_option(*arguments);

  const auto token = serve::new_token();
  serve::Network* line = nullptr;
  serve::Desk desk(play::sessions_folder(),
                   [&](serve::TabId tab, std::string text) { line->send(tab, std::move(text)); });
  serve::Network network(port, token, listener_of(desk));
  line = &network;
  if (arguments->count("run")) desk.show_run((*arguments)["run"].as<std::string>());
  const auto shown = arguments->count("replay")
                         ? "&c=" + desk.lay_out((*arguments)["replay"].as<std::string>())
                         : std::string();
  std::cout << "Open http://127.0.0.1:" << network.port() << "/#t=" << token << shown
            << "\nCtrl-C ends it; every campaign is kept." << std::endl;
  serve_pages(network, *arguments);
  std::cout << "Closed; every campaign is kept in " << play::sessions_folder().string() << '\n';
  return kGood;
}

}  // namespace niemen::tools
