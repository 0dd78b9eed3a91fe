// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes of launches and of functions, variables of modules, code that is refused. Expectations
// are the driver manual's; (seen) ones come from an H100.
#include <cstring>

#include "driver/TestSupport.h"

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

namespace anywarp::driver {
namespace {

class LaunchTest : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    OK(cuModuleLoadData(&module_, kKernels));
    shared_ = kernel(module_, "shared");
  }
  void TearDown() override {
    OK(cuCtxSynchronize());
    OK(cuModuleUnload(module_));
    DeviceTest::TearDown();
  }
  CUresult launchWith(CUlaunchAttributeID id, CUlaunchAttributeValue value, unsigned blocks = 4,
                      CUstream stream = nullptr) {
    CUlaunchAttribute attribute = {};
    attribute.id = id;
    attribute.value = value;
    const CUlaunchConfig config = {blocks, 1, 1, 64, 1, 1, 0, stream, &attribute, 1};
    return cuLaunchKernelEx(&config, shared_, nullptr, nullptr);
  }
  int attribute(CUfunction_attribute which) {
    int value = -99;
    EXPECT_EQ(CUDA_SUCCESS, cuFuncGetAttribute(&value, which, shared_));
    return value;
  }
  CUmodule load(const std::string &body) {
    CUmodule module = nullptr;
    const std::string text = ".version 8.0\n.target sm_80\n.address_size 64\n" + body;
    EXPECT_EQ(CUDA_SUCCESS, cuModuleLoadData(&module, text.c_str())) << body;
    return module;
  }
  CUmodule module_ = nullptr;
  CUfunction shared_ = nullptr;
};

TEST_F(LaunchTest, HintsMustBePossible) {
  CUlaunchAttributeValue value = {};
  value.clusterDim = {2, 1, 1};
  OK(launchWith(CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, value));
  EXPECT_NE(CUDA_SUCCESS, launchWith(CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, value, 3));
  value = {};
  value.priority = -2;
  OK(launchWith(CU_LAUNCH_ATTRIBUTE_PRIORITY, value));
  value = {};
  value.memSyncDomain = CU_LAUNCH_MEM_SYNC_DOMAIN_REMOTE;
  OK(launchWith(CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN, value));
  value.memSyncDomain = CUlaunchMemSyncDomain(2);
  FAILS(INVALID_VALUE, launchWith(CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN, value));
  value = {};
  value.memSyncDomainMap = {1, 3};
  OK(launchWith(CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP, value));
  value.memSyncDomainMap = {1, 4}; // of four domains (seen)
  FAILS(INVALID_VALUE, launchWith(CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP, value));
  value = {};
  value.clusterSchedulingPolicyPreference = CU_CLUSTER_SCHEDULING_POLICY_SPREAD;
  OK(launchWith(CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE, value));
  value = {};
  value.sharedMemCarveout = 50;
  OK(launchWith(CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, value));
  value.sharedMemCarveout = 101; // of percent
  FAILS(INVALID_VALUE, launchWith(CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, value));
}

TEST_F(LaunchTest, EventsMarkTheEndOfAGrid) {
  CUevent plain, timing;
  CUstream stream;
  OK(cuEventCreate(&plain, CU_EVENT_DISABLE_TIMING));
  OK(cuEventCreate(&timing, CU_EVENT_DEFAULT));
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  CUlaunchAttributeValue value = {};
  value.programmaticEvent.event = plain;
  OK(launchWith(CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT, value, 4, stream));
  OK(cuEventSynchronize(plain));
  OK(cuStreamQuery(stream));
  value = {};
  value.launchCompletionEvent.event = plain;
  OK(launchWith(CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT, value, 4, stream));
  OK(cuEventSynchronize(plain));
  value.launchCompletionEvent.event = timing;
  FAILS(NOT_SUPPORTED, launchWith(CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT, value)); // (seen)
  OK(cuEventDestroy(timing));
  OK(cuEventDestroy(plain));
  OK(cuStreamDestroy(stream));
}

