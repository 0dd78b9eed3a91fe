// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: multicast objects.

class NoMulticast : Because<"the devices have no multicast, as CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED says">;

def CUmulticastGranularity_flags : Enum<[
  Value<"CU_MULTICAST_GRANULARITY_MINIMUM", 0x0>,
  Value<"CU_MULTICAST_GRANULARITY_RECOMMENDED", 0x1>
]>;

def CUmulticastObjectProp : Struct<32, [{
  unsigned int numDevices;
  size_t size;
  unsigned long long handleTypes;
  unsigned long long flags;
}]>, Version<1>;

def cuMulticastCreate : DriverFunction<12010, [
    Out<"CUmemGenericAllocationHandle *", "mcHandle">, In<"const CUmulticastObjectProp *", "prop">], Initialized>, NoMulticast,
  Doc<"Makes an object that writes to several devices at once.">;
def cuMulticastAddDevice : DriverFunction<12010, [
    In<"CUmemGenericAllocationHandle", "mcHandle">, In<"CUdevice", "dev">], Initialized>, NoMulticast,
  Doc<"Adds a device to a multicast object.">;
def cuMulticastBindMem : DriverFunction<12010, [
    In<"CUmemGenericAllocationHandle", "mcHandle">, In<"size_t", "mcOffset">,
    In<"CUmemGenericAllocationHandle", "memHandle">, In<"size_t", "memOffset">, In<"size_t", "size">,
    In<"unsigned long long", "flags">], Initialized>, NoMulticast, Doc<"Binds memory to a multicast object.">;
def cuMulticastBindAddr : DriverFunction<12010, [
    In<"CUmemGenericAllocationHandle", "mcHandle">, In<"size_t", "mcOffset">, In<"CUdeviceptr", "memptr">,
    In<"size_t", "size">, In<"unsigned long long", "flags">], Initialized>, NoMulticast,
  Doc<"Binds memory at an address to a multicast object.">;
def cuMulticastUnbind : DriverFunction<12010, [
    In<"CUmemGenericAllocationHandle", "mcHandle">, In<"CUdevice", "dev">, In<"size_t", "mcOffset">,
    In<"size_t", "size">], Initialized>, NoMulticast, Doc<"Takes memory of a device out of a multicast object.">;
def cuMulticastGetGranularity : DriverFunction<12010, [
    Out<"size_t *", "granularity">, In<"const CUmulticastObjectProp *", "prop">,
    In<"CUmulticastGranularity_flags", "option">], Initialized>, NoMulticast,
  Doc<"Gives the unit in which memory is bound, in bytes.">;
def cuMulticastBindMem_v2 : DriverFunction<13010, [
    In<"CUmemGenericAllocationHandle", "mcHandle">, In<"CUdevice", "dev">, In<"size_t", "mcOffset">,
    In<"CUmemGenericAllocationHandle", "memHandle">, In<"size_t", "memOffset">, In<"size_t", "size">,
    In<"unsigned long long", "flags">], Initialized>, NoMulticast, Doc<"Binds memory of a device to a multicast object.">;
def cuMulticastBindAddr_v2 : DriverFunction<13010, [
    In<"CUmemGenericAllocationHandle", "mcHandle">, In<"CUdevice", "dev">, In<"size_t", "mcOffset">,
    In<"CUdeviceptr", "memptr">, In<"size_t", "size">, In<"unsigned long long", "flags">], Initialized>, NoMulticast,
  Doc<"Binds memory at an address of a device to a multicast object.">;
