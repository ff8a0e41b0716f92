// Which program listens on a port of this machine.
#pragma once

#include <cstdint>
#include <string>

namespace niemen::serve {

/// "niemen, process 4711" for the program that listens on a TCP port of 127.0.0.1; empty where the
/// system does not tell: no /proc, or a program of another user.
std::string port_holder(std::uint16_t port);

}  // namespace niemen::serve
