// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NV_IF_TARGET and its companions: code for the host or for device architectures, chosen by the
// preprocessor. Every query is a macro that is 0 or 1 in the pass being compiled.
#ifndef __NV_TARGET_H
#define __NV_TARGET_H

#define NV_ANY_TARGET 1
#define NV_NO_TARGET 0
#if defined(__CUDA_ARCH__)
#define NV_IS_HOST 0
#define NV_IS_DEVICE 1
#define _NV_ARCH __CUDA_ARCH__
#else
#define NV_IS_HOST 1
#define NV_IS_DEVICE 0
#define _NV_ARCH 0
#endif

#if _NV_ARCH >= 350
#define NV_PROVIDES_SM_35 1
#else
#define NV_PROVIDES_SM_35 0
#endif
#if _NV_ARCH == 350
#define NV_IS_EXACTLY_SM_35 1
#else
#define NV_IS_EXACTLY_SM_35 0
#endif
#if _NV_ARCH >= 370
#define NV_PROVIDES_SM_37 1
#else
#define NV_PROVIDES_SM_37 0
#endif
#if _NV_ARCH == 370
#define NV_IS_EXACTLY_SM_37 1
#else
#define NV_IS_EXACTLY_SM_37 0
#endif
#if _NV_ARCH >= 500
#define NV_PROVIDES_SM_50 1
#else
#define NV_PROVIDES_SM_50 0
#endif
#if _NV_ARCH == 500
#define NV_IS_EXACTLY_SM_50 1
#else
#define NV_IS_EXACTLY_SM_50 0
#endif
#if _NV_ARCH >= 520
#define NV_PROVIDES_SM_52 1
#else
#define NV_PROVIDES_SM_52 0
#endif
#if _NV_ARCH == 520
#define NV_IS_EXACTLY_SM_52 1
#else
#define NV_IS_EXACTLY_SM_52 0
#endif
#if _NV_ARCH >= 530
#define NV_PROVIDES_SM_53 1
#else
#define NV_PROVIDES_SM_53 0
#endif
#if _NV_ARCH == 530
#define NV_IS_EXACTLY_SM_53 1
#else
#define NV_IS_EXACTLY_SM_53 0
#endif
#if _NV_ARCH >= 600
#define NV_PROVIDES_SM_60 1
#else
#define NV_PROVIDES_SM_60 0
#endif
#if _NV_ARCH == 600
#define NV_IS_EXACTLY_SM_60 1
#else
#define NV_IS_EXACTLY_SM_60 0
#endif
#if _NV_ARCH >= 610
#define NV_PROVIDES_SM_61 1
#else
#define NV_PROVIDES_SM_61 0
#endif
#if _NV_ARCH == 610
#define NV_IS_EXACTLY_SM_61 1
#else
#define NV_IS_EXACTLY_SM_61 0
#endif
#if _NV_ARCH >= 620
#define NV_PROVIDES_SM_62 1
#else
#define NV_PROVIDES_SM_62 0
#endif
#if _NV_ARCH == 620
#define NV_IS_EXACTLY_SM_62 1
#else
#define NV_IS_EXACTLY_SM_62 0
#endif
#if _NV_ARCH >= 700
#define NV_PROVIDES_SM_70 1
#else
#define NV_PROVIDES_SM_70 0
#endif
#if _NV_ARCH == 700
#define NV_IS_EXACTLY_SM_70 1
#else
#define NV_IS_EXACTLY_SM_70 0
#endif
#if _NV_ARCH >= 720
#define NV_PROVIDES_SM_72 1
#else
#define NV_PROVIDES_SM_72 0
#endif
#if _NV_ARCH == 720
#define NV_IS_EXACTLY_SM_72 1
#else
#define NV_IS_EXACTLY_SM_72 0
#endif
#if _NV_ARCH >= 750
#define NV_PROVIDES_SM_75 1
#else
#define NV_PROVIDES_SM_75 0
#endif
#if _NV_ARCH == 750
#define NV_IS_EXACTLY_SM_75 1
#else
#define NV_IS_EXACTLY_SM_75 0
#endif
#if _NV_ARCH >= 800
#define NV_PROVIDES_SM_80 1
#else
#define NV_PROVIDES_SM_80 0
#endif
#if _NV_ARCH == 800
#define NV_IS_EXACTLY_SM_80 1
#else
#define NV_IS_EXACTLY_SM_80 0
#endif
#if _NV_ARCH >= 860
#define NV_PROVIDES_SM_86 1
#else
#define NV_PROVIDES_SM_86 0
#endif
#if _NV_ARCH == 860
#define NV_IS_EXACTLY_SM_86 1
#else
#define NV_IS_EXACTLY_SM_86 0
#endif
#if _NV_ARCH >= 870
#define NV_PROVIDES_SM_87 1
#else
#define NV_PROVIDES_SM_87 0
#endif
#if _NV_ARCH == 870
#define NV_IS_EXACTLY_SM_87 1
#else
#define NV_IS_EXACTLY_SM_87 0
#endif
#if _NV_ARCH >= 880
#define NV_PROVIDES_SM_88 1
#else
#define NV_PROVIDES_SM_88 0
#endif
#if _NV_ARCH == 880
#define NV_IS_EXACTLY_SM_88 1
#else
#define NV_IS_EXACTLY_SM_88 0
#endif
#if _NV_ARCH >= 890
#define NV_PROVIDES_SM_89 1
#else
#define NV_PROVIDES_SM_89 0
#endif
#if _NV_ARCH == 890
#define NV_IS_EXACTLY_SM_89 1
#else
#define NV_IS_EXACTLY_SM_89 0
#endif
#if _NV_ARCH >= 900
#define NV_PROVIDES_SM_90 1
#else
#define NV_PROVIDES_SM_90 0
#endif
#if _NV_ARCH == 900
#define NV_IS_EXACTLY_SM_90 1
#else
#define NV_IS_EXACTLY_SM_90 0
#endif
#if _NV_ARCH >= 1000
#define NV_PROVIDES_SM_100 1
#else
#define NV_PROVIDES_SM_100 0
#endif
#if _NV_ARCH == 1000
#define NV_IS_EXACTLY_SM_100 1
#else
#define NV_IS_EXACTLY_SM_100 0
#endif
#if _NV_ARCH >= 1030
#define NV_PROVIDES_SM_103 1
#else
#define NV_PROVIDES_SM_103 0
#endif
#if _NV_ARCH == 1030
#define NV_IS_EXACTLY_SM_103 1
#else
#define NV_IS_EXACTLY_SM_103 0
#endif
#if _NV_ARCH >= 1070
#define NV_PROVIDES_SM_107 1
#else
#define NV_PROVIDES_SM_107 0
#endif
#if _NV_ARCH == 1070
#define NV_IS_EXACTLY_SM_107 1
#else
#define NV_IS_EXACTLY_SM_107 0
#endif
#if _NV_ARCH >= 1100
#define NV_PROVIDES_SM_110 1
#else
#define NV_PROVIDES_SM_110 0
#endif
#if _NV_ARCH == 1100
#define NV_IS_EXACTLY_SM_110 1
#else
#define NV_IS_EXACTLY_SM_110 0
#endif
#if _NV_ARCH >= 1200
#define NV_PROVIDES_SM_120 1
#else
#define NV_PROVIDES_SM_120 0
#endif
#if _NV_ARCH == 1200
#define NV_IS_EXACTLY_SM_120 1
#else
#define NV_IS_EXACTLY_SM_120 0
#endif
#if _NV_ARCH >= 1210
#define NV_PROVIDES_SM_121 1
#else
#define NV_PROVIDES_SM_121 0
#endif
#if _NV_ARCH == 1210
#define NV_IS_EXACTLY_SM_121 1
#else
#define NV_IS_EXACTLY_SM_121 0
#endif
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
#define NV_HAS_FEATURE_SM_90a 1
#else
#define NV_HAS_FEATURE_SM_90a 0
#endif
#if defined(__CUDA_ARCH_FEAT_SM100_ALL)
#define NV_HAS_FEATURE_SM_100a 1
#else
#define NV_HAS_FEATURE_SM_100a 0
#endif
#if defined(__CUDA_ARCH_FEAT_SM103_ALL)
#define NV_HAS_FEATURE_SM_103a 1
#else
#define NV_HAS_FEATURE_SM_103a 0
#endif
#if defined(__CUDA_ARCH_FEAT_SM107_ALL)
#define NV_HAS_FEATURE_SM_107a 1
#else
#define NV_HAS_FEATURE_SM_107a 0
#endif
#if defined(__CUDA_ARCH_FEAT_SM110_ALL)
#define NV_HAS_FEATURE_SM_110a 1
#else
#define NV_HAS_FEATURE_SM_110a 0
#endif
#if defined(__CUDA_ARCH_FEAT_SM120_ALL)
#define NV_HAS_FEATURE_SM_120a 1
#else
#define NV_HAS_FEATURE_SM_120a 0
#endif
#if defined(__CUDA_ARCH_FEAT_SM121_ALL)
#define NV_HAS_FEATURE_SM_121a 1
#else
#define NV_HAS_FEATURE_SM_121a 0
#endif

