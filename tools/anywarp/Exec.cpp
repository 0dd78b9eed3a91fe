// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// anywarp exec: any program, in an environment where it finds our libraries.
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "Commands.h"
#include "Places.h"

namespace anywarp::tool {

namespace {

class Environment {
public:
  explicit Environment(bool isVerbose) : isVerbose_(isVerbose) {}
  void set(const char *name, const std::string &value) {
    ::setenv(name, value.c_str(), /*overwrite=*/1);
    if (isVerbose_)
      fmt::print(stderr, "anywarp exec: {}={}\n", name, value);
  }
  /// Before what is there already.
  void prepend(const char *name, const std::string &value) {
    const char *old = std::getenv(name);
    set(name, old && *old ? value + ":" + old : value);
  }

private:
  bool isVerbose_;
};

void prepare(Environment environment, const ExecOptions &options) {
  const fs::path lib = libDir(), bin = binDir(), prefix = bin.parent_path();
  environment.prepend("PATH", bin.string());
  environment.prepend("LD_LIBRARY_PATH", lib.string());
  environment.set("CUDA_HOME", prefix.string());
  environment.set("CUDA_PATH", prefix.string());
  if (options.device != "gpu") {
    environment.set("ANYWARP_DEVICE", "cpu");
    if (!options.device.empty())
      environment.set("ANYWARP_DEVICE_MODEL", options.device);
  }
  if (const fs::path audit = lib / "libanywarp-audit.so"; fs::exists(audit)) {
    environment.prepend("LD_AUDIT", audit.string());
    environment.set("ANYWARP_AUDIT_FOLDER", lib.string());
    if (options.isVerbose)
      environment.set("ANYWARP_AUDIT_VERBOSE", "1");
  }
  // Clients that bring an assembler of their own, or ask for versions of libraries.
  const std::string ptxas = (bin / "ptxas").string();
  environment.set("TRITON_PTXAS_PATH", ptxas);
  environment.set("TRITON_PTXAS_BLACKWELL_PATH", ptxas);
  environment.set("TRITON_LIBCUDA_PATH", lib.string());
  if (const char *flags = std::getenv("XLA_FLAGS"); !flags || !std::strstr(flags, "cuda_data_dir"))
    environment.set("XLA_FLAGS", (flags ? std::string(flags) + " " : std::string()) +
                                     "--xla_gpu_cuda_data_dir=" + prefix.string());
  environment.set("JAX_SKIP_CUDA_CONSTRAINTS_CHECK", "1");
}

/// A name space of mounts for this process; without root also one of users, in which it stays who
/// it is.
bool enterNameSpace() {
  const uid_t user = ::geteuid();
  const gid_t group = ::getegid();
  if (user == 0) {
    if (::unshare(CLONE_NEWNS))
      return false;
  } else {
    if (::unshare(CLONE_NEWUSER | CLONE_NEWNS))
      return false;
    std::ofstream("/proc/self/setgroups") << "deny";
    std::ofstream("/proc/self/uid_map") << user << " " << user << " 1\n";
    std::ofstream("/proc/self/gid_map") << group << " " << group << " 1\n";
  }
  return !::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
}

bool makeFile(const fs::path &path) {
  const int file = ::open(path.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0666);
  return file >= 0 && !::close(file);
}

/// What /dev has, at another place.
bool showDevice(const fs::path &from, const fs::path &to) {
  std::error_code error;
  if (fs::is_symlink(from, error)) {
    fs::create_symlink(fs::read_symlink(from, error), to, error);
    return !error;
  }
  const bool made = fs::is_directory(from, error) ? fs::create_directory(to, error) : makeFile(to);
  return made && !::mount(from.c_str(), to.c_str(), nullptr, MS_BIND | MS_REC, nullptr);
}

/// The program and its children see a /dev with the files that NVIDIA's kernel module makes; the
/// machine does not change.
bool addDeviceFiles() {
  if (fs::exists("/dev/nvidia0"))
    return true;
  char folder[] = "/tmp/anywarp-dev-XXXXXX";
  if (!::mkdtemp(folder))
    return false;
  if (!enterNameSpace() || ::mount("none", folder, "tmpfs", MS_NOSUID, "mode=755")) {
    const int reason = errno;
    ::rmdir(folder);
    errno = reason;
    return false;
  }
  std::error_code error;
  for (const fs::directory_entry &entry : fs::directory_iterator("/dev", error))
    if (!showDevice(entry.path(), folder / entry.path().filename()))
      fmt::print(stderr, "anywarp exec: {} is left out\n", entry.path().string());
  for (const char *name : {"nvidia0", "nvidiactl", "nvidia-uvm"})
    makeFile(fs::path(folder) / name);
  return !::mount(folder, "/dev", nullptr, MS_MOVE, nullptr);
}

} // namespace

int exec(const ExecOptions &options, const std::vector<std::string> &command) {
  if (command.empty()) {
    fmt::print(stderr, "anywarp exec: which program? See anywarp exec --help\n");
    return 1;
  }
  prepare(Environment(options.isVerbose), options);
  if (options.deviceFiles && !addDeviceFiles()) {
    fmt::print(stderr, "anywarp exec: cannot make device files: {}\n", std::strerror(errno));
    return 1;
  }
  replaceBy(command);
}

} // namespace anywarp::tool
