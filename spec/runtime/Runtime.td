// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CUDA runtime API (libcudart.so.13), one file for each module of the manual.
include "Api.td"

// Parameters that the driver knows by something else, see Turned.
class Ordinal<string name> : Turned<"int", name, "CUdevice", "deviceHandle">;
class Peer<string name> : Turned<"int", name, "CUcontext", "primaryContext">;
class Entry<string name> : Turned<"const void *", name, "CUkernel", "kernelOf">;
class EntryFunction<string name> : Turned<"const void *", name, "CUfunction", "functionOf">;
class Record<string type, string name, string to> : Turned<type, name, to, "toDriver", "&">;

include "Init.td"
include "Device.td"
include "Memory.td"
include "Memcpy.td"
include "Memset.td"
include "Array.td"
include "Symbol.td"
include "MemPool.td"
include "Pointer.td"
include "Peer.td"
include "Ipc.td"
include "Stream.td"
include "StreamCapture.td"
include "Event.td"
include "External.td"
include "Function.td"
include "Launch.td"
include "Library.td"
include "Graph.td"
include "GraphExec.td"
include "ExecutionContext.td"
include "Occupancy.td"
include "Texture.td"
include "Surface.td"
include "DataTypes.td"
include "Interop.td"
include "EntryPoints.td"
include "Logs.td"
include "Profiler.td"
include "Registration.td"
include "DeviceRuntime.td"

def runtime_types : TypesHeader<[
  "Init", "Device", "Memory", "Memcpy", "Memset", "Array", "Symbol", "MemPool", "Pointer", "Peer",
  "Ipc", "Stream", "StreamCapture", "Event", "External", "Function", "Launch", "Library", "Graph",
  "GraphExec", "ExecutionContext", "Occupancy", "Texture", "Surface", "Interop", "EntryPoints", "Logs"
]>;
def runtime_data_types : TypesHeader<["DataTypes"]>;
def runtime_functions : FunctionsHeader<[
  "Init", "Device", "Memory", "Memcpy", "Memset", "Array", "Symbol", "MemPool", "Pointer", "Peer",
  "Ipc", "Stream", "StreamCapture", "Event", "External", "Function", "Launch", "Library", "Graph",
  "GraphExec", "ExecutionContext", "Occupancy", "Texture", "Surface", "Interop", "EntryPoints", "Logs"
]>;
def runtime_profiler_functions : FunctionsHeader<["Profiler"]>;
def runtime_registration : FunctionsHeader<["Registration"]>;
