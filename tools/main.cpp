// niemen <subcommand> ...: finds the subcommand, and says in one line what a person did wrong.
#include <cstring>
#include <iostream>
#include <new>
#include <vector>

#include "ai/lab/build_info.h"
#include "engine/core/error.h"
#include "engine/core/faults.h"
#include "tools/agents_help.h"
#include "tools/command_line.h"
#include "tools/commands.h"

namespace {

using namespace niemen;

void print_overview(std::ostream& out) {
  out << "niemen: Napoleonic board wargames for players, analysts and designers\n\n"
         "usage: niemen <subcommand> [options]\n"
         "       niemen help <subcommand>\n"
         "       niemen help agents\n"
         "       niemen help queries\n"
         "       niemen --version\n\n";
  for (const auto& command : tools::commands()) {
    out << "  " << command.name << std::string(11 - command.name.size(), ' ') << command.summary
        << '\n';
  }
}

/// `niemen help`, `niemen help <subcommand>`, `niemen help lab run`, `niemen help agents`, `niemen
/// help queries`, `niemen help --examples`.
int help(int argc, char** argv) {
  if (argc < 2) {
    print_overview(std::cout);
    return tools::kGood;
  }
  if (std::strcmp(argv[1], "--examples") == 0) {
    for (const auto& command : tools::commands()) std::cout << command.examples << '\n';
    return tools::kGood;
  }
  if (std::strcmp(argv[1], "agents") == 0) {
    tools::print_agents_help(std::cout);
    return tools::kGood;
  }
  if (std::strcmp(argv[1], "queries") == 0) {
    tools::print_queries_help(std::cout);
    return tools::kGood;
  }
  for (const auto& command : tools::commands()) {
    if (command.name != argv[1]) continue;
    // Words behind the subcommand are subcommands of its own.
    char option[] = "--help";
    std::vector<char*> arguments(argv + 1, argv + argc);
    arguments.push_back(option);
    const auto count = static_cast<int>(arguments.size());
    arguments.push_back(nullptr);
    return command.run(count, arguments.data());
  }
  throw tools::UsageError("no subcommand \"" + std::string(argv[1]) + "\"; see niemen help");
}

/// `niemen --version`: what this program was built from, and with what.
int print_version(std::ostream& out) {
  const auto info = lab::build_info();
  out << "niemen " << info.version << "\ncommit "
      << (info.git_commit.empty() ? "unknown" : info.git_commit)
      << (info.git_dirty && !info.git_commit.empty() ? ", with changes" : "") << "\ncompiler "
      << info.compiler << ", " << info.flags << '\n';
  return tools::kGood;
}

int run(int argc, char** argv) {
  if (argc < 2) {
    print_overview(std::cerr);
    return tools::kWrongUsage;
  }
  const std::string_view name = argv[1];
  if (name == "help" || name == "--help" || name == "-h") return help(argc - 1, argv + 1);
  if (name == "--version") return print_version(std::cout);
  for (const auto& command : tools::commands())
    if (command.name == name) return command.run(argc - 1, argv + 1);
  throw tools::UsageError("no subcommand \"" + std::string(name) + "\"; see niemen help");
}

}  // namespace

int main(int argc, char** argv) {
  tools::open_standard_streams();
  tools::watch_interrupts();
  int status = tools::kBad;
  try {
    status = run(argc, argv);
    std::cout.flush();
    if (!std::cout) {
      std::cerr << "niemen: the output cannot be written\n";
      status = tools::kBad;
    }
  } catch (const tools::UsageError& error) {
    std::cerr << "niemen: " << error.what() << '\n';
    status = tools::kWrongUsage;
  } catch (const core::Interrupted& error) {
    std::cerr << "niemen: " << error.what() << '\n';
    status = tools::kInterrupted;
  } catch (const core::InputError& error) {
    for (const auto& line : core::lines_of(error)) std::cerr << "niemen: " << line << '\n';
  } catch (const std::bad_alloc&) {
    std::cerr << "niemen: out of memory\n";
  } catch (const std::exception& error) {
    std::cerr << "niemen: " << error.what() << '\n';
  }
  return status;
}
