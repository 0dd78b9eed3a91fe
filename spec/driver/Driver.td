// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CUDA driver API (libcuda.so.1), one file for each module of the manual.
include "Api.td"

class Invalid<string condition, string broken = ""> : Fails<"CUDA_ERROR_INVALID_VALUE", condition, broken>;
class BadHandle<string condition, string broken = ""> : Fails<"CUDA_ERROR_INVALID_HANDLE", condition, broken>;
class Absence<string condition, string broken = ""> : Fails<"CUDA_ERROR_NOT_SUPPORTED", condition, broken>;

include "Init.td"
include "Device.td"
include "Context.td"
include "Module.td"
include "Library.td"
include "Memory.td"
include "Memcpy.td"
include "Memset.td"
include "Array.td"
include "VirtualMemory.td"
include "MemPool.td"
include "Multicast.td"
include "LogicalEndpoint.td"
include "Pointer.td"
include "Stream.td"
include "StreamCapture.td"
include "Event.td"
include "External.td"
include "StreamMemOps.td"
include "Function.td"
include "Launch.td"
include "Graph.td"
include "GraphExec.td"
include "Occupancy.td"
include "Texture.td"
include "Surface.td"
include "TensorMap.td"
include "Peer.td"
include "Interop.td"
include "OpenGL.td"
include "EntryPoints.td"
include "Coredump.td"
include "GreenContext.td"
include "Logs.td"
include "Checkpoint.td"
include "Ipc.td"
include "Profiler.td"

defvar families = [
  "Init", "Device", "Context", "Module", "Library", "Memory", "Memcpy", "Memset", "Array",
  "VirtualMemory", "MemPool", "Multicast", "LogicalEndpoint", "Pointer", "Stream", "StreamCapture", "Event",
  "External", "StreamMemOps", "Function", "Launch", "Graph", "GraphExec", "Occupancy", "Texture",
  "Surface", "TensorMap", "Peer", "Interop", "EntryPoints", "Coredump", "GreenContext", "Logs",
  "Checkpoint", "Ipc"
];
def cuda_types : TypesHeader<families>;
def cuda_functions : FunctionsHeader<families>;
def cuda_gl_types : TypesHeader<["OpenGL"]>;
def cuda_gl_functions : FunctionsHeader<["OpenGL"]>;
def cuda_profiler_types : TypesHeader<["Profiler"]>;
def cuda_profiler_functions : FunctionsHeader<["Profiler"]>;
