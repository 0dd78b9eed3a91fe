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
  // Three quarters of the product's L2 can be set aside. 0: none.
  int PersistingL2KB = 0;
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

class Ampere<int sm, int ptxVersion, int blocks, int l2KB> : Architecture<sm, ptxVersion> {
  let MaxBlocks = blocks;
  let MaxWarps = 48;
  let Barriers = 24;
  let SharedKB = 100;
  let SharedKBOfBlock = 99;
  let Carveouts = [8, 16, 32, 64, 100];
  let PersistingL2KB = l2KB;
  let Nvml = "AMPERE";
}
// The 164 kB of A100 and Orin.
class LargeAmpere<int sm, int ptxVersion, int blocks, int l2KB>
    : Ampere<sm, ptxVersion, blocks, l2KB> {
  let SharedKB = 164;
  let SharedKBOfBlock = 163;
  let Carveouts = [8, 16, 32, 64, 100, 132, 164];
}
def : LargeAmpere<80, 70, 32, 30720> { // A100
  let MaxWarps = 64;
  let Barriers = 64;
}
def : Ampere<86, 71, 16, 4608>;      // A10
def : LargeAmpere<87, 74, 16, 3072>; // Orin
def : Ampere<89, 78, 24, 36864> {    // L4
  let Nvml = "ADA";
}

class Hopper<int sm, int ptxVersion, int l2KB> : Architecture<sm, ptxVersion> {
  let MaxBlocks = 32;
  let MaxWarps = 64;
  let Barriers = 64;
  let SharedKB = 228;
  let SharedKBOfBlock = 227;
  let Carveouts = [8, 16, 32, 64, 100, 132, 164, 196, 228];
  let Cluster = 8;
  let ClusterNonPortable = 16;
  let ParamBytes = 32764;
  let PersistingL2KB = l2KB;
  let Nvml = "HOPPER";
}
def : Hopper<90, 78, 38400>; // H100
let Nvml = "BLACKWELL" in {
  def : Hopper<100, 86, 96768>; // B200
  def : Hopper<103, 88, 96768>; // B300
  def : Hopper<110, 90, 24576> { // Thor
    let MaxBlocks = 24;
    let MaxWarps = 48;
    let Barriers = 24;
    let ClusterNonPortable = 8;
  }
  class Blackwell12<int sm, int ptxVersion, int l2KB> : Hopper<sm, ptxVersion, l2KB> {
    let MaxBlocks = 24;
    let MaxWarps = 48;
    let Barriers = 24;
    let SharedKB = 100;
    let SharedKBOfBlock = 99;
    let Carveouts = [8, 16, 32, 64, 100];
    let ClusterNonPortable = 8;
  }
  def : Blackwell12<120, 87, 73728>; // RTX 5090
  def : Blackwell12<121, 88, 18432>; // GB10
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
