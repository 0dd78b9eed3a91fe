/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* NVTX 3: marks and ranges for tools. There is no tool that listens yet: every function does what NVTX
   defines for a process without one (nothing), and says so where it returns something: no handle,
   range 0, NVTX_NO_PUSH_POP_TRACKING. */
#ifndef NVTX_VERSION
#define NVTX_VERSION 3

#include <stddef.h>
#include <stdint.h>

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

/* A function that no tool hears: its parameters, then the names of them, then what it returns. */
#define AW_NVTX1(result, name, a, returned)                                                        \
  NVTX_DECLSPEC result NVTX_API name(a first) {                                                    \
    (void)first;                                                                                   \
    returned;                                                                                      \
  }
#define AW_NVTX2(result, name, a, b, returned)                                                     \
  NVTX_DECLSPEC result NVTX_API name(a first, b second) {                                          \
    (void)first;                                                                                   \
    (void)second;                                                                                  \
    returned;                                                                                      \
  }
#define AW_NVTX3(result, name, a, b, c, returned)                                                  \
  NVTX_DECLSPEC result NVTX_API name(a first, b second, c third) {                                 \
    (void)first;                                                                                   \
    (void)second;                                                                                  \
    (void)third;                                                                                   \
    returned;                                                                                      \
  }

#define AW_NOTHING return
AW_NVTX1(void, nvtxInitialize, const void *, AW_NOTHING)
AW_NVTX2(void, nvtxDomainMarkEx, nvtxDomainHandle_t, const nvtxEventAttributes_t *, AW_NOTHING)
AW_NVTX1(void, nvtxMarkEx, const nvtxEventAttributes_t *, AW_NOTHING)
AW_NVTX1(void, nvtxMarkA, const char *, AW_NOTHING)
AW_NVTX1(void, nvtxMarkW, const wchar_t *, AW_NOTHING)
AW_NVTX2(nvtxRangeId_t, nvtxDomainRangeStartEx, nvtxDomainHandle_t, const nvtxEventAttributes_t *, return 0)
AW_NVTX1(nvtxRangeId_t, nvtxRangeStartEx, const nvtxEventAttributes_t *, return 0)
AW_NVTX1(nvtxRangeId_t, nvtxRangeStartA, const char *, return 0)
AW_NVTX1(nvtxRangeId_t, nvtxRangeStartW, const wchar_t *, return 0)
AW_NVTX2(void, nvtxDomainRangeEnd, nvtxDomainHandle_t, nvtxRangeId_t, AW_NOTHING)
AW_NVTX1(void, nvtxRangeEnd, nvtxRangeId_t, AW_NOTHING)
AW_NVTX2(int, nvtxDomainRangePushEx, nvtxDomainHandle_t, const nvtxEventAttributes_t *,
         return NVTX_NO_PUSH_POP_TRACKING)
AW_NVTX1(int, nvtxRangePushEx, const nvtxEventAttributes_t *, return NVTX_NO_PUSH_POP_TRACKING)
AW_NVTX1(int, nvtxRangePushA, const char *, return NVTX_NO_PUSH_POP_TRACKING)
AW_NVTX1(int, nvtxRangePushW, const wchar_t *, return NVTX_NO_PUSH_POP_TRACKING)
AW_NVTX1(int, nvtxDomainRangePop, nvtxDomainHandle_t, return NVTX_NO_PUSH_POP_TRACKING)
NVTX_DECLSPEC int NVTX_API nvtxRangePop(void) { return NVTX_NO_PUSH_POP_TRACKING; }
AW_NVTX2(nvtxResourceHandle_t, nvtxDomainResourceCreate, nvtxDomainHandle_t, nvtxResourceAttributes_t *, return NULL)
AW_NVTX1(void, nvtxDomainResourceDestroy, nvtxResourceHandle_t, AW_NOTHING)
AW_NVTX3(void, nvtxDomainNameCategoryA, nvtxDomainHandle_t, uint32_t, const char *, AW_NOTHING)
AW_NVTX3(void, nvtxDomainNameCategoryW, nvtxDomainHandle_t, uint32_t, const wchar_t *, AW_NOTHING)
AW_NVTX2(void, nvtxNameCategoryA, uint32_t, const char *, AW_NOTHING)
AW_NVTX2(void, nvtxNameCategoryW, uint32_t, const wchar_t *, AW_NOTHING)
AW_NVTX2(void, nvtxNameOsThreadA, uint32_t, const char *, AW_NOTHING)
AW_NVTX2(void, nvtxNameOsThreadW, uint32_t, const wchar_t *, AW_NOTHING)
AW_NVTX2(nvtxStringHandle_t, nvtxDomainRegisterStringA, nvtxDomainHandle_t, const char *, return NULL)
AW_NVTX2(nvtxStringHandle_t, nvtxDomainRegisterStringW, nvtxDomainHandle_t, const wchar_t *, return NULL)
AW_NVTX1(nvtxDomainHandle_t, nvtxDomainCreateA, const char *, return NULL)
AW_NVTX1(nvtxDomainHandle_t, nvtxDomainCreateW, const wchar_t *, return NULL)
AW_NVTX1(void, nvtxDomainDestroy, nvtxDomainHandle_t, AW_NOTHING)

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
