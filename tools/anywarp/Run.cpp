// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// anywarp run: compiles a CUDA program and runs it.
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>

#include <fmt/format.h>

#include "Commands.h"
#include "Places.h"

namespace anywarp::tool {

namespace {

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

} // namespace

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

} // namespace anywarp::tool
