// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ptx-run: executes the cases of PTX files through the public driver API (README.md).
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cuda.h>
#include <dlfcn.h>
#include <fstream>
#include <iterator>
#include <sys/wait.h>
#include <unistd.h>

#include "Case.h"

namespace {

using namespace ptxrun;

/// The functions that are used, by their exported names.
struct Driver {
  decltype(&::cuInit) init;
  decltype(&::cuGetErrorName) getErrorName;
  decltype(&::cuCtxCreate_v4) ctxCreate;
  decltype(&::cuCtxDestroy_v2) ctxDestroy;
  decltype(&::cuCtxSynchronize) ctxSynchronize;
  decltype(&::cuModuleLoadDataEx) moduleLoadDataEx;
  decltype(&::cuModuleGetFunction) moduleGetFunction;
  decltype(&::cuFuncSetAttribute) funcSetAttribute;
  decltype(&::cuMemAlloc_v2) memAlloc;
  decltype(&::cuMemcpyHtoD_v2) memcpyHtoD;
  decltype(&::cuMemcpyDtoH_v2) memcpyDtoH;
  decltype(&::cuLaunchKernel) launchKernel;

  bool open(const std::string &path) {
    void *library = dlopen(path.c_str(), RTLD_NOW);
    if (!library) {
      std::fprintf(stderr, "ptx-run: %s\n", dlerror());
      return false;
    }
    auto find = [library](auto &function, const char *name) {
      function =
          reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
      if (!function)
        std::fprintf(stderr, "ptx-run: no %s\n", name);
      return function != nullptr;
    };
    return find(init, "cuInit") && find(getErrorName, "cuGetErrorName") &&
           find(ctxCreate, "cuCtxCreate_v4") && find(ctxDestroy, "cuCtxDestroy_v2") &&
           find(ctxSynchronize, "cuCtxSynchronize") &&
           find(moduleLoadDataEx, "cuModuleLoadDataEx") &&
           find(moduleGetFunction, "cuModuleGetFunction") &&
           find(funcSetAttribute, "cuFuncSetAttribute") && find(memAlloc, "cuMemAlloc_v2") &&
           find(memcpyHtoD, "cuMemcpyHtoD_v2") && find(memcpyDtoH, "cuMemcpyDtoH_v2") &&
           find(launchKernel, "cuLaunchKernel");
  }
  std::string name(CUresult result) const {
    const char *text = nullptr;
    return getErrorName(result, &text) == CUDA_SUCCESS ? text : "error " + std::to_string(result);
  }
};

/// The first entry of a PTX text.
std::string firstEntry(const std::string &text) {
  size_t at = text.find(".entry");
  if (at == std::string::npos)
    return {};
  at = text.find_first_not_of(" \t\n", at + 6);
  return text.substr(at, text.find_first_of(" \t\n(", at) - at);
}

class Runner {
public:
  Runner(const Driver &driver, const std::string &file, const std::string &text)
      : driver_(driver), file_(file), text_(text) {}

  /// True if the case does what it says. Each has a context of its own.
  bool run(const Case &one) {
    case_ = &one;
    good_ = true;
    CUcontext context = nullptr;
    if (CUresult result = driver_.ctxCreate(&context, nullptr, 0, 0))
      return complain("no context: " + driver_.name(result));
    CUresult result = execute();
    if (!one.error.empty()) {
      if (driver_.name(result) != "CUDA_ERROR_" + one.error)
        complain("answers " + driver_.name(result) + ", expected CUDA_ERROR_" + one.error);
    } else if (result != CUDA_SUCCESS) {
      complain(stage_ + " answers " + driver_.name(result) + (log_.empty() ? "" : "\n" + log_));
    }
    driver_.ctxDestroy(context);
    return good_;
  }

private:
  bool complain(const std::string &what) {
    std::printf("%s:%u: %s\n", file_.c_str(), case_->line, what.c_str());
    return good_ = false;
  }

  CUresult load(CUmodule &module) {
    stage_ = "loading";
    static char log[16384];
    log[0] = '\0';
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {log, reinterpret_cast<void *>(sizeof log)};
    CUresult result = driver_.moduleLoadDataEx(&module, text_.c_str(), 2, options, values);
    log_ = log;
    return result;
  }

