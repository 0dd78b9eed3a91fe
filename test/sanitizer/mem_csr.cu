// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A product with a sparse matrix whose last row pointer is one too large.
__global__ void product(const int *starts, const int *columns, const float *values, const float *x, float *y, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  float sum = 0;
  for (int at = starts[row]; at < starts[row + 1]; ++at) {
    float value = values[at]; //! memcheck oob global read 4 x1
    sum += value * x[columns[at]];
  }
  y[row] = sum;
}
int main() {
  int starts[41], columns[120], *deviceStarts, *deviceColumns;
  float values[120], *deviceValues, *x, *y;
  for (int i = 0; i <= 40; ++i)
    starts[i] = 3 * i;
  for (int i = 0; i < 120; ++i) {
    columns[i] = i % 40;
    values[i] = i;
  }
  ++starts[40];
  cudaMalloc(&deviceStarts, sizeof starts);
  cudaMalloc(&deviceColumns, sizeof columns);
  cudaMalloc(&deviceValues, sizeof values);
  cudaMalloc(&x, 160);
  cudaMalloc(&y, 160);
  cudaMemset(x, 0, 160);
  cudaMemcpy(deviceStarts, starts, sizeof starts, cudaMemcpyHostToDevice);
  cudaMemcpy(deviceColumns, columns, sizeof columns, cudaMemcpyHostToDevice);
  cudaMemcpy(deviceValues, values, sizeof values, cudaMemcpyHostToDevice);
  product<<<2, 32>>>(deviceStarts, deviceColumns, deviceValues, x, y, 40);
  cudaDeviceSynchronize();
  cudaFree(deviceStarts);
  cudaFree(deviceColumns);
  cudaFree(deviceValues);
  cudaFree(x);
  cudaFree(y);
}
