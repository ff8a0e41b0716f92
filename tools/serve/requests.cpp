#include "tools/serve/requests.h"

#include <string>

#include "tools/serve/network.h"

namespace niemen::serve {

namespace {

/// What a page may do in the browser: nothing but talk to this server.
constexpr char kContentPolicy[] =
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' "
    "data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

}  // namespace

void harden(Response& response) {
  response.set("Content-Security-Policy", kContentPolicy);
  response.set("X-Content-Type-Options", "nosniff");
  response.set("Referrer-Policy", "no-referrer");
  response.set("Cross-Origin-Resource-Policy", "same-origin");
  response.set(http::field::cache_control, "no-store");
}

http::status refusal_of(const Request& request, std::uint16_t port) {
  const auto end = ":" + std::to_string(port);
  const auto host = std::string(request[http::field::host]);
  if (host != "127.0.0.1" + end && host != "localhost" + end)
    return http::status::misdirected_request;
  const auto origin = std::string(request[http::field::origin]);
  if (!origin.empty() && origin != "http://" + host) return http::status::forbidden;
  const auto site = std::string(request["Sec-Fetch-Site"]);
  // A link on another page leads here like an address that is typed: the page does nothing without
  // the token. Parts of it are for this page alone.
  const bool whole_page =
      request["Sec-Fetch-Mode"] == "navigate" && request["Sec-Fetch-Dest"] == "document";
  if (!site.empty() && site != "none" && site != "same-origin" && !whole_page)
    return http::status::forbidden;
  if (request.method() != http::verb::get) return http::status::method_not_allowed;
  if (request.target().size() > kMaxPath) return http::status::uri_too_long;
  if (request.count(http::field::transfer_encoding) ||
      request.count(http::field::content_encoding) || request.count(http::field::range))
    return http::status::bad_request;
  return http::status::ok;
}

std::string refusal_words(http::status status, std::uint16_t port) {
  const auto here = std::to_string(port);
  switch (status) {
    case http::status::misdirected_request:
      return "This is not the address that niemen serve has printed: it answers to "
             "http://127.0.0.1:" +
             here + " and http://localhost:" + here +
             " alone. A tunnel must have the same port at both ends: ssh -L " + here +
             ":127.0.0.1:" + here + "\n";
    case http::status::forbidden:
      return "Another site asks for a part of the page, which only the page itself may. Open the "
             "address that niemen serve has printed.\n";
    case http::status::not_found:
      return "There is no such page here. Open the address that niemen serve has printed.\n";
    case http::status::method_not_allowed: return "Only GET is answered here.\n";
    case http::status::uri_too_long: return "The address is too long.\n";
    default: return "niemen serve does not understand this request.\n";
  }
}

}  // namespace niemen::serve
