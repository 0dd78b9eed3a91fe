// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime API: unified addressing.

def cudaPointerAttributes : Struct<88, [{
  enum cudaMemoryType type;
  int device;
  void *devicePointer;
  void *hostPointer;
  long reserved[8];
}]>;

def cudaPointerGetAttributes : RuntimeFunction<[
    In<"struct cudaPointerAttributes *", "attributes">, In<"const void *", "ptr">], CurrentContext, Done>,
  Doc<"Tells whose memory an address is in.">;
