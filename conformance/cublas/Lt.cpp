// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLASLt: attributes and their defaults, epilogues and gradients, scales of 8-bit floats, vectors
// of alpha, transformations between orders. Inputs are small integers: results are exact.
#include "Check.h"

#include <cublasLt.h>
#include <cuda_fp8.h>

static cublasLtHandle_t handle;

struct Layout {
  cublasLtMatrixLayout_t l;
  Layout(cudaDataType type, uint64_t rows, uint64_t cols, int64_t ld) {
    OK(cublasLtMatrixLayoutCreate(&l, type, rows, cols, ld));
  }
  ~Layout() { OK(cublasLtMatrixLayoutDestroy(l)); }
  template <typename T> void set(cublasLtMatrixLayoutAttribute_t a, T value) {
    OK(cublasLtMatrixLayoutSetAttribute(l, a, &value, sizeof value));
  }
};
struct Desc {
  cublasLtMatmulDesc_t d;
  Desc(cublasComputeType_t compute, cudaDataType scale) {
    OK(cublasLtMatmulDescCreate(&d, compute, scale));
  }
  ~Desc() { OK(cublasLtMatmulDescDestroy(d)); }
  template <typename T> void set(cublasLtMatmulDescAttributes_t a, T value) {
    OK(cublasLtMatmulDescSetAttribute(d, a, &value, sizeof value));
  }
};

static std::vector<float> small(size_t count, unsigned seed) {
  Random random(seed);
  std::vector<float> v(count);
  for (float &x : v)
    x = float(int(random() * 4));
  return v;
}

static void attributes() {
  cublasLtMatmulPreference_t pref;
  OK(cublasLtMatmulPreferenceCreate(&pref));
  uint32_t mask = 0, alignment = 0;
  uint64_t workspace = 1;
  size_t size = 0;
  OK(cublasLtMatmulPreferenceGetAttribute(pref, CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, &mask,
                                          4, &size));
  EQUAL(7, mask); // seen
  EQUAL(4, size);
  OK(cublasLtMatmulPreferenceGetAttribute(pref, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES,
                                          &alignment, 4, &size));
  EQUAL(256, alignment);
  OK(cublasLtMatmulPreferenceGetAttribute(pref, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
                                          &workspace, 8, nullptr));
  EQUAL(0, workspace);
  OK(cublasLtMatmulPreferenceGetAttribute(pref, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, nullptr,
                                          0, &size)); // seen
  EQUAL(8, size);
  EXPECT(CUBLAS_STATUS_INVALID_VALUE,
         cublasLtMatmulPreferenceGetAttribute(pref, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &mask,
                                              4, &size));
  EXPECT(CUBLAS_STATUS_INVALID_VALUE,
         cublasLtMatmulPreferenceSetAttribute(pref, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &mask,
                                              4));
  OK(cublasLtMatmulPreferenceDestroy(pref));
  Desc desc(CUBLAS_COMPUTE_32F, CUDA_R_32F);
  int32_t value = -1;
  OK(cublasLtMatmulDescGetAttribute(desc.d, CUBLASLT_MATMUL_DESC_EPILOGUE, &value, 4, &size));
  EQUAL(CUBLASLT_EPILOGUE_DEFAULT, value);
  OK(cublasLtMatmulDescGetAttribute(desc.d, CUBLASLT_MATMUL_DESC_FILL_MODE, &value, 4, &size));
  EQUAL(CUBLAS_FILL_MODE_FULL, value);
}

/// D = epilogue of a product whose value is known: m by n, column by column.
struct Product {
  static constexpr int m = 72, n = 24, k = 16;
  std::vector<float> a = small(m * k, 1), b = small(k * n, 2), sums = std::vector<float>(m * n);
  Device<float> da{a}, db{b}, dd{size_t(m) * n};
  Layout la{CUDA_R_32F, m, k, m}, lb{CUDA_R_32F, k, n, k}, ld{CUDA_R_32F, m, n, m};
  Product() {
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < m; ++i)
        for (int p = 0; p < k; ++p)
          sums[i + j * m] += a[i + p * m] * b[p + j * k];
  }
  std::vector<float> run(const Desc &desc, const cublasLtMatmulAlgo_t *algo = nullptr) {
    const float alpha = 1, beta = 0;
    OK(cublasLtMatmul(handle, desc.d, &alpha, da.p, la.l, db.p, lb.l, &beta, dd.p, ld.l, dd.p, ld.l,
                      algo, nullptr, 0, nullptr));
    return dd.get();
  }
};

