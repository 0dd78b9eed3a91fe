// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values by name, over TCP. A request is a letter, two lengths, a key and a value; an answer is a
// letter, a length and a value.
#include "nccl/machines/Bootstrap.h"

#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <ifaddrs.h>
#include <map>
#include <net/if.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include <vector>

#include "support/Options.h"
#include "support/os/Threads.h"

namespace anywarp::nccl {

namespace {
struct Head {
  char what; ///< 'h'ello, 's'et, 'g'et, 'd'one; answers: 'v'alue, 'f'ailure
  uint32_t keyBytes, valueBytes;
};
constexpr uint32_t kMostBytes = 1 << 20;

std::string message(char what, const std::string &key, const std::string &value) {
  Head head{};
  head.what = what;
  head.keyBytes = uint32_t(key.size());
  head.valueBytes = uint32_t(value.size());
  return std::string(reinterpret_cast<const char *>(&head), sizeof head) + key + value;
}

bool sendAll(int socket, const std::string &text) {
  for (size_t at = 0; at < text.size();) {
    const ssize_t sent = ::send(socket, text.data() + at, text.size() - at, MSG_NOSIGNAL);
    if (sent < 0 && errno != EINTR)
      return false;
    at += sent > 0 ? size_t(sent) : 0;
  }
  return true;
}

/// 0: all came; else an errno, or ECONNRESET at the end of the stream.
int receiveAll(int socket, char *data, size_t bytes) {
  for (size_t at = 0; at < bytes;) {
    const ssize_t got = ::recv(socket, data + at, bytes - at, 0);
    if (got == 0)
      return ECONNRESET;
    if (got < 0 && errno != EINTR)
      return errno;
    at += got > 0 ? size_t(got) : 0;
  }
  return 0;
}

// -- The serving side -----------------------------------------------------------------------------

class Server {
public:
  Server(int listener, std::string secret) : listener_(listener), secret_(std::move(secret)) {}
  ~Server() {
    for (Client &client : clients_)
      ::close(client.socket);
    ::close(listener_);
  }
  static void *main(void *self) {
    pthread_setname_np(pthread_self(), "anywarp-nccl");
    static_cast<Server *>(self)->run();
    delete static_cast<Server *>(self);
    return nullptr;
  }

private:
  struct Client {
    int socket;
    bool isKnown = false, isDone = false;
    std::string input, wanted;
  };

  void run() {
    while (!ranks_ || done_ < ranks_) {
      std::vector<pollfd> fds{{listener_, POLLIN, 0}};
      for (const Client &client : clients_)
        fds.push_back({client.socket, POLLIN, 0});
      if (::poll(fds.data(), fds.size(), -1) < 0 && errno != EINTR)
        return;
      for (size_t i = clients_.size(); i-- > 0;)
        if (fds[i + 1].revents && !serve(clients_[i]))
          drop(i);
      if (fds[0].revents)
        accept();
    }
  }
  void accept() {
    const int socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (socket < 0)
      return;
    const timeval most{10, 0}; // for answers, which fit into the socket's memory
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &most, sizeof most);
    clients_.push_back({socket, false, false, {}, {}});
  }
  /// A rank that goes before it has met the others leaves them nothing to wait for.
  void drop(size_t i) {
    const bool isLost = clients_[i].isKnown && !clients_[i].isDone;
    ::close(clients_[i].socket);
    clients_.erase(clients_.begin() + ptrdiff_t(i));
    hasFailed_ = hasFailed_ || isLost;
    if (isLost)
      for (Client &client : clients_)
        answer(client);
  }
  bool serve(Client &client) {
    char bytes[4096];
    const ssize_t got = ::recv(client.socket, bytes, sizeof bytes, MSG_DONTWAIT);
    if (got < 0)
      return errno == EAGAIN || errno == EINTR;
    if (got == 0)
      return false;
    client.input.append(bytes, size_t(got));
    while (client.input.size() >= sizeof(Head)) {
      Head head;
      std::memcpy(&head, client.input.data(), sizeof head);
      if (head.keyBytes > kMostBytes || head.valueBytes > kMostBytes)
        return false;
      const size_t whole = sizeof head + head.keyBytes + head.valueBytes;
      if (client.input.size() < whole)
        break;
      const std::string key = client.input.substr(sizeof head, head.keyBytes);
      const std::string value = client.input.substr(sizeof head + head.keyBytes, head.valueBytes);
      client.input.erase(0, whole);
      if (!handle(client, head.what, key, value))
        return false;
    }
    return true;
  }
  bool handle(Client &client, char what, const std::string &key, const std::string &value) {
    if (what == 'h' && key == secret_) {
      client.isKnown = true;
      ranks_ = size_t(std::strtoul(value.c_str(), nullptr, 10));
    }
    if (!client.isKnown)
      return false;
    if (what == 's') {
      values_[key] = value;
      for (Client &other : clients_)
        answer(other);
    } else if (what == 'g') {
      client.wanted = key;
      answer(client);
    } else if (what == 'd' && !client.isDone) {
      client.isDone = true;
      ++done_;
    }
    return true;
  }
  void answer(Client &client) {
    if (client.wanted.empty())
      return;
    auto it = values_.find(client.wanted);
    if (it == values_.end() && !hasFailed_)
      return;
    const bool isThere = it != values_.end();
    (void)sendAll(client.socket, message(isThere ? 'v' : 'f', "", isThere ? it->second : ""));
    client.wanted.clear();
  }

