// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads that wait for others by what their loops do under a condition, not by the loop's condition itself. Each kernel ends on a GPU
// (blocks and warps there all run at once); what it counts says that it ended in order.
// RUN: nvcc -O2 %s -o %t
// RUN: %t | FileCheck %s
// RUN: env ANYWARP_WORKERS=1 %t | FileCheck %s
// CHECK: flag 96
// CHECK: barrier 40
// CHECK: fence 40
// CHECK: leader 40
// CHECK: vote 40
// CHECK: tickets 16
// CHECK: handover 4950
// CHECK: tree 2000
// CHECK: chain 1000
// CHECK: lock 640
// CHECK: grid 3072
#include <cstdio>

/// The first warps wait for the last one.
__global__ void flag(volatile int *m, int *out) {
  if (threadIdx.x / 32 == blockDim.x / 32 - 1) {
    m[0] = 1;
    return;
  }
  bool done = false;
  for (int spins = 1; !done; ++spins)
    if (m[0]) {
      done = true;
      atomicAdd(out, spins > 0);
    }
}

/// Blocks wait for the next one, all threads meeting in every iteration.
__global__ void barrier(volatile int *m, int *out) {
  const int b = blockIdx.x;
  for (int k = b + 1 < gridDim.x; k >= 1;) {
    if (m[b + 1] > 0)
      k -= 1;
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    atomicAdd(out, 1);
    __threadfence();
    m[b] = 1;
  }
}
/// The same without `volatile`: what makes loads read again is the fence.
__global__ void fence(int *m, int *out) {
  const int b = blockIdx.x;
  for (int k = b + 1 < gridDim.x; k >= 1;) {
    if (m[b + 1] > 0)
      k -= 1;
    __syncthreads();
    __threadfence();
  }
  if (threadIdx.x == 0) {
    atomicAdd(out, 1);
    __threadfence();
    m[b] = 1;
  }
}
/// One thread looks, all of the block go by what it put into shared memory.
__global__ void leader(volatile int *m, int *out) {
  __shared__ int ready;
  const int b = blockIdx.x;
  for (bool go = b + 1 < gridDim.x; go;) {
    if (threadIdx.x == 0)
      ready = m[b + 1];
    __syncthreads();
    go = !ready;
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    atomicAdd(out, 1);
    __threadfence();
    m[b] = 1;
  }
}
__global__ void vote(volatile int *m, int *out) {
  const int b = blockIdx.x;
  bool done = b + 1 == gridDim.x;
  while (!done)
    if (__all_sync(~0u, m[32 * (b + 1) + threadIdx.x]))
      done = true;
  if (threadIdx.x == 0)
    atomicAdd(out, 1);
  __threadfence();
  m[32 * b + threadIdx.x] = 1;
}

/// Warps of a block pass a number round, the last one first.
__global__ void tickets(volatile int *m, int *out) {
  const int warp = threadIdx.x / 32, n = blockDim.x / 32;
  for (int round = 0; round < 4;) {
    int now = m[0];
    if (now % n == n - 1 - warp && now / n == round) {
      if (threadIdx.x % 32 == 0) {
        atomicAdd(out, 1);
        __threadfence();
        m[0] = now + 1;
      }
      ++round;
      __syncwarp();
    }
  }
}
/// One warp hands numbers to another through one word, a loop around on either side.
__global__ void handover(volatile int *, int *out) {
  __shared__ volatile int full, value;
  if (threadIdx.x == 0)
    full = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int got = 0; got < 100;)
      if (full) {
        *out += value;
        __threadfence_block();
        full = 0;
        ++got;
      }
  } else if (threadIdx.x == 32) {
    for (int put = 0; put < 100;)
      if (!full) {
        value = put;
        __threadfence_block();
        full = 1;
        ++put;
      }
  }
}

/// A list of work that grows by being worked on: the nodes of a tree of 2,000.
__global__ void tree(volatile int *m, int *out) {
  int *head = (int *)m, *tail = head + 1, *open = head + 2, *queue = head + 16;
  while (atomicAdd(open, 0) > 0) {
    int at = atomicAdd(head, 0);
    if (at < atomicAdd(tail, 0) && atomicCAS(head, at, at + 1) == at) {
      int node;
      while ((node = atomicAdd(&queue[at], 0)) == 0)
        ;
      atomicAdd(out, 1);
      for (int child = 2 * node; child <= 2 * node + 1 && child <= 2000; ++child) {
        atomicAdd(open, 1);
        atomicExch(&queue[atomicAdd(tail, 1)], child);
      }
      atomicSub(open, 1);
    }
  }
}
/// Thread i needs what threads i - 1 and i - 7 found, lanes of its own warp among them.
__global__ void chain(volatile int *m, int *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 1000)
    return;
  const int needs[2] = {i - 1, i - 7};
  int j = 0;
  bool done = false;
  while (!done) {
    while (j < 2 && (needs[j] < 0 || m[needs[j]]))
      ++j;
    if (j == 2) {
      atomicAdd(out, i == 0 || (m[i - 1] && m[max(i - 7, 0)]));
      __threadfence();
      m[i] = 1;
      done = true;
    }
  }
}
/// A lock that all lanes of a warp want.
__global__ void lock(volatile int *m, int *out) {
  bool done = false;
  while (!done)
    if (atomicCAS((int *)m, 0, 1) == 0) {
      *(volatile int *)out = *(volatile int *)out + 1;
      __threadfence();
      atomicExch((int *)m, 0);
      done = true;
    }
}
/// A barrier of the grid made of a counter and a word that says which round it is.
__global__ void grid(volatile int *m, int *out) {
  for (int round = 1; round <= 3; ++round) {
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      if (atomicAdd((int *)m, 1) == int(gridDim.x) * round - 1)
        m[16] = round;
      for (bool go = false; !go;)
        if (m[16] >= round) {
          go = true;
          __threadfence();
        }
    }
    __syncthreads();
    atomicAdd(out, 1);
  }
}

static int *m, *out;
template <class Kernel> void run(const char *name, Kernel kernel, int blocks, int threads) {
  cudaMemset(m, 0, 1 << 16);
  cudaMemset(out, 0, 4);
  if (name[0] == 't' && name[1] == 'r') {
    const int one[] = {0, 1, 1}, root = 1;
    cudaMemcpy(m, one, sizeof one, cudaMemcpyHostToDevice);
    cudaMemcpy(m + 16, &root, sizeof root, cudaMemcpyHostToDevice);
  }
  kernel<<<blocks, threads>>>(m, out);
  int found = 0;
  cudaMemcpy(&found, out, sizeof found, cudaMemcpyDeviceToHost);
  std::printf("%s %d\n", name, found);
}
int main() {
  cudaMalloc(&m, 1 << 16);
  cudaMalloc(&out, 4);
  run("flag", flag, 1, 128);
  run("barrier", barrier, 40, 64);
  run("fence", fence, 40, 64);
  run("leader", leader, 40, 64);
  run("vote", vote, 40, 32);
  run("tickets", tickets, 1, 128);
  run("handover", handover, 1, 64);
  run("tree", tree, 4, 64);
  run("chain", chain, 8, 128);
  run("lock", lock, 10, 64);
  run("grid", grid, 16, 64);
}
