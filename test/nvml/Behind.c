/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* nvml-behind FILE there|ours: whether the calls of our library FILE go to another one that lies in the
   loader's path. */
#include <dlfcn.h>
#include <nvml.h>
#include <stdio.h>
#include <string.h>

static void *library;
static int failures;
#define CHECK(condition)                                                                           \
  ((condition) ? (void)0 : (void)(++failures, printf("%d: not true: %s\n", __LINE__, #condition)))

typedef nvmlReturn_t (*Plain)(void);
typedef nvmlReturn_t (*Count)(unsigned int *);
typedef long (*Odd)(long, double, long, long, long, long, long, long);

static nvmlReturn_t plain(const char *name) { return ((Plain)dlsym(library, name))(); }

int main(int argc, char **argv) {
  unsigned devices = 0;
  if (argc != 3 || !(library = dlopen(argv[1], RTLD_NOW)))
    return 2;
  int isThere = !strcmp(argv[2], "there");
  Count count = (Count)dlsym(library, "nvmlDeviceGetCount_v2");
  CHECK(count(&devices) == NVML_ERROR_UNINITIALIZED);
  CHECK(plain("nvmlInit_v2") == NVML_SUCCESS);
  CHECK(count(&devices) == NVML_SUCCESS);
  CHECK((devices == 7) == isThere);
  if (isThere) {
    Odd odd = (Odd)dlsym(library, "nvmlDeviceGetPdi");
    CHECK(odd(1, 1, 1, 1, 1, 1, 1, 1) == 36); /* registers and stack */
    CHECK(plain("nvmlUnitGetCount") == NVML_ERROR_FUNCTION_NOT_FOUND);
  }
  CHECK(plain("nvmlShutdown") == NVML_SUCCESS);
  CHECK(plain("nvmlShutdown") == NVML_ERROR_UNINITIALIZED);
  return failures != 0;
}
