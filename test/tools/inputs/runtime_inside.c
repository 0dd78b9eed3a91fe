/* A library with a runtime of its own inside, which does not work: what adoption replaces. */
#define HIDDEN __attribute__((visibility("hidden"), noipa))
static volatile int calls; /* makes each function long enough for a jump */
HIDDEN int cudaGetDeviceCount(int *count) { ++calls; *count = -7; return 500; }
HIDDEN int cudaLaunchKernel(void) { ++calls; return 500; }
HIDDEN int cudaThreadSetLimit(int limit, unsigned long value) { ++calls; return limit + (int)value; }
HIDDEN int cudaStreamGetCaptureInfo_v2_ptsz(int stream) { ++calls; return stream; }
HIDDEN int cudaMadeUp(int a, int b, int c, double d) { ++calls; return a + b + c + (int)d; }
HIDDEN void **__cudaRegisterFatBinary(void *image) { ++calls; return image ? (void **)image : 0; }
HIDDEN int cudaRuntimeGetVersion(int *version) { ++calls; *version = 1; return 500; }

int countedDevices(void) {
  int count;
  int result = cudaGetDeviceCount(&count);
  return result ? -result : count;
}
int version(void) {
  int number;
  int result = cudaRuntimeGetVersion(&number);
  return result ? -result : number;
}
int older(void) { return cudaThreadSetLimit(1, 2); }
int otherVersion(void) { return cudaStreamGetCaptureInfo_v2_ptsz(6); }
int madeUp(void) { return cudaMadeUp(1, 2, 3, 4.0); }
int launched(void) { return cudaLaunchKernel() != 0 && __cudaRegisterFatBinary(0) != (void **)1; }

/* No room for a jump: another function begins within it. */
__asm__(".text\n.p2align 4\n.type cudaFree, @function\ncudaFree:\n mov $3, %eax\n ret\n.size cudaFree, .-cudaFree\n"
        ".type neighbour, @function\nneighbour:\n mov $4, %eax\n ret\n.size neighbour, .-neighbour\n");
