/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Stands in for NVIDIA's management library: seven devices, few functions, one with arguments that our
   tables do not know. */
#include <nvml.h>

static int count;

nvmlReturn_t nvmlInitWithFlags(unsigned int flags) {
  (void)flags;
  ++count;
  return NVML_SUCCESS;
}
#undef nvmlInit
nvmlReturn_t nvmlInit_v2(void) { return nvmlInitWithFlags(0); }
nvmlReturn_t nvmlShutdown(void) { return count-- ? NVML_SUCCESS : NVML_ERROR_UNINITIALIZED; }
#undef nvmlDeviceGetCount
nvmlReturn_t nvmlDeviceGetCount_v2(unsigned int *devices) {
  *devices = 7;
  return NVML_SUCCESS;
}
long nvmlDeviceGetPdi(long a, double b, long c, long d, long e, long f, long g, long h);
long nvmlDeviceGetPdi(long a, double b, long c, long d, long e, long f, long g, long h) {
  return a + 2 * (long)b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h;
}
