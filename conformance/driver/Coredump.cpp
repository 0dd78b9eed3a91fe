// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Core dumps: their settings, and that a fault leaves a file. What is in it is the library's own.
// On a GPU in a container dumps may not be possible; the settings hold there, too.
#include "Check.h"
#include <csignal>
#include <fstream>
#include <poll.h>
#include <sstream>

using Get = CUresult (*)(CUcoredumpSettings, void *, size_t *);

static bool flagOf(Get get, CUcoredumpSettings attribute) {
  bool value = false;
  size_t size = sizeof value;
  OK(get(attribute, &value, &size));
  return value;
}

static std::string textOf(Get get, CUcoredumpSettings attribute) {
  char text[1024] = "";
  size_t size = sizeof text;
  OK(get(attribute, text, &size));
  return text;
}

static CUresult setFlag(Get set, CUcoredumpSettings attribute, bool value) {
  size_t size = sizeof value;
  return set(attribute, &value, &size);
}

static CUresult setText(Get set, CUcoredumpSettings attribute, std::string text) {
  size_t size = text.size() + 1;
  return set(attribute, text.data(), &size);
}

static void settings() {
  OK(cuInit(0));
  CHECK(!flagOf(cuCoredumpGetAttributeGlobal, CU_COREDUMP_ENABLE_ON_EXCEPTION));
  CHECK(flagOf(cuCoredumpGetAttributeGlobal, CU_COREDUMP_TRIGGER_HOST));
  CHECK(!flagOf(cuCoredumpGetAttributeGlobal, CU_COREDUMP_LIGHTWEIGHT));
  CHECK(!flagOf(cuCoredumpGetAttributeGlobal, CU_COREDUMP_ENABLE_USER_TRIGGER));
  size_t size = sizeof(bool);
  bool value = true;
  EXPECT(CUDA_ERROR_INVALID_CONTEXT,
         cuCoredumpGetAttribute(CU_COREDUMP_ENABLE_ON_EXCEPTION, &value, &size));
  CUcontext context = usePrimary();
  CHECK(context);
  CHECK(!flagOf(cuCoredumpGetAttribute, CU_COREDUMP_ENABLE_ON_EXCEPTION));
  OK(setText(cuCoredumpSetAttribute, CU_COREDUMP_FILE, "a-name-%p"));
  CHECK(textOf(cuCoredumpGetAttribute, CU_COREDUMP_FILE) == "a-name-%p");
  CHECK(textOf(cuCoredumpGetAttributeGlobal, CU_COREDUMP_FILE) != "a-name-%p");
  OK(setFlag(cuCoredumpSetAttribute, CU_COREDUMP_LIGHTWEIGHT, true));
  CHECK(flagOf(cuCoredumpGetAttribute, CU_COREDUMP_LIGHTWEIGHT));
  CHECK(!flagOf(cuCoredumpGetAttributeGlobal, CU_COREDUMP_LIGHTWEIGHT));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuCoredumpGetAttribute(CUcoredumpSettings(99), &value, &size));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuCoredumpGetAttribute(CU_COREDUMP_FILE, &value, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, // seen
         setFlag(cuCoredumpSetAttribute, CU_COREDUMP_ENABLE_USER_TRIGGER, true));
  // What is set for the process is that of contexts to come.
  OK(setFlag(cuCoredumpSetAttributeGlobal, CU_COREDUMP_ENABLE_ON_EXCEPTION, true));
  CHECK(!flagOf(cuCoredumpGetAttribute, CU_COREDUMP_ENABLE_ON_EXCEPTION));
  OK(cuCtxCreate(&context, nullptr, 0, 0));
  CHECK(flagOf(cuCoredumpGetAttribute, CU_COREDUMP_ENABLE_ON_EXCEPTION));
  OK(cuCtxDestroy(context));
  OK(setFlag(cuCoredumpSetAttributeGlobal, CU_COREDUMP_ENABLE_ON_EXCEPTION, false));
  OK(cuCtxCreate(&context, nullptr, CU_CTX_COREDUMP_ENABLE, 0));
  CHECK(flagOf(cuCoredumpGetAttribute, CU_COREDUMP_ENABLE_ON_EXCEPTION));
  OK(cuCtxDestroy(context));
}

