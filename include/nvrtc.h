/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The run-time compiler: CUDA C++ source text to PTX, in process. Link with -lnvrtc. */
#ifndef __NVRTC_H__
#define __NVRTC_H__

#include <stddef.h>
#include <stdlib.h>

#if defined(__cplusplus)
extern "C" {
#endif

typedef struct _nvrtcProgram *nvrtcProgram;

typedef enum {
  NVRTC_SUCCESS = 0,
  NVRTC_ERROR_OUT_OF_MEMORY = 1,
  NVRTC_ERROR_PROGRAM_CREATION_FAILURE = 2,
  NVRTC_ERROR_INVALID_INPUT = 3,
  NVRTC_ERROR_INVALID_PROGRAM = 4,
  NVRTC_ERROR_INVALID_OPTION = 5,
  NVRTC_ERROR_COMPILATION = 6,
  NVRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7,
  NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
  NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
  NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10,
  NVRTC_ERROR_INTERNAL_ERROR = 11,
  NVRTC_ERROR_TIME_FILE_WRITE_FAILED = 12,
  NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED = 13,
  NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED = 14,
  NVRTC_ERROR_PCH_CREATE = 15,
  NVRTC_ERROR_CANCELLED = 16,
  NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED = 17
} nvrtcResult;

/* General */
const char *nvrtcGetErrorString(nvrtcResult result);
nvrtcResult nvrtcVersion(int *major, int *minor);
nvrtcResult nvrtcGetNumSupportedArchs(int *numArchs);
nvrtcResult nvrtcGetSupportedArchs(int *supportedArchs);

/* Headers that the library carries and writes to a folder. This one carries none: they are files. */
typedef struct {
  int available;
  size_t compressedSize, uncompressedSize;
  int cudaVersionMajor, cudaVersionMinor;
  unsigned int numFiles;
} nvrtcBundledHeadersInfo;
nvrtcResult nvrtcGetBundledHeadersInfo(nvrtcBundledHeadersInfo *info, const char **errorLog);
nvrtcResult nvrtcInstallBundledHeaders(const char *installPath, unsigned int flags,
                                       const char **errorLog);
nvrtcResult nvrtcRemoveBundledHeaders(const char *installPath, const char **errorLog);

/* Programs. Headers are texts, found by the names of includeNames. */
nvrtcResult nvrtcCreateProgram(nvrtcProgram *prog, const char *src, const char *name,
                               int numHeaders, const char *const *headers,
                               const char *const *includeNames);
nvrtcResult nvrtcDestroyProgram(nvrtcProgram *prog);
nvrtcResult nvrtcCompileProgram(nvrtcProgram prog, int numOptions, const char *const *options);
/* Asked from time to time during a compilation; an answer other than 0 cancels it. */
nvrtcResult nvrtcSetFlowCallback(nvrtcProgram prog, int (*callback)(void *, void *),
                                 void *payload);

/* Results. Sizes include the closing NUL of texts. */
nvrtcResult nvrtcGetPTXSize(nvrtcProgram prog, size_t *ptxSizeRet);
nvrtcResult nvrtcGetPTX(nvrtcProgram prog, char *ptx);
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram prog, size_t *cubinSizeRet);
nvrtcResult nvrtcGetCUBIN(nvrtcProgram prog, char *cubin);
nvrtcResult nvrtcGetLTOIRSize(nvrtcProgram prog, size_t *LTOIRSizeRet);
nvrtcResult nvrtcGetLTOIR(nvrtcProgram prog, char *LTOIR);
nvrtcResult nvrtcGetOptiXIRSize(nvrtcProgram prog, size_t *optixirSizeRet);
nvrtcResult nvrtcGetOptiXIR(nvrtcProgram prog, char *optixir);
nvrtcResult nvrtcGetTileIRSize(nvrtcProgram prog, size_t *TileIRSizeRet);
nvrtcResult nvrtcGetTileIR(nvrtcProgram prog, char *TileIR);
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram prog, size_t *logSizeRet);
nvrtcResult nvrtcGetProgramLog(nvrtcProgram prog, char *log);

/* Symbols of kernels and variables that C++ mangles: expressions before, names after. */
nvrtcResult nvrtcAddNameExpression(nvrtcProgram prog, const char *const name_expression);
nvrtcResult nvrtcGetLoweredName(nvrtcProgram prog, const char *const name_expression,
                                const char **lowered_name);

/* Precompiled headers */
nvrtcResult nvrtcGetPCHHeapSize(size_t *ret);
nvrtcResult nvrtcSetPCHHeapSize(size_t size);
nvrtcResult nvrtcGetPCHCreateStatus(nvrtcProgram prog);
nvrtcResult nvrtcGetPCHHeapSizeRequired(nvrtcProgram prog, size_t *size);

#if defined(__cplusplus)
}
#endif

/* Types as they are written in name expressions. */
#if defined(__cplusplus) && defined(NVRTC_GET_TYPE_NAME) && NVRTC_GET_TYPE_NAME
#include <cxxabi.h>
#include <string>
#include <typeinfo>

inline nvrtcResult nvrtcGetTypeName(const std::type_info &tinfo, std::string *result) {
  int status = 0;
  char *text = abi::__cxa_demangle(tinfo.name(), 0, 0, &status);
  if (status != 0 || !text)
    return NVRTC_ERROR_INTERNAL_ERROR;
  *result = text;
  std::free(text);
  return NVRTC_SUCCESS;
}

/* typeid drops references and outer qualifiers; as an argument of a template they stay. */
template <typename T> struct __aw_nvrtc_type {};
template <typename T> nvrtcResult nvrtcGetTypeName(std::string *result) {
  std::string text;
  if (nvrtcResult failed = nvrtcGetTypeName(typeid(__aw_nvrtc_type<T>), &text))
    return failed;
  std::size_t first = text.find('<'), last = text.rfind('>');
  if (first == std::string::npos || last == std::string::npos)
    return NVRTC_ERROR_INTERNAL_ERROR;
  *result = text.substr(first + 1, last - first - 1);
  return NVRTC_SUCCESS;
}
#endif

#endif
