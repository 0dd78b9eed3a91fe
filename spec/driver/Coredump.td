// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: core dumps.

def CUcoredumpSettings : Enum<[
  Value<"CU_COREDUMP_ENABLE_ON_EXCEPTION", 1>,
  Value<"CU_COREDUMP_TRIGGER_HOST", 2>,
  Value<"CU_COREDUMP_LIGHTWEIGHT", 3>,
  Value<"CU_COREDUMP_ENABLE_USER_TRIGGER", 4>,
  Value<"CU_COREDUMP_FILE", 5>,
  Value<"CU_COREDUMP_PIPE", 6>,
  Value<"CU_COREDUMP_GENERATION_FLAGS", 7>,
  Value<"CU_COREDUMP_MAX", 8>
]>;

def CUCoredumpGenerationFlags : Enum<[
  Value<"CU_COREDUMP_DEFAULT_FLAGS", 0>,
  Value<"CU_COREDUMP_SKIP_NONRELOCATED_ELF_IMAGES", 0x1>,
  Value<"CU_COREDUMP_SKIP_GLOBAL_MEMORY", 0x2>,
  Value<"CU_COREDUMP_SKIP_SHARED_MEMORY", 0x4>,
  Value<"CU_COREDUMP_SKIP_LOCAL_MEMORY", 0x8>,
  Value<"CU_COREDUMP_SKIP_ABORT", 0x10>,
  Value<"CU_COREDUMP_SKIP_CONSTBANK_MEMORY", 0x20>,
  Value<"CU_COREDUMP_LIGHTWEIGHT_FLAGS", 47>
]>, Tag<"CUCoredumpGenerationFlags">;

def cuCoredumpGetAttribute : DriverFunction<12010, [
    In<"CUcoredumpSettings", "attrib">, In<"void *", "value">, InOut<"size_t *", "size">], CurrentContext, Done>,
  Refuses<[Invalid<"!size">, Invalid<"attrib < CU_COREDUMP_ENABLE_ON_EXCEPTION || attrib >= CU_COREDUMP_MAX">]>,
  Doc<"Gives a setting of core dumps in the current context.">, Is<"Coredump", "get(*currentContext().coredump, attrib, value, size)">;
def cuCoredumpGetAttributeGlobal : DriverFunction<12010, [
    In<"CUcoredumpSettings", "attrib">, In<"void *", "value">, InOut<"size_t *", "size">], Initialized, Done>, InHostFunctions,
  Refuses<[Invalid<"!size">, Invalid<"attrib < CU_COREDUMP_ENABLE_ON_EXCEPTION || attrib >= CU_COREDUMP_MAX">]>,
  Doc<"Gives a setting of core dumps for later contexts.">, Is<"Coredump", "get(globalSettings(), attrib, value, size)">;
def cuCoredumpSetAttribute : DriverFunction<12010, [
    In<"CUcoredumpSettings", "attrib">, In<"void *", "value">, InOut<"size_t *", "size">], CurrentContext, Done>,
  Refuses<[
    Invalid<"!value || !size">,
    Invalid<"attrib < CU_COREDUMP_ENABLE_ON_EXCEPTION || attrib >= CU_COREDUMP_MAX">,
    Invalid<"attrib == CU_COREDUMP_GENERATION_FLAGS && *size < sizeof(unsigned)">,
    Invalid<"attrib == CU_COREDUMP_GENERATION_FLAGS && "
            "(*static_cast<const unsigned *>(value) & ~unsigned(CU_COREDUMP_LIGHTWEIGHT_FLAGS | CU_COREDUMP_SKIP_ABORT))">,
    Invalid<"attrib == CU_COREDUMP_ENABLE_USER_TRIGGER || attrib == CU_COREDUMP_PIPE"> // before contexts are made
  ]>,
  Doc<"Sets how kernels of the current context dump core.">, Is<"Coredump", "set(*currentContext().coredump, attrib, value, size)">;
def cuCoredumpSetAttributeGlobal : DriverFunction<12010, [
    In<"CUcoredumpSettings", "attrib">, In<"void *", "value">, InOut<"size_t *", "size">], Initialized, Done>, InHostFunctions,
  Refuses<[
    Invalid<"!value || !size">,
    Invalid<"attrib < CU_COREDUMP_ENABLE_ON_EXCEPTION || attrib >= CU_COREDUMP_MAX">,
    Invalid<"attrib == CU_COREDUMP_GENERATION_FLAGS && *size < sizeof(unsigned)">,
    Invalid<"attrib == CU_COREDUMP_GENERATION_FLAGS && "
            "(*static_cast<const unsigned *>(value) & ~unsigned(CU_COREDUMP_LIGHTWEIGHT_FLAGS | CU_COREDUMP_SKIP_ABORT))">]>,
  Doc<"Sets how kernels of later contexts dump core.">, Is<"Coredump", "set(globalSettings(), attrib, value, size)">;

class DumpsAlone : Because<"core dumps call no functions of the program">;
def CUcoredumpStatusCallback : Callback<"void", "void *userData, int pid, CUdevice dev">;
def CUcoredumpCallbackHandle : Handle<"CUcoredumpCallbackEntry_st">;
def cuCoredumpRegisterStartCallback : DriverFunction<13020, [
    In<"CUcoredumpStatusCallback", "callback">, In<"void *", "userData">, Out<"CUcoredumpCallbackHandle *", "callbackOut">],
    Initialized>, DumpsAlone, Doc<"Has a function called when a core dump begins.">;
def cuCoredumpRegisterCompleteCallback : DriverFunction<13020, [
    In<"CUcoredumpStatusCallback", "callback">, In<"void *", "userData">, Out<"CUcoredumpCallbackHandle *", "callbackOut">],
    Initialized>, DumpsAlone, Doc<"Has a function called when a core dump is written.">;
def cuCoredumpDeregisterStartCallback : DriverFunction<13020, [In<"CUcoredumpCallbackHandle", "callback">], Initialized>,
  DumpsAlone, Doc<"Ends the first of these.">;
def cuCoredumpDeregisterCompleteCallback : DriverFunction<13020, [In<"CUcoredumpCallbackHandle", "callback">], Initialized>,
  DumpsAlone, Doc<"Ends the second of these.">;

// -- Rules ----------------------------------------------------------------------------------------

def checkDumpRoom : Rules<["Coredump"], [In<"const void *", "value">, In<"size_t", "room">, In<"size_t", "bytes">], [
  Invalid<"value && room < bytes">
]>;

// Documented: at most 1023 characters.
def checkDumpText : Rules<["Coredump"], [In<"const std::string &", "text">], [Invalid<"text.empty() || text.size() > 1023">]>;
