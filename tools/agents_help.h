// niemen help agents, niemen help queries: what programs are told, and what they say.
#pragma once

#include <iosfwd>

namespace niemen::tools {

void print_agents_help(std::ostream& out);
/// niemen help queries: what is said between `niemen engine` and whoever asks it.
void print_queries_help(std::ostream& out);

}  // namespace niemen::tools
