// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Global memory: sectors of 32 bytes that the lanes of a warp touch, lane by lane worked out by hand. Arrays start at
// multiples of 256 bytes (cudaMalloc). "COUNT metric = value" belongs to the kernel below it, which is launched once.
constexpr int kBlocks = 3, kThreads = 64; // 6 warps

// 32 lanes * 4 bytes = 128 bytes: 4 sectors of each of 6 warps, loaded and stored.
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum = 6
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 6 * 4
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum = 6 * 4
__global__ void rows(const float *a, float *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = a[i];
}

// From byte 4 on: the 128 bytes lie in 5 sectors.
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 6 * 5
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum = 6 * 4
__global__ void misaligned(const float *a, float *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = a[i + 1];
}

// Neighbours 12 bytes apart: 31 * 12 + 4 = 376 bytes from a multiple of 384 on, 12 sectors, all touched.
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 6 * 12
__global__ void strided(const float *a, float *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = a[3 * i];
}

// Downwards: the same 4 sectors.
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 6 * 4
__global__ void backwards(const float *a, float *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = a[gridDim.x * blockDim.x - 1 - i];
}

// One address for all lanes, then one for each four lanes: 1 sector, and 8 * 4 bytes = 1 sector.
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum = 6 * 2
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 6 * (1 + 1)
__global__ void broadcast(const float *a, float *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = a[blockIdx.x * 64] + a[i / 4];
}

// 16 lanes, 8 bytes apart: all 4 sectors of the 128 bytes, half of their bytes used.
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum = 6
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 6 * 4
// COUNT smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.ratio = 16
__global__ void everyOther(const float *a, float *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 2 == 0)
    b[i] = a[i];
}

// Blocks of 64 with 40 active threads: a whole warp (4 sectors) and 8 lanes (1 sector).
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum = 3 * 2
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 3 * (4 + 1)
__global__ void partialWarps(const float *a, float *b) {
  if (threadIdx.x < 40)
    b[blockIdx.x * 64 + threadIdx.x] = a[blockIdx.x * 64 + threadIdx.x];
}

// Warps without an active lane make no request: of each block only warp 0.
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum = 3
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 3 * 4
__global__ void idleWarps(const float *a, float *b) {
  if (threadIdx.x < 32)
    b[blockIdx.x * 64 + threadIdx.x] = a[blockIdx.x * 64 + threadIdx.x];
}

// The row moves on by 4 bytes 32 times: every eighth time it starts at a sector (4 of them), else it needs 5.
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum = 6 * 32
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 6 * (4 * 4 + 28 * 5)
__global__ void movingRow(const float *a, float *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 32; ++k)
    sum += a[i + k];
  b[i] = sum;
}

// Single bytes 40 apart: further than a sector is long, so that no two lanes share one.
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum = 6 * 40
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 6 * 40 * 32
__global__ void bytesApart(const unsigned char *a, unsigned *b, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned sum = 0;
#pragma unroll 1
  for (int k = 0; k < size; ++k)
    sum += a[i * size + k];
  b[i] = sum;
}

// Blocks of 16 by 4: a warp has two rows of 16, each 64 bytes. Rows of a are 256 bytes apart: 2 + 2 sectors, at every k.
// The column of c is one address for each row: 2 sectors.
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum = 6 * 8 * 2
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 6 * 8 * (4 + 2)
__global__ void twoRows(const float *a, const float *c, float *b) {
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 8; ++k)
    sum += a[threadIdx.y * 64 + threadIdx.x + k * 16] * c[threadIdx.y * 64 + k];
  b[blockIdx.x * 64 + threadIdx.y * 16 + threadIdx.x] = sum;
}

// A sector for each lane, in an order that has no pattern: (7 * lane mod 32) * 32 bytes.
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 6 * 32
__global__ void scattered(const float *a, float *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = a[(7 * i % 32) * 8];
}

// 8 and 16 bytes a lane: one request each, 8 and 16 sectors.
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum = 6 * 2
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum = 6 * (8 + 16)
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum = 6 * (8 + 16)
__global__ void wide(const float2 *a, const float4 *c, float2 *d, float4 *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = c[i];
  d[i] = a[i];
}

// A float4 of zeros is one store of 16 bytes a lane.
// COUNT l1tex__t_requests_pipe_lsu_mem_global_op_st.sum = 6
// COUNT l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum = 6 * 16
__global__ void zeros(float4 *b) { b[blockIdx.x * blockDim.x + threadIdx.x] = float4{}; }

int main() {
  char *in, *out;
  cudaMalloc(&in, 1 << 20);
  cudaMalloc(&out, 1 << 20);
  cudaMemset(in, 0, 1 << 20);
  auto *a = reinterpret_cast<float *>(in), *b = reinterpret_cast<float *>(out);
  rows<<<kBlocks, kThreads>>>(a, b);
  misaligned<<<kBlocks, kThreads>>>(a, b);
  strided<<<kBlocks, kThreads>>>(a, b);
  backwards<<<kBlocks, kThreads>>>(a, b);
  broadcast<<<kBlocks, kThreads>>>(a, b);
  everyOther<<<kBlocks, kThreads>>>(a, b);
  partialWarps<<<kBlocks, kThreads>>>(a, b);
  idleWarps<<<kBlocks, kThreads>>>(a, b);
  movingRow<<<kBlocks, kThreads>>>(a, b);
  bytesApart<<<kBlocks, kThreads>>>(reinterpret_cast<unsigned char *>(in), reinterpret_cast<unsigned *>(out), 40);
  twoRows<<<kBlocks, dim3(16, 4)>>>(a, a + 65536, b);
  scattered<<<kBlocks, kThreads>>>(a, b);
  wide<<<kBlocks, kThreads>>>(reinterpret_cast<float2 *>(in), reinterpret_cast<float4 *>(in), reinterpret_cast<float2 *>(out) + 65536,
                              reinterpret_cast<float4 *>(out));
  zeros<<<kBlocks, kThreads>>>(reinterpret_cast<float4 *>(out));
  return cudaDeviceSynchronize();
}
