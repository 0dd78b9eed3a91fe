// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime API: what device code may call. include/anywarp/device_runtime.h and device_system.h declare
// these functions, lib/exec/DeviceRuntime.def has the calls that leave the kernel.

def device_launch : DeviceFunctions<"Launch", [
  "cudaGetParameterBuffer", "cudaGetParameterBufferV2", "cudaLaunchDevice", "cudaLaunchDeviceV2",
  "cudaGridDependencySynchronize", "cudaTriggerProgrammaticLaunchCompletion"]>;
def device_graph : DeviceFunctions<"Graph", [
  "cudaGraphLaunch", "cudaGetCurrentGraphExec", "cudaGraphSetConditional", "cudaGraphKernelNodeSetParam",
  "cudaGraphKernelNodeSetEnabled", "cudaGraphKernelNodeSetGridDim", "cudaGraphKernelNodeUpdatesApply"]>;
def device_stream : DeviceFunctions<"Stream, event", [
  "cudaStreamCreateWithFlags", "cudaStreamDestroy", "cudaStreamWaitEvent", "cudaEventCreateWithFlags",
  "cudaEventRecord", "cudaEventDestroy"]>;
def device_memory : DeviceFunctions<"Memory", [
  "cudaMalloc", "cudaFree", "cudaMemcpyAsync", "cudaMemcpy2DAsync", "cudaMemsetAsync", "cudaMemset2DAsync"]>;
def device_device : DeviceFunctions<"Device, function, error", [
  "cudaGetDeviceCount", "cudaGetDevice", "cudaDeviceGetAttribute", "cudaDeviceGetLimit",
  "cudaDeviceGetCacheConfig", "cudaRuntimeGetVersion", "cudaFuncGetAttributes",
  "cudaOccupancyMaxActiveBlocksPerMultiprocessor", "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
  "cudaGetLastError", "cudaPeekAtLastError", "cudaGetErrorString", "cudaGetErrorName"]>;
def device_absent : DeviceFunctions<"Absent", [
  "cudaMemcpy3DAsync", "cudaMemset3DAsync", "cudaEventRecordWithFlags", "cudaDeviceGetSharedMemConfig"]>,
  Because<"not built yet: device code that calls it does not compile">;
