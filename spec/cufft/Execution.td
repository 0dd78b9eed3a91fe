// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuFFT: execution (manual, section "cuFFT Execution").

class Executes<string from, string to, list<Param> direction = []>
    : LibraryFunction<!listconcat([In<"cufftHandle", "plan">, In<from # " *", "idata">, In<to # " *", "odata">], direction)>;
def cufftExecC2C : Executes<"cufftComplex", "cufftComplex", [In<"int", "direction">]>;
def cufftExecR2C : Executes<"cufftReal", "cufftComplex">;
def cufftExecC2R : Executes<"cufftComplex", "cufftReal">;
def cufftExecZ2Z : Executes<"cufftDoubleComplex", "cufftDoubleComplex", [In<"int", "direction">]>;
def cufftExecD2Z : Executes<"cufftDoubleReal", "cufftDoubleComplex">;
def cufftExecZ2D : Executes<"cufftDoubleComplex", "cufftDoubleReal">;
