// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: what is shared over a fabric that joins GPUs of several machines.

class NoFabric : Because<"no fabric joins the devices">;

def CUlogicalEndpointId : Typedef<"cuuint32_t">;
def CUlogicalEndpointIpcHandleType : Enum<[
  Value<"CU_LOGICAL_ENDPOINT_IPC_HANDLE_TYPE_NONE", 0>,
  Value<"CU_LOGICAL_ENDPOINT_IPC_HANDLE_TYPE_FABRIC", 1>
]>;
def CUcliqueType : Enum<[
  Value<"CU_CLIQUE_TYPE_UNICAST_POINTER", 0>,
  Value<"CU_CLIQUE_TYPE_MULTICAST_POINTER", 1>,
  Value<"CU_CLIQUE_TYPE_UNICAST_LOGICAL_ENDPOINT", 2>,
  Value<"CU_CLIQUE_TYPE_MULTICAST_LOGICAL_ENDPOINT", 3>
]>;
def CUcliqueInfo : Struct<8, [{
  CUcliqueType type;
  unsigned int id;
}]>;

def cuLogicalEndpointIdReserve : DriverFunction<13030, [
    Out<"CUlogicalEndpointId *", "baseLeId">, In<"cuuint32_t", "count">]>, NoFabric, Doc<"Reserves numbers of endpoints.">;
def cuLogicalEndpointIdRelease : DriverFunction<13030, [
    In<"CUlogicalEndpointId", "baseLeId">, In<"cuuint32_t", "count">]>, NoFabric, Doc<"Gives numbers of endpoints back.">;
def cuLogicalEndpointCreate : DriverFunction<13030, [
    In<"CUlogicalEndpointId", "leId">, In<"const void *", "prop">]>, NoFabric, Doc<"Makes an endpoint.">;
def cuLogicalEndpointAddDevice : DriverFunction<13030, [
    In<"CUlogicalEndpointId", "leId">, In<"CUdevice", "dev">]>, NoFabric, Doc<"Lets a device use an endpoint.">;
def cuLogicalEndpointDestroy : DriverFunction<13030, [In<"CUlogicalEndpointId", "leId">]>, NoFabric, Doc<"Ends an endpoint.">;
def cuLogicalEndpointBindAddr : DriverFunction<13030, [
    In<"CUlogicalEndpointId", "leId">, In<"CUdevice", "dev">, In<"cuuint64_t", "offset">, In<"void *", "ptr">,
    In<"cuuint64_t", "size">, In<"unsigned long long", "flags">]>, NoFabric, Doc<"Puts addresses behind an endpoint.">;
def cuLogicalEndpointBindMem : DriverFunction<13030, [
    In<"CUlogicalEndpointId", "leId">, In<"CUdevice", "dev">, In<"cuuint64_t", "offset">,
    In<"CUmemGenericAllocationHandle", "memHandle">, In<"cuuint64_t", "memOffset">, In<"cuuint64_t", "size">,
    In<"unsigned long long", "flags">]>, NoFabric, Doc<"Puts memory behind an endpoint.">;
def cuLogicalEndpointUnbind : DriverFunction<13030, [
    In<"CUlogicalEndpointId", "leId">, In<"CUdevice", "dev">, In<"cuuint64_t", "offset">, In<"cuuint64_t", "size">]>, NoFabric,
  Doc<"Takes memory away from an endpoint.">;
def cuLogicalEndpointExport : DriverFunction<13030, [
    Out<"void *", "handle">, In<"CUlogicalEndpointId", "leId">, In<"CUlogicalEndpointIpcHandleType", "handleType">]>, NoFabric,
  Doc<"Gives a handle of an endpoint for another process.">;
def cuLogicalEndpointImport : DriverFunction<13030, [
    In<"CUlogicalEndpointId", "leId">, In<"const void *", "handle">, In<"CUlogicalEndpointIpcHandleType", "handleType">]>,
  NoFabric, Doc<"Takes another process's endpoint.">;
def cuLogicalEndpointGetLimits : DriverFunction<13030, [
    Out<"cuuint64_t *", "bindAlignment">, Out<"cuuint64_t *", "maxSize">, In<"const void *", "prop">]>, NoFabric,
  Doc<"Tells what an endpoint can hold.">;
def cuLogicalEndpointQuery : DriverFunction<13030, [
    In<"CUlogicalEndpointId", "leId">, In<"cuuint32_t", "count">, Out<"int *", "queryStatus">]>, NoFabric,
  Doc<"Tells whether endpoints are ready.">;
def cuDeviceGetFabricClusterUuid : DriverFunction<13041, [
    Out<"CUuuid *", "uuid">, In<"CUdevice", "dev">], Initialized>, NoFabric, Doc<"Names the fabric of a device.">;
def cuDeviceGetCliqueCount : DriverFunction<13041, [
    Out<"size_t *", "count">, In<"CUdevice", "dev">], Initialized>, NoFabric, Doc<"Counts a device's groups in its fabric.">;
def cuDeviceGetCliqueInfo : DriverFunction<13041, [
    In<"CUcliqueInfo *", "cliqueInfo">, InOut<"size_t *", "count">, In<"CUdevice", "dev">], Initialized>, NoFabric,
  Doc<"Gives a device's groups in its fabric.">;
def cuFabricCpyBatchAsync : DriverFunction<13050, [
    In<"size_t", "numOps">, In<"void *", "opList">, In<"unsigned long long", "flags">, In<"CUstream", "hStream">]>, NoFabric,
  Doc<"Copies over the fabric, in a stream.">;