/// NVIDIA's sample LtDgemmPresetAlgo keeps number 10 with a tile and parts of k.
static void presetAlgorithm() {
  cublasLtMatmulAlgo_t algo;
  OK(cublasLtMatmulAlgoInit(handle, CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F,
                            CUDA_R_32F, CUDA_R_32F, 10, &algo));
  const cublasLtMatmulTile_t tile = CUBLASLT_MATMUL_TILE_16x16;
  const int32_t parts = 256;
  OK(cublasLtMatmulAlgoConfigSetAttribute(&algo, CUBLASLT_ALGO_CONFIG_TILE_ID, &tile, sizeof tile));
  OK(cublasLtMatmulAlgoConfigSetAttribute(&algo, CUBLASLT_ALGO_CONFIG_SPLITK_NUM, &parts,
                                          sizeof parts));
  int32_t id = 0;
  OK(cublasLtMatmulAlgoConfigGetAttribute(&algo, CUBLASLT_ALGO_CONFIG_ID, &id, sizeof id, nullptr));
  EQUAL(10, id);
  Product p;
  Desc desc(CUBLAS_COMPUTE_32F, CUDA_R_32F);
  CHECK(p.run(desc, &algo) == p.sums);
  EXPECT(CUBLAS_STATUS_INVALID_VALUE,
         cublasLtMatmulAlgoInit(handle, CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F,
                                CUDA_R_32F, CUDA_R_32F, 99999, &algo)); // seen
}

static void gradients() {
  Product p;
  constexpr int m = Product::m, n = Product::n;
  // The mask of DRELU: a bit for each element, columns of 128 bits.
  std::vector<unsigned char> mask(128 / 8 * n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i)
      mask[j * 16 + i / 8] |= (i + j) % 3 ? 1 << (i % 8) : 0;
  Device<unsigned char> dm(mask);
  Device<float> bias{size_t(m)};
  Desc relu(CUBLAS_COMPUTE_32F, CUDA_R_32F);
  relu.set(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_DRELU_BGRAD);
  relu.set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, static_cast<void *>(dm.p));
  relu.set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, int64_t(128));
  relu.set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, static_cast<void *>(bias.p));
  auto seen = p.run(relu), sums = bias.get();
  int wrong = 0;
  for (int i = 0; i < m; ++i) {
    float sum = 0;
    for (int j = 0; j < n; ++j) {
      const float expected = (i + j) % 3 ? p.sums[i + j * m] : 0;
      wrong += seen[i + j * m] != expected;
      sum += expected;
    }
    wrong += sums[i] != sum;
  }
  EQUAL(0, wrong);
  // DGELU by the slope of the tanh form at the stored inputs, against a difference in double.
  std::vector<float> inputs(m * n);
  for (int i = 0; i < m * n; ++i)
    inputs[i] = float(i % 41 - 20) / 5;
  Device<float> aux(inputs);
  Desc gelu(CUBLAS_COMPUTE_32F, CUDA_R_32F);
  gelu.set(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_DGELU);
  gelu.set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, static_cast<void *>(aux.p));
  gelu.set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, int64_t(m));
  seen = p.run(gelu);
  auto g = [](double x) {
    return 0.5 * x * (1 + std::tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)));
  };
  wrong = 0;
  for (int i = 0; i < m * n; ++i) {
    const double x = inputs[i], slope = (g(x + 1e-5) - g(x - 1e-5)) / 2e-5;
    wrong += std::fabs(seen[i] - p.sums[i] * slope) > 1e-4 * (1 + std::fabs(p.sums[i]));
  }
  EQUAL(0, wrong);
}

/// Floats have none (seen).
static void vectorOfAlpha() {
  Product p;
  Device<float> alpha(small(Product::m, 3));
  Desc desc(CUBLAS_COMPUTE_32F, CUDA_R_32F);
  desc.set(CUBLASLT_MATMUL_DESC_POINTER_MODE, CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO);
  EQUAL(CUBLAS_STATUS_NOT_SUPPORTED,
        cublasLtMatmul(handle, desc.d, alpha.p, p.da.p, p.la.l, p.db.p, p.lb.l, nullptr, nullptr,
                       p.ld.l, p.dd.p, p.ld.l, nullptr, nullptr, 0, nullptr));
}

