// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the units that it is linked with, then those of the plugins in its arguments: PATH:UNIT.
// "close" unloads them all; then more may follow.
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <string>
#include <utility>
#include <vector>

using Run = int (*)(int);
using RunCaller = int (*)();
extern "C" {
// An archive's members are taken for what is needed.
#ifdef NEEDS_1
int run1(int);
#else
__attribute__((weak)) int run1(int);
#endif
#ifdef NEEDS_2
int run2(int);
#else
__attribute__((weak)) int run2(int);
#endif
#ifdef NEEDS_runCaller
int runCaller();
#else
__attribute__((weak)) int runCaller();
#endif
__attribute__((weak)) int run9(int);
}

static void runUnit(const char *unit, Run run, RunCaller caller) {
  printf("unit %s", unit);
  for (int entity = 0; entity < 7; ++entity)
    printf(" %d", run(entity));
  printf(" %d\n", caller ? caller() : 0);
}

int main(int argc, char **argv) {
  struct Unit {
    const char *name;
    Run run;
    RunCaller caller;
  };
  std::vector<Unit> units;
  std::vector<void *> libraries;
  if (&run1)
    units.push_back({"1", run1, runCaller});
  if (&run2)
    units.push_back({"2", run2, nullptr});
  if (&run9)
    units.push_back({"9", run9, nullptr});
  // Twice each, one after the other: state is kept by each, apart from the others'.
  auto runAll = [&] {
    for (int round = 0; round < 2; ++round)
      for (const Unit &unit : units)
        runUnit(unit.name, unit.run, unit.caller);
  };
  for (int i = 1; i < argc; ++i) {
    if (!strcmp(argv[i], "close")) {
      runAll();
      // Kernels at work keep a library's code until they end.
      std::vector<std::pair<const char *, int *>> left;
      for (size_t n = 0; n < libraries.size(); ++n) {
        const char *unit = units[units.size() - libraries.size() + n].name;
        void *leave = dlsym(libraries[n], (std::string("run") + unit + "Leave").c_str());
        left.push_back({unit, reinterpret_cast<int *(*)()>(leave)()});
      }
      for (void *library : libraries)
        dlclose(library);
      for (auto [unit, word] : left)
        printf("unit %s left %d\n", unit, word ? *word : -1);
      units.resize(units.size() - libraries.size());
      libraries.clear();
      puts("closed");
      continue;
    }
    const std::string argument = argv[i], path = argument.substr(0, argument.find(':'));
    const char *name = argv[i] + path.size() + 1;
    if (dlopen(path.c_str(), RTLD_NOW | RTLD_NOLOAD))
      printf("%s is still loaded\n", name);
    void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library)
      return printf("%s\n", dlerror()), 1;
    libraries.push_back(library);
    units.push_back({name, Run(dlsym(library, (std::string("run") + name).c_str())),
                     RunCaller(dlsym(library, "runCaller"))});
  }
  runAll();
  return 0;
}
