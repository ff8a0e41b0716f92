// niemen help agents: what a program that plays is told, and what it answers.
#pragma once

#include <iosfwd>

namespace niemen::tools {

void print_agents_help(std::ostream& out);

}  // namespace niemen::tools
