// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual's section "Coredump Attributes Control", and the dump.
#include "driver/launch/Coredump.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <pthread.h>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/context/Device.h"
#include "driver/launch/Launch.h"
#include "driver/process/Process.h"
#include "exec/memory/HostGuard.h"
#include "insight/Sanitizer.h"
#include "ptx/Module.h"
#include "support/Options.h"
#include "support/Trace.h"
#include "support/Unreachable.h"
#include "support/os/PrivateFile.h"

namespace anywarp::driver {

// -- Settings -------------------------------------------------------------------------------------

static unsigned flagsOf(const std::string &words) {
  static constexpr struct {
    std::string_view word;
    unsigned flag;
  } kWords[] = {{"skip_nonrelocated_elf_images", CU_COREDUMP_SKIP_NONRELOCATED_ELF_IMAGES},
                {"skip_global_memory", CU_COREDUMP_SKIP_GLOBAL_MEMORY},
                {"skip_shared_memory", CU_COREDUMP_SKIP_SHARED_MEMORY},
                {"skip_local_memory", CU_COREDUMP_SKIP_LOCAL_MEMORY},
                {"skip_abort", CU_COREDUMP_SKIP_ABORT},
                {"skip_constbank_memory", CU_COREDUMP_SKIP_CONSTBANK_MEMORY}};
  unsigned flags = 0;
  for (auto &[word, flag] : kWords)
    if (Options::contains(words, word))
      flags |= flag;
  return flags;
}

/// Those of the process, from the environment at first.
static CoredumpSettings &globalSettings() {
  static CoredumpSettings *settings = []() AW_UNCHECKED { // nobody else has it yet
    const Options &options = Options::get();
    auto *made = new CoredumpSettings;
    made->onException = options.coredumpOnException == "1";
    made->triggersHost = options.coredumpTriggersHost == "1";
    made->isLightweight = options.coredumpLightweight == "1";
    made->hasUserTrigger = options.coredumpUserTrigger == "1";
    made->file = options.coredumpFile;
    made->pipe = options.coredumpPipe;
    made->flags = flagsOf(options.coredumpFlags);
    return made;
  }();
  return *settings;
}

/// `to`: nobody else has it.
static void copy(const CoredumpSettings &from, CoredumpSettings &to) AW_UNCHECKED {
  LockGuard lock(from.mutex);
  to.onException = from.onException.load();
  to.triggersHost = from.triggersHost;
  to.isLightweight = from.isLightweight;
  to.hasUserTrigger = from.hasUserTrigger;
  to.file = from.file;
  to.pipe = from.pipe;
  to.flags = from.flags;
}

/// With the host's name, the process's number and the time in seconds filled in.
static std::string expand(const std::string &pattern) {
  std::string name;
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '%' || i + 1 == pattern.size()) {
      name += pattern[i];
      continue;
    }
    char host[256] = "";
    switch (pattern[++i]) {
    case 'h':
      gethostname(host, sizeof host - 1);
      name += host;
      break;
    case 'p':
      name += std::to_string(getpid());
      break;
    case 't':
      name += std::to_string(time(nullptr));
      break;
    case '%':
      name += '%';
      break;
    default:
      name += {'%', pattern[i]};
    }
  }
  return name;
}

// -- The dump -------------------------------------------------------------------------------------

namespace {
class DumpFile {
public:
  explicit DumpFile(const std::string &name) : hasPipe_(pipe2(pipe_, O_CLOEXEC) == 0) {
    if (int file = openPrivateFile(name); file >= 0)
      file_ = fdopen(file, "w");
  }
  ~DumpFile() {
    if (file_)
      std::fclose(file_);
    if (hasPipe_) {
      close(pipe_[0]);
      close(pipe_[1]);
    }
  }
  DumpFile(const DumpFile &) = delete;
  DumpFile &operator=(const DumpFile &) = delete;
  bool isOpen() const { return file_; }

