// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVER: types of the sparse part.

def cusolverSpHandle_t : Handle<"cusolverSpContext">;
def csrqrInfo_t : Handle<"csrqrInfo">;
def csrluInfoHost_t : Handle<"csrluInfoHost">;
def csrqrInfoHost_t : Handle<"csrqrInfoHost">;
def csrcholInfoHost_t : Handle<"csrcholInfoHost">;
def csrcholInfo_t : Handle<"csrcholInfo">;
