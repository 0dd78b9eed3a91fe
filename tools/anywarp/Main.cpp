// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The `anywarp` command: run a .cu file, call our nvcc, list devices, run the project's tests and
// benchmarks. Works from a build tree and from an installed prefix alike: everything is found
// relative to the executable.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace fs = std::filesystem;

namespace {

fs::path binDir() { return fs::read_symlink("/proc/self/exe").parent_path(); }

/// Where our libraries are: in a build tree, or installed apart from other libcuda.so.
fs::path libDir() {
  const fs::path lib = binDir().parent_path() / "lib";
  return fs::exists(lib / "libcuda.so.1") ? lib : lib / "anywarp";
}

[[noreturn]] void replaceBy(std::vector<std::string> command) {
  std::vector<char *> argv;
  for (std::string &word : command)
    argv.push_back(word.data());
  argv.push_back(nullptr);
  std::fflush(nullptr);
  execvp(argv[0], argv.data());
  fmt::print(stderr, "anywarp: cannot start {}: {}\n", command[0], std::strerror(errno));
  std::exit(127);
}

/// Runs a command to its end; the exit status as a shell shows it.
int runToEnd(std::vector<std::string> command) {
  pid_t child = fork();
  if (child < 0) {
    fmt::print(stderr, "anywarp: cannot fork: {}\n", std::strerror(errno));
    return 126;
  }
  if (child == 0)
    replaceBy(std::move(command));
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/// A private folder that goes away with the object.
class TemporaryFolder {
public:
  TemporaryFolder() {
    std::string pattern = (fs::temp_directory_path() / "anywarp-XXXXXX").string();
    if (char *made = mkdtemp(pattern.data()))
      path_ = made;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty())
      fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
  const fs::path &path() const { return path_; }

private:
  fs::path path_;
};

/// The program runs here and now, so it is compiled for the devices that are here.
bool choosesArchitecture(const std::string &option) {
  for (const char *name : {"-arch", "--gpu-architecture", "-gencode", "--generate-code"})
    if (option.starts_with(name))
      return true;
  return false;
}

/// What a file wants of nvcc, from a line "// nvcc: OPTIONS" among its first ones.
std::vector<std::string> optionsInFile(const std::string &file) {
  constexpr std::string_view kMark = "// nvcc: ";
  std::ifstream stream(file);
  std::string line;
  for (int i = 0; i < 10 && std::getline(stream, line); ++i)
    if (line.starts_with(kMark)) {
      std::istringstream words(line.substr(kMark.size()));
      return {std::istream_iterator<std::string>(words), {}};
    }
  return {};
}

/// Compiles FILE.cu with our nvcc and runs the program with `arguments`.
int run(const std::vector<std::string> &files, const std::vector<std::string> &compilerOptions,
        const std::vector<std::string> &arguments) {
  for (const std::string &file : files)
    if (!fs::exists(file)) {
      fmt::print(stderr, "anywarp: no such file: {}\n", file);
      return 1;
    }
  TemporaryFolder folder;
  if (folder.path().empty()) {
    fmt::print(stderr, "anywarp: cannot make a temporary folder: {}\n", std::strerror(errno));
    return 1;
  }
  fs::path program = folder.path() / fs::path(files.front()).stem();
  std::vector<std::string> compile{(binDir() / "nvcc").string(), "-O3", "-o", program.string()};
  for (const std::string &file : files)
    for (std::string &option : optionsInFile(file))
      compile.push_back(std::move(option));
  if (std::none_of(compilerOptions.begin(), compilerOptions.end(), choosesArchitecture))
    compile.push_back("-arch=native");
  compile.insert(compile.end(), compilerOptions.begin(), compilerOptions.end());
  compile.insert(compile.end(), files.begin(), files.end());
  if (int status = runToEnd(compile))
    return status;
  std::vector<std::string> execute{program.string()};
  execute.insert(execute.end(), arguments.begin(), arguments.end());
  return runToEnd(execute);
}

/// Lists the devices of a driver library through its public API; false if it has none.
bool listDevices(const std::string &library, const char *title) {
  void *handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return false;
  auto init = reinterpret_cast<int (*)(unsigned)>(dlsym(handle, "cuInit"));
  auto count = reinterpret_cast<int (*)(int *)>(dlsym(handle, "cuDeviceGetCount"));
  auto name = reinterpret_cast<int (*)(char *, int, int)>(dlsym(handle, "cuDeviceGetName"));
  auto attribute =
      reinterpret_cast<int (*)(int *, int, int)>(dlsym(handle, "cuDeviceGetAttribute"));
  auto memory = reinterpret_cast<int (*)(size_t *, int)>(dlsym(handle, "cuDeviceTotalMem_v2"));
  int devices = 0;
  if (!init || !count || !name || !attribute || !memory || init(0) != 0 || count(&devices) != 0)
    return false;
  constexpr int kMultiprocessors = 16, kMajor = 75, kMinor = 76; // CU_DEVICE_ATTRIBUTE_…
  for (int device = 0; device < devices; ++device) {
    char text[256] = "";
    int multiprocessors = 0, major = 0, minor = 0;
    size_t bytes = 0;
    if (name(text, sizeof text, device) || attribute(&multiprocessors, kMultiprocessors, device) ||
        attribute(&major, kMajor, device) || attribute(&minor, kMinor, device) ||
        memory(&bytes, device))
      continue;
    fmt::print("{} {}: {}, compute capability {}.{}, {} multiprocessors, {:.1f} GiB\n", title,
               device, text, major, minor, multiprocessors, double(bytes) / (1 << 30));
  }
  return devices > 0;
}

int devices() {
  bool gpu = listDevices("libcuda.so.1", "GPU");
  // Our driver passes calls on to NVIDIA's unless it is told to stay on the CPU.
  setenv("ANYWARP_DEVICE", "cpu", /*overwrite=*/1);
  bool cpu = listDevices((libDir() / "libcuda.so.1").string(), "CPU");
  if (!gpu)
    fmt::print("no NVIDIA driver with a device on this machine: programs run on the CPU\n");
  return cpu ? 0 : 1;
}

/// What a .clangd file must say so that clangd reads .cu files as our nvcc does: Clang's CUDA mode
/// with our headers, and without the options that only nvcc knows.
int printClangdConfig() {
  const std::string include = (binDir().parent_path() / "include").string();
  fmt::print(
      "CompileFlags:\n"
      "  Compiler: clang++\n"
      "  Remove: [-x, '-forward-unknown*', '--forward-unknown*', '--generate-code*', '-gencode*', "
      "'-arch*',\n"
      "           '--gpu-architecture*', '-code*', '-rdc*', '--relocatable-device-code*', -dc, "
      "--device-c,\n"
      "           '-Xcompiler*', '--compiler-options*', '-Xptxas*', '--ptxas-options*', "
      "'-Xcudafe*',\n"
      "           '-Xnvlink*', -lineinfo, --generate-line-info, -G, --device-debug, "
      "'--extended-lambda',\n"
      "           '-extended-lambda', '--expt-*', '-expt-*', --use_fast_math, -use_fast_math, "
      "'-ftz*',\n"
      "           '--ftz*', '-prec-*', '--prec-*', '-fmad*', '--fmad*', '-maxrregcount*', "
      "'--maxrregcount*',\n"
      "           '-cudart*', '--cudart*', '-default-stream*', '--default-stream*', '--threads*', "
      "'-diag-*',\n"
      "           '--diag-*', '-res-usage', '--resource-usage', '-src-in-ptx', '--source-in-ptx',\n"
      "           '--Werror*', '-compress-mode*', '--compress-mode*', '-restrict', '--restrict', "
      "'-keep*',\n"
      "           '--keep*', '--split-compile*', '-allow-unsupported-compiler',\n"
      "           '--allow-unsupported-compiler', '--options-file*', '-ccbin*', "
      "'--compiler-bindir*']\n"
      "  Add:\n");
  for (const char *option : {"-xcuda",
                             "--cuda-host-only",
                             "--cuda-gpu-arch=sm_75",
                             "-nocudainc",
                             "-nocudalib",
                             "--cuda-path=/nonexistent",
                             "-Wno-unknown-pragmas",
                             "-D__CUDACC__",
                             "-D__NVCC__",
                             "-D__CUDACC_VER_MAJOR__=13",
                             "-D__CUDACC_VER_MINOR__=0",
                             "-D__CUDACC_VER_BUILD__=88",
                             "-D__CUDA_ARCH_LIST__=750",
                             "-D__CUDACC_EXTENDED_LAMBDA__",
                             "-D__CUDACC_RELAXED_CONSTEXPR__",
                             "-Xclang",
                             "-target-sdk-version=12.5",
                             "-Xclang",
                             "-fcuda-allow-variadic-functions",
                             "-include",
                             "anywarp/prelude.h"})
    fmt::print("    - {}\n", option);
  fmt::print("    - -isystem\n    - {0}\n    - -isystem\n    - {0}/cccl\n", include);
  fmt::print("    - -idirafter\n    - {}/anywarp/cccl\n", include);
  return 0;
}

/// The build tree this program lies in, empty when installed.
fs::path buildTree() {
  fs::path tree = binDir().parent_path();
  return fs::exists(tree / "CTestTestfile.cmake") ? tree : fs::path();
}

/// False after naming a first word that is neither a command nor an option.
bool isKnown(const CLI::App &app, const std::string &word) {
  std::string commands;
  for (const CLI::App *command : app.get_subcommands({})) {
    if (command->get_name() == word)
      return true;
    commands += (commands.empty() ? "" : ", ") + command->get_name();
  }
  for (const CLI::Option *option : app.get_options())
    if (option->check_name(word))
      return true;
  fmt::print(stderr, "anywarp: unknown {} '{}'; there are {}\n",
             word.starts_with("-") ? "option" : "command", word, commands);
  return false;
}

} // namespace

int main(int argc, char **argv) {
  CLI::App app{"Anywarp: CUDA programs on any machine", "anywarp"};
  app.set_version_flag("--version", "anywarp " ANYWARP_VERSION);
  app.require_subcommand(1);

  // Arguments after `--` belong to the program that is run, whatever they look like.
  std::vector<std::string> own(argv + 1, argv + argc), rest;
  for (size_t i = 0; i < own.size(); ++i)
    if (own[i] == "--") {
      rest.assign(own.begin() + i + 1, own.end());
      own.resize(i);
      break;
    }

  std::vector<std::string> files, compilerOptions;
  auto *runCommand = app.add_subcommand("run", "Compile FILE.cu and run it: run FILE.cu [-- ARGS]");
  runCommand->add_option("file", files, "CUDA C++ files")->required();
  runCommand->add_option("-X,--nvcc-option", compilerOptions, "An option for nvcc (repeatable)")
      ->allow_extra_args(false);

  auto *nvccCommand = app.add_subcommand("nvcc", "The compiler: nvcc OPTIONS FILES");
  nvccCommand->prefix_command();
  auto *devicesCommand = app.add_subcommand("devices", "List the devices that programs can use");
  auto *clangdCommand =
      app.add_subcommand("clangd", "Print a .clangd file for projects with .cu files");
  auto *testCommand = app.add_subcommand("test", "Run the project's tests (in a build tree)");
  testCommand->prefix_command();
  auto *benchCommand = app.add_subcommand("bench", "Run the benchmarks: bench [--json] [NAME…]");
  benchCommand->prefix_command();

  if (!own.empty() && !isKnown(app, own.front()))
    return 1;
  std::vector<std::string> reversed(own.rbegin(), own.rend());
  try {
    app.parse(reversed);
  } catch (const CLI::ParseError &error) {
    return app.exit(error);
  }

  if (*runCommand)
    return run(files, compilerOptions, rest);
  if (*nvccCommand) {
    std::vector<std::string> command{(binDir() / "nvcc").string()};
    for (const std::string &word : nvccCommand->remaining())
      command.push_back(word);
    replaceBy(command);
  }
  if (*devicesCommand)
    return devices();
  if (*clangdCommand)
    return printClangdConfig();
  if (*benchCommand) {
    if (buildTree().empty()) {
      fmt::print(stderr, "anywarp: `bench` needs the source tree; run ./anywarp bench there\n");
      return 1;
    }
    std::vector<std::string> command{(binDir() / "anywarp-bench").string()};
    for (const std::string &word : benchCommand->remaining())
      command.push_back(word);
    replaceBy(command);
  }
  fs::path tree = buildTree();
  if (tree.empty()) {
    fmt::print(stderr, "anywarp: `test` needs the source tree; run ./anywarp test there\n");
    return 1;
  }
  std::vector<std::string> command{"ctest", "--test-dir", tree.string(), "--output-on-failure",
                                   "--no-tests=error"};
  for (const std::string &word : testCommand->remaining())
    command.push_back(word);
  replaceBy(command);
}
