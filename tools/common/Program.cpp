// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages and files.
#include "common/Program.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace anywarp::tool {

std::string versionText(std::string_view program, std::string_view what) {
  return std::string(program) + ": " + std::string(what) +
         "\nAnywarp " AW_VERSION ": CUDA C++ for CPUs, and to PTX\n"
         "Cuda compilation tools, release 13.0, V13.0.88\n"
         "Build anywarp_" AW_VERSION "\n";
}

static void say(std::string_view program, const char *kind, const std::string &message) {
  fprintf(stderr, "%.*s %s: %s\n", int(program.size()), program.data(), kind, message.c_str());
}

int fatal(std::string_view program, const std::string &message) {
  say(program, "fatal   ", message);
  return 255;
}

void warn(std::string_view program, const std::string &message) {
  say(program, "warning ", message);
}

void inform(std::string_view program, const std::string &message) {
  say(program, "info    ", message);
}

static bool complain(std::string_view program, const std::string &message) {
  fatal(program, message + ": " + strerror(errno));
  return false;
}

bool readFile(std::string_view program, const std::string &path, std::string &bytes) {
  FILE *file = path == "-" ? stdin : fopen(path.c_str(), "rb");
  if (!file) {
    fatal(program, "Input file '" + path + "' could not be opened");
    return false;
  }
  char buffer[65536];
  bytes.clear();
  while (size_t n = fread(buffer, 1, sizeof buffer, file))
    bytes.append(buffer, n);
  bool good = !ferror(file);
  if (!good)
    complain(program, "Could not read '" + path + "'");
  if (file != stdin)
    fclose(file);
  return good;
}

bool writeFile(std::string_view program, const std::string &path, std::string_view bytes) {
  if (path == "-")
    return fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size() && fflush(stdout) == 0;
  // Special files (/dev/null, /dev/stdout, pipes) are written to, not replaced.
  struct stat info;
  bool isPlain = stat(path.c_str(), &info) != 0 || S_ISREG(info.st_mode);
  std::string target = isPlain ? path + "." + std::to_string(getpid()) + ".tmp" : path;
  FILE *file = fopen(target.c_str(), "wb");
  if (!file)
    return complain(program, "Could not open output file '" + path + "'");
  bool good = fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  good = fclose(file) == 0 && good;
  if (good && isPlain)
    good = rename(target.c_str(), path.c_str()) == 0;
  if (!good) {
    complain(program, "Could not write '" + path + "'");
    if (isPlain)
      unlink(target.c_str());
  }
  return good;
}

} // namespace anywarp::tool
