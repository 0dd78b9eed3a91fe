// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Both ends. A request is one message with three descriptors: the socket of the answer, a memory
// file with the job, and the folder in which the process is. The answer is one memory file. Whoever
// closes the answer's socket cancels.
#include "frontend/nvrtc/Server.h"

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <list>
#include <memory>
#include <poll.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "frontend/nvrtc/Compile.h"
#include "frontend/nvrtc/Wire.h"
#include "support/Mutex.h"
#include "support/os/Companion.h"
#include "support/os/PrivateFile.h"
#include "support/os/SystemLibrary.h"

namespace anywarp::frontend {
namespace {

class File {
public:
  explicit File(int number = -1) : number_(number) {}
  File(File &&other) noexcept : number_(std::exchange(other.number_, -1)) {}
  File &operator=(File &&other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~File() { drop(); }
  void drop() {
    if (number_ >= 0)
      close(number_);
    number_ = -1;
  }
  int number() const { return number_; }
  bool isOpen() const { return number_ >= 0; }

private:
  int number_;
};

File memoryFile(const std::string &bytes) {
  File file(memfd_create("compilation", MFD_CLOEXEC));
  return file.isOpen() && writeAll(file.number(), bytes) ? std::move(file) : File();
}

// -- The process that asks ------------------------------------------------------------------------

/// A process where it does not work three times does not try it again.
constexpr int kTries = 3;

class Servers {
public:
  Servers()
      : library_(pathOfCode(reinterpret_cast<void *>(&compileByServer))),
        program_(library_.substr(0, library_.rfind('/') + 1) + "anywarp-compiler") {
    // A child of fork finds the mutex free, whatever the other threads did.
    pthread_atfork([]() AW_UNCHECKED { servers_.mutex_.lock(); },
                   []() AW_UNCHECKED { servers_.mutex_.unlock(); },
                   []() AW_UNCHECKED { servers_.mutex_.unlock(); });
  }
  static Servers &get() { return servers_; }

  /// That of this process. No lock is held while one starts: of two that start, one goes.
  std::shared_ptr<Companion> current() {
    std::shared_ptr<Companion> now = exchange(nullptr, /*replaces=*/false);
    if (now && now->isOfThisProcess())
      return now;
    if (failures_ >= kTries)
      return nullptr;
    std::shared_ptr<Companion> made =
        Companion::start(program_, {library_, std::to_string(getpid())});
    if (!made)
      ++failures_;
    return made ? exchange(std::move(made), /*replaces=*/true) : nullptr;
  }
  void tellGood() { failures_ = 0; }
  /// The next compilation starts another.
  void tellLost(const std::shared_ptr<Companion> &lost) {
    ++failures_;
    LockGuard lock(mutex_);
    if (companion_ == lost)
      companion_ = nullptr;
  }

private:
  std::shared_ptr<Companion> exchange(std::shared_ptr<Companion> other, bool replaces) {
    LockGuard lock(mutex_);
    if (replaces)
      companion_ = std::move(other);
    return companion_;
  }

  static Servers &servers_;

