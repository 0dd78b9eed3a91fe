// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Many copies in one call.
#include "Check.h"

static CUmemcpyAttributes order(CUmemcpySrcAccessOrder order) {
  CUmemcpyAttributes attributes{};
  attributes.srcAccessOrder = order;
  return attributes;
}

static void linear(CUstream s) {
  CUdeviceptr a, b;
  unsigned *h = nullptr;
  std::vector<unsigned> v(1024), back(1024);
  for (unsigned i = 0; i < 1024; ++i)
    v[i] = i * 3;
  OK(cuMemAlloc(&a, 4096));
  OK(cuMemAlloc(&b, 4096));
  OK(cuMemHostAlloc(reinterpret_cast<void **>(&h), 4096, 0));
  OK(cuMemcpyHtoD(a, v.data(), 4096));
  OK(cuMemsetD8(b, 0, 4096));
  CUdeviceptr to[] = {b, b + 2048, CUdeviceptr(h + 100)}, from[] = {a + 1024, a, a + 3600};
  size_t sizes[] = {400, 80, 40}, first[] = {0, 1};
  CUmemcpyAttributes attributes[] = {order(CU_MEMCPY_SRC_ACCESS_ORDER_STREAM),
                                     order(CU_MEMCPY_SRC_ACCESS_ORDER_ANY)};
  OK(cuMemcpyBatchAsync(to, from, sizes, 3, attributes, first, 2, s));
  OK(cuStreamSynchronize(s));
  OK(cuMemcpyDtoH(back.data(), b, 4096));
  CHECK(back[0] == 768 && back[99] == 1065 && back[100] == 0 && back[512] == 0 && back[531] == 57 &&
        back[532] == 0 && h[109] == 2727);

  // A source that is gone when the call returns, behind work that is not.
  {
    std::vector<unsigned> brief(1024, 5);
    CUdeviceptr source = CUdeviceptr(brief.data());
    size_t bytes = 4096, zero = 0;
    CUmemcpyAttributes during = order(CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL);
    OK(cuMemcpyBatchAsync(&b, &source, &bytes, 1, &during, &zero, 1, s));
    std::fill(brief.begin(), brief.end(), 9u);
    OK(cuStreamSynchronize(s));
  }
  OK(cuMemcpyDtoH(back.data(), b, 4096));
  CHECK(back[0] == 5 && back[1023] == 5);

  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyBatchAsync(to, from, sizes, 0, attributes, first, 1, s));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyBatchAsync(to, from, sizes, 3, attributes, first, 0, s));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuMemcpyBatchAsync(nullptr, from, sizes, 3, attributes, first, 1, s));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyBatchAsync(to, from, sizes, 3, nullptr, first, 1, s));
  first[1] = 3;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyBatchAsync(to, from, sizes, 3, attributes, first, 2, s));
  attributes[0].srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_INVALID;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyBatchAsync(to, from, sizes, 3, attributes, first, 1, s));
  attributes[0].srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
  sizes[1] = 1 << 20;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyBatchAsync(to, from, sizes, 3, attributes, first, 1, s));
  OK(cuStreamSynchronize(s));
  OK(cuMemFree(a));
  OK(cuMemFree(b));
  OK(cuMemFreeHost(h));
}

static CUmemcpy3DOperand pointer(CUdeviceptr p, size_t row, size_t height) {
  CUmemcpy3DOperand operand{};
  operand.type = CU_MEMCPY_OPERAND_TYPE_POINTER;
  operand.op.ptr.ptr = p;
  operand.op.ptr.rowLength = row;
  operand.op.ptr.layerHeight = height;
  return operand;
}

static void boxes(CUstream s) {
  std::vector<unsigned> v(1024), back(1024);
  for (unsigned i = 0; i < 1024; ++i)
    v[i] = i * 3;
  CUdeviceptr a, b;
  OK(cuMemAlloc(&a, 4096));
  OK(cuMemAlloc(&b, 4096));
  OK(cuMemcpyHtoD(a, v.data(), 4096));
  OK(cuMemsetD8(b, 0, 4096));
  CUDA_MEMCPY3D_BATCH_OP op{};
  op.src = pointer(a, 64, 16);
  op.dst = pointer(b, 64, 16);
  op.extent = {16, 4, 1};
  op.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
  OK(cuMemcpy3DBatchAsync(1, &op, 0, s));
  OK(cuStreamSynchronize(s));
  OK(cuMemcpyDtoH(back.data(), b, 4096));
  // Four rows of four numbers: between pointers an element is a byte. Seen.
  CHECK(back[0] == 0 && back[3] == 9 && back[4] == 0 && back[16] == 48 && back[19] == 57 &&
        back[20] == 0 && back[64] == 0);

  // With an array lengths count its elements.
  CUarray array;
  CUDA_ARRAY3D_DESCRIPTOR shape{};
  shape.Width = 8;
  shape.Height = 4;
  shape.Depth = 2;
  shape.Format = CU_AD_FORMAT_UNSIGNED_INT32;
  shape.NumChannels = 1;
  OK(cuArray3DCreate(&array, &shape));
  CUDA_MEMCPY3D_BATCH_OP in{}, out{};
  in.src = pointer(a, 0, 0); // packed
  in.dst.type = CU_MEMCPY_OPERAND_TYPE_ARRAY;
  in.dst.op.array.array = array;
  in.extent = {8, 4, 2};
  in.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
  OK(cuMemcpy3DBatchAsync(1, &in, 0, s));
  out.src.type = CU_MEMCPY_OPERAND_TYPE_ARRAY;
  out.src.op.array.array = array;
  out.src.op.array.offset = {2, 1, 1};
  out.dst = pointer(b, 10, 5);
  out.extent = {3, 2, 1};
  out.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
  OK(cuMemcpy3DBatchAsync(1, &out, 0, s));
  OK(cuStreamSynchronize(s));
  OK(cuMemcpyDtoH(back.data(), b, 4096));
  CHECK(back[0] == (32 + 8 + 2) * 3 && back[2] == (32 + 8 + 4) * 3 &&
        back[10] == (32 + 16 + 2) * 3);

  out.src.op.array.offset = {6, 1, 1}; // over the edge
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpy3DBatchAsync(1, &out, 0, s));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpy3DBatchAsync(0, &op, 0, s));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpy3DBatchAsync(1, nullptr, 0, s));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpy3DBatchAsync(1, &op, 1, s));
  op.dst.op.ptr.rowLength = 8; // shorter than the rows
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpy3DBatchAsync(1, &op, 0, s));
  op.dst = pointer(b, 64, 16);
  op.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_INVALID;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpy3DBatchAsync(1, &op, 0, s));
  OK(cuArrayDestroy(array));
  OK(cuMemFree(a));
  OK(cuMemFree(b));
}

int main() {
  usePrimary();
  CUstream s;
  OK(cuStreamCreate(&s, CU_STREAM_DEFAULT));
  linear(s);
  boxes(s);
  return finish("BatchCopy");
}
