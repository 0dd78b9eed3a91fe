// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUPTI: callbacks.
def CUpti_ApiCallbackSite : Enum<[
    Value<"CUPTI_API_ENTER", 0>,
    Value<"CUPTI_API_EXIT", 1>,
    Value<"CUPTI_API_CBSITE_FORCE_INT", 2147483647>]>;
def CUpti_CallbackDomain : Enum<[
    Value<"CUPTI_CB_DOMAIN_INVALID", 0>,
    Value<"CUPTI_CB_DOMAIN_DRIVER_API", 1>,
    Value<"CUPTI_CB_DOMAIN_RUNTIME_API", 2>,
    Value<"CUPTI_CB_DOMAIN_RESOURCE", 3>,
    Value<"CUPTI_CB_DOMAIN_SYNCHRONIZE", 4>,
    Value<"CUPTI_CB_DOMAIN_NVTX", 5>,
    Value<"CUPTI_CB_DOMAIN_STATE", 6>,
    Value<"CUPTI_CB_DOMAIN_SIZE", 7>,
    Value<"CUPTI_CB_DOMAIN_FORCE_INT", 2147483647>]>;
def CUpti_CallbackIdResource : Enum<[
    Value<"CUPTI_CBID_RESOURCE_INVALID", 0>,
    Value<"CUPTI_CBID_RESOURCE_CONTEXT_CREATED", 1>,
    Value<"CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING", 2>,
    Value<"CUPTI_CBID_RESOURCE_STREAM_CREATED", 3>,
    Value<"CUPTI_CBID_RESOURCE_STREAM_DESTROY_STARTING", 4>,
    Value<"CUPTI_CBID_RESOURCE_CU_INIT_FINISHED", 5>,
    Value<"CUPTI_CBID_RESOURCE_MODULE_LOADED", 6>,
    Value<"CUPTI_CBID_RESOURCE_MODULE_UNLOAD_STARTING", 7>,
    Value<"CUPTI_CBID_RESOURCE_MODULE_PROFILED", 8>,
    Value<"CUPTI_CBID_RESOURCE_GRAPH_CREATED", 9>,
    Value<"CUPTI_CBID_RESOURCE_GRAPH_DESTROY_STARTING", 10>,
    Value<"CUPTI_CBID_RESOURCE_GRAPH_CLONED", 11>,
    Value<"CUPTI_CBID_RESOURCE_GRAPHNODE_CREATE_STARTING", 12>,
    Value<"CUPTI_CBID_RESOURCE_GRAPHNODE_CREATED", 13>,
    Value<"CUPTI_CBID_RESOURCE_GRAPHNODE_DESTROY_STARTING", 14>,
    Value<"CUPTI_CBID_RESOURCE_GRAPHNODE_DEPENDENCY_CREATED", 15>,
    Value<"CUPTI_CBID_RESOURCE_GRAPHNODE_DEPENDENCY_DESTROY_STARTING", 16>,
    Value<"CUPTI_CBID_RESOURCE_GRAPHEXEC_CREATE_STARTING", 17>,
    Value<"CUPTI_CBID_RESOURCE_GRAPHEXEC_CREATED", 18>,
    Value<"CUPTI_CBID_RESOURCE_GRAPHEXEC_DESTROY_STARTING", 19>,
    Value<"CUPTI_CBID_RESOURCE_GRAPHNODE_CLONED", 20>,
    Value<"CUPTI_CBID_RESOURCE_STREAM_ATTRIBUTE_CHANGED", 21>,
    Value<"CUPTI_CBID_RESOURCE_GRAPH_NODE_UPDATED", 22>,
    Value<"CUPTI_CBID_RESOURCE_GRAPH_NODE_SET_PARAMS", 23>,
    Value<"CUPTI_CBID_RESOURCE_SIZE", 24>,
    Value<"CUPTI_CBID_RESOURCE_FORCE_INT", 2147483647>]>;
def CUpti_CallbackIdSync : Enum<[
    Value<"CUPTI_CBID_SYNCHRONIZE_INVALID", 0>,
    Value<"CUPTI_CBID_SYNCHRONIZE_STREAM_SYNCHRONIZED", 1>,
    Value<"CUPTI_CBID_SYNCHRONIZE_CONTEXT_SYNCHRONIZED", 2>,
    Value<"CUPTI_CBID_SYNCHRONIZE_SIZE", 3>,
    Value<"CUPTI_CBID_SYNCHRONIZE_FORCE_INT", 2147483647>]>;
def CUpti_CallbackIdState : Enum<[
    Value<"CUPTI_CBID_STATE_INVALID", 0>,
    Value<"CUPTI_CBID_STATE_FATAL_ERROR", 1>,
    Value<"CUPTI_CBID_STATE_ERROR", 2>,
    Value<"CUPTI_CBID_STATE_WARNING", 3>,
    Value<"CUPTI_CBID_STATE_SIZE", 4>,
    Value<"CUPTI_CBID_STATE_FORCE_INT", 2147483647>]>;