  template <typename... Args> void line(const char *format, Args... args) {
    std::fprintf(file_, format, args...);
    std::fputc('\n', file_);
  }
  /// 32 bytes a line; lines of zeros are left out.
  void bytes(uintptr_t address, size_t count) {
    unsigned char page[4096];
    for (size_t at = 0; at < count; at += sizeof page) {
      size_t size = std::min(sizeof page, count - at);
      if (!fetch(address + at, page, size)) {
        line("  %016zx: not accessible", size_t(address + at));
        continue;
      }
      for (size_t i = 0; i < size; i += 32)
        row(address + at + i, page + i, std::min<size_t>(32, size - i));
    }
  }

  /// The same of memory that was copied when it was at `address`.
  void copied(uintptr_t address, std::string_view memory) {
    for (size_t i = 0; i < memory.size(); i += 32)
      row(address + i, reinterpret_cast<const unsigned char *>(memory.data()) + i,
          std::min<size_t>(32, memory.size() - i));
  }

private:
  /// The system looks whether the memory can be read: mappings may come and go, or allow nobody.
  bool fetch(uintptr_t address, void *to, size_t size) {
    return hasPipe_ &&
           write(pipe_[1], reinterpret_cast<const void *>(address), size) == ssize_t(size) &&
           read(pipe_[0], to, size) == ssize_t(size);
  }
  void row(uintptr_t address, const unsigned char *bytes, size_t count) {
    bool isZero = true;
    for (size_t i = 0; i < count; ++i)
      isZero &= !bytes[i];
    if (isZero)
      return;
    std::fprintf(file_, "  %016zx:", size_t(address));
    for (size_t i = 0; i < count; ++i)
      std::fprintf(file_, "%s%02x", i % 4 ? "" : " ", bytes[i]);
    std::fputc('\n', file_);
  }
  std::FILE *file_ = nullptr;
  int pipe_[2] = {-1, -1};
  bool hasPipe_;
};
} // namespace

static const char *nameOf(Allocation::Kind kind) {
  static constexpr const char *kNames[] = {"device",   "managed",  "pool",    "graph",
                                           "variable", "array",    "host",    "registered",
                                           "mapped",   "imported", "external"};
  return kNames[size_t(kind)];
}

static void writeMemory(DumpFile &file, const Context &context, bool hasContents) {
  file.line("\n%s", "Memory");
  Process::get().memory.visit(context, [&](const Allocation &allocation) {
    if (allocation.isFreed)
      return;
    file.line("%s %zu bytes at 0x%zx", nameOf(allocation.kind), allocation.size,
              size_t(allocation.base));
    if (hasContents)
      file.bytes(allocation.base, allocation.size);
  });
}

static void writeLaunch(DumpFile &file, const FaultedLaunch &launch) {
  const LaunchRequest &request = *launch.request;
  file.line("\nException\n%s", launch.description.c_str());
  file.line("\nLaunch\nkernel %s", launch.kernel.c_str());
  file.line("grid %u %u %u", request.grid[0], request.grid[1], request.grid[2]);
  file.line("block %u %u %u", request.block[0], request.block[1], request.block[2]);
  file.line("cluster %u %u %u", request.cluster[0], request.cluster[1], request.cluster[2]);
  file.line("dynamic shared memory %u bytes", request.dynamicShared);
  file.line("parameters %zu bytes", launch.paramBytes);
  file.bytes(uintptr_t(launch.params), launch.paramBytes);
}

// -- Threads of the fault -------------------------------------------------------------------------

namespace {
/// A row of CompiledKernel::registers().
struct Record {
  size_t offset, bytes;
  std::string function, name, type;
};

std::vector<Record> readRecords(std::string_view text) {
  std::vector<Record> records;
  std::istringstream lines{std::string(text)};
  Record record;
  while (lines >> record.offset >> record.bytes >> record.function >> record.name >> record.type)
    records.push_back(record);
  return records;
}

/// What one thread recorded.
class ThreadRecords {
public:
  ThreadRecords(const std::vector<Record> &records, std::string_view local)
      : records_(records), local_(local) {}