// Of a family: what sm_103f has, code for sm_103a has, too, and of newer members of the family.
#if defined(__CUDA_ARCH_FAMILY_SPECIFIC__)
#define _NV_FAMILY __CUDA_ARCH_FAMILY_SPECIFIC__
#else
#define _NV_FAMILY 0
#endif
#if _NV_FAMILY >= 1000 && _NV_FAMILY < 1100
#define NV_HAS_FEATURE_SM_100f 1
#else
#define NV_HAS_FEATURE_SM_100f 0
#endif
#if _NV_FAMILY >= 1030 && _NV_FAMILY < 1100
#define NV_HAS_FEATURE_SM_103f 1
#else
#define NV_HAS_FEATURE_SM_103f 0
#endif
#if _NV_FAMILY >= 1070 && _NV_FAMILY < 1100
#define NV_HAS_FEATURE_SM_107f 1
#else
#define NV_HAS_FEATURE_SM_107f 0
#endif
#if _NV_FAMILY >= 1100 && _NV_FAMILY < 1200
#define NV_HAS_FEATURE_SM_110f 1
#else
#define NV_HAS_FEATURE_SM_110f 0
#endif
#if _NV_FAMILY >= 1200 && _NV_FAMILY < 1300
#define NV_HAS_FEATURE_SM_120f 1
#else
#define NV_HAS_FEATURE_SM_120f 0
#endif
#if _NV_FAMILY >= 1210 && _NV_FAMILY < 1300
#define NV_HAS_FEATURE_SM_121f 1
#else
#define NV_HAS_FEATURE_SM_121f 0
#endif