TEST_F(LaunchTest, CapturedLaunchesKeepTheirAttributes) {
  CUstream stream;
  CUgraph graph;
  CUgraphNode node;
  size_t count = 1;
  OK(cuStreamCreateWithPriority(&stream, CU_STREAM_NON_BLOCKING, -2));
  OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
  CUlaunchAttributeValue value = {}, seen = {};
  value.clusterDim = {2, 1, 1};
  OK(launchWith(CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, value, 4, stream));
  OK(cuStreamEndCapture(stream, &graph));
  OK(cuGraphGetNodes(graph, &node, &count));
  OK(cuGraphKernelNodeGetAttribute(node, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, &seen));
  EXPECT_EQ(2u, seen.clusterDim.x);
  OK(cuGraphKernelNodeGetAttribute(node, CU_LAUNCH_ATTRIBUTE_PRIORITY, &seen));
  EXPECT_EQ(-2, seen.priority); // of its stream
  OK(cuGraphDestroy(graph));
  // A launch that programmatically follows another: an edge that says so.
  OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
  value = {};
  OK(launchWith(CU_LAUNCH_ATTRIBUTE_PRIORITY, value, 4, stream));
  value.programmaticStreamSerializationAllowed = 1;
  OK(launchWith(CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION, value, 4, stream));
  OK(cuStreamEndCapture(stream, &graph));
  CUgraphNode from, to;
  CUgraphEdgeData edge = {};
  count = 1;
  OK(cuGraphGetEdges(graph, &from, &to, &edge, &count));
  EXPECT_EQ(CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC, CUgraphDependencyType(edge.type));
  OK(cuGraphDestroy(graph));
  // Cooperative launches are nodes, too; a refused launch spoils the capture (seen).
  OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
  OK(cuLaunchCooperativeKernel(shared_, 1, 1, 1, 64, 1, 1, 0, stream, nullptr));
  OK(cuStreamEndCapture(stream, &graph));
  count = 1;
  OK(cuGraphGetNodes(graph, &node, &count));
  OK(cuGraphKernelNodeGetAttribute(node, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &seen));
  EXPECT_EQ(1, seen.cooperative);
  OK(cuGraphDestroy(graph));
  OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
  FAILS(INVALID_VALUE, cuLaunchKernel(shared_, 0, 1, 1, 64, 1, 1, 0, stream, nullptr, nullptr));
  FAILS(STREAM_CAPTURE_INVALIDATED, cuStreamEndCapture(stream, &graph));
  OK(cuStreamDestroy(stream));
}

TEST_F(LaunchTest, FunctionsKeepTheirSettings) {
  const struct {
    CUfunction_attribute which;
    int value;
  } kSettings[] = {{CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, 25},
                   {CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 8192},
                   {CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, 2},
                   {CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT, 2},
                   {CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH, 1},
                   {CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1},
                   {CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE,
                    CU_CLUSTER_SCHEDULING_POLICY_LOAD_BALANCING}};
  for (const auto &[which, value] : kSettings) {
    OK(cuFuncSetAttribute(shared_, which, value));
    EXPECT_EQ(value, attribute(which)) << which;
  }
  EXPECT_NE(CUDA_SUCCESS, // no multiple of the required cluster
            cuLaunchKernel(shared_, 3, 2, 1, 64, 1, 1, 0, nullptr, nullptr, nullptr));
  OK(cuLaunchKernel(shared_, 4, 2, 1, 64, 1, 1, 0, nullptr, nullptr, nullptr));
  FAILS(INVALID_VALUE, cuFuncSetAttribute(shared_, CU_FUNC_ATTRIBUTE_PTX_VERSION, 80));
  FAILS(INVALID_VALUE, cuFuncSetAttribute(shared_, CUfunction_attribute(99), 1));
  FAILS(INVALID_VALUE,
        cuFuncSetAttribute(shared_, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, 101));
  FAILS(INVALID_VALUE,
        cuFuncSetAttribute(shared_, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1 << 30));
}

