// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: peer access.

def cuDeviceCanAccessPeer : DriverFunction<4000, [
    Out<"int *", "canAccessPeer">, In<"CUdevice", "dev">, In<"CUdevice", "peerDev">], Initialized, Done>, Across;
def cuCtxEnablePeerAccess : DriverFunction<4000, [
    In<"CUcontext", "peerContext">, In<"unsigned int", "Flags">], CurrentContext, Done>, Across;
def cuCtxDisablePeerAccess : DriverFunction<4000, [In<"CUcontext", "peerContext">], CurrentContext, Done>, Across;
def cuDeviceGetP2PAttribute : DriverFunction<8000, [
    Out<"int *", "value">, In<"CUdevice_P2PAttribute", "attrib">, In<"CUdevice", "srcDevice">,
    In<"CUdevice", "dstDevice">], Initialized, Done>, Across;
def cuDeviceGetP2PAtomicCapabilities : DriverFunction<13000, [
    OptOut<"unsigned int *", "capabilities">, In<"const CUatomicOperation *", "operations">,
    In<"unsigned int", "count">, In<"CUdevice", "srcDevice">, In<"CUdevice", "dstDevice">], Initialized, Done>, Across;
