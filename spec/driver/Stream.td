// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: streams.

def CU_STREAM_LEGACY : Macro<"((CUstream)0x1)">;
def CU_STREAM_PER_THREAD : Macro<"((CUstream)0x2)">;
def CU_STREAM_ATTRIBUTE_ACCESS_POLICY_WINDOW : Macro<"CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW">;
def CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY : Macro<"CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY">;
def CU_STREAM_ATTRIBUTE_PRIORITY : Macro<"CU_LAUNCH_ATTRIBUTE_PRIORITY">;
def CU_STREAM_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP : Macro<"CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP">;
def CU_STREAM_ATTRIBUTE_MEM_SYNC_DOMAIN : Macro<"CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN">;

def CUstream : Handle<"CUstream_st">, Usable<"Stream", "CUDA_ERROR_INVALID_HANDLE", "findStream">;

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

def cuStreamCreate : DriverFunction<2000, [Out<"CUstream *", "phStream">, In<"unsigned int", "Flags">], CurrentContext, Done>,
  Refuses<[Invalid<"Flags & ~unsigned(CU_STREAM_NON_BLOCKING)">]>, Doc<"Makes a stream in the current context.">,
  Is<"Stream", "edge::cuStreamCreateWithPriority(phStream, Flags, kLeastPriority)">;
def cuStreamCreateWithPriority : DriverFunction<5050, [
    Out<"CUstream *", "phStream">, In<"unsigned int", "flags">, In<"int", "priority">], CurrentContext, Done>,
  Refuses<[Invalid<"flags & ~unsigned(CU_STREAM_NON_BLOCKING)">]>, Doc<"Makes a stream with a priority; lower numbers go first.">;
// What a stream in a capture answers and what not was seen on a GPU.
def cuStreamGetPriority : DriverFunction<5050, [
    Found<"CUstream", "hStream", "", "findAsked">, Out<"int *", "priority">], HandleContext, Done>, PerThreadStream, InHostFunctions,
  Doc<"Gives the priority of a stream.">, Gives<"Stream", "hStream.priority()">;
def cuStreamGetDevice : DriverFunction<12080, [
    Found<"CUstream", "hStream">, Out<"CUdevice *", "device">], HandleContext, Done>, PerThreadStream, InHostFunctions,
  Refuses<[NotCaptured<"hStream">]>, Doc<"Gives the device of a stream.">, Gives<"Stream", "hStream.context().device().ordinal()">;
def cuStreamGetFlags : DriverFunction<5050, [
    Found<"CUstream", "hStream">, Out<"unsigned int *", "flags">], HandleContext, Done>, PerThreadStream, InHostFunctions,
  Refuses<[NotCaptured<"hStream">]>, Doc<"Gives the flags of a stream.">, Gives<"Stream", "hStream.flags()">;
def cuStreamGetId : DriverFunction<12000, [
    Found<"CUstream", "hStream">, Out<"unsigned long long *", "streamId">], HandleContext, Done>, PerThreadStream, InHostFunctions,
  Refuses<[NotCaptured<"hStream">]>, Doc<"Gives a number that no other stream of the process has.">, Gives<"Stream", "hStream.id()">;
def cuStreamGetCtx : DriverFunction<9020, [
    Found<"CUstream", "hStream", "", "findAsked">, Out<"CUcontext *", "pctx">], HandleContext, Done>, PerThreadStream, InHostFunctions,
  Doc<"Gives the context of a stream.">, Gives<"Stream", "handleOf(hStream.context())">;
def cuStreamGetCtx_v2 : DriverFunction<12050, [
    In<"CUstream", "hStream">, OptOut<"CUcontext *", "pCtx">, OptOut<"CUgreenCtx *", "pGreenCtx">], HandleContext, Done>,
    Of<"cuStreamGetCtx">, PerThreadStream, InHostFunctions, Doc<"Gives the context of a stream, or its green context.">;
def cuStreamWaitEvent : DriverFunction<3020, [
    Found<"CUstream", "hStream">, Found<"CUevent", "hEvent">, In<"unsigned int", "Flags">], HandleContext, Done>,
    PerThreadStream, Across, InHostFunctions, Refuses<[
    Invalid<"Flags & ~unsigned(CU_EVENT_WAIT_EXTERNAL)">,
    Find<"hStream">,
    Find<"hEvent">]>, Doc<"Makes later work of a stream wait for an event.">;
def cuStreamAddCallback : DriverFunction<5000, [
    In<"CUstream", "hStream">, In<"CUstreamCallback", "callback">, In<"void *", "userData">,
    In<"unsigned int", "flags">], HandleContext, Done>, PerThreadStream, InHostFunctions,
  Refuses<[Invalid<"!callback">, Invalid<"flags">]>,
  Doc<"Calls a function of the program in the order of a stream, with the result so far.">;
def cuStreamAttachMemAsync : DriverFunction<6000, [
    Found<"CUstream", "hStream">, In<"CUdeviceptr", "dptr">, In<"size_t", "length">,
    In<"unsigned int", "flags">], HandleContext, Done>, PerThreadStream, InHostFunctions, Refuses<[
    Invalid<"flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST && flags != CU_MEM_ATTACH_SINGLE">,
    Find<"hStream">,
    Invalid<"flags == CU_MEM_ATTACH_SINGLE && hStream_->role() != Stream::Role::Created">,
    NotCaptured<"hStream">]>, Doc<"Ties managed memory to a stream.">;