  const int listener_;
  const std::string secret_;
  std::vector<Client> clients_;
  std::map<std::string, std::string> values_;
  size_t ranks_ = 0, done_ = 0;
  bool hasFailed_ = false;
};

// -- Addresses ------------------------------------------------------------------------------------

/// As NCCL's manual has it: a list of beginnings of names; "=" whole names, "^" all but these.
bool isWanted(const std::string &name, std::string list) {
  const bool isExcluding = !list.empty() && list[0] == '^';
  if (isExcluding)
    list.erase(0, 1);
  const bool isExact = !list.empty() && list[0] == '=';
  if (isExact)
    list.erase(0, 1);
  bool isListed = false;
  for (size_t at = 0; at <= list.size();) {
    const size_t end = std::min(list.find(',', at), list.size());
    const std::string entry = list.substr(at, end - at);
    isListed = isListed || (!entry.empty() && (isExact ? name == entry : !name.rfind(entry, 0)));
    at = end + 1;
  }
  return isListed != isExcluding;
}

/// An address of either family.
struct Address {
  sockaddr_storage storage{};
  socklen_t bytes = 0;

  sockaddr *any() { return reinterpret_cast<sockaddr *>(&storage); }
  const sockaddr *any() const { return reinterpret_cast<const sockaddr *>(&storage); }
  int family() const { return storage.ss_family; }
  void set(const sockaddr *from, socklen_t size) { std::memcpy(&storage, from, bytes = size); }
  /// Without the port.
  std::string host() const {
    char text[INET6_ADDRSTRLEN] = "";
    const void *number =
        family() == AF_INET6
            ? static_cast<const void *>(&reinterpret_cast<const sockaddr_in6 *>(any())->sin6_addr)
            : &reinterpret_cast<const sockaddr_in *>(any())->sin_addr;
    inet_ntop(family(), number, text, sizeof text);
    return text;
  }
  uint16_t port() const {
    return ntohs(family() == AF_INET6 ? reinterpret_cast<const sockaddr_in6 *>(any())->sin6_port
                                      : reinterpret_cast<const sockaddr_in *>(any())->sin_port);
  }
  /// "1.2.3.4:5" or "[1::2]:5".
  std::string text() const {
    const std::string port = ":" + std::to_string(this->port());
    return family() == AF_INET6 ? "[" + host() + "]" + port : host() + port;
  }
};

bool parse(const std::string &text, Address &address) {
  const size_t colon = text.rfind(':');
  if (colon == std::string::npos || !colon)
    return false;
  const bool isSixth = text[0] == '[' && text[colon - 1] == ']';
  const std::string host = isSixth ? text.substr(1, colon - 2) : text.substr(0, colon);
  addrinfo hints{}, *found = nullptr;
  hints.ai_family = isSixth ? AF_INET6 : AF_INET;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
  if (getaddrinfo(host.c_str(), text.c_str() + colon + 1, &hints, &found))
    return false;
  address.set(found->ai_addr, found->ai_addrlen);
  freeaddrinfo(found);
  return true;
}

bool isOfLink(const sockaddr *address) {
  return address->sa_family == AF_INET6 &&
         IN6_IS_ADDR_LINKLOCAL(&reinterpret_cast<const sockaddr_in6 *>(address)->sin6_addr);
}

/// What an address is worth; 0: nothing. Loopback ones and those of containers come last. An
/// address of one link means nothing to other machines.
unsigned worthOf(const ifaddrs &interface) {
  const std::string &list = Options::get().ncclInterfaces, &wanted = Options::get().ncclFamily;
  if (!interface.ifa_addr || !(interface.ifa_flags & IFF_UP))
    return 0;
  const int family = interface.ifa_addr->sa_family;
  const bool isSixth = family == AF_INET6;
  if ((family != AF_INET && !isSixth) || (wanted == "AF_INET" && isSixth) ||
      (wanted == "AF_INET6" && !isSixth))
    return 0;
  if (isOfLink(interface.ifa_addr))
    return 0;
  const std::string name = interface.ifa_name;
  if (!list.empty() && !isWanted(name, list))
    return 0;
  const unsigned kind = interface.ifa_flags & IFF_LOOPBACK    ? 1
                        : !isWanted(name, "^docker,lo,virbr") ? 2
                                                              : 3;
  return 2 * kind + !isSixth;
}

/// The best one, the first of its kind; false: there is none.
bool ownAddress(Address &best) {
  ifaddrs *all = nullptr;
  if (getifaddrs(&all))
    return false;
  unsigned most = 0;
  for (ifaddrs *i = all; i; i = i->ifa_next)
    if (const unsigned worth = worthOf(*i); worth > most) {
      most = worth;
      best.set(i->ifa_addr,
               i->ifa_addr->sa_family == AF_INET6 ? sizeof(sockaddr_in6) : sizeof(sockaddr_in));
    }
  freeifaddrs(all);
  return most;
}

/// A network that is coming up: an address of IPv6 that was just given serves nobody yet, and
/// routes come later.
class Settling {
public:
  /// True: the call that failed is worth another try, before which a moment has passed.
  bool goesOn() {
    const auto passed = std::chrono::steady_clock::now() - began_;
    const std::chrono::seconds most(patienceSeconds());
    switch (errno) {
    case EADDRNOTAVAIL:
    case ENETUNREACH:
    case EHOSTUNREACH:
    case ENETDOWN:
      if (passed > std::min(most, kNoWay))
        return false;
      break;
    case EINPROGRESS: // nobody answered so far
      if (passed > most)
        return false;
      break;
    default:
      return false;
    }
    const timespec moment{0, 50'000'000};
    nanosleep(&moment, nullptr);
    return true;
  }

private:
  static constexpr std::chrono::seconds kNoWay{30};
  const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

/// One try. Another may go out from an address that has come up meanwhile.
bool connectTo(int socket, const Address &to) {
  const timeval most{time_t(std::min<int64_t>(patienceSeconds(), 2)), 0};
  setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &most, sizeof most);
  if (::connect(socket, to.any(), to.bytes))
    return false;
  Address own;
  own.bytes = sizeof own.storage;
  if (getsockname(socket, own.any(), &own.bytes))
    return false;
  errno = EADDRNOTAVAIL; // the others could not connect to that
  return isOfLink(to.any()) || !isOfLink(own.any());
}
} // namespace

