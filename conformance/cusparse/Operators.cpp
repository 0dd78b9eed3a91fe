// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cusparseSpMMOp: sums, products and epilogues of the program, compiled by NVRTC to LTO-IR.
#include "Sparse.h"

#include <string>

#include <nvrtc.h>

static std::vector<char> compile(const std::string &type, const char *name, const char *body) {
  const std::string source = "__device__ " + type + " " + name + "(" + type + " x, " + type +
                             " y) { " + type + " z; " + body + " return z; }";
  nvrtcProgram program;
  EQUAL(0, nvrtcCreateProgram(&program, source.c_str(), "operator.cu", 0, nullptr, nullptr));
  cudaDeviceProp properties;
  CUDA(cudaGetDeviceProperties(&properties, 0));
  const std::string arch = "-arch=sm_" + std::to_string(properties.major * 10 + properties.minor);
  const char *options[] = {arch.c_str(), "-dlto", "-rdc=true"};
  EQUAL(0, nvrtcCompileProgram(program, 3, options));
  size_t size = 0;
  EQUAL(0, nvrtcGetLTOIRSize(program, &size));
  std::vector<char> image(size);
  EQUAL(0, nvrtcGetLTOIR(program, image.data()));
  EQUAL(0, nvrtcDestroyProgram(&program));
  return image;
}

/// The sum of products, of which the epilogue subtracts what was in C twice.
struct Operators {
  explicit Operators(cudaDataType type) {
    const bool isPair = isComplex(type);
    const char *name = type == CUDA_R_32F   ? "float"
                       : type == CUDA_R_64F ? "double"
                       : type == CUDA_C_32F ? "float2"
                                            : "double2";
    add = compile(name, "add_op", isPair ? "z.x = x.x + y.x; z.y = x.y + y.y;" : "z = x + y;");
    multiply = compile(name, "mul_op",
                       isPair ? "z.x = x.x * y.x - x.y * y.y; z.y = x.x * y.y + x.y * y.x;"
                              : "z = x * y;");
    epilogue = compile(name, "epilogue",
                       isPair ? "z.x = x.x - 2 * y.x; z.y = x.y - 2 * y.y;" : "z = x - 2 * y;");
  }
  cusparseStatus_t plan(cusparseHandle_t h, cusparseSpMMOpPlan_t *plan, cusparseOperation_t opA,
                        cusparseOperation_t opB, const Sparse &a, cusparseDnMatDescr_t b,
                        cusparseDnMatDescr_t c, cudaDataType type) const {
    size_t size = 0;
    return cusparseSpMMOp_createPlan(
        h, plan, opA, opB, a.descr, b, c, type, CUSPARSE_SPMM_OP_ALG_DEFAULT, add.data(),
        add.size(), multiply.data(), multiply.size(), epilogue.data(), epilogue.size(), &size);
  }
  std::vector<char> add, multiply, epilogue;
};

static void products(const Handle &h, cudaDataType type) {
  const Operators operators(type);
  const Full a = sparse(9, 7, 3, 40, isComplex(type));
  for (int shape = 0; shape < 8; ++shape) {
    const cusparseOperation_t opB = shape & 1 ? kT : kN;
    const bool isWide = shape & 4;
    Full b = full(opB == kT ? 5 : 7, opB == kT ? 7 : 5), c = full(9, 5);
    b.at = integers(b.at.size(), 4, isComplex(type));
    c.at = integers(c.at.size(), 5, isComplex(type));
    const Sparse m = make(a, CUSPARSE_FORMAT_CSR, type, /*base=*/shape & 1,
                          isWide ? CUSPARSE_INDEX_64I : CUSPARSE_INDEX_32I);
    const Dense db(b, type, shape & 2 ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL),
        dc(c, type, shape & 2 ? CUSPARSE_ORDER_COL : CUSPARSE_ORDER_ROW);
    cusparseSpMMOpPlan_t plan = nullptr;
    OK(operators.plan(h, &plan, kN, opB, m, db.descr, dc.descr, type));
    OK(cusparseSpMMOp(plan, nullptr));
    OK(cusparseSpMMOp_destroyPlan(plan));
    CUDA(cudaDeviceSynchronize());
    Full expected = multiply(a, operate(b, opB));
    for (size_t i = 0; i < c.at.size(); ++i)
      expected.at[i] -= 2.0 * c.at[i];
    EQUAL(true, dc.holds(expected));
  }
}

