// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime API: peer access.

def cudaPeerAccessDefault : Macro<"0x00">;
def cudaIpcMemLazyEnablePeerAccess : Macro<"0x01">;

def cudaDeviceP2PAttr : Enum<[
  Value<"cudaDevP2PAttrPerformanceRank", 1>,
  Value<"cudaDevP2PAttrAccessSupported", 2>,
  Value<"cudaDevP2PAttrNativeAtomicSupported", 3>,
  Value<"cudaDevP2PAttrCudaArrayAccessSupported", 4>,
  Value<"cudaDevP2PAttrOnlyPartialNativeAtomicSupported", 5>
]>, Same<"CUdevice_P2PAttribute">;

def cudaAtomicOperation : Enum<[
  Value<"cudaAtomicOperationIntegerAdd", 0>,
  Value<"cudaAtomicOperationIntegerMin", 1>,
  Value<"cudaAtomicOperationIntegerMax", 2>,
  Value<"cudaAtomicOperationIntegerIncrement", 3>,
  Value<"cudaAtomicOperationIntegerDecrement", 4>,
  Value<"cudaAtomicOperationAnd", 5>,
  Value<"cudaAtomicOperationOr", 6>,
  Value<"cudaAtomicOperationXOR", 7>,
  Value<"cudaAtomicOperationExchange", 8>,
  Value<"cudaAtomicOperationCAS", 9>,
  Value<"cudaAtomicOperationFloatAdd", 10>,
  Value<"cudaAtomicOperationFloatMin", 11>,
  Value<"cudaAtomicOperationFloatMax", 12>
]>, Same<"CUatomicOperation">;

def cudaAtomicOperationCapability : Enum<[
  Value<"cudaAtomicCapabilitySigned", 0x1>,
  Value<"cudaAtomicCapabilityUnsigned", 0x2>,
  Value<"cudaAtomicCapabilityReduction", 0x4>,
  Value<"cudaAtomicCapabilityScalar32", 0x8>,
  Value<"cudaAtomicCapabilityScalar64", 0x10>,
  Value<"cudaAtomicCapabilityScalar128", 0x20>,
  Value<"cudaAtomicCapabilityVector32x4", 0x40>
]>;

def cudaDeviceCanAccessPeer : RuntimeFunction<[
    OptOut<"int *", "canAccessPeer">, Ordinal<"device">, Ordinal<"peerDevice">], Initialized, Done>,
  On<"cuDeviceCanAccessPeer">;
def cudaDeviceEnablePeerAccess : RuntimeFunction<[
    Peer<"peerDevice">, In<"unsigned int", "flags">], CurrentContext, Done>, On<"cuCtxEnablePeerAccess">;
def cudaDeviceDisablePeerAccess : RuntimeFunction<[Peer<"peerDevice">], CurrentContext, Done>,
  On<"cuCtxDisablePeerAccess">;