// Code may come with parentheses or without.
#define _NV_EAT(...) _NV_EAT __VA_ARGS__
#define _NV_NO_NV_EAT
#define _NV_JOIN2(a, ...) a##__VA_ARGS__
#define _NV_JOIN(a, ...) _NV_JOIN2(a, __VA_ARGS__)
#define _NV_STRIP(...) _NV_JOIN(_NV_NO, _NV_EAT __VA_ARGS__)
#define _NV_PICK_1(yes, ...) _NV_STRIP(yes)
#define _NV_PICK_0(yes, ...) __VA_ARGS__
#define _NV_PASTE(a, b) a##b
#define _NV_PICK(query) _NV_PASTE(_NV_PICK_, query)

#define _NV_IF_2(query, yes) _NV_PICK(query)(yes, )
#define _NV_IF_3(query, yes, no) _NV_PICK(query)(yes, _NV_STRIP(no))
#define _NV_COUNT(_1, _2, _3, name, ...) name
/// NV_IF_TARGET(query, (code), (otherwise)); the last part may be left out. Whatever is chosen is a
/// block: what it declares ends with it.
#define NV_IF_TARGET(...) {_NV_COUNT(__VA_ARGS__, _NV_IF_3, _NV_IF_2, )(__VA_ARGS__)}
#define NV_IF_ELSE_TARGET(query, yes, no) {_NV_PICK(query)(yes, _NV_STRIP(no))}

/// NV_DISPATCH_TARGET(query, (code), query, (code), ...): the code of the first query that holds.
#define _NV_D2(query, code) _NV_PICK(query)(code, )
#define _NV_D4(query, code, ...) _NV_PICK(query)(code, _NV_D2(__VA_ARGS__))
#define _NV_D6(query, code, ...) _NV_PICK(query)(code, _NV_D4(__VA_ARGS__))
#define _NV_D8(query, code, ...) _NV_PICK(query)(code, _NV_D6(__VA_ARGS__))
#define _NV_D10(query, code, ...) _NV_PICK(query)(code, _NV_D8(__VA_ARGS__))
#define _NV_D12(query, code, ...) _NV_PICK(query)(code, _NV_D10(__VA_ARGS__))
#define _NV_D14(query, code, ...) _NV_PICK(query)(code, _NV_D12(__VA_ARGS__))
#define _NV_D16(query, code, ...) _NV_PICK(query)(code, _NV_D14(__VA_ARGS__))
#define _NV_D18(query, code, ...) _NV_PICK(query)(code, _NV_D16(__VA_ARGS__))
#define _NV_D20(query, code, ...) _NV_PICK(query)(code, _NV_D18(__VA_ARGS__))
#define _NV_DCOUNT(_1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, _13, _14, _15, _16, _17,     \
                   _18, _19, _20, name, ...)                                                       \
  name
#define NV_DISPATCH_TARGET(...)                                                                    \
  {_NV_DCOUNT(__VA_ARGS__, _NV_D20, _NV_ODD, _NV_D18, _NV_ODD, _NV_D16, _NV_ODD, _NV_D14, _NV_ODD, \
              _NV_D12, _NV_ODD, _NV_D10, _NV_ODD, _NV_D8, _NV_ODD, _NV_D6, _NV_ODD, _NV_D4,        \
              _NV_ODD, _NV_D2, _NV_ODD, )(__VA_ARGS__)}

#endif // __NV_TARGET_H