/// Plans are made once and run in the stream of the handle, in graphs, too.
static void streams(const Handle &h) {
  const Operators operators(CUDA_R_32F);
  const Full a = sparse(6, 6, 8, 50, false);
  Full b = full(6, 4), zero = full(6, 4);
  b.at = integers(24, 9, false);
  const Sparse m = make(a, CUSPARSE_FORMAT_CSR, CUDA_R_32F);
  const Dense db(b, CUDA_R_32F, CUSPARSE_ORDER_ROW), dc(zero, CUDA_R_32F, CUSPARSE_ORDER_ROW);
  cusparseSpMMOpPlan_t plan = nullptr;
  OK(operators.plan(h, &plan, kN, kN, m, db.descr, dc.descr, CUDA_R_32F));
  cudaStream_t stream;
  CUDA(cudaStreamCreate(&stream));
  OK(cusparseSetStream(h, stream));
  cudaGraph_t graph;
  cudaGraphExec_t program;
  CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  OK(cusparseSpMMOp(plan, nullptr));
  CUDA(cudaStreamEndCapture(stream, &graph));
  CUDA(cudaGraphInstantiate(&program, graph, 0));
  for (int i = 0; i < 2; ++i)
    CUDA(cudaGraphLaunch(program, stream));
  CUDA(cudaStreamSynchronize(stream));
  Full expected = multiply(a, b);
  for (Number &x : expected.at)
    x = x - 2.0 * x;
  EQUAL(true, dc.holds(expected));
  CUDA(cudaGraphExecDestroy(program));
  CUDA(cudaGraphDestroy(graph));
  OK(cusparseSetStream(h, nullptr));
  CUDA(cudaStreamDestroy(stream));
  OK(cusparseSpMMOp_destroyPlan(plan));
}

static void refusals(const Handle &h) {
  const Operators operators(CUDA_R_32F);
  const Full a = sparse(6, 6, 8, 50, false);
  const Sparse m = make(a, CUSPARSE_FORMAT_CSR, CUDA_R_32F),
               entries = make(a, CUSPARSE_FORMAT_COO, CUDA_R_32F);
  const Dense b(full(6, 4), CUDA_R_32F, CUSPARSE_ORDER_ROW),
      c(full(6, 4), CUDA_R_32F, CUSPARSE_ORDER_ROW),
      tall(full(7, 4), CUDA_R_32F, CUSPARSE_ORDER_ROW);
  cusparseSpMMOpPlan_t plan = nullptr;
  // Manual, cusparseSpMMOp(): A is in CSR and is not transposed.
  EXPECT(CUSPARSE_STATUS_NOT_SUPPORTED,
         operators.plan(h, &plan, kT, kN, m, b.descr, c.descr, CUDA_R_32F));
  EXPECT(CUSPARSE_STATUS_NOT_SUPPORTED,
         operators.plan(h, &plan, kN, kN, entries, b.descr, c.descr, CUDA_R_32F));
  EXPECT(CUSPARSE_STATUS_INVALID_VALUE,
         operators.plan(h, &plan, kN, kN, m, b.descr, tall.descr, CUDA_R_32F));
  EXPECT(CUSPARSE_STATUS_INVALID_VALUE, cusparseSpMMOp(nullptr, nullptr));
}

int main() {
  const Handle h;
  for (cudaDataType type : {CUDA_R_32F, CUDA_R_64F, CUDA_C_32F, CUDA_C_64F})
    products(h, type);
  streams(h);
  refusals(h);
  return failures ? 1 : 0;
}
