// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where nvcc looks for CCCL: in include/cccl (CUDA 13.0 release notes), told to CMake in the line
// SYSTEM_INCLUDES. What the program brings along comes first. The few headers of libcu++ that we have
// come after a complete one in the system's folders, as Debian's.
// RUN: nvcc --dryrun -c %s 2>&1 | FileCheck %s --check-prefix=FOLDERS
// RUN: %if cccl %{ nvcc -M %s | FileCheck %s --check-prefix=FETCHED %}
// RUN: %if !cccl && !system-libcudacxx %{ nvcc -M %s | FileCheck %s --check-prefix=OURS %}
// RUN: %if !cccl %{ env CPLUS_INCLUDE_PATH=%S/inputs/libcudacxx nvcc -M %s | FileCheck %s --check-prefix=COMPLETE %}
// RUN: nvcc -I %S/inputs/libcudacxx -M %s | FileCheck %s --check-prefix=COMPLETE
// RUN: nvcc -isystem %S/inputs/libcudacxx -M %s | FileCheck %s --check-prefix=COMPLETE
// RUN: nvcc -I %S/inputs/libcudacxx -DCOMPLETE -c %s -o %t.o
// RUN: nvcc -I %S/inputs/libcudacxx -DCOMPLETE -x c++ -c %s -o %t.o
// RUN: nvcc -arch=sm_100 -std=c++17 -DWIDE -c %s -o %t.o
// FOLDERS: #$ INCLUDES=-I[[INCLUDE:.*]]
// FOLDERS-NEXT: #$ SYSTEM_INCLUDES=-isystem [[INCLUDE]]/cccl
// FETCHED-NOT: anywarp/sync
// FETCHED: include/cccl/cuda/atomic
// FETCHED-NOT: anywarp/sync
// OURS-DAG: anywarp/cccl/cuda/atomic
// OURS-DAG: anywarp/sync/atomic.h
// OURS-DAG: anywarp/cccl/nv/target
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