  uint64_t value(std::string_view function, std::string_view name) const {
    uint64_t value = 0;
    for (const Record &record : records_)
      if (record.function == function && record.name == name)
        std::memcpy(&value, local_.data() + record.offset, std::min<size_t>(8, record.bytes));
    return value;
  }
  /// Not what an earlier block left there.
  bool areOf(const exec::FaultInfo &fault) const {
    return value(fault.kernel, "%gridid") == fault.gridId &&
           value(fault.kernel, "%ctaid.x") == fault.blockIdx[0] &&
           value(fault.kernel, "%ctaid.y") == fault.blockIdx[1] &&
           value(fault.kernel, "%ctaid.z") == fault.blockIdx[2];
  }
  static std::string digits(std::string_view bytes) { // a number, the last byte first
    std::string text;
    char digit[3];
    for (size_t i = bytes.size(); i--;) {
      std::snprintf(digit, sizeof digit, "%02x", static_cast<unsigned char>(bytes[i]));
      text += digit;
    }
    return text;
  }
  void write(DumpFile &file, const std::string &function, bool hasLocal) const {
    for (const Record &record : records_) {
      if (record.function != function || record.name == "line")
        continue;
      std::string_view bytes = local_.substr(record.offset, record.bytes);
      if (record.type != "local") {
        file.line("    %s %s %s", record.name.c_str(), record.type.c_str(), digits(bytes).c_str());
      } else if (hasLocal) {
        file.line("    %s: %zu bytes of local memory", record.name.c_str(), record.bytes);
        file.copied(0, bytes);
      }
    }
  }

private:
  const std::vector<Record> &records_;
  std::string_view local_;
};
} // namespace

/// "PTX line 12, k.cu:7".
static std::string describeLine(const ptx::Module &module, uint64_t line) {
  std::string text = "PTX line " + std::to_string(line);
  for (const auto &function : module.functions)
    for (const ptx::Instruction &inst : function->body)
      if (inst.loc.line == line && inst.source.known())
        if (auto file = module.files.find(inst.source.file); file != module.files.end())
          return text + ", " + file->second + ":" + std::to_string(inst.source.line);
  return text;
}

/// The warp of the fault: where each thread is, in which functions, with which registers.
static void writeThreads(DumpFile &file, const FaultedLaunch &launch, unsigned flags) {
  const exec::FaultInfo &fault = *launch.fault;
  if (!fault.block)
    return;
  const exec::FaultedBlock &block = *fault.block;
  file.line("\nThreads of block %u %u %u, warp %u", fault.blockIdx[0], fault.blockIdx[1],
            fault.blockIdx[2], block.firstThread / exec::kWarpSize);
  std::vector<Record> records = readRecords(launch.code->registers());
  if (records.empty()) {
    file.line("%s", "no registers: the kernel was launched before core dumps were switched on");
    return;
  }
  std::vector<std::string> functions; // callers first
  for (const Record &record : records)
    if (record.name == "line" && record.function != fault.kernel)
      functions.push_back(record.function);
  functions.insert(functions.begin(), fault.kernel);
  const uint32_t *dim = launch.request->block;
  for (uint32_t i = 0; i < block.threadCount; ++i) {
    const uint32_t thread = block.firstThread + i;
    file.line("thread %u %u %u, lane %u", thread % dim[0], thread / dim[0] % dim[1],
              thread / dim[0] / dim[1], i);
    ThreadRecords values(
        records,
        std::string_view(block.local).substr(size_t(i) * block.localBytes, block.localBytes));
    if (!values.areOf(fault)) {
      file.line("%s", "  has not begun");
      continue;
    }
    if (!values.value(fault.kernel, "line"))
      file.line("%s", "  has ended");
    for (const std::string &function : functions)
      if (uint64_t line = values.value(function, "line")) {
        file.line("  in %s, %s", function.c_str(), describeLine(*launch.module, line).c_str());
        values.write(file, function, !(flags & CU_COREDUMP_SKIP_LOCAL_MEMORY));
      }
  }
}

