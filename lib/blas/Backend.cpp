// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finding the backend.
#include "blas/Backend.h"

#include <dlfcn.h>
#include <vector>

#include "support/Options.h"
#include "support/Trace.h"
#include "support/os/SystemLibrary.h"

namespace anywarp::blas {
namespace {

struct Opened {
  Backend told;
  std::vector<void *> libraries; ///< searched in this order
};

constexpr const char *kChoices[] = {"openblas-pthread/libopenblas.so.0", "libopenblas.so.0",
                                    "openblas-openmp/libopenblas.so.0", "libblas.so.3"};

void *lookUp(const Opened &opened, const char *symbol) {
  for (void *library : opened.libraries)
    if (void *found = ::dlsym(library, symbol))
      return found;
  return nullptr;
}

/// Several workers call the library at once. OpenBLAS's serial build is not made for that: two
/// calls may share a buffer, and results go wrong now and then.
bool isSerialOpenBlas(void *library) {
  void *ask = ::dlsym(library, "openblas_get_parallel");
  return ask && reinterpret_cast<int (*)()>(ask)() == 0;
}

bool add(Opened &opened, const std::string &path) {
  void *library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library || isSerialOpenBlas(library) ||
      (opened.libraries.empty() && !::dlsym(library, "dgemm_"))) {
    if (isTraced("library"))
      trace("library", "BLAS: " + path + " cannot be used");
    return false;
  }
  opened.libraries.push_back(library);
  if (opened.told.path.empty())
    opened.told = {path, path};
  return true;
}

/// LAPACK may be a library of its own.
void addLapack(Opened &opened) {
  if (lookUp(opened, "dpotrf_"))
    return;
  for (const std::string &path : findLibraries("liblapack.so.3"))
    if (add(opened, path))
      return;
}

/// Workers call it: threads of its own would only fight them.
void makeSingleThreaded(Opened &opened) {
  for (const char *symbol :
       {"openblas_set_num_threads", "MKL_Set_Num_Threads", "bli_thread_set_num_threads"})
    if (void *set = lookUp(opened, symbol)) {
      if (std::string(symbol).starts_with("bli"))
        reinterpret_cast<void (*)(long)>(set)(1);
      else
        reinterpret_cast<void (*)(int)>(set)(1);
    }
  if (void *config = lookUp(opened, "openblas_get_config"))
    opened.told.name = reinterpret_cast<const char *(*)()>(config)();
}

const Opened &opened() {
  // Never destroyed: work may still run while the process ends.
  static const Opened &result = *[] {
    auto *found = new Opened;
    Opened &opened = *found;
    const std::string &chosen = Options::get().blas;
    if (!chosen.empty()) {
      if (!add(opened, chosen))
        report("ANYWARP_BLAS: " + chosen +
               " cannot be used: it is no BLAS library, or it is OpenBLAS's serial build");
    } else {
      for (const char *choice : kChoices)
        for (const std::string &path : findLibraries(choice))
          if (opened.libraries.empty())
            add(opened, path);
    }
    if (!opened.libraries.empty()) {
      addLapack(opened);
      makeSingleThreaded(opened);
      if (isTraced("library"))
        trace("library", "BLAS: " + opened.told.path + " (" + opened.told.name + ")");
    }
    return found;
  }();
  return result;
}

} // namespace

const Backend &backend() { return opened().told; }

bool isAvailable() {
  static const bool available = [] {
    if (opened().libraries.empty()) {
      report("no BLAS library was found: install libopenblas0-pthread or name one in ANYWARP_BLAS");
      return false;
    }
    return true;
  }();
  return available;
}

void *find(const char *name) { return lookUp(opened(), (std::string(name) + "_").c_str()); }

} // namespace anywarp::blas
