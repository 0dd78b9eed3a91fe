// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An owner of device memory is moved from, its target is given up before.
#include <utility>
struct Owner {
  float *data = nullptr;
  explicit Owner(size_t bytes) {
    cudaMalloc(&data, bytes);
  }
  Owner &operator=(Owner &&other) {
    cudaFree(data);
    data = std::exchange(other.data, nullptr);
    return *this;
  }
  ~Owner() { cudaFree(data); }
};
int main() {
  Owner first(1000), second(2000);
  first = std::move(second);
  cudaDeviceSynchronize();
}