  CUresult execute() {
    CUmodule module = nullptr;
    if (CUresult result = load(module))
      return result;
    stage_ = "finding the kernel";
    std::string kernel = case_->kernel.empty() ? firstEntry(text_) : case_->kernel;
    CUfunction function = nullptr;
    if (CUresult result = driver_.moduleGetFunction(&function, module, kernel.c_str()))
      return result;
    stage_ = "allocating";
    std::vector<CUdeviceptr> buffers(case_->parameters.size());
    std::vector<void *> arguments;
    for (size_t i = 0; i < buffers.size(); ++i) {
      const Parameter &parameter = case_->parameters[i];
      if (!parameter.isBuffer) {
        arguments.push_back(const_cast<uint8_t *>(parameter.before.data()));
        continue;
      }
      if (CUresult result = driver_.memAlloc(&buffers[i], parameter.before.size() + 16))
        return result;
      if (CUresult result =
              driver_.memcpyHtoD(buffers[i], parameter.before.data(), parameter.before.size()))
        return result;
      arguments.push_back(&buffers[i]);
    }
    stage_ = "launching";
    const Case &c = *case_;
    if (c.shared > (48 << 10))
      if (CUresult result = driver_.funcSetAttribute(
              function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, int(c.shared)))
        return result;
    if (CUresult result =
            driver_.launchKernel(function, c.grid[0], c.grid[1], c.grid[2], c.block[0], c.block[1],
                                 c.block[2], c.shared, nullptr, arguments.data(), nullptr))
      return result;
    stage_ = "running";
    if (CUresult result = driver_.ctxSynchronize())
      return result;
    for (size_t i = 0; i < buffers.size(); ++i)
      if (case_->parameters[i].isBuffer)
        if (CUresult result = compare(case_->parameters[i], buffers[i]))
          return result;
    return CUDA_SUCCESS;
  }

  CUresult compare(const Parameter &parameter, CUdeviceptr buffer) {
    stage_ = "reading back";
    std::vector<uint8_t> seen(parameter.after.size());
    if (CUresult result = driver_.memcpyDtoH(seen.data(), buffer, seen.size()))
      return result;
    size_t wrong = 0;
    std::string first;
    for (size_t i = 0; i < parameter.count(); ++i) {
      std::string text = difference(parameter, seen, i, case_->ulp);
      if (!text.empty() && wrong++ == 0)
        first = parameter.name + "[" + std::to_string(i) + "] " + text;
    }
    if (wrong)
      complain(first + " (" + std::to_string(wrong) + " of " + std::to_string(parameter.count()) +
               " differ)");
    return CUDA_SUCCESS;
  }

  const Driver &driver_;
  const std::string &file_, &text_;
  const Case *case_ = nullptr;
  std::string stage_, log_;
  bool good_ = true;
};

struct File {
  std::string name, text;
  std::vector<Case> cases;
};

bool readFile(const std::string &name, File &file) {
  file.name = name;
  std::ifstream stream(name);
  if (!stream) {
    std::printf("%s: cannot be read\n", name.c_str());
    return false;
  }
  file.text.assign((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  std::string error;
  if (readCases(file.text, file.cases, error) && !file.cases.empty())
    return true;
  std::printf("%s: %s\n", name.c_str(), error.empty() ? "no cases" : error.c_str());
  return false;
}

bool initialize(const Driver &driver) {
  CUresult result = driver.init(0);
  if (result != CUDA_SUCCESS)
    std::fprintf(stderr, "ptx-run: cuInit answers %s\n", driver.name(result).c_str());
  return result == CUDA_SUCCESS;
}

/// A kernel that faults costs its process the device.
bool runInChild(const Driver &driver, const File &file, const Case &one) {
  std::fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    bool good = initialize(driver) && Runner(driver, file.name, file.text).run(one);
    std::fflush(stdout);
    _exit(good ? 0 : 1);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) < 0)
    return false;
  if (WIFSIGNALED(status))
    std::printf("%s:%u: ended by signal %d\n", file.name.c_str(), one.line, WTERMSIG(status));
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace

int main(int argc, char **argv) {
  CLI::App app{"Runs the cases that stand in PTX files, through the CUDA driver API"};
  std::string library = "libcuda.so.1";
  std::vector<std::string> names;
  app.add_option("--lib", library, "The driver library")->capture_default_str();
  app.add_option("FILE", names, "PTX files with // case: lines")->required();
  CLI11_PARSE(app, argc, argv);

  Driver driver;
  if (!driver.open(library))
    return 2;
  std::vector<File> files(names.size());
  unsigned failed = 0, cases = 0;
  for (size_t i = 0; i < names.size(); ++i) {
    failed += !readFile(names[i], files[i]);
    cases += unsigned(std::max<size_t>(files[i].cases.size(), 1));
  }
  // Children first: they cannot use a driver that this process has initialised.
  for (const File &file : files)
    for (const Case &one : file.cases)
      if (!one.error.empty())
        failed += !runInChild(driver, file, one);
  if (!initialize(driver))
    return 2;
  for (const File &file : files)
    for (const Case &one : file.cases)
      if (one.error.empty())
        failed += !Runner(driver, file.name, file.text).run(one);
  if (failed == 0)
    std::printf("%u cases: ok\n", cases);
  else
    std::printf("%u of %u cases failed\n", failed, cases);
  return failed != 0;
}
