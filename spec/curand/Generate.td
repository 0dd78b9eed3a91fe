// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuRAND: generation, and distributions for the device interface. What a generator's type does not
// give is TYPE_ERROR; the functions know (lib/curand/Generate.cpp).

class Fill<string type, list<Param> params> : LibraryFunction<!listconcat([In<"curandGenerator_t", "generator">, In<type # " *", "outputPtr">], params)>;

def curandGenerate : Fill<"unsigned int", [In<"size_t", "num">]>;
def curandGenerateLongLong : Fill<"unsigned long long", [In<"size_t", "num">]>;
def curandGenerateUniform : Fill<"float", [In<"size_t", "num">]>;
def curandGenerateUniformDouble : Fill<"double", [In<"size_t", "num">]>;
def curandGenerateNormal : Fill<"float", [In<"size_t", "n">, In<"float", "mean">, In<"float", "stddev">]>;
def curandGenerateNormalDouble : Fill<"double", [In<"size_t", "n">, In<"double", "mean">, In<"double", "stddev">]>;
def curandGenerateLogNormal : Fill<"float", [In<"size_t", "n">, In<"float", "mean">, In<"float", "stddev">]>;
def curandGenerateLogNormalDouble : Fill<"double", [In<"size_t", "n">, In<"double", "mean">, In<"double", "stddev">]>;
def curandGeneratePoisson : Fill<"unsigned int", [In<"size_t", "n">, In<"double", "lambda">]>;
// A null generator is told so by this function only (seen).
let BadContext = "CURAND_STATUS_INTERNAL_ERROR" in
def curandGeneratePoissonMethod : Fill<"unsigned int", [In<"size_t", "n">, In<"double", "lambda">, In<"curandMethod_t", "method">]>;

def curandCreatePoissonDistribution : LibraryFunction<[In<"double", "lambda">, Out<"curandDiscreteDistribution_t *", "discrete_distribution">]>;
def curandDestroyDistribution : LibraryFunction<[In<"curandDiscreteDistribution_t", "discrete_distribution">]>;

// Declared in the header, exported by no library of NVIDIA's (seen).
class Binomial<list<Param> params> : LibraryFunction<!listconcat([In<"curandGenerator_t", "generator">, In<"unsigned int *", "outputPtr">,
    In<"size_t", "num">, In<"unsigned int", "n">, In<"double", "p">], params), Absent>, Because<"NVIDIA's library does not export it">;
def curandGenerateBinomial : Binomial<[]>;
def curandGenerateBinomialMethod : Binomial<[In<"curandMethod_t", "method">]>;
