// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compute capabilities: what the toolkit and the PTX ISA know, and the limits of those that
// devices are modelled on. Sources: release notes of the PTX ISA (versions), CUDA C++ Programming
// Guide, "Technical Specifications per Compute Capability" (limits), the products' data sheets (L2).

// `ptxVersion` introduced the target: major x 10 + minor.
class Architecture<int sm, int ptxVersion> {
  int Sm = sm;
  int PtxVersion = ptxVersion;
  bit InToolkit = 0; // nvcc of CUDA 13 or an older one compiles for it
  bit IsModel = 0;   // ANYWARP_DEVICE_MODEL can name it
  // Of a multiprocessor. Zero: not known here.
  int MaxBlocks = 0;
  int MaxWarps = 0;
  int Barriers = 0;
  int SharedKB = 0;
  int SharedKBOfBlock = 0;     // that a block can opt in to
  int ReservedShared = 1024;   // bytes of each block
  list<int> Carveouts = [];    // shares of its memory that shared memory may have, in kB
  int Cluster = 1;             // blocks; 1: no clusters
  int ClusterNonPortable = 1;
  int ParamBytes = 4352;
  // Of the product, as the runtime reports it: what programs divide by and a CPU does not tell.
  // Multiprocessors, bits of the memory bus, kHz of the memory, kHz, kB of L2.
  list<int> Product = [];
  bit PersistsL2 = 1;          // three quarters of the L2 can be set aside
  int AccessWindowMB = 128;
  string Nvml = "UNKNOWN";     // NVML_DEVICE_ARCH_...
}

// Before the toolkit's range, and renamed ones: PTX may still name them.
foreach row = [[10, 10], [11, 10], [12, 12], [13, 12], [20, 20], [21, 20], [30, 30], [32, 40],
               [35, 31], [37, 41]] in
  def : Architecture<row[0], row[1]>;

let InToolkit = 1 in {
foreach row = [[50, 40], [52, 41], [53, 42], [60, 50], [61, 50], [62, 50], [88, 74]] in
  def : Architecture<row[0], row[1]>;

class Volta<int sm, int ptxVersion> : Architecture<sm, ptxVersion> {
  let MaxBlocks = 32;
  let MaxWarps = 64;
  let Barriers = 64;
  let SharedKB = 96;
  let SharedKBOfBlock = 96;
  let ReservedShared = 0;
  let Carveouts = [8, 16, 32, 64, 96];
}
def : Volta<70, 60>;
def : Volta<72, 61>;

let IsModel = 1 in {
def : Architecture<75, 63> { // T4
  let Product = [40, 256, 5001000, 1590000, 4096];
  let PersistsL2 = 0;
  let MaxBlocks = 16;
  let MaxWarps = 32;
  let Barriers = 24;
  let SharedKB = 64;
  let SharedKBOfBlock = 64;
  let ReservedShared = 0;
  let Carveouts = [32, 64];
  let AccessWindowMB = 0;
  let Nvml = "TURING";
}

class Ampere<int sm, int ptxVersion, int blocks, list<int> product> : Architecture<sm, ptxVersion> {
  let MaxBlocks = blocks;
  let MaxWarps = 48;
  let Barriers = 24;
  let SharedKB = 100;
  let SharedKBOfBlock = 99;
  let Carveouts = [8, 16, 32, 64, 100];
  let Product = product;
  let Nvml = "AMPERE";
}
// The 164 kB of A100 and Orin.
class LargeAmpere<int sm, int ptxVersion, int blocks, list<int> product>
    : Ampere<sm, ptxVersion, blocks, product> {
  let SharedKB = 164;
  let SharedKBOfBlock = 163;
  let Carveouts = [8, 16, 32, 64, 100, 132, 164];
}
def : LargeAmpere<80, 70, 32, [108, 5120, 1215000, 1410000, 40960]> { // A100
  let MaxWarps = 64;
  let Barriers = 64;
}
def : Ampere<86, 71, 16, [72, 384, 6251000, 1695000, 6144]>;      // A10
def : LargeAmpere<87, 74, 16, [16, 256, 3199000, 1300000, 4096]>; // Orin
def : Ampere<89, 78, 24, [58, 192, 6251000, 2040000, 49152]> {    // L4
  let Nvml = "ADA";
}

class Hopper<int sm, int ptxVersion, list<int> product> : Architecture<sm, ptxVersion> {
  let MaxBlocks = 32;
  let MaxWarps = 64;
  let Barriers = 64;
  let SharedKB = 228;
  let SharedKBOfBlock = 227;
  let Carveouts = [8, 16, 32, 64, 100, 132, 164, 196, 228];
  let Cluster = 8;
  let ClusterNonPortable = 16;
  let ParamBytes = 32764;
  let Product = product;
  let Nvml = "HOPPER";
}
def : Hopper<90, 78, [132, 5120, 2619000, 1980000, 51200]>; // H100
let Nvml = "BLACKWELL" in {
  def : Hopper<100, 86, [148, 8192, 3996000, 1965000, 129024]>; // B200
  def : Hopper<103, 88, [160, 8192, 3996000, 2032000, 129024]>; // B300
  def : Hopper<110, 90, [20, 256, 4266000, 1575000, 32768]> { // Thor
    let MaxBlocks = 24;
    let MaxWarps = 48;
    let Barriers = 24;
    let ClusterNonPortable = 8;
  }
  class Blackwell12<int sm, int ptxVersion, list<int> product>
      : Hopper<sm, ptxVersion, product> {
    let MaxBlocks = 24;
    let MaxWarps = 48;
    let Barriers = 24;
    let SharedKB = 100;
    let SharedKBOfBlock = 99;
    let Carveouts = [8, 16, 32, 64, 100];
    let ClusterNonPortable = 8;
  }
  def : Blackwell12<120, 87, [170, 512, 14001000, 2407000, 98304]>; // RTX 5090
  def : Blackwell12<121, 88, [48, 256, 4266000, 2418000, 24576]>; // GB10
}
}
}

// CUDA 12's name of 110.
def : Architecture<101, 86> {
  let MaxBlocks = 24;
  let MaxWarps = 48;
  let Barriers = 24;
  let SharedKB = 228;
  let SharedKBOfBlock = 227;
  let Carveouts = [8, 16, 32, 64, 100, 132, 164, 196, 228];
}
