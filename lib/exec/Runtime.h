// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of Runtime.def as C++, and their table for the linker of generated code.
#pragma once

#include <cstddef>
#include <cstdint>

#include "exec/KernelAbi.h"

namespace anywarp::exec {

struct RuntimeSymbol {
  const char *name;
  void *address;
  const char *signature; ///< as in Runtime.def
};
/// All of them, ended by a null name.
const RuntimeSymbol *runtimeSymbols();

} // namespace anywarp::exec

extern "C" {
using anywarp::exec::BlockState;
using anywarp::exec::CollectiveLane;
using anywarp::exec::LaunchState;
#define AW_CONTEXT const LaunchState *launch, BlockState *block
bool aw_barrier_sync(AW_CONTEXT, uint32_t piece, uint32_t id, uint32_t count,
                     uint32_t lanes) noexcept;
void aw_barrier_arrive(AW_CONTEXT, uint32_t piece, uint32_t id, uint32_t count,
                       uint32_t lanes) noexcept;
bool aw_barrier_reduce(AW_CONTEXT, uint32_t piece, uint32_t id, uint32_t count, uint32_t lanes,
                       uint32_t predicates, uint32_t op) noexcept;
uint32_t aw_barrier_result(AW_CONTEXT, uint32_t piece) noexcept;
void aw_cluster_arrive(AW_CONTEXT, uint32_t piece, uint32_t lanes) noexcept;
bool aw_cluster_wait(AW_CONTEXT, uint32_t piece, uint32_t lanes) noexcept;
bool aw_collective(AW_CONTEXT, uint32_t piece, uint32_t op, uint32_t lanes,
                   CollectiveLane *slots) noexcept;
bool aw_yield(AW_CONTEXT, uint32_t piece) noexcept;
bool aw_sleep(AW_CONTEXT, uint32_t piece, uint32_t nanoseconds) noexcept;
uint32_t aw_vprintf(AW_CONTEXT, uint32_t thread, const char *format,
                    const void *arguments) noexcept;
uint64_t aw_malloc(AW_CONTEXT, uint32_t thread, uint64_t bytes) noexcept;
uint64_t aw_aligned_malloc(AW_CONTEXT, uint32_t thread, uint64_t bytes, uint64_t align) noexcept;
void aw_free(AW_CONTEXT, uint32_t thread, uint64_t address) noexcept;
void aw_malloc_lanes(AW_CONTEXT, uint32_t first, uint32_t lanes, const uint64_t *bytes,
                     uint64_t *addresses) noexcept;
void aw_free_lanes(AW_CONTEXT, uint32_t first, uint32_t lanes, const uint64_t *addresses) noexcept;
void aw_assertfail(AW_CONTEXT, uint32_t thread, const char *message, const char *file,
                   uint32_t line, const char *function) noexcept;
void aw_fault(AW_CONTEXT, uint32_t thread, uint32_t fault, uint64_t address) noexcept;
uint64_t aw_device_runtime(AW_CONTEXT, uint32_t thread, uint32_t function,
                           uint64_t arguments) noexcept;
void aw_image(AW_CONTEXT, uint32_t piece, uint32_t op, uint32_t lanes, const uint64_t *handles,
              const uint32_t *arguments, uint32_t *results) noexcept;
uint64_t aw_tensor_copy(AW_CONTEXT, uint32_t thread, uint32_t op, uint64_t operands) noexcept;
void aw_tensor_replace(AW_CONTEXT, uint32_t thread, uint32_t field, uint32_t ordinal, uint64_t map,
                       uint64_t value) noexcept;
void aw_refuse_matrix(AW_CONTEXT, uint32_t thread, uint32_t hasOffset) noexcept;
void *aw_profile_words(AW_CONTEXT) noexcept;
void aw_profile_line(AW_CONTEXT, uint32_t piece, uint32_t place, uint32_t lanes, uint64_t address,
                     uint64_t stride, uint64_t key) noexcept;
void aw_profile_groups(AW_CONTEXT, uint32_t piece, uint32_t place, uint32_t lanes, uint64_t key,
                       const uint64_t *addresses) noexcept;
void aw_profile_scattered(AW_CONTEXT, uint32_t piece, uint32_t place, uint32_t lanes, uint64_t key,
                          const uint64_t *addresses) noexcept;
void aw_profile_step(AW_CONTEXT, uint32_t piece, uint32_t place, uint32_t lanes, uint32_t taken,
                     const uint64_t *addresses) noexcept;
void *aw_reductions(AW_CONTEXT) noexcept;
uint32_t aw_reduce(AW_CONTEXT, void *pending, uint64_t what, const uint64_t *addresses,
                   const void *values) noexcept;
void aw_settle(AW_CONTEXT, void *pending) noexcept;
void aw_line(AW_CONTEXT, uint32_t piece, uint32_t place, uint32_t line) noexcept;
void aw_wait_here(AW_CONTEXT, uint32_t piece) noexcept;
uint64_t aw_clock(AW_CONTEXT) noexcept;
uint64_t aw_globaltimer(AW_CONTEXT) noexcept;
#undef AW_CONTEXT
}
