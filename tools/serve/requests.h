// Which requests are answered, and what every answer says besides.
#pragma once

#include <boost/beast/http.hpp>
#include <cstdint>
#include <string>

namespace niemen::serve {

namespace http = boost::beast::http;
using Request = http::request<http::empty_body>;
using Response = http::response<http::span_body<const char>>;

/// What a browser may do with an answer: nothing but show it and talk to this server.
void harden(Response& response);

/// Why a request is turned down; ok for one that the page itself may make. `port`: the server's
/// own.
http::status refusal_of(const Request& request, std::uint16_t port);

/// What a person who meets a refusal reads, one line.
std::string refusal_words(http::status status, std::uint16_t port);

}  // namespace niemen::serve
