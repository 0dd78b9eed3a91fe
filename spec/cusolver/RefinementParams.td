// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVER: parameters and results of iterative refinement.

def cusolverDnIRSParamsCreate : LibraryFunction<[Out<"cusolverDnIRSParams_t *", "params">]>;
def cusolverDnIRSParamsDestroy : LibraryFunction<[In<"cusolverDnIRSParams_t", "params">]>;
def cusolverDnIRSParamsSetRefinementSolver : LibraryFunction<[
    In<"cusolverDnIRSParams_t", "params">, In<"cusolverIRSRefinement_t", "refinement_solver">]>;
def cusolverDnIRSParamsSetSolverMainPrecision : LibraryFunction<[
    In<"cusolverDnIRSParams_t", "params">, In<"cusolverPrecType_t", "solver_main_precision">]>;
def cusolverDnIRSParamsSetSolverLowestPrecision : LibraryFunction<[
    In<"cusolverDnIRSParams_t", "params">, In<"cusolverPrecType_t", "solver_lowest_precision">]>;
def cusolverDnIRSParamsSetSolverPrecisions : LibraryFunction<[
    In<"cusolverDnIRSParams_t", "params">, In<"cusolverPrecType_t", "solver_main_precision">,
    In<"cusolverPrecType_t", "solver_lowest_precision">]>;
def cusolverDnIRSParamsSetTol : LibraryFunction<[In<"cusolverDnIRSParams_t", "params">, In<"double", "val">]>;
def cusolverDnIRSParamsSetTolInner : LibraryFunction<[In<"cusolverDnIRSParams_t", "params">, In<"double", "val">]>;
def cusolverDnIRSParamsSetMaxIters : LibraryFunction<[In<"cusolverDnIRSParams_t", "params">, In<"cusolver_int_t", "maxiters">]>;
def cusolverDnIRSParamsSetMaxItersInner : LibraryFunction<[
    In<"cusolverDnIRSParams_t", "params">, In<"cusolver_int_t", "maxiters_inner">]>;
def cusolverDnIRSParamsGetMaxIters : LibraryFunction<[In<"cusolverDnIRSParams_t", "params">, Out<"cusolver_int_t *", "maxiters">]>;
def cusolverDnIRSParamsEnableFallback : LibraryFunction<[In<"cusolverDnIRSParams_t", "params">]>;
def cusolverDnIRSParamsDisableFallback : LibraryFunction<[In<"cusolverDnIRSParams_t", "params">]>;
def cusolverDnIRSInfosDestroy : LibraryFunction<[In<"cusolverDnIRSInfos_t", "infos">]>;
def cusolverDnIRSInfosCreate : LibraryFunction<[Out<"cusolverDnIRSInfos_t *", "infos">]>;
def cusolverDnIRSInfosGetNiters : LibraryFunction<[In<"cusolverDnIRSInfos_t", "infos">, Out<"cusolver_int_t *", "niters">]>;
def cusolverDnIRSInfosGetOuterNiters : LibraryFunction<[In<"cusolverDnIRSInfos_t", "infos">, Out<"cusolver_int_t *", "outer_niters">]>;
def cusolverDnIRSInfosRequestResidual : LibraryFunction<[In<"cusolverDnIRSInfos_t", "infos">]>;
def cusolverDnIRSInfosGetResidualHistory : LibraryFunction<[In<"cusolverDnIRSInfos_t", "infos">, Out<"void **", "residual_history">]>;
def cusolverDnIRSInfosGetMaxIters : LibraryFunction<[In<"cusolverDnIRSInfos_t", "infos">, Out<"cusolver_int_t *", "maxiters">]>;
