// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files of the disk cache: a header with a checksum, then the object. They appear by rename, so
// that a reader sees all of one or nothing; several processes may share the folder.
#include "jit/ObjectCache.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <llvm/ADT/ArrayRef.h>
#include <llvm/Support/xxhash.h>
#include <optional>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "support/Mutex.h"
#include "support/Options.h"
#include "support/Trace.h"

namespace fs = std::filesystem;

namespace anywarp::jit {

namespace {

struct Header {
  char magic[8];
  uint64_t size;
  uint64_t checksum; ///< xxh3 of key and object
};
constexpr char kMagic[8] = {'A', 'W', 'O', 'B', 'J', 'v', '1', '\n'};
constexpr const char *kSuffix = ".awobj";

uint64_t checksumOf(const std::string &key, std::string_view object) {
  uint64_t ofKey = llvm::xxh3_64bits(key);
  return ofKey * 31 ^ llvm::xxh3_64bits(llvm::ArrayRef(
                          reinterpret_cast<const uint8_t *>(object.data()), object.size()));
}

std::string fileOf(const std::string &key) { return key + kSuffix; }

/// The right to compile what has a key: a lock on a byte of a file, which the kernel drops when the
/// process ends. Where it cannot be had, several compile the same.
class Turn {
public:
  Turn(const std::string &folder, const std::string &key, std::chrono::milliseconds longestWait)
      : file_(openPrivateFile(folder + "/lock")) {
    using Clock = std::chrono::steady_clock;
    struct flock lock{};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    lock.l_start = off_t(llvm::xxh3_64bits(key) >> 2);
    lock.l_len = 1;
    const auto end = Clock::now() + longestWait;
    while (file_ >= 0 && fcntl(file_, F_OFD_SETLK, &lock) != 0 && errno == EAGAIN) {
      hasWaited_ = true;
      if (Clock::now() >= end)
        break;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  }
  ~Turn() {
    if (file_ < 0)
      return;
    struct flock lock{}; // children that were forked meanwhile hold the descriptor, too
    lock.l_type = F_UNLCK;
    lock.l_whence = SEEK_SET;
    (void)fcntl(file_, F_OFD_SETLK, &lock);
    close(file_);
  }
  Turn(const Turn &) = delete;
  /// Another process compiles, or has, or tried to.
  bool hasWaited() const { return hasWaited_; }

private:
  const int file_;
  bool hasWaited_ = false;
};

} // namespace

ObjectCache::Config ObjectCache::Config::fromEnvironment() {
  const Options &options = Options::get();
  Config config;
  char *end;
  config.maxBytes = std::strtoull(options.cacheMaxSize.c_str(), &end, 10);
  config.folder = computeCacheFolder();
  return config;
}

ObjectCache::ObjectCache(Config config)
    : config_(std::move(config)), idleBytes_(config_.idleBytes), nextDrop_(config_.idleBytes) {
  if (config_.folder.empty())
    return;
  Expected<PrivateFolder> folder = PrivateFolder::open(config_.folder);
  if (folder) {
    folder_ = std::make_unique<const PrivateFolder>(std::move(*folder));
    nextDrop_ = idleBytes_ = config_.idleBytesWithFolder;
  } else if (config_.folder == Options::get().cachePath)
    report("no compute cache: " + folder.status().message());
  else if (isTraced("jit"))
    trace("jit", "no compute cache: " + folder.status().message());
}

struct ObjectCache::Flight {
  explicit Flight(bool isGuess) : isGuess(isGuess) {}
  const bool isGuess; ///< by prepare()
  Mutex mutex;
  Condition landed;
  std::optional<Expected<Entry>> result AW_GUARDED_BY(mutex);
};

static std::string quickKey(const std::string &key) { return key + "0"; }

static auto asBest(const std::function<Expected<std::string>()> &compile) {
  return [&compile]() -> Expected<ObjectCache::Made> {
    Expected<std::string> object = compile();
    if (!object)
      return object.takeStatus();
    return ObjectCache::Made{std::move(*object)};
  };
}

Expected<ObjectCache::Entry>
ObjectCache::get(const std::string &key, const std::function<Expected<std::string>()> &compile) {
  return get(key, Wants::Best, asBest(compile));
}

Expected<ObjectCache::Entry> ObjectCache::getAny(const std::string &key,
                                                 const std::function<Expected<Made>()> &compile) {
  return get(key, Wants::Any, compile);
}

Expected<ObjectCache::Entry> ObjectCache::get(const std::string &key, Wants wants,
                                              const Compile &compile) {
  for (;;) {
    std::shared_ptr<Flight> flight;
    bool isOurs = false;
    {
      LockGuard lock(mutex_);
      if (std::optional<Entry> entry = held(key, wants))
        return std::move(*entry);
      std::shared_ptr<Flight> &known = flights_[key];
      if (!known) {
        known = std::make_shared<Flight>(/*isGuess=*/false);
        isOurs = true;
      }
      flight = known;
    }
    if (isOurs)
      return land(key, *flight, make(key, wants, compile));
    LockGuard lock(flight->mutex);
    while (!flight->result)
      flight->landed.wait(flight->mutex);
    if (const Expected<Entry> &result = *flight->result) {
      if (wants == Wants::Any || !result->isQuick)
        return Entry{result->object, Origin::Memory, result->isQuick};
    } else if (!flight->isGuess) {
      return result.status();
    }
  }
}

std::optional<ObjectCache::Entry> ObjectCache::held(const std::string &key, Wants wants) {
  for (const bool isQuick : {false, true}) {
    if (isQuick && wants != Wants::Any)
      break;
    if (auto it = objects_.find(isQuick ? quickKey(key) : key); it != objects_.end()) {
      it->second.lastUse = ++uses_;
      return Entry{it->second.object, Origin::Memory, isQuick};
    }
  }
  return {};
}

std::optional<ObjectCache::Entry> ObjectCache::onDisk(const std::string &key, Wants wants) const {
  if (ObjectBytes object = readDisk(key))
    return Entry{std::move(object), Origin::Disk};
  if (wants == Wants::Any)
    if (ObjectBytes object = readDisk(quickKey(key)))
      return Entry{std::move(object), Origin::Disk, /*isQuick=*/true};
  return {};
}

void ObjectCache::prepare(const std::string &key,
                          const std::function<Expected<std::string>()> &compile) {
  auto flight = std::make_shared<Flight>(/*isGuess=*/true);
  {
    LockGuard lock(mutex_);
    if (objects_.contains(key) || !flights_.emplace(key, flight).second)
      return;
  }
  (void)land(key, *flight, make(key, Wants::Guess, asBest(compile)));
}

Expected<ObjectCache::Entry> ObjectCache::make(const std::string &key, Wants wants,
                                               const Compile &compile) {
  if (std::optional<Entry> entry = onDisk(key, wants))
    return std::move(*entry);
  std::optional<Turn> turn;
  if (folder_)
    turn.emplace(folder_->path(), key,
                 wants == Wants::Guess ? std::chrono::milliseconds(0) : config_.longestWait);
  if (turn && turn->hasWaited()) {
    if (std::optional<Entry> entry = onDisk(key, wants))
      return std::move(*entry);
    if (wants == Wants::Guess)
      return Status{StatusCode::System, "another process compiles it"};
  }
  Expected<Made> made = compile();
  if (!made)
    return made.takeStatus();
  auto object = std::make_shared<const std::string>(std::move(made->object));
  writeDisk(made->isQuick ? quickKey(key) : key, *object);
  return Entry{std::move(object), Origin::Compiled, made->isQuick};
}

/// Tells those who wait.
Expected<ObjectCache::Entry> ObjectCache::land(const std::string &key, Flight &flight,
                                               Expected<Entry> result) {
  {
    LockGuard lock(mutex_);
    if (result)
      keep(result->isQuick ? quickKey(key) : key, result->object);
    flights_.erase(key);
  }
  {
    LockGuard lock(flight.mutex);
    flight.result.emplace(result);
  }
  flight.landed.notifyAll();
  return result;
}

void ObjectCache::keep(const std::string &key, const ObjectBytes &object) {
  if (!objects_.emplace(key, Kept{object, ++uses_}).second)
    return;
  heldBytes_ += object->size();
  if (heldBytes_ > nextDrop_)
    dropIdle();
}

/// Objects that only the cache holds go, the longest unused first, until a little room is free.
void ObjectCache::dropIdle() {
  std::vector<std::map<std::string, Kept>::iterator> idle;
  uint64_t bytes = 0;
  for (auto it = objects_.begin(); it != objects_.end(); ++it)
    if (it->second.object.use_count() == 1) {
      idle.push_back(it);
      bytes += it->second.object->size();
    }
  std::sort(idle.begin(), idle.end(),
            [](auto a, auto b) { return a->second.lastUse < b->second.lastUse; });
  for (auto it : idle) {
    if (bytes <= idleBytes_ / 4 * 3)
      break;
    bytes -= it->second.object->size();
    heldBytes_ -= it->second.object->size();
    objects_.erase(it);
  }
  // What is in use cannot go: look again when as much has come as may lie idle.
  nextDrop_ = std::max(idleBytes_, heldBytes_ + idleBytes_ / 4);
}

ObjectBytes ObjectCache::readDisk(const std::string &key) const {
  int fd = folder_ ? folder_->openFile(fileOf(key)) : -1;
  if (fd < 0)
    return nullptr;
  ObjectBytes result;
  struct stat info;
  Header header;
  if (fstat(fd, &info) == 0 && read(fd, &header, sizeof header) == ssize_t(sizeof header) &&
      std::memcmp(header.magic, kMagic, sizeof kMagic) == 0 && info.st_size > 0 &&
      header.size == uint64_t(info.st_size) - sizeof header) {
    std::string object(header.size, '\0');
    size_t at = 0;
    while (at < object.size()) {
      ssize_t n = read(fd, object.data() + at, object.size() - at);
      if (n <= 0)
        break;
      at += size_t(n);
    }
    if (at == object.size() && checksumOf(key, object) == header.checksum)
      result = std::make_shared<const std::string>(std::move(object));
  }
  // The oldest go first: what is used stays young. Once an hour is enough.
  if (result && std::time(nullptr) - info.st_mtime > 3600)
    futimens(fd, nullptr);
  close(fd);
  return result;
}

void ObjectCache::writeDisk(const std::string &key, const std::string &object) {
  uint64_t bytes = sizeof(Header) + object.size();
  if (!folder_ || bytes > config_.maxBytes)
    return;
  LockGuard lock(diskMutex_);
  Header header;
  std::memcpy(header.magic, kMagic, sizeof kMagic);
  header.size = object.size();
  header.checksum = checksumOf(key, object);
  if (!folder_->writeFile(
          fileOf(key),
          {std::string_view(reinterpret_cast<const char *>(&header), sizeof header), object}))
    return;
  if (diskBytes_ >= 0)
    diskBytes_ += int64_t(bytes);
  if (diskBytes_ < 0 || uint64_t(diskBytes_) > config_.maxBytes)
    evict();
}

void ObjectCache::evict() {
  struct File {
    fs::file_time_type time;
    uint64_t size;
    fs::path path;
  };
  std::vector<File> files;
  uint64_t total = 0;
  std::error_code error;
  auto now = fs::file_time_type::clock::now();
  for (fs::directory_iterator it(folder_->path(), error), end; !error && it != end;
       it.increment(error)) {
    std::error_code ignored;
    auto time = it->last_write_time(ignored);
    if (it->path().extension() == ".tmp" && now - time > std::chrono::hours(1))
      fs::remove(it->path(), ignored); // left by a process that was killed
    if (it->path().extension() != kSuffix)
      continue;
    uint64_t size = it->file_size(ignored);
    if (ignored)
      continue;
    files.push_back({time, size, it->path()});
    total += size;
  }
  if (total > config_.maxBytes) {
    std::sort(files.begin(), files.end(), [](const File &a, const File &b) {
      return std::tie(a.time, a.path) < std::tie(b.time, b.path);
    });
    // Somewhat below the limit, so that not every further write comes here.
    files.pop_back(); // the newest stays
    for (const File &file : files) {
      if (total <= config_.maxBytes - config_.maxBytes / 8)
        break;
      std::error_code ignored;
      if (fs::remove(file.path, ignored) || !ignored)
        total -= file.size;
    }
  }
  diskBytes_ = int64_t(total);
}

} // namespace anywarp::jit
