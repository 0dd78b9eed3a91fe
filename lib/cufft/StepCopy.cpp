// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies that change format and layout.
#include <algorithm>
#include <cstring>

#include "cufft/Step.h"

namespace anywarp::cufft {

namespace {

constexpr int64_t kBlockNumbers = 16384;
constexpr int kMostCopied = kMostAxes + kMostLoops;

struct CopyParams {
  const char *in;
  char *out;
  int components, axes;
  int64_t rows, rowsOfBlock; ///< lines along the last axis
  Axis axis[kMostCopied];
};

struct Bfloat16 {
  uint16_t bits;
};

template <typename To, typename From> To converted(From value) { return To(value); }
template <> float converted(Bfloat16 value) {
  const uint32_t bits = uint32_t(value.bits) << 16;
  float result;
  std::memcpy(&result, &bits, sizeof result);
  return result;
}
/// To the nearest, ties to even; NaN stays NaN.
template <> Bfloat16 converted(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  if (value != value)
    return {0x7fff};
  return {uint16_t((bits + 0x7fff + (bits >> 16 & 1)) >> 16)};
}

template <typename From, typename To> void copy(const CopyParams &p, library::Block block) {
  const Axis &last = p.axis[p.axes - 1];
  const int64_t first = int64_t(block.index) * p.rowsOfBlock;
  for (int64_t row = first; row < std::min(first + p.rowsOfBlock, p.rows); ++row) {
    int64_t in = 0, out = 0, turn = row;
    for (int i = p.axes - 2; i >= 0; turn /= p.axis[i].n, --i) {
      in += turn % p.axis[i].n * p.axis[i].in;
      out += turn % p.axis[i].n * p.axis[i].out;
    }
    const From *from = reinterpret_cast<const From *>(p.in) + in * p.components;
    To *to = reinterpret_cast<To *>(p.out) + out * p.components;
    for (int64_t k = 0; k < last.n; ++k)
      for (int c = 0; c < p.components; ++c)
        to[k * last.out * p.components + c] =
            converted<To, From>(from[k * last.in * p.components + c]);
  }
}

class Copy final : public Step {
public:
  Copy(const std::vector<Axis> &axes, int components, Format fromFormat, Format toFormat,
       Place from, Place to)
      : fromFormat_(fromFormat), toFormat_(toFormat), from_(from), to_(to) {
    params_.components = components;
    params_.axes = int(axes.size());
    std::copy(axes.begin(), axes.end(), params_.axis);
    params_.rows = 1;
    for (size_t i = 0; i + 1 < axes.size(); ++i)
      params_.rows *= axes[i].n;
    params_.rowsOfBlock = std::max(int64_t(1), kBlockNumbers / std::max(axes.back().n, int64_t(1)));
  }
  CUresult launch(CUstream stream, const Buffers &buffers) const override {
    CopyParams params = params_;
    params.in = from_.of(buffers);
    params.out = to_.of(buffers);
    const auto blocks = uint64_t((params.rows + params.rowsOfBlock - 1) / params.rowsOfBlock);
    auto run = [&]<auto body>(const char *name) {
      return library::launch<body>(name, stream, blocks, params);
    };
    if (fromFormat_ == Format::Half)
      return run.template operator()<copy<_Float16, float>>("cufft_from_f16");
    if (fromFormat_ == Format::Bfloat16)
      return run.template operator()<copy<Bfloat16, float>>("cufft_from_bf16");
    if (toFormat_ == Format::Half)
      return run.template operator()<copy<float, _Float16>>("cufft_to_f16");
    if (toFormat_ == Format::Bfloat16)
      return run.template operator()<copy<float, Bfloat16>>("cufft_to_bf16");
    if (fromFormat_ == Format::Double)
      return run.template operator()<copy<double, double>>("cufft_copy_f64");
    return run.template operator()<copy<float, float>>("cufft_copy_f32");
  }

private:
  const Format fromFormat_, toFormat_;
  const Place from_, to_;
  CopyParams params_{};
};

} // namespace

std::unique_ptr<Step> makeCopy(const std::vector<Axis> &axes, int components, Format fromFormat,
                               Format toFormat, Place from, Place to) {
  return std::make_unique<Copy>(axes, components, fromFormat, toFormat, from, to);
}

} // namespace anywarp::cufft
