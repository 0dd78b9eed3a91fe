// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Triangular systems: substitution row after row, for many right-hand sides.
#pragma once

#include "cusparse/products/Products.h"

namespace anywarp::cusparse {

using FloatTypes = Combinations<Uniform<float>, Uniform<double>, Uniform<Complex<float>>,
                                Uniform<Complex<double>>>;

/// op(a) x = alpha b. Entries of `a` (CSR) outside its triangle are not read; b may be x.
struct Substitution {
  Matrix a;
  Dense b, x;
  int64_t columns;
  Scalar alpha;
  bool isUpper, isUnit, isTransposed, isConjugate, isConjugateB;
};

void launchSubstitution(Work &work, cudaDataType type, cusparseIndexType_t indexType,
                        const Substitution &p);

} // namespace anywarp::cusparse
