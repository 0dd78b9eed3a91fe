/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* NVTX 3: marks and ranges for tools. At the first call the library that NVTX_INJECTION64_PATH names is loaded, and
   puts its functions into the tables below (the interface of NVTX's nvtxTypes.h). Without one every function does
   what NVTX defines for a process without a tool (nothing), and says so where it returns something: no handle,
   range 0, NVTX_NO_PUSH_POP_TRACKING. */
#ifndef NVTX_VERSION
#define NVTX_VERSION 3

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define NVTX_API
#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L)
#define NVTX_INLINE_STATIC inline static
#else
#define NVTX_INLINE_STATIC __inline__ static
#endif
#ifndef NVTX_DECLSPEC
#define NVTX_DECLSPEC NVTX_INLINE_STATIC
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define NVTX_SUCCESS 0
#define NVTX_FAIL 1
#define NVTX_ERR_INIT_LOAD_PROPERTY 2
#define NVTX_ERR_INIT_ACCESS_LIBRARY 3
#define NVTX_ERR_INIT_LOAD_LIBRARY 4
#define NVTX_ERR_INIT_MISSING_LIBRARY_ENTRY_POINT 5
#define NVTX_ERR_INIT_FAILED_LIBRARY_ENTRY_POINT 6
#define NVTX_ERR_NO_INJECTION_LIBRARY_AVAILABLE 7
#define NVTX_NO_PUSH_POP_TRACKING (-2)

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st nvtxDomainRegistration;
typedef nvtxDomainRegistration *nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st nvtxStringRegistration;
typedef nvtxStringRegistration *nvtxStringHandle_t;

typedef enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 } nvtxColorType_t;
typedef enum nvtxMessageType_t {
  NVTX_MESSAGE_UNKNOWN = 0,
  NVTX_MESSAGE_TYPE_ASCII = 1,
  NVTX_MESSAGE_TYPE_UNICODE = 2,
  NVTX_MESSAGE_TYPE_REGISTERED = 3
} nvtxMessageType_t;
typedef enum nvtxPayloadType_t {
  NVTX_PAYLOAD_UNKNOWN = 0,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
  NVTX_PAYLOAD_TYPE_INT64 = 2,
  NVTX_PAYLOAD_TYPE_DOUBLE = 3,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
  NVTX_PAYLOAD_TYPE_INT32 = 5,
  NVTX_PAYLOAD_TYPE_FLOAT = 6
} nvtxPayloadType_t;

typedef union nvtxMessageValue_t {
  const char *ascii;
  const wchar_t *unicode;
  nvtxStringHandle_t registered;
} nvtxMessageValue_t;

typedef struct nvtxEventAttributes_v2 {
  uint16_t version; /* NVTX_VERSION */
  uint16_t size;    /* NVTX_EVENT_ATTRIB_STRUCT_SIZE */
  uint32_t category;
  int32_t colorType;
  uint32_t color;
  int32_t payloadType;
  int32_t reserved0;
  union payload_t {
    uint64_t ullValue;
    int64_t llValue;
    double dValue;
    uint32_t uiValue;
    int32_t iValue;
    float fValue;
  } payload;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxEventAttributes_v2;
typedef nvtxEventAttributes_v2 nvtxEventAttributes_t;
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))