static void writeShared(DumpFile &file, const exec::FaultInfo &fault) {
  if (!fault.block || fault.block->shared.empty())
    return;
  file.line("\nShared memory of block %u %u %u, %zu bytes", fault.blockIdx[0], fault.blockIdx[1],
            fault.blockIdx[2], fault.block->shared.size());
  file.copied(0, fault.block->shared);
}

/// `launch`: null if nothing went wrong and somebody asked.
static bool writeDump(const std::string &name, const Context &context,
                      const CoredumpSettings &settings,
                      const FaultedLaunch *launch) AW_UNCHECKED { // `settings` is a copy
  exec::DeviceAccess access;
  exec::DeviceAccess::openAll();
  DumpFile file(name);
  if (!file.isOpen()) {
    report("core dump " + name + " cannot be written");
    return false;
  }
  const Device &device = context.device();
  file.line("Core dump of process %d", int(getpid()));
  file.line("device %d %s", device.ordinal(), device.name().c_str());
  file.line("context %llu%s", static_cast<unsigned long long>(context.id()),
            context.isPrimary() ? " (primary)" : "");
  if (launch) {
    writeLaunch(file, *launch);
    writeThreads(file, *launch, settings.isLightweight ? ~0u : settings.flags);
    if (!settings.isLightweight && !(settings.flags & CU_COREDUMP_SKIP_SHARED_MEMORY))
      writeShared(file, *launch->fault);
  }
  writeMemory(file, context,
              !settings.isLightweight && !(settings.flags & CU_COREDUMP_SKIP_GLOBAL_MEMORY));
  report("core dump written to " + name);
  return true;
}

bool writesCoredumps(const Context &context) { return context.coredump->onException; }

void dumpFault(Context &context, const FaultedLaunch &launch) AW_UNCHECKED { // a copy
  CoredumpSettings settings;
  copy(*context.coredump, settings);
  if (!settings.onException)
    return;
  const std::string name = expand(settings.file);
  const bool isWritten = writeDump(name, context, settings, &launch);
  if (insight::Sanitizer *sanitizer = insight::Sanitizer::get();
      sanitizer && sanitizer->settings.dumps && isWritten) {
    sanitizer->dumped(name);
    if (!settings.triggersHost)
      std::_Exit(EXIT_FAILURE);
  }
  if (settings.triggersHost && !(settings.flags & CU_COREDUMP_SKIP_ABORT))
    std::abort();
}

// -- The user's trigger ---------------------------------------------------------------------------

/// Waits for somebody to write to the pipe, and dumps every device's primary context.
static void *watchPipe(void *descriptor) AW_UNCHECKED { // a copy
  char byte;
  while (read(int(reinterpret_cast<intptr_t>(descriptor)), &byte, 1) == 1) {
    CoredumpSettings settings;
    copy(globalSettings(), settings);
    for (const auto &device : Process::get().devices())
      if (Context &context = *device->primary.context; context.isActive())
        writeDump(expand(settings.file), context, settings, nullptr);
  }
  return nullptr;
}

static void startWatching() {
  static std::once_flag once;
  std::call_once(once, []() AW_UNCHECKED { // a copy
    CoredumpSettings settings;
    copy(globalSettings(), settings);
    std::string name = expand(settings.pipe);
    // Open for writing, too, so that it never ends.
    int pipe =
        mkfifo(name.c_str(), 0600) == 0 ? open(name.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC) : -1;
    pthread_t thread;
    if (pipe >= 0 &&
        pthread_create(&thread, nullptr, watchPipe, reinterpret_cast<void *>(intptr_t(pipe))) == 0)
      pthread_detach(thread);
    else
      report("pipe " + name + " for core dumps cannot be made");
  });
}

