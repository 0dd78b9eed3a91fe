// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ptx-run: executes the cases of PTX files through the public driver API (README.md).
#include <CLI/CLI.hpp>
#include <cstdio>
#include <cuda.h>
#include <dlfcn.h>
#include <fstream>
#include <iterator>

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
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
      if (!function)
        std::fprintf(stderr, "ptx-run: no %s\n", name);
      return function != nullptr;
    };
    return find(init, "cuInit") && find(getErrorName, "cuGetErrorName") &&
           find(ctxCreate, "cuCtxCreate_v4") && find(ctxDestroy, "cuCtxDestroy_v2") &&
           find(ctxSynchronize, "cuCtxSynchronize") && find(moduleLoadDataEx, "cuModuleLoadDataEx") &&
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

  /// True if the case does what it says. Each has a context of its own: a fault spoils no other.
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
    if (CUresult result = driver_.launchKernel(function, c.grid[0], c.grid[1], c.grid[2], c.block[0],
                                               c.block[1], c.block[2], c.shared, nullptr,
                                               arguments.data(), nullptr))
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

/// 0: all cases of the file are good.
int runFile(const Driver &driver, const std::string &file, unsigned &cases) {
  std::ifstream stream(file);
  if (!stream) {
    std::printf("%s: cannot be read\n", file.c_str());
    return 1;
  }
  std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  std::vector<Case> all;
  std::string error;
  if (!readCases(text, all, error) || all.empty()) {
    std::printf("%s: %s\n", file.c_str(), error.empty() ? "no cases" : error.c_str());
    return 1;
  }
  int failed = 0;
  for (const Case &one : all)
    failed += !Runner(driver, file, text).run(one);
  cases += unsigned(all.size());
  return failed;
}

} // namespace

int main(int argc, char **argv) {
  CLI::App app{"Runs the cases that stand in PTX files, through the CUDA driver API"};
  std::string library = "libcuda.so.1";
  std::vector<std::string> files;
  app.add_option("--lib", library, "The driver library")->capture_default_str();
  app.add_option("FILE", files, "PTX files with // case: lines")->required();
  CLI11_PARSE(app, argc, argv);

  Driver driver;
  if (!driver.open(library))
    return 2;
  if (CUresult result = driver.init(0)) {
    std::fprintf(stderr, "ptx-run: cuInit answers %s\n", driver.name(result).c_str());
    return 2;
  }
  int failed = 0;
  unsigned cases = 0;
  for (const std::string &file : files)
    failed += runFile(driver, file, cases);
  if (failed == 0)
    std::printf("%u cases: ok\n", cases);
  else
    std::printf("%d of %u cases failed\n", failed, cases);
  return failed != 0;
}