#define NVTX_RESOURCE_MAKE_TYPE(CLASS, INDEX)                                                      \
  ((((uint32_t)(NVTX_RESOURCE_CLASS_##CLASS)) << 16) | ((uint32_t)(INDEX)))
#define NVTX_RESOURCE_CLASS_GENERIC 1
typedef enum nvtxResourceGenericType_t {
  NVTX_RESOURCE_TYPE_UNKNOWN = 0,
  NVTX_RESOURCE_TYPE_GENERIC_POINTER = NVTX_RESOURCE_MAKE_TYPE(GENERIC, 1),
  NVTX_RESOURCE_TYPE_GENERIC_HANDLE = NVTX_RESOURCE_MAKE_TYPE(GENERIC, 2),
  NVTX_RESOURCE_TYPE_GENERIC_THREAD_NATIVE = NVTX_RESOURCE_MAKE_TYPE(GENERIC, 3),
  NVTX_RESOURCE_TYPE_GENERIC_THREAD_POSIX = NVTX_RESOURCE_MAKE_TYPE(GENERIC, 4)
} nvtxResourceGenericType_t;
typedef struct nvtxResourceAttributes_v0 {
  uint16_t version;
  uint16_t size;
  int32_t identifierType;
  union identifier_t {
    const void *pValue;
    uint64_t ullValue;
  } identifier;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxResourceAttributes_v0;
typedef nvtxResourceAttributes_v0 nvtxResourceAttributes_t;
#define NVTX_RESOURCE_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxResourceAttributes_v0))
typedef struct nvtxResourceHandle *nvtxResourceHandle_t;

/* A tool's functions: tables of pointers to pointers to them, by number. */
typedef void (*aw_nvtx_function)(void);
typedef struct aw_nvtx_callbacks {
  size_t size;
  int (*getTable)(int table, aw_nvtx_function ***functions, unsigned *count);
} aw_nvtx_callbacks;
enum { AW_NVTX_EXPORT_CALLBACKS = 1, AW_NVTX_CORE = 1, AW_NVTX_CORE2 = 5, AW_NVTX_NUMBERS = 16 };
enum {
  AW_NVTX_MarkEx = 1,
  AW_NVTX_MarkA,
  AW_NVTX_MarkW,
  AW_NVTX_RangeStartEx,
  AW_NVTX_RangeStartA,
  AW_NVTX_RangeStartW,
  AW_NVTX_RangeEnd,
  AW_NVTX_RangePushEx,
  AW_NVTX_RangePushA,
  AW_NVTX_RangePushW,
  AW_NVTX_RangePop,
  AW_NVTX_NameCategoryA,
  AW_NVTX_NameCategoryW,
  AW_NVTX_NameOsThreadA,
  AW_NVTX_NameOsThreadW
};
enum {
  AW_NVTX_DomainMarkEx = 1,
  AW_NVTX_DomainRangeStartEx,
  AW_NVTX_DomainRangeEnd,
  AW_NVTX_DomainRangePushEx,
  AW_NVTX_DomainRangePop,
  AW_NVTX_DomainResourceCreate,
  AW_NVTX_DomainResourceDestroy,
  AW_NVTX_DomainNameCategoryA,
  AW_NVTX_DomainNameCategoryW,
  AW_NVTX_DomainRegisterStringA,
  AW_NVTX_DomainRegisterStringW,
  AW_NVTX_DomainCreateA,
  AW_NVTX_DomainCreateW,
  AW_NVTX_DomainDestroy,
  AW_NVTX_Initialize
};

/* One for each program or library: state is 0 before the first call, 2 once the tables are filled. */
struct aw_nvtx_tables {
  int state;
  aw_nvtx_function core[AW_NVTX_NUMBERS], core2[AW_NVTX_NUMBERS];
  aw_nvtx_function *coreTable[AW_NVTX_NUMBERS], *core2Table[AW_NVTX_NUMBERS];
};
__attribute__((weak, visibility("hidden"))) struct aw_nvtx_tables aw_nvtx_global;

NVTX_INLINE_STATIC int aw_nvtx_getTable(int table, aw_nvtx_function ***functions, unsigned *count) {
  if (table != AW_NVTX_CORE && table != AW_NVTX_CORE2)
    return 0;
  *functions = table == AW_NVTX_CORE ? aw_nvtx_global.coreTable : aw_nvtx_global.core2Table;
  *count = AW_NVTX_NUMBERS;
  return 1;
}

NVTX_INLINE_STATIC const void *aw_nvtx_getExportTable(uint32_t table) {
  static const aw_nvtx_callbacks callbacks = {sizeof(aw_nvtx_callbacks), aw_nvtx_getTable};
  return table == AW_NVTX_EXPORT_CALLBACKS ? &callbacks : NULL;
}

NVTX_INLINE_STATIC void aw_nvtx_load(void) {
  typedef int (*Initialize)(const void *(*)(uint32_t));
  struct aw_nvtx_tables *tables = &aw_nvtx_global;
  const char *path = getenv("NVTX_INJECTION64_PATH");
  void *library, *symbol;
  Initialize initialize = NULL;
  int fresh = 0, i;
  if (!path || !*path) {
    __atomic_store_n(&tables->state, 2, __ATOMIC_RELEASE);
    return;
  }
  if (!__atomic_compare_exchange_n(&tables->state, &fresh, 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return; /* another thread, or a call from inside the library: nothing is told meanwhile */
  for (i = 1; i < AW_NVTX_NUMBERS; ++i) {
    tables->coreTable[i] = &tables->core[i];
    tables->core2Table[i] = &tables->core2[i];
  }
  library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  symbol = library ? dlsym(library, "InitializeInjectionNvtx2") : NULL;
  __builtin_memcpy(&initialize, &symbol, sizeof symbol);
  if (initialize)
    (void)initialize(aw_nvtx_getExportTable);
  __atomic_store_n(&tables->state, 2, __ATOMIC_RELEASE);
}

/* The tool's function of a table, or null. */
NVTX_INLINE_STATIC aw_nvtx_function aw_nvtx_find(int table, int number) {
  if (__atomic_load_n(&aw_nvtx_global.state, __ATOMIC_ACQUIRE) != 2)
    aw_nvtx_load();
  if (__atomic_load_n(&aw_nvtx_global.state, __ATOMIC_ACQUIRE) != 2)
    return NULL;
  return table == AW_NVTX_CORE ? aw_nvtx_global.core[number] : aw_nvtx_global.core2[number];
}

/* A function that no tool hears: its parameters, then what it returns. */
#define AW_NVTX2(result, name, a, b, returned)                                                     \
  NVTX_DECLSPEC result NVTX_API name(a first, b second) {                                          \
    (void)first;                                                                                   \
    (void)second;                                                                                  \
    returned;                                                                                      \
  }
/* One that a tool may serve: `back` is `return`, or (void) where it returns nothing. */
#define AW_NVTX_CALL1(result, back, name, table, a, returned)                                      \
  NVTX_DECLSPEC result NVTX_API nvtx##name(a first) {                                              \
    aw_nvtx_function found = aw_nvtx_find(table, AW_NVTX_##name);                                  \
    if (!found) {                                                                                  \
      returned;                                                                                    \
    }                                                                                              \
    back((result(*)(a))found)(first);                                                              \
  }
#define AW_NVTX_CALL2(result, back, name, table, a, b, returned)                                   \
  NVTX_DECLSPEC result NVTX_API nvtx##name(a first, b second) {                                    \
    aw_nvtx_function found = aw_nvtx_find(table, AW_NVTX_##name);                                  \
    if (!found) {                                                                                  \
      returned;                                                                                    \
    }                                                                                              \
    back((result(*)(a, b))found)(first, second);                                                   \
  }
#define AW_NVTX_CALL3(result, back, name, table, a, b, c, returned)                                \
  NVTX_DECLSPEC result NVTX_API nvtx##name(a first, b second, c third) {                           \
    aw_nvtx_function found = aw_nvtx_find(table, AW_NVTX_##name);                                  \
    if (!found) {                                                                                  \
      returned;                                                                                    \
    }                                                                                              \
    back((result(*)(a, b, c))found)(first, second, third);                                         \
  }

#define AW_NOTHING return
#define AW_NVTX_VOID1(name, table, a) AW_NVTX_CALL1(void, (void), name, table, a, return)
#define AW_NVTX_VOID2(name, table, a, b) AW_NVTX_CALL2(void, (void), name, table, a, b, return)
#define AW_NVTX_VOID3(name, table, a, b, c) AW_NVTX_CALL3(void, (void), name, table, a, b, c, return)
AW_NVTX_VOID1(Initialize, AW_NVTX_CORE2, const void *)
AW_NVTX_VOID2(DomainMarkEx, AW_NVTX_CORE2, nvtxDomainHandle_t, const nvtxEventAttributes_t *)
AW_NVTX_VOID1(MarkEx, AW_NVTX_CORE, const nvtxEventAttributes_t *)
AW_NVTX_VOID1(MarkA, AW_NVTX_CORE, const char *)
AW_NVTX_VOID1(MarkW, AW_NVTX_CORE, const wchar_t *)
AW_NVTX_CALL2(nvtxRangeId_t, return, DomainRangeStartEx, AW_NVTX_CORE2, nvtxDomainHandle_t,
              const nvtxEventAttributes_t *, return 0)
AW_NVTX_CALL1(nvtxRangeId_t, return, RangeStartEx, AW_NVTX_CORE, const nvtxEventAttributes_t *, return 0)
AW_NVTX_CALL1(nvtxRangeId_t, return, RangeStartA, AW_NVTX_CORE, const char *, return 0)
AW_NVTX_CALL1(nvtxRangeId_t, return, RangeStartW, AW_NVTX_CORE, const wchar_t *, return 0)
AW_NVTX_VOID2(DomainRangeEnd, AW_NVTX_CORE2, nvtxDomainHandle_t, nvtxRangeId_t)
AW_NVTX_VOID1(RangeEnd, AW_NVTX_CORE, nvtxRangeId_t)
AW_NVTX_CALL2(int, return, DomainRangePushEx, AW_NVTX_CORE2, nvtxDomainHandle_t,
              const nvtxEventAttributes_t *, return NVTX_NO_PUSH_POP_TRACKING)
AW_NVTX_CALL1(int, return, RangePushEx, AW_NVTX_CORE, const nvtxEventAttributes_t *,
              return NVTX_NO_PUSH_POP_TRACKING)
AW_NVTX_CALL1(int, return, RangePushA, AW_NVTX_CORE, const char *, return NVTX_NO_PUSH_POP_TRACKING)
AW_NVTX_CALL1(int, return, RangePushW, AW_NVTX_CORE, const wchar_t *, return NVTX_NO_PUSH_POP_TRACKING)
AW_NVTX_CALL1(int, return, DomainRangePop, AW_NVTX_CORE2, nvtxDomainHandle_t,
              return NVTX_NO_PUSH_POP_TRACKING)
NVTX_DECLSPEC int NVTX_API nvtxRangePop(void) {
  aw_nvtx_function found = aw_nvtx_find(AW_NVTX_CORE, AW_NVTX_RangePop);
  return found ? ((int (*)(void))found)() : NVTX_NO_PUSH_POP_TRACKING;
}
AW_NVTX_CALL2(nvtxResourceHandle_t, return, DomainResourceCreate, AW_NVTX_CORE2, nvtxDomainHandle_t,
              nvtxResourceAttributes_t *, return NULL)
AW_NVTX_VOID1(DomainResourceDestroy, AW_NVTX_CORE2, nvtxResourceHandle_t)
AW_NVTX_VOID3(DomainNameCategoryA, AW_NVTX_CORE2, nvtxDomainHandle_t, uint32_t, const char *)
AW_NVTX_VOID3(DomainNameCategoryW, AW_NVTX_CORE2, nvtxDomainHandle_t, uint32_t, const wchar_t *)
AW_NVTX_VOID2(NameCategoryA, AW_NVTX_CORE, uint32_t, const char *)
AW_NVTX_VOID2(NameCategoryW, AW_NVTX_CORE, uint32_t, const wchar_t *)
AW_NVTX_VOID2(NameOsThreadA, AW_NVTX_CORE, uint32_t, const char *)
AW_NVTX_VOID2(NameOsThreadW, AW_NVTX_CORE, uint32_t, const wchar_t *)
AW_NVTX_CALL2(nvtxStringHandle_t, return, DomainRegisterStringA, AW_NVTX_CORE2, nvtxDomainHandle_t,
              const char *, return NULL)
AW_NVTX_CALL2(nvtxStringHandle_t, return, DomainRegisterStringW, AW_NVTX_CORE2, nvtxDomainHandle_t,
              const wchar_t *, return NULL)
AW_NVTX_CALL1(nvtxDomainHandle_t, return, DomainCreateA, AW_NVTX_CORE2, const char *, return NULL)
AW_NVTX_CALL1(nvtxDomainHandle_t, return, DomainCreateW, AW_NVTX_CORE2, const wchar_t *, return NULL)
AW_NVTX_VOID1(DomainDestroy, AW_NVTX_CORE2, nvtxDomainHandle_t)

#ifdef UNICODE
#define nvtxMark nvtxMarkW
#define nvtxRangeStart nvtxRangeStartW
#define nvtxRangePush nvtxRangePushW
#define nvtxNameCategory nvtxNameCategoryW
#define nvtxNameOsThread nvtxNameOsThreadW
#define nvtxDomainCreate nvtxDomainCreateW
#define nvtxDomainRegisterString nvtxDomainRegisterStringW
#define nvtxDomainNameCategory nvtxDomainNameCategoryW
#else
#define nvtxMark nvtxMarkA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxRangePush nvtxRangePushA
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxDomainRegisterString nvtxDomainRegisterStringA
#define nvtxDomainNameCategory nvtxDomainNameCategoryA
#endif

#ifdef __cplusplus
}
#endif

#endif
