// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuRAND: generators, their properties, and the tables of the quasi-random ones.

def curandGetVersion : LibraryFunction<[Out<"int *", "version">]>;
def curandGetProperty : LibraryFunction<[In<"libraryPropertyType", "type">, Out<"int *", "value">]>;

def curandCreateGenerator : LibraryFunction<[Out<"curandGenerator_t *", "generator">, In<"curandRngType_t", "rng_type">]>;
def curandCreateGeneratorHost : LibraryFunction<[Out<"curandGenerator_t *", "generator">, In<"curandRngType_t", "rng_type">]>;
def curandDestroyGenerator : LibraryFunction<[In<"curandGenerator_t", "generator">]>;
def curandSetStream : LibraryFunction<[In<"curandGenerator_t", "generator">, In<"cudaStream_t", "stream">]>;
def curandSetPseudoRandomGeneratorSeed : LibraryFunction<[In<"curandGenerator_t", "generator">, In<"unsigned long long", "seed">]>;
def curandSetGeneratorOffset : LibraryFunction<[In<"curandGenerator_t", "generator">, In<"unsigned long long", "offset">]>;
def curandSetGeneratorOrdering : LibraryFunction<[In<"curandGenerator_t", "generator">, In<"curandOrdering_t", "order">]>;
def curandSetQuasiRandomGeneratorDimensions : LibraryFunction<[In<"curandGenerator_t", "generator">, In<"unsigned int", "num_dimensions">]>;
def curandGenerateSeeds : LibraryFunction<[In<"curandGenerator_t", "generator">]>;

def curandGetDirectionVectors32 : LibraryFunction<[Out<"curandDirectionVectors32_t **", "vectors">, In<"curandDirectionVectorSet_t", "set">]>;
def curandGetScrambleConstants32 : LibraryFunction<[Out<"unsigned int **", "constants">]>;
def curandGetDirectionVectors64 : LibraryFunction<[Out<"curandDirectionVectors64_t **", "vectors">, In<"curandDirectionVectorSet_t", "set">]>;
def curandGetScrambleConstants64 : LibraryFunction<[Out<"unsigned long long **", "constants">]>;
