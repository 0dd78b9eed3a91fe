// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Members of a union and bit fields, each written as it is read.
struct Flags {
  unsigned kind : 3, count : 13, rest : 16;
};
union Value {
  double number;
  struct {
    int low, high;
  } parts;
};
__global__ void write(Flags *flags, Value *values, char *tags) {
  int i = threadIdx.x;
  flags[i] = Flags{unsigned(i % 8), unsigned(i), 7};
  values[i].number = i;
  tags[3 * i] = char(i);
}
__global__ void read(const Flags *flags, const Value *values, const char *tags, int *out) {
  int i = threadIdx.x;
  out[i] = flags[i].kind + flags[31 - i].count + values[i].parts.high + values[i].parts.low + tags[3 * i];
}
int main() {
  Flags *flags;
  Value *values;
  char *tags;
  int *out;
  cudaMalloc(&flags, 128);
  cudaMalloc(&values, 256);
  cudaMalloc(&tags, 96);
  cudaMalloc(&out, 128);
  write<<<1, 32>>>(flags, values, tags);
  read<<<1, 32>>>(flags, values, tags, out);
  cudaDeviceSynchronize();
  cudaFree(flags);
  cudaFree(values);
  cudaFree(tags);
  cudaFree(out);
}
