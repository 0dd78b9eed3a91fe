// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// anywarp doctor: what a program finds on this machine, and what stands in the way.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fstream>
#include <map>
#include <optional>
#include <sys/statvfs.h>
#include <unistd.h>

#include <fmt/format.h>

#include "Commands.h"
#include "Places.h"
#include "support/Options.h"
#include "support/os/SystemLibrary.h"

namespace anywarp::tool {

namespace {

unsigned problems = 0;

void line(const char *what, const std::string &text) { fmt::print("{:<14} {}\n", what, text); }
void problem(const char *what, const std::string &text) {
  ++problems;
  line(what, "PROBLEM: " + text);
}

/// What a command prints, line by line.
std::vector<std::string> linesOf(const std::string &command) {
  std::vector<std::string> lines;
  FILE *pipe = ::popen(command.c_str(), "r");
  if (!pipe)
    return lines;
  char text[4096];
  while (std::fgets(text, sizeof text, pipe)) {
    lines.emplace_back(text);
    if (lines.back().ends_with('\n'))
      lines.back().pop_back();
  }
  ::pclose(pipe);
  return lines;
}

void tellProcessor() {
  std::ifstream info("/proc/cpuinfo");
  std::string name = "unknown", text;
  while (std::getline(info, text))
    if (text.starts_with("model name")) {
      name = text.substr(text.find(':') + 2);
      break;
    }
  __builtin_cpu_init();
  const char *level = __builtin_cpu_supports("x86-64-v4")   ? "x86-64-v4 (AVX-512)"
                      : __builtin_cpu_supports("x86-64-v3") ? "x86-64-v3 (AVX2)"
                      : __builtin_cpu_supports("x86-64-v2") ? "x86-64-v2 (SSE4.2)"
                                                            : nullptr;
  if (level)
    line("processor", fmt::format("{}, {}", name, level));
  else
    problem("processor", name + " lacks SSE4.2: kernels cannot be compiled for it");
}

void tellVariables() {
  for (char **entry = environ; *entry; ++entry)
    for (const char *prefix : {"ANYWARP_", "CUDA_", "NVCC_"})
      if (!std::strncmp(*entry, prefix, std::strlen(prefix)))
        line("environment", *entry);
  Options::get(); // reports values that have no meaning
}

void tellCache() {
  std::string path = Options::get().cachePath;
  if (path.empty()) {
    const char *cache = std::getenv("XDG_CACHE_HOME"), *home = std::getenv("HOME");
    path = cache ? std::string(cache) + "/anywarp"
                 : std::string(home ? home : "/nonexistent") + "/.cache/anywarp";
  }
  if (Options::get().cacheDisable == "1")
    return line("cache", "off: CUDA_CACHE_DISABLE=1, every process compiles its kernels again");
  std::error_code error;
  uintmax_t bytes = 0, files = 0, headers = 0;
  for (const auto &entry : fs::recursive_directory_iterator(path, error))
    if (entry.path().extension() == ".awobj")
      bytes += entry.file_size(error), ++files;
    else if (entry.is_regular_file(error))
      headers += entry.file_size(error);
  fs::path existing = path;
  while (!fs::exists(existing, error) && existing.has_relative_path())
    existing = existing.parent_path();
  if (!fs::is_directory(existing, error) || ::access(existing.c_str(), W_OK))
    return problem("cache", path + " cannot be written: every process compiles its kernels again");
  line("cache",
       fmt::format("{}, {} kernels, {:.1f} of {:.0f} MB; precompiled headers, {:.1f} MB", path,
                   files, double(bytes) / 1e6, std::atof(Options::get().cacheMaxSize.c_str()) / 1e6,
                   double(headers) / 1e6));
}

/// The devices of a driver, asked in a process of its own: a broken one must not take us along.
void tellDevices() {
  const std::string self = (binDir() / "anywarp").string();
  for (const std::string &text : linesOf("'" + self + "' devices 2>&1"))
    line("devices", text);
  line("choice", "ANYWARP_DEVICE=" + Options::get().device);
}

/// Names of libraries as the loader's cache has them.
std::map<std::string, std::string> loaderCache() {
  std::map<std::string, std::string> paths;
  for (const std::string &text : linesOf("/sbin/ldconfig -p 2>/dev/null")) {
    const size_t arrow = text.find(" => "), start = text.find_first_not_of(" \t");
    if (arrow != text.npos && text.find("x86-64") != text.npos)
      paths.emplace(text.substr(start, text.find(' ', start) - start), text.substr(arrow + 4));
  }
  return paths;
}

/// What the loader takes for a name in a program without a run path.
std::optional<std::string> findByName(const std::string &name,
                                      const std::map<std::string, std::string> &cache) {
  if (const char *list = std::getenv("LD_LIBRARY_PATH"))
    for (std::string_view rest = list; !rest.empty();) {
      const size_t end = rest.find(':');
      const fs::path path = fs::path(rest.substr(0, end)) / name;
      std::error_code error;
      if (fs::exists(path, error))
        return path.string();
      rest = end == rest.npos ? std::string_view() : rest.substr(end + 1);
    }
  auto found = cache.find(name);
  return found == cache.end() ? std::nullopt : std::optional(found->second);
}

/// Our libraries by the names that programs ask for.
std::vector<std::string> ourNames() {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto &entry : fs::directory_iterator(libDir(), error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("lib") && name.find(".so.") != name.npos)
      names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

void tellLibraries() {
  const std::map<std::string, std::string> cache = loaderCache();
  line("libraries", "ours are in " + libDir().string() + "; by name alone a program now loads");
  for (const std::string &name : ourNames()) {
    const auto found = findByName(name, cache);
    const bool isOurs = found && isSameFile(*found, (libDir() / name).string());
    line("", fmt::format("{:<24} {}", name,
                         isOurs  ? "ours"
                         : found ? "another: " + *found
                                 : "nothing (anywarp exec, LD_LIBRARY_PATH or a run path helps)"));
  }
}

void tellBackends() {
  static constexpr std::array<std::pair<const char *, const char *>, 3> kBackends{
      {{"libopenblas.so.0", "cuBLAS, cuSOLVER"},
       {"libfftw3.so.3", "cuFFT in double precision"},
       {"libfftw3f.so.3", "cuFFT in single precision"}}};
  for (const auto &[name, user] : kBackends) {
    void *library = ::dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    line("backend", fmt::format("{:<24} {}, for {}", name,
                                library ? pathOfLibrary(library) : "not there", user));
  }
}

/// The CUDA libraries among those that the loader would take for a program.
void tellProgram(const std::string &program) {
  std::ifstream file(program, std::ios::binary);
  char magic[4] = "";
  file.read(magic, 4);
  if (!file)
    return problem("program", program + " cannot be read");
  if (std::memcmp(magic,
                  "\x7f"
                  "ELF",
                  4) != 0)
    return line("program", program + " is no ELF file: ask for its interpreter, or for the library "
                                     "that it loads");
  bool any = false;
  for (const std::string &text :
       linesOf("/lib64/ld-linux-x86-64.so.2 --list '" + program + "' 2>&1")) {
    // "libX.so => /path/libX.so (0x…)", or a path alone.
    const size_t start = text.find_first_not_of(" \t");
    if (start == text.npos)
      continue;
    const std::string word = text.substr(start, text.find(' ', start) - start);
    const std::string name = fs::path(word).filename().string();
    if (!name.starts_with("libcu") && !name.starts_with("libnv"))
      continue;
    any = true;
    const size_t arrow = text.find(" => ");
    std::string path = arrow == text.npos ? word : text.substr(arrow + 4);
    path = path.substr(0, path.find(" ("));
    line("", fmt::format("{:<24} {}", name,
                         path == "not found"                            ? path
                         : isSameFile(path, (libDir() / name).string()) ? "ours"
                                                                        : "another: " + path));
  }
  if (!any)
    line("program", program + " is linked with no CUDA library; it may load them later, or carry "
                              "a static runtime");
}

} // namespace

int doctor(const std::string &program) {
  line("anywarp", ANYWARP_VERSION " in " + binDir().parent_path().string());
  tellProcessor();
  tellVariables();
  tellDevices();
  tellCache();
  tellBackends();
  tellLibraries();
  if (!program.empty()) {
    line("program", program);
    tellProgram(program);
  }
  fmt::print("{}\n", problems ? fmt::format("{} problem{} found", problems, problems > 1 ? "s" : "")
                              : "no problem found");
  return problems ? 1 : 0;
}

} // namespace anywarp::tool
