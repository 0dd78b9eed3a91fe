// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVER: handles, streams, modes.

def cusolverDnCreate : LibraryFunction<[Out<"cusolverDnHandle_t *", "handle">]>;
def cusolverDnDestroy : LibraryFunction<[Dn]>;
def cusolverDnSetStream : LibraryFunction<[Dn, In<"cudaStream_t", "stream">]>;
def cusolverDnGetStream : LibraryFunction<[Dn, Out<"cudaStream_t *", "stream">]>;
def cusolverDnSetDeterministicMode : LibraryFunction<[Dn, In<"cusolverDeterministicMode_t", "mode">]>;
def cusolverDnGetDeterministicMode : LibraryFunction<[Dn, Out<"cusolverDeterministicMode_t *", "mode">]>;
def cusolverDnSetMathMode : LibraryFunction<[Dn, In<"cusolverMathMode_t", "mode">]>;
def cusolverDnGetMathMode : LibraryFunction<[Dn, Out<"cusolverMathMode_t *", "mode">]>;
def cusolverDnSetEmulationStrategy : LibraryFunction<[Dn, In<"cudaEmulationStrategy_t", "strategy">]>;
def cusolverDnGetEmulationStrategy : LibraryFunction<[Dn, Out<"cudaEmulationStrategy_t *", "strategy">]>;
def cusolverDnCreateParams : LibraryFunction<[Out<"cusolverDnParams_t *", "params">]>;
def cusolverDnDestroyParams : LibraryFunction<[In<"cusolverDnParams_t", "params">]>, AnyHandle {
    let Errors = [Idle<"!params">, Live<"params">];
}
def cusolverDnSetAdvOptions : LibraryFunction<[
    In<"cusolverDnParams_t", "params">, In<"cusolverDnFunction_t", "function">, In<"cusolverAlgMode_t", "algo">]>;
