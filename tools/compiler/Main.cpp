// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// anywarp-compiler LIBRARY PID: compiles for the process that starts it
// (lib/frontend/nvrtc/Server.h) by the copy of the compiler that the process has. It becomes
// nobody's child first, while it is small, and is out of reach of the terminal.
#include <dlfcn.h>
#include <unistd.h>

int main(int count, char **arguments) {
  if (count < 2)
    return 2; // it is no program to be called by hand
  if (const pid_t child = fork(); child != 0)
    _exit(child < 0);
  setsid();
  void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
  void *serve = library ? dlsym(library, "anywarp_serve_compiles") : nullptr;
  _exit(serve ? reinterpret_cast<int (*)()>(serve)() : 1);
}
