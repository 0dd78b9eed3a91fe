// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: streams.

def CU_STREAM_LEGACY : Macro<"((CUstream)0x1)">;
def CU_STREAM_PER_THREAD : Macro<"((CUstream)0x2)">;
def CU_STREAM_ATTRIBUTE_ACCESS_POLICY_WINDOW : Macro<"CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW">;
def CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY : Macro<"CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY">;
def CU_STREAM_ATTRIBUTE_PRIORITY : Macro<"CU_LAUNCH_ATTRIBUTE_PRIORITY">;
def CU_STREAM_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP : Macro<"CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP">;
def CU_STREAM_ATTRIBUTE_MEM_SYNC_DOMAIN : Macro<"CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN">;

def CUstream : Handle<"CUstream_st">;

def CUstream_flags : Enum<[
  Value<"CU_STREAM_DEFAULT", 0x0>,
  Value<"CU_STREAM_NON_BLOCKING", 0x1>
]>;

def CUsynchronizationPolicy : Enum<[
  Value<"CU_SYNC_POLICY_AUTO", 1>,
  Value<"CU_SYNC_POLICY_SPIN", 2>,
  Value<"CU_SYNC_POLICY_YIELD", 3>,
  Value<"CU_SYNC_POLICY_BLOCKING_SYNC", 4>
]>;

def CUstreamAttrID : Typedef<"CUlaunchAttributeID">;
def CUstreamAttrValue : Typedef<"CUlaunchAttributeValue">, Version<1>;
def CUstreamCallback : Callback<"void", "CUstream hStream, CUresult status, void *userData">;

def cuStreamCreate : DriverFunction<2000, [Out<"CUstream *", "phStream">, In<"unsigned int", "Flags">], CurrentContext, Done>;
def cuStreamCreateWithPriority : DriverFunction<5050, [
    Out<"CUstream *", "phStream">, In<"unsigned int", "flags">, In<"int", "priority">], CurrentContext, Done>;
def cuStreamGetPriority : DriverFunction<5050, [
    In<"CUstream", "hStream">, Out<"int *", "priority">], HandleContext, Done>, PerThreadStream, InHostFunctions;
def cuStreamGetDevice : DriverFunction<12080, [
    In<"CUstream", "hStream">, Out<"CUdevice *", "device">], HandleContext, Done>, PerThreadStream, InHostFunctions;
def cuStreamGetFlags : DriverFunction<5050, [
    In<"CUstream", "hStream">, Out<"unsigned int *", "flags">], HandleContext, Done>, PerThreadStream, InHostFunctions;
def cuStreamGetId : DriverFunction<12000, [
    In<"CUstream", "hStream">, Out<"unsigned long long *", "streamId">], HandleContext, Done>, PerThreadStream, InHostFunctions;
def cuStreamGetCtx : DriverFunction<9020, [
    In<"CUstream", "hStream">, Out<"CUcontext *", "pctx">], HandleContext, Done>, PerThreadStream, InHostFunctions;
def cuStreamGetCtx_v2 : DriverFunction<12050, [
    In<"CUstream", "hStream">, OptOut<"CUcontext *", "pCtx">, OptOut<"CUgreenCtx *", "pGreenCtx">], HandleContext, Done>,
    Of<"cuStreamGetCtx">, PerThreadStream, InHostFunctions;
def cuStreamWaitEvent : DriverFunction<3020, [
    In<"CUstream", "hStream">, In<"CUevent", "hEvent">, In<"unsigned int", "Flags">], HandleContext, Done>,
    PerThreadStream, Across, InHostFunctions;
def cuStreamAddCallback : DriverFunction<5000, [
    In<"CUstream", "hStream">, In<"CUstreamCallback", "callback">, In<"void *", "userData">,
    In<"unsigned int", "flags">], HandleContext, Done>, PerThreadStream, InHostFunctions;
def cuStreamAttachMemAsync : DriverFunction<6000, [
    In<"CUstream", "hStream">, In<"CUdeviceptr", "dptr">, In<"size_t", "length">,
    In<"unsigned int", "flags">], HandleContext, Done>, PerThreadStream, InHostFunctions;
def cuStreamQuery : DriverFunction<2000, [In<"CUstream", "hStream">], HandleContext, Done>, PerThreadStream, InHostFunctions;
def cuStreamSynchronize : DriverFunction<2000, [In<"CUstream", "hStream">], HandleContext, Done>,
    PerThreadStream, InHostFunctions;
def cuStreamDestroy : DriverFunction<4000, [In<"CUstream", "hStream">], HandleContext, Done>, Version<2>, InHostFunctions;
def cuStreamDestroy_v1 : DriverFunction<2000, [In<"CUstream", "hStream">], HandleContext, Done>,
    Old<"cuStreamDestroy">, InHostFunctions;
def cuStreamCopyAttributes : DriverFunction<11000, [
    In<"CUstream", "dst">, In<"CUstream", "src">], HandleContext, Done>, PerThreadStream, InHostFunctions;
def cuStreamGetAttribute : DriverFunction<11000, [
    In<"CUstream", "hStream">, In<"CUstreamAttrID", "attr">, Out<"CUstreamAttrValue *", "value_out">], HandleContext, Done>,
    PerThreadStream, InHostFunctions;
def cuStreamSetAttribute : DriverFunction<11000, [
    In<"CUstream", "hStream">, In<"CUstreamAttrID", "attr">, In<"const CUstreamAttrValue *", "value">], HandleContext, Done>,
    PerThreadStream, InHostFunctions;
