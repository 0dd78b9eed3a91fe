// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Transforms are work in the plan's stream: asynchronous, captured into graphs (also when the plan
// is gone), given by several threads; a null pointer is an illegal access later.
#include "Check.h"

#include <thread>

constexpr int kSize = 40000;

static std::vector<float> transformed(const std::vector<float> &numbers) {
  Device<float> data(numbers);
  cufftHandle plan;
  OK(cufftPlan1d(&plan, kSize, CUFFT_C2C, 1));
  OK(cufftExecC2C(plan, data.as<cufftComplex>(), data.as<cufftComplex>(), CUFFT_FORWARD));
  OK(cudaDeviceSynchronize());
  OK(cufftDestroy(plan));
  return data.values();
}

static void captured() {
  auto numbers = randomNumbers<float>(2 * kSize, 1);
  const auto expected = transformed(numbers);
  Device<float> data(numbers), result(2 * kSize);
  Device<char> area(16 * kSize);
  cudaStream_t stream;
  OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  cufftHandle plan;
  size_t size;
  OK(cufftCreate(&plan));
  OK(cufftSetAutoAllocation(plan, 0));
  OK(cufftMakePlan1d(plan, kSize, CUFFT_C2C, 1, &size));
  CHECK(size <= 16 * kSize);
  OK(cufftSetWorkArea(plan, area.get()));
  OK(cufftSetStream(plan, stream));
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  OK(cufftExecC2C(plan, data.as<cufftComplex>(), result.as<cufftComplex>(), CUFFT_FORWARD));
  OK(cudaStreamEndCapture(stream, &graph));
  EQUAL(true, result.values() == std::vector<float>(2 * kSize, 0)); // nothing ran
  OK(cudaGraphInstantiate(&executable, graph, 0));
  OK(cufftDestroy(plan));
  for (int i = 0; i < 3; ++i) {
    OK(cudaMemset(result.get(), 0, 2 * kSize * sizeof(float)));
    OK(cudaDeviceSynchronize());
    OK(cudaGraphLaunch(executable, stream));
    OK(cudaStreamSynchronize(stream));
    EQUAL(true, result.values() == expected);
  }
  OK(cudaGraphExecDestroy(executable));
  OK(cudaGraphDestroy(graph));
  OK(cudaStreamDestroy(stream));
}

/// Each with a plan, a stream and sizes of its own; then all with one plan for small transforms.
static void threads() {
  auto numbers = randomNumbers<float>(2 * kSize, 2);
  const auto expected = transformed(numbers);
  auto body = [&](int index) {
    OK(cudaSetDevice(0));
    cudaStream_t stream;
    OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (int round = 0; round < 5; ++round) {
      Device<float> data(numbers), other(randomNumbers<float>(2 * size_t(1000 + index), 3));
      OK(cudaDeviceSynchronize());
      cufftHandle plan, another;
      OK(cufftPlan1d(&plan, kSize, CUFFT_C2C, 1));
      OK(cufftPlan1d(&another, 1000 + index, CUFFT_C2C, 1));
      OK(cufftSetStream(plan, stream));
      OK(cufftSetStream(another, stream));
      OK(cufftExecC2C(another, other.as<cufftComplex>(), other.as<cufftComplex>(), CUFFT_INVERSE));
      OK(cufftExecC2C(plan, data.as<cufftComplex>(), data.as<cufftComplex>(), CUFFT_FORWARD));
      OK(cudaStreamSynchronize(stream));
      EQUAL(true, data.values() == expected);
      OK(cufftDestroy(plan));
      OK(cufftDestroy(another));
    }
    OK(cudaStreamDestroy(stream));
  };
  std::vector<std::thread> all;
  for (int i = 0; i < 4; ++i)
    all.emplace_back(body, i);
  for (std::thread &thread : all)
    thread.join();
}

/// Behind a transform that was given before: the plan may go at once.
static void destroyedAtOnce() {
  auto numbers = randomNumbers<float>(2 * kSize, 4);
  const auto expected = transformed(numbers);
  Device<float> data(numbers);
  cufftHandle plan;
  OK(cufftPlan1d(&plan, kSize, CUFFT_C2C, 1));
  OK(cufftExecC2C(plan, data.as<cufftComplex>(), data.as<cufftComplex>(), CUFFT_FORWARD));
  OK(cufftDestroy(plan));
  EQUAL(true, data.values() == expected);
}

static void nullPointer() {
  cufftHandle plan;
  OK(cufftPlan1d(&plan, 256, CUFFT_C2C, 1));
  OK(cufftExecC2C(plan, nullptr, nullptr, CUFFT_FORWARD));
  EXPECT(cudaErrorIllegalAddress, cudaDeviceSynchronize());
}

int main() {
  captured();
  threads();
  destroyedAtOnce();
  nullPointer(); // the last: the context is lost
  return finish("Streams");
}