static const std::string kFaultPtx = std::string(kPtxHead) + R"(
.visible .entry stray(.param .u64 p) {
  .reg .u64 %d;
  ld.param.u64 %d, [p];
  st.global.u32 [%d], 1;
  ret;
})";

static CUresult fault() {
  CUmodule module = loadPtx(kFaultPtx);
  CUdeviceptr known, nowhere = 0x10;
  OK(cuMemAlloc(&known, 64));
  OK(cuMemsetD32(known, 0xdeadbeef, 16));
  OK(launch1(kernelOf(module, "stray"), 1, 1, {&nowhere}));
  return cuCtxSynchronize();
}

static std::string contentOf(const std::string &path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// A fault leaves the file; the process goes on if it was told so.
static void leavesFile() {
  std::string path = "/tmp/cuda-core-" + std::to_string(getpid());
  usePrimary();
  OK(setFlag(cuCoredumpSetAttribute, CU_COREDUMP_ENABLE_ON_EXCEPTION, true));
  OK(setText(cuCoredumpSetAttribute, CU_COREDUMP_FILE, path));
  int flags = CU_COREDUMP_SKIP_ABORT;
  size_t size = sizeof flags;
  OK(cuCoredumpSetAttribute(CU_COREDUMP_GENERATION_FLAGS, &flags, &size));
  EXPECT(CUDA_ERROR_ILLEGAL_ADDRESS, fault());
  CHECK(contentOf(path).size() > 100);
  std::remove(path.c_str());
}

/// Without that it ends.
static void endsProcess() {
  std::string path;
  pid_t child = fork();
  if (child == 0) {
    std::string own = "/tmp/cuda-core-" + std::to_string(getpid());
    setenv("CUDA_ENABLE_COREDUMP_ON_EXCEPTION", "1", 1);
    setenv("CUDA_COREDUMP_FILE", "/tmp/cuda-core-%p", 1);
    usePrimary();
    fault();
    _exit(0);
  }
  path = "/tmp/cuda-core-" + std::to_string(child);
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
  CHECK(contentOf(path).size() > 100);
  std::remove(path.c_str());
}

/// Somebody writes to the pipe.
static void onDemand() {
  std::string base = "/tmp/cuda-core-" + std::to_string(getpid()), pipe = base + "-pipe";
  OK(cuInit(0));
  OK(setText(cuCoredumpSetAttributeGlobal, CU_COREDUMP_FILE, base));
  OK(setText(cuCoredumpSetAttributeGlobal, CU_COREDUMP_PIPE, pipe));
  OK(setFlag(cuCoredumpSetAttributeGlobal, CU_COREDUMP_ENABLE_USER_TRIGGER, true));
  EXPECT(CUDA_ERROR_NOT_SUPPORTED, // seen
         setText(cuCoredumpSetAttributeGlobal, CU_COREDUMP_PIPE, "x"));
  usePrimary();
  std::FILE *writer = std::fopen(pipe.c_str(), "r+");
  CHECK(writer);
  if (writer) {
    std::fputc('x', writer);
    std::fclose(writer);
  }
  for (int i = 0; i < 200 && contentOf(base).size() < 50; ++i)
    usleep(10000);
  CHECK(contentOf(base).size() >= 50);
  OK(cuCtxSynchronize()); // nothing has happened to the context
  std::remove(base.c_str());
  std::remove(pipe.c_str());
}

/// Containers on GPU machines allow no dumps.
static bool canDump() {
  pid_t child = fork();
  if (child == 0) {
    cuInit(0);
    _exit(onNvidia());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status == 0;
}

int main() {
  inChild("settings", settings);
  if (!canDump()) {
    std::printf("Coredump: no dump of a GPU can be made here\n");
    return finish("Coredump");
  }
  inChild("leavesFile", leavesFile);
  endsProcess();
  inChild("onDemand", onDemand);
  return finish("Coredump");
}