// The numbers of NVTX's calls, which no callback tells of yet.
def CUpti_nvtx_api_trace_cbid : Enum<[
    Value<"CUPTI_CBID_NVTX_INVALID", 0>,
    Value<"CUPTI_CBID_NVTX_nvtxMarkA", 1>,
    Value<"CUPTI_CBID_NVTX_nvtxMarkW", 2>,
    Value<"CUPTI_CBID_NVTX_nvtxMarkEx", 3>,
    Value<"CUPTI_CBID_NVTX_nvtxRangeStartA", 4>,
    Value<"CUPTI_CBID_NVTX_nvtxRangeStartW", 5>,
    Value<"CUPTI_CBID_NVTX_nvtxRangeStartEx", 6>,
    Value<"CUPTI_CBID_NVTX_nvtxRangeEnd", 7>,
    Value<"CUPTI_CBID_NVTX_nvtxRangePushA", 8>,
    Value<"CUPTI_CBID_NVTX_nvtxRangePushW", 9>,
    Value<"CUPTI_CBID_NVTX_nvtxRangePushEx", 10>,
    Value<"CUPTI_CBID_NVTX_nvtxRangePop", 11>,
    Value<"CUPTI_CBID_NVTX_nvtxNameCategoryA", 12>,
    Value<"CUPTI_CBID_NVTX_nvtxNameCategoryW", 13>,
    Value<"CUPTI_CBID_NVTX_nvtxNameOsThreadA", 14>,
    Value<"CUPTI_CBID_NVTX_nvtxNameOsThreadW", 15>,
    Value<"CUPTI_CBID_NVTX_nvtxNameCuDeviceA", 16>,
    Value<"CUPTI_CBID_NVTX_nvtxNameCuDeviceW", 17>,
    Value<"CUPTI_CBID_NVTX_nvtxNameCuContextA", 18>,
    Value<"CUPTI_CBID_NVTX_nvtxNameCuContextW", 19>,
    Value<"CUPTI_CBID_NVTX_nvtxNameCuStreamA", 20>,
    Value<"CUPTI_CBID_NVTX_nvtxNameCuStreamW", 21>,
    Value<"CUPTI_CBID_NVTX_nvtxNameCuEventA", 22>,
    Value<"CUPTI_CBID_NVTX_nvtxNameCuEventW", 23>,
    Value<"CUPTI_CBID_NVTX_nvtxNameCudaDeviceA", 24>,
    Value<"CUPTI_CBID_NVTX_nvtxNameCudaDeviceW", 25>,
    Value<"CUPTI_CBID_NVTX_nvtxNameCudaStreamA", 26>,
    Value<"CUPTI_CBID_NVTX_nvtxNameCudaStreamW", 27>,
    Value<"CUPTI_CBID_NVTX_nvtxNameCudaEventA", 28>,
    Value<"CUPTI_CBID_NVTX_nvtxNameCudaEventW", 29>,
    Value<"CUPTI_CBID_NVTX_nvtxDomainMarkEx", 30>,
    Value<"CUPTI_CBID_NVTX_nvtxDomainRangeStartEx", 31>,
    Value<"CUPTI_CBID_NVTX_nvtxDomainRangeEnd", 32>,
    Value<"CUPTI_CBID_NVTX_nvtxDomainRangePushEx", 33>,
    Value<"CUPTI_CBID_NVTX_nvtxDomainRangePop", 34>,
    Value<"CUPTI_CBID_NVTX_nvtxDomainResourceCreate", 35>,
    Value<"CUPTI_CBID_NVTX_nvtxDomainResourceDestroy", 36>,
    Value<"CUPTI_CBID_NVTX_nvtxDomainNameCategoryA", 37>,
    Value<"CUPTI_CBID_NVTX_nvtxDomainNameCategoryW", 38>,
    Value<"CUPTI_CBID_NVTX_nvtxDomainRegisterStringA", 39>,
    Value<"CUPTI_CBID_NVTX_nvtxDomainRegisterStringW", 40>,
    Value<"CUPTI_CBID_NVTX_nvtxDomainCreateA", 41>,
    Value<"CUPTI_CBID_NVTX_nvtxDomainCreateW", 42>,
    Value<"CUPTI_CBID_NVTX_nvtxDomainDestroy", 43>,
    Value<"CUPTI_CBID_NVTX_nvtxDomainSyncUserCreate", 44>,
    Value<"CUPTI_CBID_NVTX_nvtxDomainSyncUserDestroy", 45>,
    Value<"CUPTI_CBID_NVTX_nvtxDomainSyncUserAcquireStart", 46>,
    Value<"CUPTI_CBID_NVTX_nvtxDomainSyncUserAcquireFailed", 47>,
    Value<"CUPTI_CBID_NVTX_nvtxDomainSyncUserAcquireSuccess", 48>,
    Value<"CUPTI_CBID_NVTX_nvtxDomainSyncUserReleasing", 49>,
    Value<"CUPTI_CBID_NVTX_SIZE", 50>,
    Value<"CUPTI_CBID_NVTX_FORCE_INT", 2147483647>]>;
