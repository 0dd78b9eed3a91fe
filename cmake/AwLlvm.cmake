# LLVM 19 and Clang 19 as static libraries (Debian's packages): targets aw_llvm and aw_clang.
# Static and hidden: faster start-up than the shared library and no clash with an application that
# loads another LLVM.
find_program(LLVM_CONFIG NAMES llvm-config-19 REQUIRED)
function(aw_llvm_config out)
  execute_process(COMMAND ${LLVM_CONFIG} ${ARGN} OUTPUT_VARIABLE text
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(text UNIX_COMMAND "${text}")
  set(${out} ${text} PARENT_SCOPE)
endfunction()

aw_llvm_config(AW_LLVM_INCLUDE --includedir)
aw_llvm_config(AW_LLVM_LIBDIR --libdir)
aw_llvm_config(AW_LLVM_BINDIR --bindir)
aw_llvm_config(AW_LLVM_VERSION --version)

function(aw_llvm_libs out)
  aw_llvm_config(libs --link-static --libs ${ARGN})
  # Polly's library is not packaged in the dev package; stubs/PollyStub.cpp answers its one symbol.
  list(FILTER libs EXCLUDE REGEX "Polly|-lLLVMExtensions")
  set(${out} ${libs} PARENT_SCOPE)
endfunction()

find_library(AW_ZSTD NAMES libzstd.a REQUIRED)
set(AW_LLVM_SYSTEM z ${AW_ZSTD} dl m)

# For codegen and jit: optimiser, x86 back end, ORC.
aw_llvm_libs(AW_LLVM_LIBS x86 passes orcjit linker irreader bitreader bitwriter asmparser
             coroutines ipo vectorize scalaropts instcombine transformutils analysis core support
             targetparser target mc object debuginfodwarf)
add_library(aw_llvm INTERFACE)
target_include_directories(aw_llvm SYSTEM INTERFACE ${AW_LLVM_INCLUDE})
target_link_directories(aw_llvm INTERFACE ${AW_LLVM_LIBDIR})
target_link_libraries(aw_llvm INTERFACE ${AW_LLVM_LIBS} ${AW_LLVM_SYSTEM})

# For the front end: Clang with the x86 and NVPTX back ends.
aw_llvm_libs(AW_CLANG_LLVM_LIBS x86 nvptx passes coverage lto frontendopenmp frontendoffloading
             frontendhlsl frontenddriver windowsdriver option instrumentation ipo linker objcarcopts
             irreader bitreader bitwriter extensions hipstdpar)
add_library(aw_clang INTERFACE)
target_include_directories(aw_clang SYSTEM INTERFACE ${AW_LLVM_INCLUDE})
target_link_directories(aw_clang INTERFACE ${AW_LLVM_LIBDIR})
target_link_libraries(aw_clang INTERFACE
  -Wl,--start-group clangFrontend clangCodeGen clangDriver clangSerialization clangParse clangSema
  clangAnalysis clangEdit clangASTMatchers clangAST clangAPINotes clangLex clangBasic clangSupport
  -Wl,--end-group ${AW_CLANG_LLVM_LIBS} ${AW_LLVM_SYSTEM})
