// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime API: streams.

def cudaStreamDefault : Macro<"0x00">;
def cudaStreamNonBlocking : Macro<"0x01">;
def cudaStreamLegacy : Macro<"((cudaStream_t)0x1)">;
def cudaStreamPerThread : Macro<"((cudaStream_t)0x2)">;
def cudaStreamAttrID : Macro<"cudaLaunchAttributeID">;
def cudaStreamAttributeAccessPolicyWindow : Macro<"cudaLaunchAttributeAccessPolicyWindow">;
def cudaStreamAttributeSynchronizationPolicy : Macro<"cudaLaunchAttributeSynchronizationPolicy">;
def cudaStreamAttributeMemSyncDomainMap : Macro<"cudaLaunchAttributeMemSyncDomainMap">;
def cudaStreamAttributeMemSyncDomain : Macro<"cudaLaunchAttributeMemSyncDomain">;
def cudaStreamAttributePriority : Macro<"cudaLaunchAttributePriority">;
def cudaStreamAttrValue : Macro<"cudaLaunchAttributeValue">;

def cudaSynchronizationPolicy : Enum<[
  Value<"cudaSyncPolicyAuto", 1>,
  Value<"cudaSyncPolicySpin", 2>,
  Value<"cudaSyncPolicyYield", 3>,
  Value<"cudaSyncPolicyBlockingSync", 4>
]>;

def cudaStream_t : Handle<"CUstream_st">;
def cudaStreamCallback_t : Callback<"void", "cudaStream_t stream, cudaError_t status, void *userData">;

def cudaStreamCreate : RuntimeFunction<[Out<"cudaStream_t *", "pStream">]>;
def cudaStreamCreateWithFlags : RuntimeFunction<[
    Out<"cudaStream_t *", "pStream">, In<"unsigned int", "flags">]>, Device;
def cudaStreamCreateWithPriority : RuntimeFunction<[
    Out<"cudaStream_t *", "pStream">, In<"unsigned int", "flags">, In<"int", "priority">]>, Device;
def cudaStreamGetPriority : RuntimeFunction<[
    In<"cudaStream_t", "hStream">, Out<"int *", "priority">]>, PerThreadStream, Device;
def cudaStreamGetFlags : RuntimeFunction<[
    In<"cudaStream_t", "hStream">, Out<"unsigned int *", "flags">]>, PerThreadStream, Device;
def cudaStreamGetId : RuntimeFunction<[
    In<"cudaStream_t", "hStream">, Out<"unsigned long long *", "streamId">]>, PerThreadStream, Device;
def cudaStreamGetDevice : RuntimeFunction<[
    In<"cudaStream_t", "hStream">, Out<"int *", "device">]>, PerThreadStream, Device;
def cudaCtxResetPersistingL2Cache : RuntimeFunction<[]>;
def cudaStreamCopyAttributes : RuntimeFunction<[
    In<"cudaStream_t", "dst">, In<"cudaStream_t", "src">]>, PerThreadStream, Device;
def cudaStreamGetAttribute : RuntimeFunction<[
    In<"cudaStream_t", "hStream">, In<"cudaLaunchAttributeID", "attr">,
    Out<"cudaLaunchAttributeValue *", "value_out">]>, PerThreadStream, Device;
def cudaStreamSetAttribute : RuntimeFunction<[
    In<"cudaStream_t", "hStream">, In<"cudaLaunchAttributeID", "attr">,
    In<"const cudaLaunchAttributeValue *", "value">]>, PerThreadStream, Device;
def cudaStreamDestroy : RuntimeFunction<[In<"cudaStream_t", "stream">]>, Device;
def cudaStreamWaitEvent : RuntimeFunction<[
    In<"cudaStream_t", "stream">, In<"cudaEvent_t", "event">, In<"unsigned int", "flags", "0">]>,
    PerThreadStream, Device;
def cudaStreamAddCallback : RuntimeFunction<[
    In<"cudaStream_t", "stream">, In<"cudaStreamCallback_t", "callback">, In<"void *", "userData">,
    In<"unsigned int", "flags">]>, PerThreadStream;
def cudaStreamSynchronize : RuntimeFunction<[In<"cudaStream_t", "stream">]>, PerThreadStream;
def cudaStreamQuery : RuntimeFunction<[In<"cudaStream_t", "stream">]>, PerThreadStream;
def cudaStreamAttachMemAsync : RuntimeFunction<[
    In<"cudaStream_t", "stream">, In<"void *", "devPtr">, In<"size_t", "length", "0">,
    In<"unsigned int", "flags", "cudaMemAttachSingle">]>, PerThreadStream, Device;
