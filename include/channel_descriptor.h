/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cudaCreateChannelDesc<T>(): the channel format of an array whose elements are T. */
#ifndef __CHANNEL_DESCRIPTOR_H__
#define __CHANNEL_DESCRIPTOR_H__

#if defined(__cplusplus)

#include "cuda_runtime_api.h"

template <class T> static __inline__ __host__ cudaChannelFormatDesc cudaCreateChannelDesc(void) {
  return cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
}

static __inline__ __host__ cudaChannelFormatDesc cudaCreateChannelDescHalf(void) {
  return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}
static __inline__ __host__ cudaChannelFormatDesc cudaCreateChannelDescHalf1(void) {
  return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}
static __inline__ __host__ cudaChannelFormatDesc cudaCreateChannelDescHalf2(void) {
  return cudaCreateChannelDesc(16, 16, 0, 0, cudaChannelFormatKindFloat);
}
static __inline__ __host__ cudaChannelFormatDesc cudaCreateChannelDescHalf4(void) {
  return cudaCreateChannelDesc(16, 16, 16, 16, cudaChannelFormatKindFloat);
}
static __inline__ __host__ cudaChannelFormatDesc cudaCreateChannelDescNV12(void) {
  return cudaCreateChannelDesc(8, 8, 8, 0, cudaChannelFormatKindNV12);
}

#define AW_CHANNEL(type, x, y, z, w, kind)                                                         \
  template <> __inline__ __host__ cudaChannelFormatDesc cudaCreateChannelDesc<type>(void) {        \
    return cudaCreateChannelDesc(x, y, z, w, kind);                                                \
  }
#define AW_CHANNEL1(type, element, kind)                                                           \
  AW_CHANNEL(type, (int)sizeof(element) * 8, 0, 0, 0, cudaChannelFormatKind##kind)
#define AW_CHANNEL2(type, element, kind)                                                           \
  AW_CHANNEL(type, (int)sizeof(element) * 8, (int)sizeof(element) * 8, 0, 0,                       \
             cudaChannelFormatKind##kind)
#define AW_CHANNEL4(type, element, kind)                                                           \
  AW_CHANNEL(type, (int)sizeof(element) * 8, (int)sizeof(element) * 8, (int)sizeof(element) * 8,   \
             (int)sizeof(element) * 8, cudaChannelFormatKind##kind)
#define AW_CHANNELS(stem, element, kind)                                                           \
  AW_CHANNEL1(element, element, kind)                                                              \
  AW_CHANNEL1(stem##1, element, kind)                                                              \
  AW_CHANNEL2(stem##2, element, kind)                                                              \
  AW_CHANNEL4(stem##4, element, kind)

/* char is a type of its own; it has the sign that the compiler gives it. */
#if defined(__CHAR_UNSIGNED__)
AW_CHANNEL1(char, char, Unsigned)
#else
AW_CHANNEL1(char, char, Signed)
#endif
AW_CHANNELS(char, signed char, Signed)
AW_CHANNELS(uchar, unsigned char, Unsigned)
AW_CHANNELS(short, short, Signed)
AW_CHANNELS(ushort, unsigned short, Unsigned)
AW_CHANNELS(int, int, Signed)
AW_CHANNELS(uint, unsigned int, Unsigned)
AW_CHANNELS(float, float, Float)

/* Packed, normalised and compressed formats, by kind. */
template <cudaChannelFormatKind> __inline__ __host__ cudaChannelFormatDesc cudaCreateChannelDesc(void) {
  return cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
}
#define AW_CHANNEL_KIND(kind, x, y, z, w)                                                          \
  AW_CHANNEL(cudaChannelFormatKind##kind, x, y, z, w, cudaChannelFormatKind##kind)
AW_CHANNEL_KIND(SignedNormalized8X1, 8, 0, 0, 0)
AW_CHANNEL_KIND(SignedNormalized8X2, 8, 8, 0, 0)
AW_CHANNEL_KIND(SignedNormalized8X4, 8, 8, 8, 8)
AW_CHANNEL_KIND(UnsignedNormalized8X1, 8, 0, 0, 0)
AW_CHANNEL_KIND(UnsignedNormalized8X2, 8, 8, 0, 0)
AW_CHANNEL_KIND(UnsignedNormalized8X4, 8, 8, 8, 8)
AW_CHANNEL_KIND(SignedNormalized16X1, 16, 0, 0, 0)
AW_CHANNEL_KIND(SignedNormalized16X2, 16, 16, 0, 0)
AW_CHANNEL_KIND(SignedNormalized16X4, 16, 16, 16, 16)
AW_CHANNEL_KIND(UnsignedNormalized16X1, 16, 0, 0, 0)
AW_CHANNEL_KIND(UnsignedNormalized16X2, 16, 16, 0, 0)
AW_CHANNEL_KIND(UnsignedNormalized16X4, 16, 16, 16, 16)
AW_CHANNEL_KIND(NV12, 8, 8, 8, 0)
AW_CHANNEL_KIND(UnsignedNormalized1010102, 10, 10, 10, 2)
AW_CHANNEL_KIND(UnsignedBlockCompressed1, 8, 8, 8, 8)
AW_CHANNEL_KIND(UnsignedBlockCompressed1SRGB, 8, 8, 8, 8)
AW_CHANNEL_KIND(UnsignedBlockCompressed2, 8, 8, 8, 8)
AW_CHANNEL_KIND(UnsignedBlockCompressed2SRGB, 8, 8, 8, 8)
AW_CHANNEL_KIND(UnsignedBlockCompressed3, 8, 8, 8, 8)
AW_CHANNEL_KIND(UnsignedBlockCompressed3SRGB, 8, 8, 8, 8)
AW_CHANNEL_KIND(UnsignedBlockCompressed4, 8, 0, 0, 0)
AW_CHANNEL_KIND(SignedBlockCompressed4, 8, 0, 0, 0)
AW_CHANNEL_KIND(UnsignedBlockCompressed5, 8, 8, 0, 0)
AW_CHANNEL_KIND(SignedBlockCompressed5, 8, 8, 0, 0)
AW_CHANNEL_KIND(UnsignedBlockCompressed6H, 16, 16, 16, 0)
AW_CHANNEL_KIND(SignedBlockCompressed6H, 16, 16, 16, 0)
AW_CHANNEL_KIND(UnsignedBlockCompressed7, 8, 8, 8, 8)
AW_CHANNEL_KIND(UnsignedBlockCompressed7SRGB, 8, 8, 8, 8)

#undef AW_CHANNEL
#undef AW_CHANNEL1
#undef AW_CHANNEL2
#undef AW_CHANNEL4
#undef AW_CHANNELS
#undef AW_CHANNEL_KIND

#endif

#endif
