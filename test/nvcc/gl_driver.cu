// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpenGL in the driver API: declared, found by those who load libcuda.so themselves, and refused.
// RUN: nvcc -I %S/inputs/gl %s -o %t -lcuda && %t | FileCheck %s
// CHECK: 801 801 801 801
// CHECK: found same
#include <cstdio>
#include <cudaGL.h>
#include <cudaGLTypedefs.h>
#include <dlfcn.h>
int main() {
  CUcontext context;
  cuInit(0);
  cuDevicePrimaryCtxRetain(&context, 0);
  cuCtxSetCurrent(context);
  CUgraphicsResource resource = nullptr;
  unsigned count;
  CUdevice device;
  PFN_cuGLGetDevices_v6050 devices = cuGLGetDevices;
  std::printf("%d %d %d %d\n", cuGraphicsGLRegisterBuffer(&resource, 1, CU_GRAPHICS_REGISTER_FLAGS_NONE),
              cuGraphicsGLRegisterImage(&resource, 1, 0x0DE1, CU_GRAPHICS_REGISTER_FLAGS_NONE), cuGLInit(),
              devices(&count, &device, 1, CU_GL_DEVICE_LIST_ALL));

  void *library = dlopen("libcuda.so.1", RTLD_NOW), *entry = nullptr;
  CUdriverProcAddressQueryResult status;
  cuGetProcAddress("cuGLMapBufferObjectAsync", &entry, 13000, CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM, &status);
  std::printf("%s %s\n", dlsym(library, "cuGraphicsGLRegisterImage") ? "found" : "absent",
              entry && entry == dlsym(library, "cuGLMapBufferObjectAsync_v2_ptsz") ? "same" : "other");
}
