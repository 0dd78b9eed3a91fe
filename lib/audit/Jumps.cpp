// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One slot for each name holds where its jumps lead: first to code that looks the function up.
#include "audit/Jumps.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <limits.h>
#include <sys/mman.h>

#include "audit/Report.h"

namespace anywarp::audit {

namespace {

constexpr unsigned kMostNames = 1024, kFinderBytes = 16;
const char *names[kMostNames];
unsigned nameCount = 0; ///< changed by the loader's thread only, under the loader's lock
unsigned char *finders = nullptr;

int notSupported() { return 801; } // cudaErrorNotSupported

void *openRuntime() {
  char path[PATH_MAX];
  std::snprintf(path, sizeof path, "%s/libcudart.so.13", ::secure_getenv("ANYWARP_AUDIT_FOLDER"));
  void *library = ::dlmopen(LM_ID_BASE, path, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    report("%s", ::dlerror());
  return library;
}

} // namespace

/// Where the jumps of each name lead.
extern "C" __attribute__((visibility("hidden"))) void *anywarpAuditSlots[kMostNames];
void *anywarpAuditSlots[kMostNames];

/// Called by the code below with the number of a name.
extern "C" __attribute__((visibility("hidden"), used)) void *anywarpAuditFind(unsigned number) {
  static void *const runtime = openRuntime();
  void *found = runtime ? ::dlsym(runtime, names[number]) : nullptr;
  if (!found) {
    report("%s has no counterpart: it answers cudaErrorNotSupported", names[number]);
    found = reinterpret_cast<void *>(&notSupported);
  }
  __atomic_store_n(&anywarpAuditSlots[number], found, __ATOMIC_RELEASE);
  return found;
}

// Comes here with the number in r11 and the caller's arguments in place: finds the function and
// goes on there.
extern "C" __attribute__((visibility("hidden"))) void anywarpAuditEnter();
__asm__(R"(
.text
.hidden anywarpAuditEnter
.globl anywarpAuditEnter
.type anywarpAuditEnter, @function
anywarpAuditEnter:
  push %rbp
  mov %rsp, %rbp
  push %rax
  push %rdi
  push %rsi
  push %rdx
  push %rcx
  push %r8
  push %r9
  sub $136, %rsp
  and $-16, %rsp
  movups %xmm0, 0(%rsp)
  movups %xmm1, 16(%rsp)
  movups %xmm2, 32(%rsp)
  movups %xmm3, 48(%rsp)
  movups %xmm4, 64(%rsp)
  movups %xmm5, 80(%rsp)
  movups %xmm6, 96(%rsp)
  movups %xmm7, 112(%rsp)
  mov %r11d, %edi
  call anywarpAuditFind
  mov %rax, %r11
  movups 0(%rsp), %xmm0
  movups 16(%rsp), %xmm1
  movups 32(%rsp), %xmm2
  movups 48(%rsp), %xmm3
  movups 64(%rsp), %xmm4
  movups 80(%rsp), %xmm5
  movups 96(%rsp), %xmm6
  movups 112(%rsp), %xmm7
  lea -56(%rbp), %rsp
  pop %r9
  pop %r8
  pop %rcx
  pop %rdx
  pop %rsi
  pop %rdi
  pop %rax
  pop %rbp
  jmp *%r11
.size anywarpAuditEnter, .-anywarpAuditEnter
)");

/// mov $number, %r11d; jmp to the last finder, which leads to anywarpAuditEnter.
static void writeFinder(unsigned char *code, unsigned number) {
  const unsigned char move[] = {0x41, 0xbb};
  std::memcpy(code, move, 2);
  std::memcpy(code + 2, &number, 4);
  code[6] = 0xe9;
  const auto far = int32_t(finders + kMostNames * kFinderBytes - (code + 11));
  std::memcpy(code + 7, &far, 4);
}

static bool makeFinders() {
  const size_t bytes = (kMostNames + 1) * kFinderBytes;
  void *mapped = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED)
    return false;
  finders = static_cast<unsigned char *>(mapped);
  for (unsigned i = 0; i < kMostNames; ++i)
    writeFinder(finders + i * kFinderBytes, i);
  const unsigned char jump[] = {0xff, 0x25, 0, 0, 0, 0}; // jmp *0(%rip)
  void (*enter)() = &anywarpAuditEnter;
  std::memcpy(finders + kMostNames * kFinderBytes, jump, sizeof jump);
  std::memcpy(finders + kMostNames * kFinderBytes + sizeof jump, &enter, 8);
  return !::mprotect(mapped, bytes, PROT_READ | PROT_EXEC);
}

static bool numberOf(const char *name, unsigned &number) {
  for (number = 0; number < nameCount; ++number)
    if (!std::strcmp(names[number], name))
      return true;
  if (nameCount == kMostNames || (!finders && !makeFinders()))
    return false;
  names[number] = ::strdup(name);
  anywarpAuditSlots[number] = finders + number * kFinderBytes;
  nameCount = number + 1;
  return true;
}

bool writeJump(unsigned char *code, const char *name) {
  unsigned number;
  if (!numberOf(name, number))
    return false;
  const unsigned char load[] = {0x49, 0xbb}, jump[] = {0x41, 0xff, 0x23};
  void **slot = &anywarpAuditSlots[number];
  std::memcpy(code, load, 2); // movabs $slot, %r11
  std::memcpy(code + 2, &slot, 8);
  std::memcpy(code + 10, jump, 3); // jmp *(%r11)
  return true;
}

} // namespace anywarp::audit
