// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files of the disk cache: a header with a checksum, then the object. They appear by rename, so
// that a reader sees all of one or nothing; several processes may share the folder.
#include "jit/ObjectCache.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <llvm/ADT/ArrayRef.h>
#include <llvm/Support/xxhash.h>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include "support/Options.h"

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

bool writeAll(int fd, const void *data, size_t size) {
  auto at = static_cast<const char *>(data);
  while (size) {
    ssize_t n = write(fd, at, size);
    if (n <= 0)
      return false;
    at += n;
    size -= size_t(n);
  }
  return true;
}

} // namespace

ObjectCache::Config ObjectCache::Config::fromEnvironment() {
  const Options &options = Options::get();
  Config config;
  char *end;
  config.maxBytes = std::strtoull(options.cacheMaxSize.c_str(), &end, 10);
  if (options.cacheDisable != "0" || config.maxBytes == 0)
    return config;
  if (!options.cachePath.empty()) {
    config.folder = options.cachePath;
  } else if (const char *cache = std::getenv("XDG_CACHE_HOME"); cache && *cache == '/') {
    config.folder = std::string(cache) + "/anywarp";
  } else if (const char *home = std::getenv("HOME"); home && *home == '/') {
    config.folder = std::string(home) + "/.cache/anywarp";
  }
  return config;
}

struct ObjectCache::Flight {
  std::mutex mutex; ///< guards result
  std::condition_variable landed;
  std::optional<Expected<Entry>> result;
};

Expected<ObjectCache::Entry>
ObjectCache::get(const std::string &key, const std::function<Expected<std::string>()> &compile) {
  std::shared_ptr<Flight> flight;
  {
    std::unique_lock lock(mutex_);
    if (auto it = objects_.find(key); it != objects_.end())
      return Entry{it->second, Origin::Memory};
    if (auto it = flights_.find(key); it != flights_.end()) {
      flight = it->second;
      lock.unlock();
      std::unique_lock wait(flight->mutex);
      flight->landed.wait(wait, [&] { return flight->result.has_value(); });
      if (*flight->result)
        return Entry{(**flight->result).object, Origin::Memory};
      return flight->result->status();
    }
    flight = flights_[key] = std::make_shared<Flight>();
  }
  auto make = [&]() -> Expected<Entry> {
    if (ObjectBytes object = readDisk(key))
      return Entry{std::move(object), Origin::Disk};
    Expected<std::string> compiled = compile();
    if (!compiled)
      return compiled.takeStatus();
    auto object = std::make_shared<const std::string>(std::move(*compiled));
    writeDisk(key, *object);
    return Entry{std::move(object), Origin::Compiled};
  };
  Expected<Entry> result = make();
  {
    std::lock_guard lock(mutex_);
    if (result)
      objects_.emplace(key, result->object);
    flights_.erase(key);
  }
  {
    std::lock_guard lock(flight->mutex);
    flight->result.emplace(result);
  }
  flight->landed.notify_all();
  return result;
}

std::string ObjectCache::pathOf(const std::string &key) const {
  return config_.folder + "/" + key + kSuffix;
}

ObjectBytes ObjectCache::readDisk(const std::string &key) const {
  if (config_.folder.empty())
    return nullptr;
  int fd = open(pathOf(key).c_str(), O_RDONLY | O_CLOEXEC);
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
  if (config_.folder.empty() || bytes > config_.maxBytes)
    return;
  std::lock_guard lock(diskMutex_);
  std::error_code error;
  fs::create_directories(config_.folder, error);
  static std::atomic<unsigned> serial{0};
  std::string temporary = config_.folder + "/" + key + "." + std::to_string(getpid()) + "." +
                          std::to_string(serial++) + ".tmp";
  int fd = open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0)
    return;
  Header header;
  std::memcpy(header.magic, kMagic, sizeof kMagic);
  header.size = object.size();
  header.checksum = checksumOf(key, object);
  bool written = writeAll(fd, &header, sizeof header) && writeAll(fd, object.data(), object.size());
  written &= close(fd) == 0;
  if (!written || std::rename(temporary.c_str(), pathOf(key).c_str()) != 0) {
    unlink(temporary.c_str());
    return;
  }
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
  for (fs::directory_iterator it(config_.folder, error), end; !error && it != end;
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
