// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVER: types of the dense part.

def cusolverDnHandle_t : Handle<"cusolverDnContext">;
def syevjInfo_t : Handle<"syevjInfo">;
def gesvdjInfo_t : Handle<"gesvdjInfo">;
def cusolverDnIRSParams_t : Handle<"cusolverDnIRSParams">;
def cusolverDnIRSInfos_t : Handle<"cusolverDnIRSInfos">;
def cusolverDnParams_t : Handle<"cusolverDnParams">;
def cusolverDnFunction_t : Enum<[
    Value<"CUSOLVERDN_GETRF", 0>,
    Value<"CUSOLVERDN_POTRF", 1>,
    Value<"CUSOLVERDN_SYEVBATCHED", 2>]>;