TEST_F(LaunchTest, FunctionsTellWhatTheTextSays) {
  int major = 0, minor = 0;
  OK(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device_));
  OK(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device_));
  EXPECT_EQ(10 * major + minor, attribute(CU_FUNC_ATTRIBUTE_BINARY_VERSION));
  EXPECT_EQ(0, attribute(CU_FUNC_ATTRIBUTE_CACHE_MODE_CA));
  EXPECT_EQ(0, attribute(CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET));
  EXPECT_GT(attribute(CU_FUNC_ATTRIBUTE_NUM_REGS), 0);
  const CUmodule module = load(".visible .const .align 4 .b8 table[400];\n"
                               ".visible .entry k() { .local .align 8 .b8 own[48]; .reg .b64 %d;\n"
                               "mov.u64 %d, table; mov.u64 %d, own; ret; }\n");
  shared_ = kernel(module, "k");
  EXPECT_GE(attribute(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES), 48);
  EXPECT_GE(attribute(CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES), 400);
  OK(cuFuncSetSharedMemConfig(shared_, CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE));
  FAILS(INVALID_VALUE, cuFuncSetSharedMemConfig(shared_, CUsharedconfig(7)));
  OK(cuModuleUnload(module));
}

TEST_F(LaunchTest, VariablesMayNameOthers) {
  const CUmodule module = load(".visible .global .align 4 .u32 number = 7;\n"
                               ".visible .global .align 8 .u64 place = number;\n"
                               ".visible .global .align 8 .u64 next = number + 4;\n"
                               ".visible .func f() { ret; }\n"
                               ".visible .global .align 8 .u64 pointer = f;\n"
                               ".visible .global .attribute(.managed) .align 4 .u32 both = 5;\n");
  CUdeviceptr number, place, both;
  size_t bytes;
  uint64_t value = 0;
  OK(cuModuleGetGlobal(&number, nullptr, module, "number"));
  const struct {
    const char *name;
    uint64_t expected;
  } kPlaces[] = {{"place", number}, {"next", number + 4}};
  for (const auto &[name, expected] : kPlaces) {
    OK(cuModuleGetGlobal(&place, &bytes, module, name));
    EXPECT_EQ(8u, bytes);
    OK(cuMemcpyDtoH(&value, place, 8));
    EXPECT_EQ(expected, value);
  }
  OK(cuModuleGetGlobal(&place, nullptr, module, "pointer"));
  OK(cuMemcpyDtoH(&value, place, 8));
  EXPECT_NE(0u, value);
  OK(cuModuleGetGlobal(&both, nullptr, module, "both"));
  EXPECT_EQ(5u, *reinterpret_cast<unsigned *>(both)); // the program reaches it
  FAILS(NOT_FOUND, cuModuleGetGlobal(&place, &bytes, module, "nothing"));
  FAILS(INVALID_VALUE, cuModuleGetGlobal(&place, &bytes, module, nullptr));
  OK(cuModuleUnload(module));
}

TEST_F(LaunchTest, LibrariesShareTheirManagedVariables) {
  CUlibrary library;
  CUmodule module;
  CUdeviceptr both = 0, again = 0;
  size_t bytes = 0;
  OK(cuLibraryLoadData(&library,
                       ".version 8.0\n.target sm_80\n.address_size 64\n"
                       ".visible .global .attribute(.managed) .align 4 .u32 both = 5;\n"
                       ".visible .entry k() { ret; }\n",
                       nullptr, nullptr, 0, nullptr, nullptr, 0));
  OK(cuLibraryGetManaged(&both, &bytes, library, "both"));
  EXPECT_EQ(4u, bytes);
  EXPECT_EQ(5u, *reinterpret_cast<unsigned *>(both));
  OK(cuLibraryGetModule(&module, library));
  OK(cuModuleGetGlobal(&again, &bytes, module, "both"));
  EXPECT_EQ(both, again);
  CUkernel kernel;
  CUfunction function;
  int value = 0;
  OK(cuLibraryGetKernel(&kernel, library, "k"));
  OK(cuKernelGetFunction(&function, kernel));
  OK(cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 2048, kernel, device_));
  OK(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, function));
  EXPECT_EQ(2048, value); // the kernel's, which the function follows
  // A kernel is launched like a function, in the stream's context.
  OK(cuLaunchKernel(reinterpret_cast<CUfunction>(kernel), 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr,
                    nullptr));
  OK(cuCtxSynchronize());
  OK(cuLibraryUnload(library));
}

