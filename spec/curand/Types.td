// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuRAND: types.

def CURAND_VER_MAJOR : Macro<"10">;
def CURAND_VER_MINOR : Macro<"4">;
def CURAND_VER_PATCH : Macro<"0">;
def CURAND_VER_BUILD : Macro<"35">;
def CURAND_VERSION : Macro<"(CURAND_VER_MAJOR * 1000 + CURAND_VER_MINOR * 100 + CURAND_VER_PATCH)">;

def curandStatus_t : Enum<[
    Value<"CURAND_STATUS_SUCCESS", 0>,
    Value<"CURAND_STATUS_VERSION_MISMATCH", 100>,
    Value<"CURAND_STATUS_NOT_INITIALIZED", 101>,
    Value<"CURAND_STATUS_ALLOCATION_FAILED", 102>,
    Value<"CURAND_STATUS_TYPE_ERROR", 103>,
    Value<"CURAND_STATUS_OUT_OF_RANGE", 104>,
    Value<"CURAND_STATUS_LENGTH_NOT_MULTIPLE", 105>,
    Value<"CURAND_STATUS_DOUBLE_PRECISION_REQUIRED", 106>,
    Value<"CURAND_STATUS_LAUNCH_FAILURE", 201>,
    Value<"CURAND_STATUS_PREEXISTING_FAILURE", 202>,
    Value<"CURAND_STATUS_INITIALIZATION_FAILED", 203>,
    Value<"CURAND_STATUS_ARCH_MISMATCH", 204>,
    Value<"CURAND_STATUS_INTERNAL_ERROR", 999>]>, Tag<"curandStatus">;
def curandRngType_t : Enum<[
    Value<"CURAND_RNG_TEST", 0>,
    Value<"CURAND_RNG_PSEUDO_DEFAULT", 100>,
    Value<"CURAND_RNG_PSEUDO_XORWOW", 101>,
    Value<"CURAND_RNG_PSEUDO_MRG32K3A", 121>,
    Value<"CURAND_RNG_PSEUDO_MTGP32", 141>,
    Value<"CURAND_RNG_PSEUDO_MT19937", 142>,
    Value<"CURAND_RNG_PSEUDO_PHILOX4_32_10", 161>,
    Value<"CURAND_RNG_QUASI_DEFAULT", 200>,
    Value<"CURAND_RNG_QUASI_SOBOL32", 201>,
    Value<"CURAND_RNG_QUASI_SCRAMBLED_SOBOL32", 202>,
    Value<"CURAND_RNG_QUASI_SOBOL64", 203>,
    Value<"CURAND_RNG_QUASI_SCRAMBLED_SOBOL64", 204>]>, Tag<"curandRngType">;
def curandOrdering_t : Enum<[
    Value<"CURAND_ORDERING_PSEUDO_BEST", 100>,
    Value<"CURAND_ORDERING_PSEUDO_DEFAULT", 101>,
    Value<"CURAND_ORDERING_PSEUDO_SEEDED", 102>,
    Value<"CURAND_ORDERING_PSEUDO_LEGACY", 103>,
    Value<"CURAND_ORDERING_PSEUDO_DYNAMIC", 104>,
    Value<"CURAND_ORDERING_QUASI_DEFAULT", 201>]>, Tag<"curandOrdering">;
def curandDirectionVectorSet_t : Enum<[
    Value<"CURAND_DIRECTION_VECTORS_32_JOEKUO6", 101>,
    Value<"CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6", 102>,
    Value<"CURAND_DIRECTION_VECTORS_64_JOEKUO6", 103>,
    Value<"CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6", 104>]>, Tag<"curandDirectionVectorSet">;
def curandMethod_t : Enum<[
    Value<"CURAND_CHOOSE_BEST", 0>,
    Value<"CURAND_ITR", 1>,
    Value<"CURAND_KNUTH", 2>,
    Value<"CURAND_HITR", 3>,
    Value<"CURAND_M1", 4>,
    Value<"CURAND_M2", 5>,
    Value<"CURAND_BINARY_SEARCH", 6>,
    Value<"CURAND_DISCRETE_GAUSS", 7>,
    Value<"CURAND_REJECTION", 8>,
    Value<"CURAND_DEVICE_API", 9>,
    Value<"CURAND_FAST_REJECTION", 10>,
    Value<"CURAND_3RD", 11>,
    Value<"CURAND_DEFINITION", 12>,
    Value<"CURAND_POISSON", 13>]>, Tag<"curandMethod">;

def curandGenerator_t : Handle<"curandGenerator_st">;
// Direction vectors of one dimension.
def curandDirectionVectors32_t : Typedef<"unsigned int [32]">;
def curandDirectionVectors64_t : Typedef<"unsigned long long [64]">;

// Discrete distributions: curand_discrete.h has the structures.
def curandDistribution_st : Typedef<"double">;
def curandDistribution_t : Typedef<"curandDistribution_st *">;
def curandDistributionShift_t : Handle<"curandDistributionShift_st">;
def curandDistributionM2Shift_t : Handle<"curandDistributionM2Shift_st">;
def curandHistogramM2_t : Handle<"curandHistogramM2_st">;
def curandHistogramM2K_st : Typedef<"unsigned int">;
def curandHistogramM2K_t : Typedef<"curandHistogramM2K_st *">;
def curandHistogramM2V_st : Typedef<"curandDistribution_st">;
def curandHistogramM2V_t : Typedef<"curandHistogramM2V_st *">;
def curandDiscreteDistribution_t : Handle<"curandDiscreteDistribution_st">;
