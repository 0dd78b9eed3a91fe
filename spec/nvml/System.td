// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Management library: start and end, errors, the system.

def nvmlInit : NvmlFunction<[], Done, None>, Version<2>;
def nvmlInit_v1 : NvmlFunction<[], Done, None>, Old<"nvmlInit">;
def nvmlInitWithFlags : NvmlFunction<[In<"unsigned int", "flags">], Done, None>;
def nvmlShutdown : NvmlFunction<[], Done>;
def nvmlErrorString : NvmlFunction<[In<"nvmlReturn_t", "result">], Done, None>, Returns<"const char *">;

def nvmlSystemGetDriverVersion : NvmlFunction<[InOut<"char *", "version">, In<"unsigned int", "length">], Done>;
def nvmlSystemGetNVMLVersion : NvmlFunction<[InOut<"char *", "version">, In<"unsigned int", "length">], Done, None>;
def nvmlSystemGetCudaDriverVersion : NvmlFunction<[Out<"int *", "cudaDriverVersion">], Done>;
def nvmlSystemGetCudaDriverVersion_v2 : NvmlFunction<[Out<"int *", "cudaDriverVersion">], Done>;
def nvmlSystemGetProcessName : NvmlFunction<[
    In<"unsigned int", "pid">, InOut<"char *", "name">, In<"unsigned int", "length">], Done>;
def nvmlUnitGetCount : NvmlFunction<[Out<"unsigned int *", "unitCount">], Done>;
def nvmlGetExcludedDeviceCount : NvmlFunction<[Out<"unsigned int *", "deviceCount">], Done>;
