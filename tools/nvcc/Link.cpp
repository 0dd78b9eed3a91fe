// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The last steps: what g++ and ar are told, and the object of a device link.
#include "DeviceLink.h"
#include "Driver.h"
#include "HostTools.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

#include "common/Program.h"

namespace anywarp::nvcc {

/// A library folder that the loader searches anyway needs no run path.
static bool isSystemFolder(const std::string &path) {
  return path == "/lib" || path == "/usr/lib" || path.starts_with("/lib/x86_64") ||
         path.starts_with("/usr/lib/x86_64");
}

int Driver::link(const std::vector<std::string> &objects, const std::string &deviceLink) {
  std::vector<std::string> command = {hostCompiler(/*isC=*/false)};
  auto add = [&](std::initializer_list<std::string> list) { command.insert(command.end(), list); };
  frontend::CompileJob job = makeJob(line_, plan_);
  command.insert(command.end(), job.hostOptions.begin(), job.hostOptions.end());
  add({"-m64"});
  if (line_.has(Opt::Debug))
    add({"-g"});
  bool isPartial = line_.has(Opt::RelocatableLink);
  if (!isPartial)
    add({"-Wl,--start-group"});
  // Before other libraries: it also answers to the names of g++'s OpenMP library.
  auto firstLibrary = std::find_if(objects.begin(), objects.end(), [](const std::string &path) {
    return path.ends_with(".so") || path.find(".so.") != std::string::npos;
  });
  command.insert(command.end(), objects.begin(), firstLibrary);
  if (!isPartial && !plan_.dryRun && usesSymbol(objects, "__kmpc_")) {
    if (!exists(AW_LLVM_LIBDIR "/libomp.so"))
      fprintf(stderr,
              "nvcc warning : OpenMP in .cu files needs LLVM's OpenMP library (libomp-19-dev)\n");
    add({AW_LLVM_LIBDIR "/libomp.so", "-Wl,-rpath," AW_LLVM_LIBDIR});
  }
  if (!isPartial && !plan_.dryRun && usesSymbol(objects, "llvm_gcov_")) {
    constexpr const char *kProfile =
        AW_LLVM_LIBDIR "/clang/19/lib/linux/libclang_rt.profile-x86_64.a";
    if (!exists(kProfile))
      fprintf(stderr, "nvcc warning : coverage of .cu files needs LLVM's library for it "
                      "(libclang-rt-19-dev)\n");
    add({kProfile});
  }
  command.insert(command.end(), firstLibrary, objects.end());
  for (const CommandLine::Item &item : line_.items) {
    if (item.id == Opt::LibraryPath)
      add({"-L" + item.value});
    else if (item.id == Opt::Library)
      add({"-l" + item.value});
    else if (item.id == Opt::Xlinker)
      for (const std::string &word : cmdline::splitWords(item.value))
        add({"-Xlinker", word});
  }
  if (isPartial)
    add({"-r"});
  if (line_.has(Opt::Shared))
    add({"-shared"});
  if (!isPartial) {
    add({"-L" + layout_.library});
    std::string runtime = line_.value(Opt::Cudart, "static");
    if (runtime == "static")
      add({"-lcudart_static", "-lrt", "-lpthread", "-ldl"});
    else if (runtime == "shared")
      add({"-lcudart"});
    // Last, so that its constructor runs after those of the objects; it needs the runtime, too.
    if (!deviceLink.empty())
      add({deviceLink});
    add({"-Wl,--end-group"});
    // The program finds libcudart and libcuda where it was linked.
    if (runtime != "none" && !isSystemFolder(layout_.library))
      add({"-Wl,-rpath," + layout_.library});
  }
  add({"-o", plan_.output.empty() ? "a.out" : plan_.output});
  return execute(" , link", command);
}

int Driver::archive(const std::vector<std::string> &objects) {
  std::string output = plan_.output.empty() ? "a.a" : plan_.output;
  std::vector<std::string> command = {line_.value(Opt::ArchiverBinary, "ar"), "cr"};
  for (const std::string &option : line_.all(Opt::Xarchive))
    command.push_back(option);
  command.push_back(output);
  command.insert(command.end(), objects.begin(), objects.end());
  if (!plan_.dryRun)
    unlink(output.c_str());
  return execute(" , archive", command);
}

std::vector<std::string> Driver::archives() const {
  std::vector<std::string> found, folders = line_.all(Opt::LibraryPath);
  if (const char *variable = getenv("LIBRARY_PATH"))
    for (std::string_view rest = variable; !rest.empty();) {
      size_t end = std::min(rest.find(':'), rest.size());
      folders.emplace_back(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  folders.push_back(layout_.library); // libcufft_static.a has device code
  for (const std::string &name : line_.all(Opt::Library))
    for (const std::string &folder : folders) {
      std::string path =
          folder + "/" + (name.starts_with(":") ? name.substr(1) : "lib" + name + ".a");
      if (exists(path)) {
        found.push_back(path);
        break;
      }
    }
  return found;
}

std::vector<RelocatableObject>
Driver::relocatableCode(const std::vector<std::string> &objects) const {
  std::vector<std::string> files = objects;
  for (std::string &archive : archives())
    files.push_back(std::move(archive));
  return relocatableObjects(files, sources_);
}

int Driver::linkDevice(const std::vector<std::string> &objects,
                       std::vector<RelocatableObject> linked, const std::string &output) {
  if (plan_.dryRun) {
    showOwn("-dlink", objects, output);
    return 0;
  }
  // The device runtime is in the driver, but for what other languages call of a grid by its name.
  std::vector<std::string> libraries = line_.all(Opt::Library);
  if (!linked.empty() &&
      std::find(libraries.begin(), libraries.end(), "cudadevrt") != libraries.end())
    if (std::string code = libraryCode(layout_.library + "/libcudadevrt.a"); !code.empty())
      linked.push_back({"cudadevrt", "libcudadevrt.a", std::move(code), /*isMember=*/true});
  if (int code = checkDeviceLink(linked, plan_.archs.back().number))
    return code;
  std::string source = temporary_.file("device_link.cpp");
  if (source.empty() ||
      !tool::writeFile("nvcc", source, linked.empty() ? "" : deviceLinkSource(linked)))
    return 1;
  return execute(" , device link", {hostCompiler(/*isC=*/false), "-x", "c++", "-std=c++11", "-O1",
                                    "-fPIC", "-c", source, "-o", output});
}

} // namespace anywarp::nvcc