def CUpti_CallbackData : Struct<72, [{
  CUpti_ApiCallbackSite callbackSite;
  const char *functionName;
  const void *functionParams;
  void *functionReturnValue;
  const char *symbolName;
  CUcontext context;
  uint32_t contextUid;
  uint64_t *correlationData;
  uint32_t correlationId;
}]>;
def CUpti_ResourceData : Struct<24, [{
  CUcontext context;
  union {
  CUstream stream;
  } resourceHandle;
  void *resourceDescriptor;
}]>;
def CUpti_ModuleResourceData : Struct<24, [{
  uint32_t moduleId;
  size_t cubinSize;
  const char *pCubin;
}]>;
def CUpti_GraphData : Struct<56, [{
  CUgraph graph;
  CUgraph originalGraph;
  CUgraphNode node;
  CUgraphNode originalNode;
  CUgraphNodeType nodeType;
  CUgraphNode dependency;
  CUgraphExec graphExec;
}]>;
def CUpti_SynchronizeData : Struct<16, [{
  CUcontext context;
  CUstream stream;
}]>;
def CUpti_NvtxData : Struct<24, [{
  const char *functionName;
  const void *functionParams;
  const void *functionReturnValue;
}]>;
def CUpti_StreamAttrData : Struct<24, [{
  CUstream stream;
  CUstreamAttrID attr;
  const CUstreamAttrValue *value;
}]>;
def CUpti_StateData : Struct<16, [{
  union {
  struct {
  CUptiResult result;
  const char *message;
  } notification;
  };
}]>;
def CUpti_CallbackId : Typedef<"uint32_t">;
def CUpti_CallbackFunc : Callback<"void", "void *userdata, CUpti_CallbackDomain domain, CUpti_CallbackId cbid, const void *cbdata">, Plain;
def CUpti_SubscriberHandle : Handle<"CUpti_Subscriber_st">;
def CUpti_DomainTable : Typedef<"CUpti_CallbackDomain *">;
def cuptiSupportedDomains : LibraryFunction<[Out<"size_t *", "domainCount">, Out<"CUpti_DomainTable *", "domainTable">]>;
def cuptiSubscribe : LibraryFunction<[Out<"CUpti_SubscriberHandle *", "subscriber">, In<"CUpti_CallbackFunc", "callback">, In<"void *", "userdata">]>;
def CUPTI_SUBSCRIBER_NAME_MAX_LEN : Macro<"53">;
def CUPTI_OLD_SUBSCRIBER_NAME_MIN_LEN : Macro<"64">;
def CUpti_SubscriberParams : Struct<32, [{
  size_t structSize;
  const char *subscriberName;
  char *oldSubscriberName;
  size_t oldSubscriberSize;
}]>;
def cuptiSubscribe_v2 : LibraryFunction<[Out<"CUpti_SubscriberHandle *", "subscriber">, In<"CUpti_CallbackFunc", "callback">, In<"void *", "userdata">, In<"CUpti_SubscriberParams *", "pParams">]>;
def cuptiUnsubscribe : LibraryFunction<[In<"CUpti_SubscriberHandle", "subscriber">]>;
def cuptiGetCallbackState : LibraryFunction<[Out<"uint32_t *", "enable">, In<"CUpti_SubscriberHandle", "subscriber">, In<"CUpti_CallbackDomain", "domain">, In<"CUpti_CallbackId", "cbid">]>;
def cuptiEnableCallback : LibraryFunction<[In<"uint32_t", "enable">, In<"CUpti_SubscriberHandle", "subscriber">, In<"CUpti_CallbackDomain", "domain">, In<"CUpti_CallbackId", "cbid">]>;
def cuptiEnableDomain : LibraryFunction<[In<"uint32_t", "enable">, In<"CUpti_SubscriberHandle", "subscriber">, In<"CUpti_CallbackDomain", "domain">]>;
def cuptiEnableAllDomains : LibraryFunction<[In<"uint32_t", "enable">, In<"CUpti_SubscriberHandle", "subscriber">]>;
def cuptiGetCallbackName : LibraryFunction<[In<"CUpti_CallbackDomain", "domain">, In<"uint32_t", "cbid">, Out<"const char **", "name">]>;
