// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime API: streams.

def cudaStreamDefault : Macro<"0x00">;
def cudaStreamNonBlocking : Macro<"0x01">, Same<"CU_STREAM_NON_BLOCKING">;
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

def cudaStreamCreate : RuntimeFunction<[Out<"cudaStream_t *", "pStream">], CurrentContext, Done>,
  On<"cuStreamCreate", ["pStream", "CU_STREAM_DEFAULT"]>;
def cudaStreamCreateWithFlags : RuntimeFunction<[
    Out<"cudaStream_t *", "pStream">, In<"unsigned int", "flags">], CurrentContext, Done>, Device, On<"cuStreamCreate">;
def cudaStreamCreateWithPriority : RuntimeFunction<[
    Out<"cudaStream_t *", "pStream">, In<"unsigned int", "flags">,
    In<"int", "priority">], CurrentContext, Done>, Device, On<"cuStreamCreateWithPriority">;
def cudaStreamGetPriority : RuntimeFunction<[
    In<"cudaStream_t", "hStream">, Out<"int *", "priority">], CurrentContext, Done>, PerThreadStream, Device,
  On<"cuStreamGetPriority">;
def cudaStreamGetFlags : RuntimeFunction<[
    In<"cudaStream_t", "hStream">, Out<"unsigned int *", "flags">], CurrentContext, Done>,
    PerThreadStream, Device, On<"cuStreamGetFlags">;
def cudaStreamGetId : RuntimeFunction<[
    In<"cudaStream_t", "hStream">, Out<"unsigned long long *", "streamId">], CurrentContext, Done>,
    PerThreadStream, Device, On<"cuStreamGetId">;
def cudaStreamGetDevice : RuntimeFunction<[
    In<"cudaStream_t", "hStream">, Out<"int *", "device">], Initialized, Done>, PerThreadStream, Device,
  Doc<"Gives the device of a stream.">;
def cudaCtxResetPersistingL2Cache : RuntimeFunction<[], CurrentContext, Done>, On<"cuCtxResetPersistingL2Cache">;
def cudaStreamCopyAttributes : RuntimeFunction<[
    In<"cudaStream_t", "dst">, In<"cudaStream_t", "src">], CurrentContext, Done>, PerThreadStream, Device,
  On<"cuStreamCopyAttributes">;
def cudaStreamGetAttribute : RuntimeFunction<[
    In<"cudaStream_t", "hStream">, In<"cudaLaunchAttributeID", "attr">,
    Out<"cudaLaunchAttributeValue *", "value_out">], CurrentContext, Done>, PerThreadStream, Device,
  On<"cuStreamGetAttribute">;
def cudaStreamSetAttribute : RuntimeFunction<[
    In<"cudaStream_t", "hStream">, In<"cudaLaunchAttributeID", "attr">,
    In<"const cudaLaunchAttributeValue *", "value">], CurrentContext, Done>, PerThreadStream, Device,
  On<"cuStreamSetAttribute">;
// The default streams are nobody's to destroy.
def cudaStreamDestroy : RuntimeFunction<[In<"cudaStream_t", "stream">], CurrentContext, Done>, Device,
  On<"cuStreamDestroy">, Refuses<[Fails<"cudaErrorInvalidResourceHandle", "!stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread">]>;
def cudaStreamWaitEvent : RuntimeFunction<[
    In<"cudaStream_t", "stream">, In<"cudaEvent_t", "event">,
    In<"unsigned int", "flags", "0">], CurrentContext, Done>, PerThreadStream, Device, On<"cuStreamWaitEvent">;
def cudaStreamAddCallback : RuntimeFunction<[
    In<"cudaStream_t", "stream">, In<"cudaStreamCallback_t", "callback">, In<"void *", "userData">,
    In<"unsigned int", "flags">], CurrentContext, Done>, PerThreadStream,
  Doc<"Calls a function of the program in the order of a stream, with the result so far.">;
def cudaStreamSynchronize : RuntimeFunction<[
    In<"cudaStream_t", "stream">], CurrentContext, Done>, PerThreadStream, On<"cuStreamSynchronize">;
def cudaStreamQuery : RuntimeFunction<[In<"cudaStream_t", "stream">], CurrentContext, Done>, PerThreadStream,
  On<"cuStreamQuery">;
def cudaStreamAttachMemAsync : RuntimeFunction<[
    In<"cudaStream_t", "stream">, In<"void *", "devPtr">, In<"size_t", "length", "0">,
    In<"unsigned int", "flags", "cudaMemAttachSingle">], CurrentContext, Done>, PerThreadStream, Device,
  On<"cuStreamAttachMemAsync">;
