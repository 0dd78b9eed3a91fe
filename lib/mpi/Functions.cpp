// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of MPI that take buffers. What their arguments point to is opened. Then the next
// function of the name is called with the same arguments and the same stack.
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

#include "driver/Native.h"

namespace {

constexpr const char *kNames[] = {
#define AW_MPI(name) #name,
#include "mpi/Functions.def"
};
constexpr unsigned kCount = sizeof kNames / sizeof *kNames;

std::atomic<void *> next[kCount];
std::atomic<anywarp::driver::OpenToHost> openToHost;

/// Null while the program has not loaded the driver: then nothing is its memory.
anywarp::driver::OpenToHost driversFunction() {
  if (auto *found = openToHost.load(std::memory_order_relaxed))
    return found;
  void *driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
  if (!driver)
    return nullptr;
  auto *found = reinterpret_cast<anywarp::driver::OpenToHost>(
      dlsym(driver, anywarp::driver::kOpenToHostName));
  if (found)
    openToHost.store(found, std::memory_order_relaxed);
  return found;
}

bool areDevicesCpus() {
  void *driver = dlopen("libcuda.so.1", RTLD_LAZY);
  if (!driver)
    return false;
  auto *load = reinterpret_cast<anywarp::driver::LoadNative>(
      dlsym(driver, anywarp::driver::kLoadNativeName));
  return load && load(nullptr, nullptr, 0) == 0;
}

} // namespace

/// Of Open MPI's and MPICH's extensions: device pointers may be passed. What the MPI was built with
/// counts on GPUs only.
extern "C" __attribute__((visibility("default"))) int MPIX_Query_cuda_support() {
  if (areDevicesCpus())
    return 1;
  auto *others = reinterpret_cast<int (*)()>(dlsym(RTLD_NEXT, "MPIX_Query_cuda_support"));
  return others ? others() : 0;
}

/// Opens the arguments' memory, and tells where to go on.
extern "C" __attribute__((visibility("hidden"))) void *
anywarp_enterMpi(const uintptr_t (&arguments)[6], unsigned function) {
  if (auto *open = driversFunction())
    for (uintptr_t argument : arguments)
      if (argument > UINT16_MAX) // no count or rank; variables may lie below 4 GiB
        open(argument);
  void *target = next[function].load(std::memory_order_relaxed);
  if (target)
    return target;
  target = dlsym(RTLD_NEXT, kNames[function]);
  if (!target) {
    std::fprintf(stderr, "anywarp: no MPI has %s\n", kNames[function]);
    std::abort();
  }
  next[function].store(target, std::memory_order_relaxed);
  return target;
}

asm(R"(
.text
.set aw_number, 0
.macro aw_mpi name
.globl \name
.type \name, @function
\name:
  .cfi_startproc
  push %rbp
  .cfi_adjust_cfa_offset 8
  .cfi_offset %rbp, -16
  mov %rsp, %rbp
  .cfi_def_cfa_register %rbp
  push %r9
  push %r8
  push %rcx
  push %rdx
  push %rsi
  push %rdi
  mov %rsp, %rdi
  mov $aw_number, %esi
  call anywarp_enterMpi
  mov %rax, %r11
  pop %rdi
  pop %rsi
  pop %rdx
  pop %rcx
  pop %r8
  pop %r9
  pop %rbp
  .cfi_def_cfa %rsp, 8
  jmp *%r11
  .cfi_endproc
.size \name, . - \name
.set aw_number, aw_number + 1
.endm
)"
#define AW_MPI(name) "aw_mpi " #name "\n"
#include "mpi/Functions.def"
);
