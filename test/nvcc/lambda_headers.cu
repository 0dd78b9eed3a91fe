// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With --extended-lambda, nvcc's own header includes <functional>: programs do without the line.
// RUN: nvcc -c --extended-lambda %s -o %t.o
// RUN: nvcc -c --extended-lambda -std=c++20 %s -o %t.o
// RUN: not nvcc -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK: error: no template named 'function' in namespace 'std'
std::function<int(int)> f = [](int x) { return x; };
int main() { return f(0); }