/// 8-bit floats, TN as Hopper wants it: scales of A, B and D, the largest absolute value of D.
static void narrowFloats() {
  const int n = 32;
  auto a = small(n * n, 4), b = small(n * n, 5);
  std::vector<__nv_fp8_e4m3> na(a.begin(), a.end()), nb(b.begin(), b.end());
  Device<__nv_fp8_e4m3> da(na), db(nb), dd(size_t(n) * n);
  Device<float> scales(std::vector<float>{0.5f, 2, 0.25f, -1});
  Layout l(CUDA_R_8F_E4M3, n, n, n), half(CUDA_R_16BF, n, n, n);
  Desc desc(CUBLAS_COMPUTE_32F, CUDA_R_32F);
  desc.set(CUBLASLT_MATMUL_DESC_TRANSA, CUBLAS_OP_T);
  desc.set(CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, static_cast<const void *>(scales.p));
  desc.set(CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, static_cast<const void *>(scales.p + 1));
  desc.set(CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, static_cast<const void *>(scales.p + 2));
  desc.set(CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, static_cast<void *>(scales.p + 3));
  const float alpha = 1, beta = 0;
  OK(cublasLtMatmul(handle, desc.d, &alpha, da.p, l.l, db.p, l.l, &beta, nullptr, half.l, dd.p, l.l,
                    nullptr, nullptr, 0, nullptr));
  auto seen = dd.get();
  float largest = 0;
  int wrong = 0;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      float sum = 0;
      for (int p = 0; p < n; ++p)
        sum += a[p + i * n] * b[p + j * n];
      largest = std::max(largest, std::fabs(sum));
      wrong += float(seen[i + j * n]) != float(__nv_fp8_e4m3(sum * 0.25f));
    }
  EQUAL(0, wrong);
  EQUAL(largest, scales.get()[3]);
  // No kernel takes two matrices of E5M2.
  Layout five(CUDA_R_8F_E5M2, n, n, n);
  EXPECT(CUBLAS_STATUS_NOT_SUPPORTED,
         cublasLtMatmul(handle, desc.d, &alpha, da.p, five.l, db.p, five.l, &beta, nullptr, half.l,
                        dd.p, half.l, nullptr, nullptr, 0, nullptr));
}

/// There and back again through an order gives what was there; two orders are for factors only.
static void transformations() {
  const int rows = 40, cols = 70;
  std::vector<int8_t> v(rows * cols);
  for (size_t i = 0; i < v.size(); ++i)
    v[i] = int8_t(i * 7);
  Device<int8_t> from(v), to(v.size());
  const float one = 1, zero = 0;
  struct {
    cublasLtOrder_t order;
    int64_t ld;
    size_t size;
  } orders[] = {{CUBLASLT_ORDER_ROW, cols, size_t(rows) * cols},
                {CUBLASLT_ORDER_COL32, 32 * rows, 96 * rows},
                {CUBLASLT_ORDER_COL4_4R2_8C, 32 * 40, 96 * 40},
                {CUBLASLT_ORDER_COL32_2R_4R4, 32 * 64, 96 * 64}};
  cublasLtMatrixTransformDesc_t desc;
  OK(cublasLtMatrixTransformDescCreate(&desc, CUDA_R_32F));
  for (auto &o : orders) {
    const bool isOneWay = o.order == CUBLASLT_ORDER_COL4_4R2_8C || // (seen)
                          o.order == CUBLASLT_ORDER_COL32_2R_4R4;
    Device<int8_t> there(o.size);
    Layout plain(CUDA_R_8I, rows, cols, rows), other(CUDA_R_8I, rows, cols, o.ld);
    other.set(CUBLASLT_MATRIX_LAYOUT_ORDER, o.order);
    OK(cublasLtMatrixTransform(handle, desc, &one, from.p, plain.l, &zero, nullptr, nullptr,
                               there.p, other.l, nullptr));
    EXPECT(isOneWay ? CUBLAS_STATUS_NOT_SUPPORTED : CUBLAS_STATUS_SUCCESS,
           cublasLtMatrixTransform(handle, desc, &one, there.p, other.l, &zero, nullptr, nullptr,
                                   to.p, plain.l, nullptr));
    if (!isOneWay)
      CHECK(to.get() == v);
    auto seen = there.get();
    if (o.order == CUBLASLT_ORDER_COL32) // the manual: columns 32 to 63 follow all rows of 0 to 31
      EQUAL(v[3 + 35 * rows], seen[32 * rows + 3 * 32 + 3]);
    EXPECT(CUBLAS_STATUS_INVALID_VALUE,
           cublasLtMatrixTransform(handle, desc, &one, from.p, plain.l, nullptr, nullptr, nullptr,
                                   to.p, plain.l, nullptr)); // seen
  }
  Layout real(CUDA_R_8I, rows, cols, rows), complex(CUDA_C_32F, rows, cols, rows);
  EXPECT(CUBLAS_STATUS_NOT_SUPPORTED,
         cublasLtMatrixTransform(handle, desc, &one, from.p, real.l, &one, from.p + 8, complex.l,
                                 to.p, real.l, nullptr));
  EXPECT(CUBLAS_STATUS_INVALID_VALUE, // one matrix twice (seen)
         cublasLtMatrixTransform(handle, desc, &one, from.p, real.l, &one, from.p, real.l, to.p,
                                 real.l, nullptr));
  OK(cublasLtMatrixTransformDescDestroy(desc));
}

int main() {
  OK(cublasLtCreate(&handle));
  attributes();
  presetAlgorithm();
  gradients();
  vectorOfAlpha();
  narrowFloats();
  transformations();
  OK(cublasLtDestroy(handle));
  return failures ? 1 : 0;
}
