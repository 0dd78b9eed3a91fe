// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers of every type, memory of the device that holds them, and random integers.
#pragma once

#include <algorithm>
#include <complex>
#include <cstring>
#include <utility>
#include <vector>

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime_api.h>
#include <cusparse.h>

#include "../Check.h"

inline std::string nameOf(cusparseStatus_t status) { return cusparseGetErrorName(status); }
inline std::string nameOf(const std::string &text) { return text; }
#define OK(call) EXPECT(CUSPARSE_STATUS_SUCCESS, call)
#define CUDA(call) EQUAL(cudaSuccess, call)

using Number = std::complex<double>;

inline size_t sizeOf(cudaDataType type) {
  switch (int(type)) {
  case CUDA_R_8I:
    return 1;
  case CUDA_R_16F:
  case CUDA_R_16BF:
    return 2;
  case CUDA_R_64F:
  case CUDA_C_32F:
    return 8;
  case CUDA_C_64F:
    return 16;
  }
  return 4;
}
inline bool isComplex(cudaDataType type) {
  return type == CUDA_C_16F || type == CUDA_C_16BF || type == CUDA_C_32F || type == CUDA_C_64F;
}
inline cudaDataType partOf(cudaDataType type) {
  switch (int(type)) {
  case CUDA_C_16F:
    return CUDA_R_16F;
  case CUDA_C_16BF:
    return CUDA_R_16BF;
  case CUDA_C_32F:
    return CUDA_R_32F;
  case CUDA_C_64F:
    return CUDA_R_64F;
  }
  return type;
}
template <typename T> void put(char *to, T value) { std::memcpy(to, &value, sizeof value); }
template <typename T> T take(const char *from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}
inline void encode(cudaDataType type, Number x, char *to) {
  const double re = x.real();
  switch (int(type)) {
  case CUDA_R_8I:
    return put(to, int8_t(re));
  case CUDA_R_32I:
    return put(to, int32_t(re));
  case CUDA_R_16F:
    return put(to, __float2half(float(re)));
  case CUDA_R_16BF:
    return put(to, __float2bfloat16(float(re)));
  case CUDA_R_32F:
    return put(to, float(re));
  case CUDA_R_64F:
    return put(to, re);
  }
  const cudaDataType part = partOf(type);
  encode(part, x.real(), to);
  encode(part, x.imag(), to + sizeOf(part));
}
inline Number decode(cudaDataType type, const char *from) {
  switch (int(type)) {
  case CUDA_R_8I:
    return take<int8_t>(from);
  case CUDA_R_32I:
    return take<int32_t>(from);
  case CUDA_R_16F:
    return __half2float(take<__half>(from));
  case CUDA_R_16BF:
    return __bfloat162float(take<__nv_bfloat16>(from));
  case CUDA_R_32F:
    return take<float>(from);
  case CUDA_R_64F:
    return take<double>(from);
  }
  const cudaDataType part = partOf(type);
  return {decode(part, from).real(), decode(part, from + sizeOf(part)).real()};
}

/// Device memory; freed at the end of its scope.
class Device {
public:
  explicit Device(size_t size) {
    CUDA(cudaMalloc(&memory_, size + 16));
    CUDA(cudaMemset(memory_, 0, size + 16));
  }
  template <typename T>
  explicit Device(const std::vector<T> &data) : Device(data.size() * sizeof(T)) {
    CUDA(cudaMemcpy(memory_, data.data(), data.size() * sizeof(T), cudaMemcpyHostToDevice));
  }
  /// Numbers in a type.
  Device(cudaDataType type, const std::vector<Number> &numbers)
      : Device(numbers.size() * sizeOf(type)) {
    std::vector<char> bytes(numbers.size() * sizeOf(type));
    for (size_t i = 0; i < numbers.size(); ++i)
      encode(type, numbers[i], &bytes[i * sizeOf(type)]);
    CUDA(cudaMemcpy(memory_, bytes.data(), bytes.size(), cudaMemcpyHostToDevice));
  }
  Device(Device &&other) : memory_(std::exchange(other.memory_, nullptr)) {}
  ~Device() { cudaFree(memory_); }
  template <typename T = void> T *get() const { return static_cast<T *>(memory_); }
  template <typename T> std::vector<T> read(size_t count) const {
    std::vector<T> data(count);
    CUDA(cudaMemcpy(data.data(), memory_, count * sizeof(T), cudaMemcpyDeviceToHost));
    return data;
  }
  std::vector<Number> read(cudaDataType type, size_t count) const {
    const std::vector<char> bytes = read<char>(count * sizeOf(type));
    std::vector<Number> numbers(count);
    for (size_t i = 0; i < count; ++i)
      numbers[i] = decode(type, &bytes[i * sizeOf(type)]);
    return numbers;
  }

private:
  void *memory_ = nullptr;
};

class Random {
public:
  explicit Random(unsigned seed) : state_(seed * 2654435761u + 12345u) {}
  int operator()(int low, int high) {
    state_ = state_ * 1664525u + 1013904223u;
    return low + int((state_ >> 8) % unsigned(high - low + 1));
  }

private:
  unsigned state_;
};
inline std::vector<Number> integers(size_t count, unsigned seed, bool withImaginary, int most = 2) {
  Random random(seed);
  std::vector<Number> numbers(count);
  for (Number &x : numbers)
    x = {double(random(-most, most)), withImaginary ? double(random(-most, most)) : 0};
  return numbers;
}
