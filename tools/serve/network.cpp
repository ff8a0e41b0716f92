#include "tools/serve/network.h"

#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <deque>
#include <list>
#include <map>
#include <optional>

#include "engine/core/error.h"
#include "tools/serve/assets.h"
#include "tools/serve/browser_ports.h"
#include "tools/serve/greeting.h"
#include "tools/serve/port_holder.h"
#include "tools/serve/requests.h"

namespace niemen::serve {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using tcp = asio::ip::tcp;
using boost::system::error_code;
/// Without compression: it talks to a browser beside it.
using WebSocket = websocket::stream<beast::tcp_stream, false>;

namespace {

constexpr auto kTick = std::chrono::milliseconds(40);
/// Between two tries to accept a connection where none can be.
constexpr auto kAcceptPause = std::chrono::milliseconds(250);
/// What a connection is told for which there is no room.
constexpr Asset kFull{
    {},
    "text/plain",
    "Too many connections are open: close other tabs, then load this one again.\n"};

}  // namespace

struct Network::Implementation {
  /// A connection that became a WebSocket.
  struct Tab : std::enable_shared_from_this<Tab> {
    Tab(Implementation& owner, WebSocket stream, TabId number)
        : network(owner), socket(std::move(stream)), id(number) {}

    void begin() {
      greeting_timer.expires_after(std::chrono::seconds(kRequestSeconds));
      greeting_timer.async_wait([self = shared_from_this()](error_code error) {
        if (!error && !self->greeted) self->close();
      });
      read();
    }
    void read() {
      socket.async_read(buffer, [self = shared_from_this()](error_code error, std::size_t) {
        if (error) return self->gone();
        const auto text = beast::buffers_to_string(self->buffer.data());
        self->buffer.consume(self->buffer.size());
        self->hear(text);
        if (self->open) self->read();
      });
    }
    void hear(const std::string& text) {
      if (greeted) return network.listener.heard(id, text);
      if (!is_greeting(text, network.token)) return refuse();
      greeted = true;
      greeting_timer.cancel();
      network.tabs.emplace(id, shared_from_this());
      network.listener.joined(id);
    }
    void send(std::string text) {
      constexpr std::size_t kMaxWaiting = 1024;  // a tab that does not read is let go
      if (!open) return;
      if (waiting.size() >= kMaxWaiting) return close();
      waiting.push_back(std::move(text));
      if (waiting.size() == 1) write();
    }
    void write() {
      socket.text(true);
      socket.async_write(asio::buffer(waiting.front()),
                         [self = shared_from_this()](error_code error, std::size_t) {
                           if (error) return self->gone();
                           self->waiting.pop_front();
                           if (!self->waiting.empty()) self->write();
                         });
    }
    /// Tells the tab that it belongs to another start, so that it does not come back.
    void refuse() {
      open = false;  // nothing more is read
      socket.async_close({websocket::close_code::policy_error, "not the address of this start"},
                         [self = shared_from_this()](error_code) {
                           self->open = true;
                           self->close();
                         });
    }
    void close() {
      error_code ignored;
      beast::get_lowest_layer(socket).socket().close(ignored);
      gone();
    }
    void gone() {
      if (!std::exchange(open, false)) return;
      greeting_timer.cancel();
      --network.connections;
      --network.sockets;
      if (network.tabs.erase(id)) network.listener.left(id);
    }

    Implementation& network;
    WebSocket socket;
    TabId id;
    asio::steady_timer greeting_timer{socket.get_executor()};
    beast::flat_buffer buffer;
    std::deque<std::string> waiting;
    bool greeted = false;
    bool open = true;
  };

  /// A connection that asks by HTTP.
  struct Visit : std::enable_shared_from_this<Visit> {
    Visit(Implementation& owner, tcp::socket socket) : network(owner), stream(std::move(socket)) {}
    ~Visit() {
      if (!handed_over) --network.connections;
    }

    void read() {
      parser.emplace();
      parser->header_limit(kMaxHeader);
      parser->body_limit(0);
      stream.expires_after(std::chrono::seconds(kRequestSeconds));
      asking = network.asking.insert(network.asking.end(), this);
      http::async_read(stream, buffer, *parser,
                       [self = shared_from_this()](error_code error, std::size_t) {
                         if (!self->leave_asking() || error) return;
                         self->answer(self->parser->release());
                       });
    }
    /// Waits no longer for a request. False: it did not.
    bool leave_asking() {
      if (!asking) return false;
      network.asking.erase(*asking);
      asking.reset();
      return true;
    }
    /// Makes room for another: tells so, and ends.
    void turn_away() {
      leave_asking();
      respond(http::status::service_unavailable, kFull, {});
    }
    void answer(Request request) {
      const auto status = refusal_of(request, network.port);
      if (status == http::status::ok && websocket::is_upgrade(request)) {
        if (request.target() != "/socket") return refuse(http::status::not_found, request);
        if (network.sockets >= kMaxSockets)
          return respond(http::status::service_unavailable, kFull, request);
        return upgrade(std::move(request));
      }
      const auto* asset =
          status == http::status::ok ? network.find(std::string(request.target())) : nullptr;
      if (status != http::status::ok) return refuse(status, request);
      if (!asset) return refuse(http::status::not_found, request);
      respond(status, *asset, request);
    }
    void refuse(http::status status, const Request& request) {
      words = refusal_words(status, network.port);
      respond(status, {{}, "text/plain; charset=utf-8", words}, request);
    }
    void respond(http::status status, const Asset& asset, const Request& request) {
      const bool keep = request.keep_alive() && status == http::status::ok;
      response.emplace(status, request.version());
      harden(*response);
      if (!asset.type.empty())
        response->set(http::field::content_type,
                      beast::string_view(asset.type.data(), asset.type.size()));
      response->body() = {asset.bytes.data(), asset.bytes.size()};
      response->keep_alive(keep);
      response->prepare_payload();
      http::async_write(stream, *response,
                        [self = shared_from_this(), keep](error_code error, std::size_t) {
                          if (!error && keep) return self->read();
                          error_code ignored;
                          self->stream.socket().shutdown(tcp::socket::shutdown_both, ignored);
                        });
    }
    void upgrade(Request request) {
      stream.expires_never();
      WebSocket socket(std::move(stream));
      socket.set_option(websocket::stream_base::timeout::suggested(beast::role_type::server));
      socket.read_message_max(kMaxMessage);
      auto tab = std::make_shared<Tab>(network, std::move(socket), ++network.last_tab);
      handed_over = true;
      ++network.sockets;
      auto kept = std::make_shared<Request>(std::move(request));
      tab->socket.async_accept(*kept, [tab, kept](error_code error) {
        if (error) return tab->gone();
        tab->begin();
      });
    }

