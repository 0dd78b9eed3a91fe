// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuGetProcAddress against the library's own exports: every name, in every version that brought a
// form of it, for the legacy and the per-thread default stream. With arguments: files of names,
// each of which must be known to cuGetProcAddress and to cudaGetDriverEntryPointByVersion (cu…), or
// be exported by the runtime (cuda…).
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <fstream>
#include <map>
#include <string>
#include <vector>

static int failures = 0;

static void fail(const std::string &what) {
  std::printf("%s\n", what.c_str());
  ++failures;
}

namespace {
struct Form {
  const char *base;
  int since;
  bool isPerThread;
  const char *symbol;
};
} // namespace
static const Form kForms[] = {
#define AW_ENTRY_POINT(base, since, symbol) {base, since, false, #symbol},
#define AW_ENTRY_POINT_PER_THREAD(base, since, symbol) {base, since, true, #symbol},
#include "driver/EntryPoints.inc"
};

/// The newest version of a form, which may be after the one of the headers.
static int newest() {
  int version = CUDA_VERSION;
  for (const Form &form : kForms)
    version = std::max(version, form.since);
  return version;
}

static void *ask(const char *name, int version, cuuint64_t flags,
                 CUdriverProcAddressQueryResult &status) {
  void *address = nullptr;
  if (CUresult result = cuGetProcAddress(name, &address, version, flags, &status))
    fail(std::string(name) + ": cuGetProcAddress answers " + std::to_string(result));
  return address;
}

/// What `form` is found as: by its own version and by every later one before the next form.
static void checkForm(const Form &form, int until) {
  CUdriverProcAddressQueryResult status;
  void *exported = dlsym(RTLD_DEFAULT, form.symbol);
  cuuint64_t flags = form.isPerThread ? CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM
                                      : CU_GET_PROC_ADDRESS_LEGACY_STREAM;
  for (int version : {form.since, until - 10}) {
    if (version < form.since)
      continue;
    void *address = ask(form.base, version, flags, status);
    if (!exported || address != exported || status != CU_GET_PROC_ADDRESS_SUCCESS)
      fail(std::string(form.symbol) + ": not what " + form.base + " is in " +
           std::to_string(version));
  }
}

static void checkTable() {
  std::map<std::string, std::vector<const Form *>> legacy, perThread;
  for (const Form &form : kForms)
    (form.isPerThread ? perThread : legacy)[form.base].push_back(&form);
  for (auto *side : {&legacy, &perThread})
    for (auto &[base, forms] : *side) {
      std::sort(forms.begin(), forms.end(),
                [](const Form *a, const Form *b) { return a->since < b->since; });
      for (size_t i = 0; i < forms.size(); ++i)
        checkForm(*forms[i], i + 1 < forms.size() ? forms[i + 1]->since : newest() + 10);
    }
  // Functions without a form for the per-thread stream are found under both flags.
  for (auto &[base, forms] : legacy) {
    CUdriverProcAddressQueryResult status;
    void *address =
        ask(base.c_str(), newest(), CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM, status);
    void *wanted =
        dlsym(RTLD_DEFAULT, (perThread.count(base) ? perThread[base] : forms).back()->symbol);
    if (!address || address != wanted)
      fail(base + ": wrong with the per-thread flag");
    if (forms.front()->since > 2000) {
      address = ask(base.c_str(), forms.front()->since - 10, 0, status);
      if (address || status != CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT)
        fail(base + ": found before its version");
    }
  }
  CUdriverProcAddressQueryResult status;
  for (const char *name : {"cuNoSuchFunction", "", "cuMemAlloc_v2x"})
    if (ask(name, CUDA_VERSION, 0, status) || status != CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND)
      fail(std::string(name) + ": found");
}

static void checkNames(const char *path) {
  std::ifstream file(path);
  unsigned count = 0;
  for (std::string name; file >> name; ++count) {
    if (!name.rfind("cuda", 0) || !name.rfind("__cuda", 0)) {
      if (!dlsym(RTLD_DEFAULT, name.c_str()))
        fail(name + ": not exported");
      continue;
    }
    CUdriverProcAddressQueryResult status;
    if (!ask(name.c_str(), CUDA_VERSION, 0, status) && !dlsym(RTLD_DEFAULT, name.c_str()))
      fail(name + ": not found");
    void *address = nullptr;
    cudaDriverEntryPointQueryResult answer;
    if (cudaGetDriverEntryPointByVersion(name.c_str(), &address, CUDA_VERSION, cudaEnableDefault,
                                         &answer) != cudaSuccess ||
        (!address && !dlsym(RTLD_DEFAULT, name.c_str())))
      fail(name + ": not found by the runtime");
  }
  if (!count)
    fail(std::string(path) + ": no names");
  std::printf("%s: %u names\n", path, count);
}

int main(int argc, char **argv) {
  cuInit(0);
  checkTable();
  std::printf("%zu forms\n", std::size(kForms));
  for (int i = 1; i < argc; ++i)
    checkNames(argv[i]);
  return failures != 0;
}
