// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An owner of device memory is moved from, but its target was never given up before.
#include <utility>
struct Owner {
  float *data = nullptr;
  explicit Owner(size_t bytes) {
    cudaMalloc(&data, bytes); //! leak cudaMalloc 1000
  }
  Owner &operator=(Owner &&other) {
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