def cuStreamQuery : DriverFunction<2000, [Found<"CUstream", "hStream">], HandleContext, Done>, PerThreadStream, InHostFunctions,
  Refuses<[
    NotCaptured<"hStream">,
    Unsafe<> // of any stream (seen)
  ]>, Doc<"Tells whether a stream has ended all its work.">;
def cuStreamSynchronize : DriverFunction<2000, [Found<"CUstream", "hStream">], HandleContext, Done>,
    PerThreadStream, InHostFunctions, Refuses<[
    NotCaptured<"hStream">,
    Unsafe<> // of any stream (seen)
  ]>, Doc<"Waits for all work of a stream.">;
def cuStreamDestroy : DriverFunction<4000, [In<"CUstream", "hStream">], HandleContext, Done>, Version<2>, InHostFunctions,
  Doc<"Ends a stream; its work goes on.">;
def cuStreamDestroy_v1 : DriverFunction<2000, [In<"CUstream", "hStream">], HandleContext, Done>,
    Old<"cuStreamDestroy">, InHostFunctions, On<"cuStreamDestroy">;
def cuStreamCopyAttributes : DriverFunction<11000, [
    Found<"CUstream", "dst", "", "findAsked">, Found<"CUstream", "src", "", "findAsked">], HandleContext, Done>, PerThreadStream, InHostFunctions,
  Refuses<[Invalid<"&dst_->context() != &src_->context()">]>, Doc<"Gives a stream the attributes of another.">,
  Does<"Stream", "dst.setAttributes(src.attributes()), dst.setPriority(src.priority())">;
def cuStreamGetAttribute : DriverFunction<11000, [
    Found<"CUstream", "hStream", "", "findAsked">, In<"CUstreamAttrID", "attr">, Out<"CUstreamAttrValue *", "value_out">], HandleContext, Done>,
    PerThreadStream, InHostFunctions, Refuses<[Invalid<"!isOfStreams(attr)">]>, Doc<"Gives an attribute of a stream.">;
def cuStreamSetAttribute : DriverFunction<11000, [
    Found<"CUstream", "hStream", "", "findAsked">, In<"CUstreamAttrID", "attr">, In<"const CUstreamAttrValue *", "value">], HandleContext, Done>,
    PerThreadStream, InHostFunctions, Refuses<[Invalid<"!value">, Invalid<"!isOfStreams(attr)">]>, Doc<"Sets an attribute of a stream.">;

// -- Rules ----------------------------------------------------------------------------------------

def checkAccessWindow : Rules<["Stream"], [In<"const CUaccessPolicyWindow &", "it">], [
  Invalid<"it.hitProp < CU_ACCESS_PROPERTY_NORMAL || it.hitProp > CU_ACCESS_PROPERTY_PERSISTING">,
  Invalid<"it.missProp != CU_ACCESS_PROPERTY_NORMAL && it.missProp != CU_ACCESS_PROPERTY_STREAMING">,
  Invalid<"!(it.hitRatio >= 0 && it.hitRatio <= 1)">,
  Invalid<"it.num_bytes > architecture().maxAccessPolicyWindow">
]>;

def checkStreamAttribute : Rules<["Stream"], [In<"CUstreamAttrID", "id">, In<"const CUstreamAttrValue &", "value">], [
  Let<"const bool isWindow = id == CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW">,
  Asks<"isWindow ? checkAccessWindow(value.accessPolicyWindow) : CUDA_SUCCESS">,
  Invalid<"id == CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY && "
          "(value.syncPolicy < CU_SYNC_POLICY_AUTO || value.syncPolicy > CU_SYNC_POLICY_BLOCKING_SYNC)">,
  Let<"const unsigned domains = architecture().memSyncDomains()">,
  Let<"const CUlaunchMemSyncDomainMap &map = value.memSyncDomainMap">,
  Invalid<"id == CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP && (map.default_ >= domains || map.remote >= domains)">,
  Invalid<"id == CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN && unsigned(value.memSyncDomain) > CU_LAUNCH_MEM_SYNC_DOMAIN_REMOTE">
]>;

def checkAttached : Rules<["Stream"], [In<"const std::optional<Allocation> &", "allocation">, In<"CUdeviceptr", "address">, In<"size_t", "bytes">], [
  Invalid<"!allocation || allocation->kind != Allocation::Kind::Managed">,
  Invalid<"address != allocation->base">,
  Invalid<"bytes && bytes != allocation->size">
]>;

// A wait for an event of no capture would depend on work that is not captured. EXTERNAL means something in a capture only.
def checkWait : Rules<["Stream"], [In<"bool", "isCapturing">, In<"bool", "isExternal">], [
  Fails<"CUDA_ERROR_STREAM_CAPTURE_ISOLATION", "isCapturing">,
  Fails<"CUDA_ERROR_ILLEGAL_STATE", "isExternal">
]>;
