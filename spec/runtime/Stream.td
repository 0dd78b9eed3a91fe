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

def cudaStreamCreate : RuntimeFunction<[Out<"cudaStream_t *", "pStream">], CurrentContext, Done>;
def cudaStreamCreateWithFlags : RuntimeFunction<[
    Out<"cudaStream_t *", "pStream">, In<"unsigned int", "flags">], CurrentContext, Done>, Device;
def cudaStreamCreateWithPriority : RuntimeFunction<[
    Out<"cudaStream_t *", "pStream">, In<"unsigned int", "flags">,
    In<"int", "priority">], CurrentContext, Done>, Device;
def cudaStreamGetPriority : RuntimeFunction<[
    In<"cudaStream_t", "hStream">, Out<"int *", "priority">], CurrentContext, Done>, PerThreadStream, Device;
def cudaStreamGetFlags : RuntimeFunction<[
    In<"cudaStream_t", "hStream">, Out<"unsigned int *", "flags">], CurrentContext, Done>,
    PerThreadStream, Device;
def cudaStreamGetId : RuntimeFunction<[
    In<"cudaStream_t", "hStream">, Out<"unsigned long long *", "streamId">], CurrentContext, Done>,
    PerThreadStream, Device;
def cudaStreamGetDevice : RuntimeFunction<[
    In<"cudaStream_t", "hStream">, Out<"int *", "device">], Initialized, Done>, PerThreadStream, Device;
def cudaCtxResetPersistingL2Cache : RuntimeFunction<[], CurrentContext, Done>;
def cudaStreamCopyAttributes : RuntimeFunction<[
    In<"cudaStream_t", "dst">, In<"cudaStream_t", "src">], CurrentContext, Done>, PerThreadStream, Device;
def cudaStreamGetAttribute : RuntimeFunction<[
    In<"cudaStream_t", "hStream">, In<"cudaLaunchAttributeID", "attr">,
    Out<"cudaLaunchAttributeValue *", "value_out">], CurrentContext, Done>, PerThreadStream, Device;
def cudaStreamSetAttribute : RuntimeFunction<[
    In<"cudaStream_t", "hStream">, In<"cudaLaunchAttributeID", "attr">,
    In<"const cudaLaunchAttributeValue *", "value">], CurrentContext, Done>, PerThreadStream, Device;
def cudaStreamDestroy : RuntimeFunction<[In<"cudaStream_t", "stream">], CurrentContext, Done>, Device;
def cudaStreamWaitEvent : RuntimeFunction<[
    In<"cudaStream_t", "stream">, In<"cudaEvent_t", "event">,
    In<"unsigned int", "flags", "0">], CurrentContext, Done>, PerThreadStream, Device;
def cudaStreamAddCallback : RuntimeFunction<[
    In<"cudaStream_t", "stream">, In<"cudaStreamCallback_t", "callback">, In<"void *", "userData">,
    In<"unsigned int", "flags">], CurrentContext, Done>, PerThreadStream;
def cudaStreamSynchronize : RuntimeFunction<[
    In<"cudaStream_t", "stream">], CurrentContext, Done>, PerThreadStream;
def cudaStreamQuery : RuntimeFunction<[In<"cudaStream_t", "stream">], CurrentContext, Done>, PerThreadStream;
def cudaStreamAttachMemAsync : RuntimeFunction<[
    In<"cudaStream_t", "stream">, In<"void *", "devPtr">, In<"size_t", "length", "0">,
    In<"unsigned int", "flags", "cudaMemAttachSingle">], CurrentContext, Done>, PerThreadStream, Device;
