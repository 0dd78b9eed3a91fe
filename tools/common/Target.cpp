// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "common/Target.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <fcntl.h>
#include <filesystem>
#include <memory>
#include <sys/wait.h>
#include <unistd.h>

namespace anywarp::tool {

namespace fs = std::filesystem;

RecordFile::RecordFile() {
  std::error_code error;
  std::string pattern = (fs::temp_directory_path(error) / "anywarp-XXXXXX").string();
  if (!mkdtemp(pattern.data()))
    return;
  folder_ = pattern;
  path_ = folder_ + "/records";
}

RecordFile::~RecordFile() {
  std::error_code ignored;
  if (!folder_.empty())
    fs::remove_all(folder_, ignored);
}

/// Where our libraries are: in a build tree, or installed apart from other libcuda.so.
static fs::path libraryFolder() {
  std::error_code error;
  const fs::path lib =
      fs::read_symlink("/proc/self/exe", error).parent_path().parent_path() / "lib";
  return fs::exists(lib / "libcuda.so.1", error) ? lib : lib / "anywarp";
}

std::vector<std::pair<std::string, std::string>> recordingEnvironment(const std::string &what,
                                                                      const std::string &file) {
  std::string path = libraryFolder().string();
  if (const char *before = std::getenv("LD_LIBRARY_PATH"); before && *before)
    path += std::string(":") + before;
  std::vector<std::pair<std::string, std::string>> environment = {
      {"ANYWARP_RECORD", what}, {"ANYWARP_RECORD_FILE", file}, {"LD_LIBRARY_PATH", path}};
  std::error_code error;
  const fs::path ranges = libraryFolder() / "libanywarp-nvtx.so";
  if (fs::exists(ranges, error))
    environment.push_back({"NVTX_INJECTION64_PATH", ranges.string()});
  if (!std::getenv("ANYWARP_DEVICE"))
    environment.push_back({"ANYWARP_DEVICE", "cpu"});
  return environment;
}

std::string findProgram(const std::string &program) {
  std::error_code error;
  if (program.find('/') != std::string::npos)
    return access(program.c_str(), X_OK) == 0 && !fs::is_directory(program, error) ? program : "";
  const char *list = std::getenv("PATH");
  std::string paths = list ? list : "/usr/bin:/bin";
  for (size_t at = 0; at <= paths.size();) {
    const size_t end = std::min(paths.find(':', at), paths.size());
    const fs::path file = fs::path(paths.substr(at, end - at)) / program;
    if (access(file.c_str(), X_OK) == 0 && !fs::is_directory(file, error))
      return file.string();
    at = end + 1;
  }
  return "";
}

[[noreturn]] static void become(const Target &target) {
  for (const auto &[name, value] : target.environment)
    setenv(name.c_str(), value.c_str(), /*overwrite=*/1);
  if (!target.outputFile.empty()) {
    const int file = open(target.outputFile.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file >= 0)
      dup2(file, STDOUT_FILENO);
  }
  std::vector<char *> words;
  for (const std::string &word : target.command)
    words.push_back(const_cast<char *>(word.c_str()));
  words.push_back(nullptr);
  execvp(words[0], words.data());
  _exit(127);
}

TargetEnd runTarget(const Target &target) {
  TargetEnd end;
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0)
    return end;
  if (child == 0)
    become(target);
  if (target.whenStarted)
    target.whenStarted(int(child));
  struct sigaction ignore = {}, interrupt, quit;
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGINT, &ignore, &interrupt);
  sigaction(SIGQUIT, &ignore, &quit);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  sigaction(SIGINT, &interrupt, nullptr);
  sigaction(SIGQUIT, &quit, nullptr);
  end.process = int(child);
  end.status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  end.started = end.status != 127;
  return end;
}

/// A blank before each `*` and `&`, as NVIDIA's tools write them.
static std::string spaced(std::string_view name) {
  std::string text;
  for (char c : name) {
    const char last = text.empty() ? ' ' : text.back();
    if ((c == '*' || c == '&') && last != ' ' && last != '*' && last != '&' && last != '(')
      text += ' ';
    text += c;
  }
  return text;
}

/// Where the type that ends before `end` begins: words, `::` and template arguments.
static size_t startOfType(const std::string &text, size_t end) {
  size_t at = end, depth = 0;
  while (at > 0) {
    const char c = text[at - 1];
    if (c == '>')
      ++depth;
    else if (depth && c == '<')
      --depth;
    else if (!depth && (c == '(' || c == ',' || c == '<' || c == '*' || c == '&' || c == ')'))
      break;
    --at;
  }
  while (at < end && text[at] == ' ')
    ++at;
  return at;
}

/// "const int *" for "int const *".
static std::string constFirst(std::string text) {
  constexpr std::string_view kConst = " const";
  for (size_t at = 0; (at = text.find(kConst, at)) != std::string::npos; at += kConst.size()) {
    const size_t behind = at + kConst.size(), start = startOfType(text, at);
    const bool endsHere = behind == text.size() || std::strchr(" *&,)>", text[behind]);
    if (!endsHere || start == at)
      continue; // part of a word, or of a pointer or member function
    text.erase(at, kConst.size());
    text.insert(start, "const ");
  }
  return text;
}

std::string demangle(const std::string &name) {
  int status = 0;
  std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && text ? constFirst(spaced(text.get())) : name;
}

} // namespace anywarp::tool
