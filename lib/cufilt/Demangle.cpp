// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of CUDA C++ are mangled by the Itanium C++ ABI, whose own demangler has the same arguments
// and answers. It takes bare types as well ("i" is int), which are no identifiers and no names
// here.
#include <cstring>

#include <cxxabi.h>
#include <nv_decode.h>

char *__cu_demangle(const char *id, char *output_buffer, size_t *length, int *status) {
  if (id && std::strncmp(id, "_Z", 2)) {
    if (status)
      *status = -2;
    return nullptr;
  }
  return abi::__cxa_demangle(id, output_buffer, length, status);
}
