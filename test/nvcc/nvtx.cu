// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NVTX in C++: every form of marks and ranges compiles, and without a tool nothing is tracked. The
// layout of the attributes is part of the interface to tools. All names exist with their version, too.
// RUN: nvcc -std=c++11 %s -o %t && %t | FileCheck %s
// RUN: nvcc -std=c++11 -DNVTX3_CPP_REQUIRE_EXPLICIT_VERSION -c %s -o %t.o
#include <cstddef>
#include <cstdio>
#include <nvtx3/nvToolsExtCuda.h>
#include <nvtx3/nvToolsExtCudaRt.h>
#include <nvtx3/nvtx3.hpp>
#ifndef NVTX3_CPP_DEFINITIONS_V1_0
#error CCCL asks for it
#endif
void versioned() {
  NVTX3_V1_FUNC_RANGE();
  nvtx3::v1::scoped_range range{"name"};
}
#ifdef NVTX3_CPP_REQUIRE_EXPLICIT_VERSION
namespace nvtx3 {
struct scoped_range;
}
#ifdef NVTX3_FUNC_RANGE
#error a name without version
#endif
#else
static_assert(sizeof(nvtxEventAttributes_t) == 48 && offsetof(nvtxEventAttributes_t, payload) == 24 &&
                  offsetof(nvtxEventAttributes_t, message) == 40,
              "layout");
struct library {
  static constexpr const char *name{"library"};
};
struct loading {
  static constexpr const char *name{"loading"};
  static constexpr uint32_t id{7};
};
struct text {
  static constexpr const char *message{"text"};
};
int always() {
  NVTX3_FUNC_RANGE();
  return 1;
}
int sometimes(bool traced) {
  NVTX3_FUNC_RANGE_IF_IN(library, traced);
  return 1;
}
int main() {
  // CHECK: -2 -2 0 1
  std::printf("%d %d %d %d\n", nvtxRangePush("a"), nvtxRangePop(), int(nvtxRangeStart("b")),
              nvtxDomainCreate("c") == nullptr);
  nvtxNameCudaStreamA(nullptr, "stream");
  nvtxNameCuDevice(0, "device");
  using namespace nvtx3;
  event_attributes all{message{"hello"}, color{rgb{1, 2, 3}}, payload{int64_t(5)}, named_category_in<library>::get<loading>()};
  scoped_range range{"name", color{0xff00ff00}};
  scoped_range_in<library> other{all};
  unique_range one{registered_string_in<library>::get<text>(), payload{2.5}}, two{std::move(one)};
  range_handle handle = start_range_in<library>("work");
  end_range_in<library>(handle);
  mark("here");
  mark_in<library>(all);
  // CHECK: 66051 1 5 2 7 1 hello
  std::printf("%d %d %d %d %d %d %s\n", int(all.get()->color & 0xffffff), all.get()->colorType, int(all.get()->payload.llValue),
              all.get()->payloadType, int(all.get()->category), all.get()->messageType, all.get()->message.ascii);
  versioned();
  return always() + sometimes(true) + sometimes(false) - 3;
}
#endif