TEST_F(LaunchTest, CodeThatIsNoneIsRefused) {
  CUmodule none;
  char log[2048] = {};
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  auto refused = [&](const char *text) {
    log[0] = 0;
    void *values[] = {log, reinterpret_cast<void *>(sizeof log)};
    return cuModuleLoadDataEx(&none, text, 2, options, values);
  };
  FAILS(INVALID_IMAGE, refused("no program"));
  FAILS(UNSUPPORTED_PTX_VERSION,
        refused(".version 99.0\n.target sm_80\n.address_size 64\n.visible .entry k() { ret; }\n"));
  EXPECT_NE(nullptr, std::strstr(log, "99.0"));
  FAILS(INVALID_PTX,
        refused(".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() { jump; }\n"));
  FAILS(INVALID_PTX,
        refused("// a comment\n/* and another */\n.version 8.0\n.target sm_80\n"
                ".address_size 64\n.visible .entry k() { add.u32 %r1, %r1, 1; ret; }\n"));
  EXPECT_NE(nullptr, std::strstr(log, "%r1"));
  FAILS(INVALID_PTX, refused(".version 8.0\n.target sm_80\n.address_size 64\n"
                             ".visible .global .align 8 .u64 place = nothing;\n"));
}

TEST_F(LaunchTest, TheCompilerTellsWhatItWasAskedFor) {
  char info[2048] = {};
  CUmodule module;
  CUjit_option options[] = {CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
                            CU_JIT_LOG_VERBOSE, CU_JIT_WALL_TIME, CU_JIT_OPTIMIZATION_LEVEL};
  void *values[] = {info, reinterpret_cast<void *>(sizeof info), reinterpret_cast<void *>(1),
                    reinterpret_cast<void *>(uintptr_t(0x7fffffff)), reinterpret_cast<void *>(2)};
  OK(cuModuleLoadDataEx(&module, kKernels, 5, options, values));
  EXPECT_NE(nullptr, std::strstr(info, "fill"));
  EXPECT_GE(reinterpret_cast<size_t>(values[1]), std::strlen(info)); // "amount [...] filled"
  EXPECT_LE(reinterpret_cast<size_t>(values[1]), std::strlen(info) + 1);
  float milliseconds = -1;
  std::memcpy(&milliseconds, &values[3], sizeof milliseconds);
  EXPECT_GE(milliseconds, 0);
  EXPECT_LT(milliseconds, 60000);
  OK(cuModuleUnload(module));
  values[4] = reinterpret_cast<void *>(5); // levels end with 4
  FAILS(INVALID_VALUE, cuModuleLoadDataEx(&module, kKernels, 5, options, values));
  CUjit_option unknown = CUjit_option(999);
  FAILS(INVALID_VALUE, cuModuleLoadDataEx(&module, kKernels, 1, &unknown, values));
}

TEST_F(LaunchTest, LinksTellWhatIsWrong) {
  char log[2048] = {};
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *values[] = {log, reinterpret_cast<void *>(sizeof log)};
  CUlinkState state;
  OK(cuLinkCreate(2, options, values, &state));
  std::string text = kKernels;
  OK(cuLinkAddData(state, CU_JIT_INPUT_PTX, text.data(), text.size() + 1, "first", 0, nullptr,
                   nullptr));
  EXPECT_NE(CUDA_SUCCESS, cuLinkAddData(state, CU_JIT_INPUT_PTX, text.data(), text.size() + 1,
                                        "second", 0, nullptr, nullptr));
  EXPECT_NE(nullptr, std::strstr(log, "Multiple definition of"));
  OK(cuLinkDestroy(state));
  char garbage[] = "neither this nor that";
  OK(cuLinkCreate(0, nullptr, nullptr, &state));
  EXPECT_NE(CUDA_SUCCESS, cuLinkAddData(state, CU_JIT_INPUT_CUBIN, garbage, sizeof garbage, "a", 0,
                                        nullptr, nullptr));
  OK(cuLinkDestroy(state));
  OK(cuLinkCreate(0, nullptr, nullptr, &state));
  FAILS(INVALID_VALUE, cuLinkAddData(state, CUjitInputType(77), garbage, sizeof garbage, "a", 0,
                                     nullptr, nullptr));
  FAILS(FILE_NOT_FOUND,
        cuLinkAddFile(state, CU_JIT_INPUT_PTX, "/no/such/file.ptx", 0, nullptr, nullptr));
  OK(cuLinkDestroy(state));
}

} // namespace
} // namespace anywarp::driver