int64_t patienceSeconds() {
  static const int64_t seconds =
      std::max<int64_t>(1, std::strtoll(Options::get().ncclTimeout.c_str(), nullptr, 10));
  return seconds;
}

std::string serveRanks(const std::string &secret) {
  Address address;
  if (!ownAddress(address))
    return "";
  const int listener = ::socket(address.family(), SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listener < 0)
    return "";
  pthread_t thread;
  int failed;
  for (Settling network; (failed = ::bind(listener, address.any(), address.bytes));)
    if (!network.goesOn())
      break;
  if (failed || ::listen(listener, 1024) || getsockname(listener, address.any(), &address.bytes)) {
    ::close(listener);
    return "";
  }
  auto *server = new Server(listener, secret);
  if (!startThread(thread, Server::main, server)) {
    delete server;
    return "";
  }
  pthread_detach(thread);
  return address.text();
}

std::unique_ptr<Bootstrap> Bootstrap::connect(const std::string &address, const std::string &secret,
                                              int ranks) {
  Address to;
  if (!parse(address, to))
    return nullptr;
  for (Settling network;;) {
    const int socket = ::socket(to.family(), SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (socket < 0)
      return nullptr;
    std::unique_ptr<Bootstrap> made(new Bootstrap(socket));
    if (!connectTo(socket, to)) {
      if (network.goesOn())
        continue;
      return nullptr;
    }
    const timeval most{time_t(patienceSeconds()), 0};
    const int on = 1;
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &most, sizeof most);
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &most, sizeof most);
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return sendAll(socket, message('h', secret, std::to_string(ranks))) ? std::move(made) : nullptr;
  }
}

Bootstrap::~Bootstrap() { ::close(socket_); }

bool Bootstrap::set(const std::string &key, const std::string &value) {
  return sendAll(socket_, message('s', key, value));
}

ncclResult_t Bootstrap::get(const std::string &key, std::string &value) {
  Head head;
  if (!sendAll(socket_, message('g', key, "")))
    return ncclRemoteError;
  int error = receiveAll(socket_, reinterpret_cast<char *>(&head), sizeof head);
  if (!error && head.what == 'v' && head.valueBytes <= kMostBytes) {
    value.resize(head.valueBytes);
    error = receiveAll(socket_, value.data(), value.size());
    if (!error)
      return ncclSuccess;
  }
  return error == EAGAIN ? ncclSystemError : ncclRemoteError;
}

void Bootstrap::finish() { (void)sendAll(socket_, message('d', "", "")); }

std::string Bootstrap::ownAddress() const {
  Address address;
  address.bytes = sizeof address.storage;
  getsockname(socket_, address.any(), &address.bytes);
  return address.host();
}

void Bootstrap::interrupt() { (void)::shutdown(socket_, SHUT_RDWR); }

} // namespace anywarp::nccl
