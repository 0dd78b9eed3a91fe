// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PoCL as a peer: one context, one in-order queue, the program of cases/kernels.cl.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include "Bench.h"

namespace bench {

namespace {

struct Peer {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_program program = nullptr;

  static Peer &get() {
    static Peer peer;
    return peer;
  }

private:
  Peer() {
    cl_platform_id platforms[8];
    cl_uint count = 0;
    if (clGetPlatformIDs(8, platforms, &count) != CL_SUCCESS)
      return;
    for (cl_uint i = 0; i < count && !device; ++i) {
      char name[128] = "";
      clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, nullptr);
      if (std::strstr(name, "Portable Computing Language"))
        clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_CPU, 1, &device, nullptr);
    }
    if (!device)
      return;
    std::ifstream file(ANYWARP_BENCH_CL);
    std::stringstream text;
    text << file.rdbuf();
    std::string source = text.str();
    const char *pointer = source.c_str();
    cl_int status;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
    queue = clCreateCommandQueue(context, device, 0, &status);
    program = clCreateProgramWithSource(context, 1, &pointer, nullptr, &status);
    if (clBuildProgram(program, 1, &device, "-cl-mad-enable", nullptr, nullptr) != CL_SUCCESS) {
      std::fprintf(stderr, "anywarp-bench: PoCL does not build %s\n", ANYWARP_BENCH_CL);
      device = nullptr;
    }
  }
};

void check(cl_int status, const char *what) {
  if (status != CL_SUCCESS) {
    std::fprintf(stderr, "anywarp-bench: OpenCL: %s failed (%d)\n", what, status);
    std::exit(1);
  }
}

} // namespace

struct OpenClKernel::Impl {
  cl_kernel kernel = nullptr;
  cl_uint arguments = 0;
  std::vector<cl_mem> buffers;
};

bool OpenClKernel::isAvailable() { return Peer::get().device != nullptr; }

OpenClKernel::OpenClKernel(const char *name) : impl_(std::make_unique<Impl>()) {
  cl_int status = CL_SUCCESS;
  impl_->kernel = clCreateKernel(Peer::get().program, name, &status);
  check(status, name);
}

OpenClKernel::~OpenClKernel() {
  for (cl_mem buffer : impl_->buffers)
    clReleaseMemObject(buffer);
  if (impl_->kernel)
    clReleaseKernel(impl_->kernel);
}

OpenClKernel &OpenClKernel::buffer(void *memory, size_t bytes) {
  cl_int status;
  cl_mem buffer = clCreateBuffer(Peer::get().context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                                 bytes, memory, &status);
  check(status, "clCreateBuffer");
  impl_->buffers.push_back(buffer);
  check(clSetKernelArg(impl_->kernel, impl_->arguments++, sizeof buffer, &buffer),
        "clSetKernelArg");
  return *this;
}

OpenClKernel &OpenClKernel::value(const void *bytes, size_t size) {
  check(clSetKernelArg(impl_->kernel, impl_->arguments++, size, bytes), "clSetKernelArg");
  return *this;
}

void OpenClKernel::run(std::vector<size_t> global, std::vector<size_t> local) {
  check(clEnqueueNDRangeKernel(Peer::get().queue, impl_->kernel, cl_uint(global.size()), nullptr,
                               global.data(), local.data(), 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  check(clFinish(Peer::get().queue), "clFinish");
}

} // namespace bench