  const std::string library_, program_;
  Mutex mutex_;
  std::shared_ptr<Companion> companion_ AW_GUARDED_BY(mutex_);
  std::atomic<int> failures_{0};
};
/// Made as the library is loaded: the loader may know it by a path from the folder of that moment.
/// It stays, since threads may compile while the process ends.
Servers &Servers::servers_ = *new Servers;

} // namespace

std::optional<RuntimeResult> compileByServer(const CompileJob &job,
                                             const std::function<bool()> &isCancelled) {
  std::shared_ptr<Companion> server = Servers::get().current();
  int ends[2];
  if (!server || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return std::nullopt;
  File answer(ends[0]), other(ends[1]);
  File request = memoryFile(pack(job, currentEnvironment()));
  File folder(open(".", O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!request.isOpen() || !folder.isOpen())
    return std::nullopt;
  if (!server->send({other.number(), request.number(), folder.number()})) {
    Servers::get().tellLost(server);
    return std::nullopt;
  }
  other.drop();
  // A fork of this process may hold the other end of the answer's socket, which then does not hang
  // up as the server dies.
  pollfd ready[] = {{answer.number(), POLLIN, 0}, {server->socket(), 0, 0}};
  while (poll(ready, 2, isCancelled ? kAskEvery : -1) <= 0)
    if (isCancelled && isCancelled()) {
      shutdown(answer.number(), SHUT_RDWR); // a fork of this process may hold it, too
      RuntimeResult cancelled;
      cancelled.outcome = RuntimeResult::Cancelled;
      return cancelled;
    }
  std::vector<int> files;
  if (ready[0].revents)
    files = receiveFiles(answer.number(), 1).value_or(files);
  RuntimeResult result;
  const File reply(files.empty() ? -1 : files.front());
  if (!reply.isOpen() || !unpack(contentsOf(reply.number()), result)) {
    Servers::get().tellLost(server);
    return std::nullopt;
  }
  Servers::get().tellGood();
  return result;
}

// -- The process that compiles --------------------------------------------------------------------

namespace {

struct Work {
  /// Whoever waits learns that nothing more comes, also where a fork of its process holds this end.
  ~Work() { shutdown(answer.number(), SHUT_RDWR); }

  RuntimeRequest request;
  File answer, folder;
  std::unique_ptr<RuntimeCompilation> compilation;
};

/// Null: it is no request, and whoever asked sees the answer's socket close.
std::unique_ptr<Work> begin(std::vector<int> files) {
  auto work = std::make_unique<Work>();
  files.resize(3, -1);
  work->answer = File(files[0]);
  const File request(files[1]);
  work->folder = File(files[2]);
  if (!unpack(contentsOf(request.number()), work->request))
    return nullptr;
  setInstallation(work->request.installation);
  work->compilation = RuntimeCompilation::start(work->request.job, [&](const ChildOutput &output) {
    clearenv();
    for (std::string &variable : work->request.environment)
      putenv(variable.data());
    if (fchdir(work->folder.number()) != 0)
      _exit(1);
    closeAllBut(output.files); // the others' answers, and the socket of requests
  });
  return work->compilation ? std::move(work) : nullptr;
}

void answer(Work &work) {
  const File reply = memoryFile(pack(work.compilation->finish()));
  if (reply.isOpen())
    sendFiles(work.answer.number(), {reply.number()});
}

/// Until the process ends that it is for. Children end with this one.
int serve() {
  signal(SIGPIPE, SIG_IGN);
  (void)!chdir("/");
  const bool knowsOwner = fcntl(kCompanionOwner, F_GETFD) >= 0;
  std::list<std::unique_ptr<Work>> works;
  for (;;) {
    std::vector<pollfd> list = {{kCompanionSocket, POLLIN, 0},
                                {knowsOwner ? kCompanionOwner : -1, POLLIN, 0}};
    for (const auto &work : works) {
      list.push_back({work->compilation->child().endOfLife(), POLLIN, 0});
      list.push_back({work->answer.number(), 0, 0}); // it hangs up
    }
    if (poll(list.data(), list.size(), -1) < 0)
      continue;
    size_t at = 2;
    for (auto work = works.begin(); work != works.end(); at += 2) {
      const bool hasEnded = list[at].revents, isCancelled = list[at + 1].revents;
      if (hasEnded && !isCancelled)
        answer(**work);
      work = hasEnded || isCancelled ? works.erase(work) : std::next(work);
    }
    if (list[1].revents)
      return 0;
    if (list[0].revents) {
      std::optional<std::vector<int>> files = receiveFiles(kCompanionSocket, 3);
      if (!files)
        return 0;
      if (std::unique_ptr<Work> work = begin(std::move(*files)))
        works.push_back(std::move(work));
    }
  }
}

} // namespace
} // namespace anywarp::frontend

/// What tools/compiler calls.
extern "C" AW_FRONTEND_API int anywarp_serve_compiles() { return anywarp::frontend::serve(); }