std::shared_ptr<CoredumpSettings>
CoredumpSettings::forContext(unsigned contextFlags) AW_UNCHECKED { // nobody else has them yet
  auto settings = std::make_shared<CoredumpSettings>();
  copy(globalSettings(), *settings);
  if (contextFlags & CU_CTX_COREDUMP_ENABLE)
    settings->onException = true;
  if (contextFlags & CU_CTX_USER_COREDUMP_ENABLE)
    settings->hasUserTrigger = true;
  if (settings->hasUserTrigger)
    startWatching();
  return settings;
}

// -- The API --------------------------------------------------------------------------------------

#include "driver/rules/Coredump.inc"

/// Copies a value out; with a null `value` only its size.
static CUresult give(const void *from, size_t bytes, void *value, size_t *size) {
  if (CUresult result = checkDumpRoom(value, *size, bytes))
    return result;
  if (value)
    std::memcpy(value, from, bytes);
  *size = bytes;
  return CUDA_SUCCESS;
}

static CUresult get(const CoredumpSettings &settings, CUcoredumpSettings attribute, void *value,
                    size_t *size) {
  LockGuard lock(settings.mutex);
  const bool isOn = settings.onException;
  auto text = [&](const std::string &string) {
    return give(string.c_str(), string.size() + 1, value, size);
  };
  switch (attribute) {
  case CU_COREDUMP_ENABLE_ON_EXCEPTION:
    return give(&isOn, sizeof isOn, value, size);
  case CU_COREDUMP_TRIGGER_HOST:
    return give(&settings.triggersHost, sizeof(bool), value, size);
  case CU_COREDUMP_LIGHTWEIGHT:
    return give(&settings.isLightweight, sizeof(bool), value, size);
  case CU_COREDUMP_ENABLE_USER_TRIGGER:
    return give(&settings.hasUserTrigger, sizeof(bool), value, size);
  case CU_COREDUMP_FILE:
    return text(settings.file);
  case CU_COREDUMP_PIPE:
    return text(settings.pipe);
  case CU_COREDUMP_GENERATION_FLAGS:
    return give(&settings.flags, sizeof settings.flags, value, size);
  case CU_COREDUMP_MAX:
    break;
  }
  AW_UNREACHABLE("a setting that the row refuses");
}

template <typename Bool> static CUresult take(Bool &to, const void *value, size_t size) {
  if (size < sizeof(bool))
    return CUDA_ERROR_INVALID_VALUE;
  to = *static_cast<const unsigned char *>(value) != 0;
  return CUDA_SUCCESS;
}

static CUresult take(std::string &to, const void *value, size_t size) {
  std::string text(static_cast<const char *>(value),
                   strnlen(static_cast<const char *>(value), size));
  if (CUresult result = checkDumpText(text))
    return result;
  to = std::move(text);
  return CUDA_SUCCESS;
}

static CUresult set(CoredumpSettings &settings, CUcoredumpSettings attribute, const void *value,
                    const size_t *size) {
  LockGuard lock(settings.mutex);
  switch (attribute) {
  case CU_COREDUMP_ENABLE_ON_EXCEPTION:
    return take(settings.onException, value, *size);
  case CU_COREDUMP_TRIGGER_HOST:
    return take(settings.triggersHost, value, *size);
  case CU_COREDUMP_LIGHTWEIGHT:
    return take(settings.isLightweight, value, *size);
  case CU_COREDUMP_FILE:
    return take(settings.file, value, *size);
  case CU_COREDUMP_ENABLE_USER_TRIGGER:
    return take(settings.hasUserTrigger, value, *size);
  case CU_COREDUMP_PIPE: // before the trigger is switched on
    return settings.hasUserTrigger ? CUDA_ERROR_NOT_SUPPORTED : take(settings.pipe, value, *size);
  case CU_COREDUMP_GENERATION_FLAGS:
    std::memcpy(&settings.flags, value, sizeof settings.flags);
    return CUDA_SUCCESS;
  case CU_COREDUMP_MAX:
    break;
  }
  AW_UNREACHABLE("a setting that the row refuses");
}

#include "driver/bodies/Coredump.inc"

} // namespace anywarp::driver
