// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: peer access.

def cuDeviceCanAccessPeer : DriverFunction<4000, [
    Out<"int *", "canAccessPeer">, Checked<"CUdevice", "dev">, Checked<"CUdevice", "peerDev">], Initialized, Done>, Across,
  Doc<"Tells whether a device can use memory of another.">, Gives<"Peer", "dev != peerDev">;
def cuCtxEnablePeerAccess : DriverFunction<4000, [
    In<"CUcontext", "peerContext">, In<"unsigned int", "Flags">], CurrentContext, Done>, Across,
  Refuses<[Invalid<"Flags">]>, Doc<"Lets the current context use memory of another.">;
def cuCtxDisablePeerAccess : DriverFunction<4000, [In<"CUcontext", "peerContext">], CurrentContext, Done>, Across,
  Doc<"Takes back what cuCtxEnablePeerAccess allowed.">;
def cuDeviceGetP2PAttribute : DriverFunction<8000, [
    Out<"int *", "value">, In<"CUdevice_P2PAttribute", "attrib">, Checked<"CUdevice", "srcDevice">,
    Checked<"CUdevice", "dstDevice">], Initialized, Done>, Across,
  Refuses<[Fails<"CUDA_ERROR_INVALID_DEVICE", "srcDevice == dstDevice">]>,
  Doc<"Tells something about the link between two devices.">;
def cuDeviceGetP2PAtomicCapabilities : DriverFunction<13000, [
    OptOut<"unsigned int *", "capabilities">, In<"const CUatomicOperation *", "operations">,
    In<"unsigned int", "count">, Checked<"CUdevice", "srcDevice">, Checked<"CUdevice", "dstDevice">], Initialized, Done>, Across,
  Refuses<[
    Invalid<"!capabilities">,
    Invalid<"!operations">,
    Invalid<"!count">, // told before the devices are looked at (seen)
    Find<"srcDevice">,
    Find<"dstDevice">,
    Fails<"CUDA_ERROR_INVALID_DEVICE", "srcDevice == dstDevice">
  ]>, Doc<"Tells which atomic operations a device can do on memory of another.">, Is<"Peer", "atomicCapabilities(capabilities, operations, count)">;