    Implementation& network;
    beast::tcp_stream stream;
    beast::flat_buffer buffer{kMaxHeader + 1};
    std::optional<http::request_parser<http::empty_body>> parser;
    std::optional<Response> response;
    std::string words;                                  // of a refusal; the response points to them
    std::optional<std::list<Visit*>::iterator> asking;  // while a request is waited for
    bool handed_over = false;
  };

  Implementation(std::uint16_t wanted, std::string secret, TabListener told, FindAsset found)
      : token(std::move(secret)), listener(std::move(told)), find(std::move(found)) {
    if (!find) find = [](const std::string& path) { return find_asset(path); };
    const tcp::endpoint here(asio::ip::address_v4::loopback(), wanted);
    if (wanted != 0 && browsers_refuse(wanted))
      throw core::InputError("port " + std::to_string(wanted) +
                             ": no browser opens a page there, for it belongs to another protocol; "
                             "try --port " +
                             std::to_string(next_free(wanted)));
    acceptor.open(here.protocol());
    acceptor.set_option(asio::socket_base::reuse_address(true));
    error_code error;
    acceptor.bind(here, error);
    if (error) {
      const auto holder = port_holder(wanted);
      throw core::InputError("port " + std::to_string(wanted) + " on 127.0.0.1: " +
                             error.message() + (holder.empty() ? "" : " (" + holder + ")") +
                             "; try --port " + std::to_string(next_free(wanted)));
    }
    acceptor.listen();
    port = acceptor.local_endpoint().port();
  }

  /// The next port above `taken` that can be listened on; 0 stands for any.
  int next_free(std::uint16_t taken) {
    constexpr int kLastPort = 65535;
    for (int candidate = taken + 1; candidate <= kLastPort; ++candidate) {
      if (browsers_refuse(static_cast<std::uint16_t>(candidate))) continue;
      tcp::acceptor trial(context);
      error_code error;
      trial.open(tcp::v4(), error);
      trial.bind({asio::ip::address_v4::loopback(), static_cast<std::uint16_t>(candidate)}, error);
      if (!error) return candidate;
    }
    return 0;
  }

  void accept() {
    acceptor.async_accept([this](error_code error, tcp::socket socket) {
      if (error == asio::error::operation_aborted) return;
      if (!error && connections < kMaxConnections) {
        error_code ignored;
        socket.set_option(tcp::no_delay(true), ignored);
        ++connections;
        if (asking.size() >= kMaxAsking) asking.front()->turn_away();
        std::make_shared<Visit>(*this, std::move(socket))->read();
      }
      if (!error) return accept();
      // Too many files are open, or memory is short: that stays so for a while.
      if (!asking.empty()) asking.front()->turn_away();
      pause.expires_after(kAcceptPause);
      pause.async_wait([this](error_code ended) {
        if (!ended) accept();
      });
    });
  }

  void tick(const std::stop_token& stop) {
    timer.expires_after(kTick);
    timer.async_wait([this, &stop](error_code) {
      if (stop.stop_requested()) return context.stop();
      listener.tick();
      tick(stop);
    });
  }

  asio::io_context context{1};
  tcp::acceptor acceptor{context};
  asio::steady_timer timer{context};
  asio::steady_timer pause{context};  // before the next try to accept
  std::string token;
  TabListener listener;
  FindAsset find;
  std::uint16_t port = 0;
  int connections = 0;
  int sockets = 0;           // of them, those that became a WebSocket
  std::list<Visit*> asking;  // those that have not sent a whole request; the oldest first
  TabId last_tab = 0;
  std::map<TabId, std::shared_ptr<Tab>> tabs;
};

Network::Network(std::uint16_t port, std::string token, TabListener listener, FindAsset find)
    : implementation_(std::make_unique<Implementation>(port, std::move(token), std::move(listener),
                                                       std::move(find))) {}

Network::~Network() = default;

std::uint16_t Network::port() const { return implementation_->port; }

void Network::run(const std::stop_token& stop) {
  implementation_->accept();
  implementation_->tick(stop);
  implementation_->context.run();
  implementation_->tabs.clear();
}

void Network::send(TabId tab, std::string text) {
  const auto found = implementation_->tabs.find(tab);
  if (found != implementation_->tabs.end()) found->second->send(std::move(text));
}

}  // namespace niemen::serve
