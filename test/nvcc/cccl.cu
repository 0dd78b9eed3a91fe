// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where nvcc looks for CCCL: in include/cccl (CUDA 13.0 release notes), told to CMake in the line
// SYSTEM_INCLUDES. A complete libcu++ that is found later, as Debian's in /usr/include, is not mixed
// with the few headers of libcu++ that we have.
// RUN: nvcc --dryrun -c %s 2>&1 | FileCheck %s --check-prefix=FOLDERS
// RUN: %if !system-libcudacxx %{ nvcc -M %s | FileCheck %s --check-prefix=OURS %}
// RUN: env CPLUS_INCLUDE_PATH=%S/inputs/libcudacxx nvcc -M %s | FileCheck %s --check-prefix=COMPLETE
// RUN: env CPLUS_INCLUDE_PATH=%S/inputs/libcudacxx nvcc -DCOMPLETE -c %s -o %t.o
// RUN: env CPLUS_INCLUDE_PATH=%S/inputs/libcudacxx nvcc -DCOMPLETE -x c++ -c %s -o %t.o
// RUN: nvcc -arch=sm_100 -std=c++17 -DWIDE -c %s -o %t.o
// FOLDERS: #$ INCLUDES=-I[[INCLUDE:.*]]
// FOLDERS-NEXT: #$ SYSTEM_INCLUDES=-isystem [[INCLUDE]]/cccl
// OURS-DAG: include/cccl/cuda/atomic
// OURS-DAG: anywarp/sync/atomic.h
// OURS-DAG: include/cccl/nv/target
// COMPLETE-NOT: anywarp/sync
// COMPLETE: inputs/libcudacxx/cuda/std/version
// COMPLETE-NOT: anywarp/sync
#include <cuda/atomic>
#include <nv/target>
#ifdef WIDE // no device code has __float128, which CCCL would otherwise use for sm_100
#include <cmath>
#include <complex>
#include <limits>
#include <type_traits>
#if defined(__CUDA_ARCH__) && (defined(__FLOAT128__) || defined(__SIZEOF_FLOAT128__))
#error promised
#endif
__global__ void kernel(double *p) { *p = std::sqrt(*p) + std::numeric_limits<double>::epsilon(); }
#endif
#ifdef COMPLETE
cuda::complete::atomic<int> value;
#endif
