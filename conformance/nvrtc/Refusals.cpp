// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What NVRTC takes and what it refuses: extensions of other compilers, what an architecture lacks,
// rules for kernels and their qualifiers. All answers were read off NVIDIA's library 13.0. And
// where it looks for headers, and which of a program's names its PTX shows. Needs no device.
#include "Program.h"

struct Case {
  const char *frame; ///< kWhole, or what stands around the text
  const char *text;
  std::vector<const char *> options;
};
static const char kWhole[] = "",
                  kIn[] = "extern \"C\" __global__ void k(int *p, float *f, double *d) {";

// clang-format off
static const Case kRefused[] = {
  {kWhole, "extern \"C\" __global__ void __cluster_dims__(2,1,1) k(int*p){*p=1;}", {"-arch=sm_75"}},
  {kWhole, "extern \"C\" __global__ void __cluster_dims__(2,1,1) k(int*p){*p=1;}", {"-arch=compute_75"}},
  {kWhole, "extern \"C\" __global__ void __cluster_dims__(2,1,1) k(int*p){*p=1;}", {"-arch=compute_80"}},
  {kWhole, "extern \"C\" __global__ void __block_size__((32,1,1)) k(int*p){*p=1;}", {"-arch=sm_75"}},
  {kWhole, "extern \"C\" __global__ void __launch_bounds__(32,1,2) k(int*p){*p=1;}", {"-arch=sm_75"}},
  {kWhole, "struct S{int a;}; extern \"C\" __global__ void k(__grid_constant__ S s,int*p){*p=s.a;}", {"-arch=sm_75"}},
  {kWhole, "struct S{int a;}; extern \"C\" __global__ void k(const __grid_constant__ S &s,int*p){*p=s.a;}", {"-arch=sm_75"}},
  {kWhole, "struct S{int a;}; __device__ void k(const __grid_constant__ S s,int*p){*p=s.a;}", {"-arch=sm_75"}},
  {kWhole, "extern \"C\" __global__ void __launch_bounds__(128) __maxnreg__(32) k(int*p){*p=1;}", {"-arch=sm_75"}},
  {kWhole, "__device__ void __maxnreg__(32) k(int*p){*p=1;}", {"-arch=sm_75"}},
  {kWhole, "__device__ void __launch_bounds__(32) k(int*p){*p=1;}", {"-arch=sm_75"}},
  {kIn, "asm(\"{add.rn.bf16 %0,%1,%2;}\"::\"h\"((short)1),\"h\"((short)1),\"h\"((short)1));", {"-arch=sm_75"}},
  {kIn, "asm(\"foo.bar %0;\"::\"r\"(1));", {"-arch=sm_75"}},
  {kIn, "asm volatile(\"cp.async.commit_group;\");", {"-arch=sm_75"}},
  {kIn, "asm volatile(\"setmaxnreg.inc.sync.aligned.u32 40;\");", {"-arch=sm_90"}},
  {kWhole, "__device__ int g(); __global__ void k(int *p){*p=g();}", {"-arch=sm_75"}},
  {kWhole, "__constant__ char a[70000]; __global__ void k(int *p){*p=a[*p];}", {"-arch=sm_75"}},
  {kWhole, "struct S{static __device__ int m;}; __global__ void k(int *p){*p=1;}", {"-default-device"}},
  {kWhole, "extern \"C\" __global__ auto k(int*p){}", {}},
  {kWhole, "extern \"C\" __global__ void k(int*p,...){}", {}},
  {kWhole, "extern \"C\" __global__ void k(int&&p){p=1;}", {}},
  {kWhole, "struct S{static __global__ void k(){}};", {}},
  {kWhole, "__global__ void k(int a) noexcept {}", {}},
  {kWhole, "template<class...T, class U> __global__ void k(T...t,U u){}", {}},
  {kWhole, "struct S{char a[40000];}; __global__ void k(S s){}", {"-arch=sm_75"}},
  {kWhole, "extern \"C\" __global__ void k(std::initializer_list<int> l){}", {}},
  {kWhole, "__constant__ int c; __global__ void k(int *p){c=1;}", {}},
  {kWhole, "__global__ void k(int *p){const uint3*q=&threadIdx; *p=q->x;}", {}},
  {kIn, "*p=({int a=3;a+1;});", {}},
  {kIn, "__typeof__(*p) x=3; *p=x;", {}},
  {kIn, "*p=*p?:4;", {}},
  {kIn, "int n=*p; int a[n]; a[0]=1; *p=a[n-1];", {}},
  {kIn, "int a[0]; *p=sizeof(a);", {}},
  {kIn, "switch(*p){case 1 ... 5: *p=2;}", {}},
  {kIn, "void*l=&&x; goto *l; x: *p=1;", {}},
  {kIn, "__label__ a; goto a; a: *p=1;", {}},
  {kIn, "int g(int x){return x;} *p=g(1);", {}},
  {kIn, "struct S{int a,b;}; S s={.a=1,.b=2}; *p=s.a;", {}},
  {kIn, "int a[4]={[2]=1}; *p=a[2];", {}},
  {kIn, "struct S{int a,b;}; S s={a:1,b:2}; *p=s.a;", {}},
  {kIn, "struct S{int a,b;}; *p=((S){1,2}).a;", {}},
  {kIn, "*f=0x1.8p3f;", {"-std=c++14"}},
  {kIn, "*p=__builtin_popcount(*p);", {}},
  {kIn, "*p=__builtin_clz(*p);", {}},
  {kIn, "*p=__builtin_bswap32(*p);", {}},
  {kIn, "__builtin_memcpy(p,f,4);", {}},
  {kIn, "*f=__builtin_sqrtf(*f);", {}},
  {kIn, "__builtin_trap();", {}},
  {kIn, "*p=__builtin_constant_p(3);", {}},
  {kIn, "*p=__builtin_choose_expr(1,2,3);", {}},
  {kIn, "*p=__builtin_types_compatible_p(int,int);", {}},
  {kIn, "struct S{int a,b;}; *p=__builtin_offsetof(S,b);", {}},
  {kIn, "*p=*(int*)__builtin_alloca(4);", {}},
  {kIn, "int r; *p=__builtin_add_overflow(*p,1,&r);", {}},
  {kIn, "*p=__sync_fetch_and_add(p,1);", {}},
  {kIn, "*p=__atomic_load_n(p,0);", {}},
  {kIn, "*p=__c11_atomic_load((_Atomic int*)p,0);", {}},
  {kIn, "_Atomic int x; x=3; *p=x;", {}},
  {kIn, "_Complex float c; *f=__real__ c;", {}},
  {kIn, "_Float16 a=*p; *p=a;", {}},
  {kIn, "__fp16 a=*p; *p=a;", {}},
  {kIn, "__bf16 a; *p=sizeof(a);", {}},
  {kIn, "_BitInt(17) a=*p; *p=a;", {}},
  {kIn, "__extension__ int a=1; *p=a;", {}},
  {kIn, "struct S{int a; int b[];}; *p=sizeof(S);", {}},
  {kWhole, "inline constexpr int v=1;", {"-std=c++14"}},
  {kWhole, "struct S{int a,b;}; __device__ int f(){auto [a,b]=S{1,2}; return a+b;}", {"-std=c++14"}},
  {kWhole, "namespace a::b{}", {"-std=c++14"}},
  {kWhole, "extern \"C\" __global__ void k$1(int*p){int a$b=1;*p=a$b;}", {}},
  {kWhole, "__global__ void k(int *p){*p=__COUNTER__;}", {}},
  {kWhole, "__global__ void k(int *p){*p=__is_same(int,int)+__is_trivially_copyable(int)+__is_class(int);}", {}},
  {kWhole, "template<class T,T...I> struct S{}; __global__ void k(int *p){__make_integer_seq<S,int,4> s; *p=sizeof s;}", {}},
  {kWhole, "__global__ void k(int *p){__type_pack_element<0,int> s=1; *p=s;}", {}},
  {kWhole, "template<int I, class... T> using At = T...[I]; __global__ void k(int *p){At<0,int> s=1; *p=s;}", {}},
  {kWhole, "__global__ void k(int *p){__auto_type x=1; *p=x;}", {}},
  {kWhole, "extern \"C\" __global__ void k(int*_Nonnull p){*p=1;}", {}},
  {kIn, "__int128 a=*p; *p=a>>3;", {}},
  {kIn, "__float128 a=*p; *p=a;", {}},
  {kIn, "enum E; *p=1;", {}},
  {kIn, "void*q=p; q=q+1; *(int*)q=1;", {}},
  {kIn, "int*q=3; *p=*q;", {}},
  {kIn, "try{*p=1;}catch(...){}", {}},
  {kIn, "throw 1;", {}},
  {kWhole, "__shared__ __constant__ int c; __global__ void k(int *p){*p=c;}", {}},
  {kWhole, "template<class T> concept C=sizeof(T)==4;", {}},
  {kWhole, "__device__ auto f(){return 1;}", {"-std=c++11"}},
};

static const Case kTaken[] = {
  {kIn, "asm(\"foo.bar %0;\"::\"r\"(1));", {"-arch=compute_75"}},
  {kIn, "asm volatile(\"cp.async.commit_group;\");", {"-arch=compute_75"}},
  {kWhole, "extern \"C\" __global__ void __cluster_dims__(2,1,1) k(int*p){*p=1;}", {"-arch=sm_90"}},
  {kWhole, "extern \"C\" __global__ void __block_size__((32,1,1)) k(int*p){*p=1;}", {"-arch=sm_90"}},
  {kWhole, "extern \"C\" __global__ void __block_size__((32,1,1),(2,1,1)) k(int*p){*p=1;}", {"-arch=sm_90"}},
  {kWhole, "__constant__ char a[70000]; __global__ void k(int *p){*p=a[*p];}", {"-arch=compute_75"}},
  {kWhole, "__device__ int g(); __global__ void k(int *p){*p=g();}", {}},
  {kWhole, "__device__ int g(); __global__ void k(int *p){*p=g();}", {"-rdc=true"}},
  {kWhole, "inline __device__ int v=1; __global__ void k(int *p){*p=v;}", {}},
  {kWhole, "template<class...T> __device__ int f(T...t){return (t+...);}", {"-std=c++11"}},
  {kWhole, "__global__ void k(int *p){\n#pragma unroll -1\nfor(int i=0;i<4;i++)p[i]=1;}", {}},
  {kIn, "struct S{int a,b;}; S s={.a=1,.b=2}; *p=s.a;", {"-std=c++20"}},
  {kIn, "*f=0x1.8p3f;", {}},
  {kIn, "*p=0b101;", {}},
  {kIn, "*p=__builtin_expect(*p,1);", {}},
  {kIn, "if(*p) __builtin_unreachable(); *p=1;", {}},
  {kIn, "__builtin_assume(*p>0); *p=1;", {}},
  {kIn, "*p=*(int*)__builtin_assume_aligned(p,16);", {}},
  {kIn, "*p=__builtin_bit_cast(int,*f);", {}},
  {kIn, "struct S{struct{int a;};}; S s; s.a=1; *p=s.a;", {}},
  {kIn, "int *__restrict__ q=p; *q=1;", {}},
  {kIn, "__int128 a=*p; *p=a>>3;", {"--device-int128"}},
  {kWhole, "#if __has_builtin(__builtin_expect)\n#endif\n__global__ void k(int *p){*p=1;}", {}},
  // What libcu++ asks before it uses them.
  {kWhole, "#if __has_builtin(__make_integer_seq) || __has_builtin(__type_pack_element) || defined __cpp_pack_indexing\n#error\n#endif\n"
           "__global__ void k(int *p){*p=1;}", {}},
  {kWhole, "__device__ long double operator\"\"il(long double x){return x;} __global__ void k(int *p){*p=1;}", {}},
  {kIn, "register int a=3; *p=a;", {"-std=c++14"}},
  {kWhole, "__global__ void k(int *p){const char8_t*s=u8\"x\"; *p=s[0];}", {"-std=c++20"}},
  {kWhole, "__global__ void k(int *p){*p=sizeof(__PRETTY_FUNCTION__)+sizeof(__FUNCTION__)+sizeof(__func__);}", {}},
  {kWhole, "enum E:char{}; __global__ void k(int *p){*p=sizeof(__underlying_type(E));}", {}},
  {kWhole, "__global__ void k(int a=3){}", {}},
  {kWhole, "template<class...T> __global__ void k(T...t){} template __global__ void k<int,float>(int,float);", {}},
  {kWhole, "struct S{int a;}; extern \"C\" __global__ void k(const __grid_constant__ S s,int*p){*p=s.a;}", {"-arch=sm_75"}},
  {kWhole, "#define F(a,...) g(a,##__VA_ARGS__)\n__device__ void g(int,...){} __global__ void k(int *p){F(1);}", {}},
  {kIn, "asm goto(\"\"::::x); x: *p=1;", {}},
  {kIn, "struct __attribute__((packed)) S{char a;int b;}; *p=sizeof(S);", {}},
};
// clang-format on

static void compileAll(const Case *cases, size_t count, nvrtcResult expected) {
  for (const Case *each = cases; each != cases + count; ++each) {
    Program program(each->frame + std::string(each->text) + (each->frame == kIn ? "}\n" : "\n"));
    nvrtcResult seen = program.compile(each->options);
    if (seen == expected)
      continue;
    ++failures;
    std::printf("%s: %s, expected %s\n%s", each->text, nvrtcGetErrorString(seen),
                nvrtcGetErrorString(expected), program.log().c_str());
  }
}

/// Only where it is told to. Programs read the name of what is missing out of the log.
static void headers() {
  for (const char *name : {"iterator", "new", "stdint.h", "sys/types.h", "absent.h"}) {
    Program program("#include <" + std::string(name) + ">\n__global__ void k() {}");
    EXPECT(NVRTC_ERROR_COMPILATION, program.compile());
    const std::string file = " open source file \"" + std::string(name) + "\"";
    CHECK(program.says(
        ("catastrophic error: could not" + file + " (no directories in search list)\n").c_str()));
    CHECK(program.says("1 catastrophic error detected in the compilation of \"prog.cu\".\n"
                       "Compilation terminated.\n"));
  }
  for (const char *form : {"\"absent.h\"", "<absent.h>"}) {
    Program program("#include " + std::string(form) + "\n");
    EXPECT(NVRTC_ERROR_COMPILATION, program.compile({"-I/tmp"}));
    CHECK(program.says("catastrophic error: cannot open source file \"absent.h\"\n"));
  }
  // Given, and yet behind a folder of the C++ library that has such a file and is not given.
  Program system("#include <stdlib.h>\n");
  system.compile({"-I/usr/include"});
  CHECK(!system.says("open source file \"stdlib.h\""));
  Program told("#error stop\n#error not told");
  EXPECT(NVRTC_ERROR_COMPILATION, told.compile());
  CHECK(told.says("catastrophic error: ") && told.says("stop\n") && !told.says("not told"));
  CHECK(told.says("1 catastrophic error detected in the compilation of \"prog.cu\".\n"
                  "Compilation terminated.\n"));
  std::string many;
  for (int i = 0; i < 130; ++i)
    many += "__device__ int f" + std::to_string(i) + "() { return x" + std::to_string(i) + "; }\n";
  Program limited(many.c_str());
  EXPECT(NVRTC_ERROR_COMPILATION, limited.compile());
  CHECK(limited.says("Error limit reached.\n100 errors detected in the compilation of "
                     "\"prog.cu\".\nCompilation terminated.\n"));
  Program question("#if __has_include(<iterator>)\n#error there is\n#endif");
  OK(question.compile());
  Program own(
      "#include <iterator>\n#include \"own.h\"\n__device__ int i = own + iterator;", "prog.cu",
      {{"iterator", "const int iterator = 1;"},
       {"own.h", "#if __has_include(<vector>)\n#error there is\n#endif\nconst int own = 2;"}});
  OK(own.compile());
  // The library's own are not the program's.
  Program target("__global__ void k() { NV_IF_TARGET(NV_IS_DEVICE, (;)) }", "prog.cu",
                 {{"nv/target", "#error taken\n"}});
  OK(target.compile({"-no-cache"}));
  Program more("#include <absent.h>\n__device__ int i = absent;", "prog.cu",
               {{"absent.h", "#include <vector>\n"}});
  EXPECT(NVRTC_ERROR_COMPILATION, more.compile());
  CHECK(more.says("open source file \"vector\""));
}

/// A program may bring a copy of NVIDIA's half headers. These leave bodies out where NVRTC has them
/// inside, which this project's has not: it asks for them.
static void halfHeaders() {
  if (isNvidias())
    return;
  for (const char *name : {"FP16", "BF16"}) {
    const std::string macro =
        std::string("__FORCE_INCLUDE_CUDA_") + name + "_HPP_FROM_" + name + "_H__";
    const std::string header = "__device__ int half();\n#if !defined(__CUDACC_RTC__) || defined(" +
                               macro + ")\n__device__ int half() { return 2; }\n#endif\n";
    Program program("#include \"half.h\"\n__global__ void k(int *p) { *p = half(); }", "prog.cu",
                    {{"half.h", header.c_str()}});
    OK(program.compile({"-arch=sm_75"})); // or the function is unresolved
  }
  // What NVRTC has inside is public in no program: two that include the header can be linked.
  Program part(
      "#include \"cuda_fp16.h\"\n__device__ int own() { return half() + Half(3).x; }", "prog.cu",
      {{"cuda_fp16.h", "struct Half { int x; __device__ Half(int); };\n__device__ int half();\n"
                       "__device__ int unused();\n#include \"cuda_fp16.hpp\"\n"},
       {"cuda_fp16.hpp", "__device__ int half() { return 2; }\n"
                         "__device__ int unused() { return 3; }\n"
                         "__device__ Half::Half(int i) : x(i) {}\n"}});
  OK(part.compile({"-rdc=true", "-arch=compute_75"}));
  const std::string ptx = part.ptx();
  CHECK(ptx.find("_Z3ownv") != std::string::npos);
  for (const char *name : {"_Z4halfv", "_Z6unusedv", "_ZN4HalfC"})
    CHECK(ptx.find(name) == std::string::npos);
}

/// Jitify and others look for ".global" at the start of a line, as a whole program has it.
static void linkage() {
  const char *source =
      "__device__ int shown; __constant__ int fixed; static __device__ int hidden;\n"
      "template <class T> __device__ T many = 3; namespace n { __device__ int inner; }\n"
      "extern \"C\" __global__ void k(int *p) {\n"
      "  *p = shown + fixed + hidden + many<int> + n::inner; }";
  auto has = [](const std::string &ptx, const std::string &line) {
    return ptx.find("\n" + line) != std::string::npos;
  };
  Program whole(source), part(source);
  OK(whole.compile());
  OK(part.compile({"-rdc=true"}));
  const std::string one = whole.ptx(), two = part.ptx();
  for (const char *line :
       {".global .align 4 .u32 shown", ".const .align 4 .u32 fixed", ".global .align 4 .u32 hidden",
        ".global .align 4 .u32 _ZN1n5innerE", ".global .align 4 .u32 _Z4manyIiE"})
    CHECK(has(one, line));
  CHECK(has(one, ".visible .entry k("));
  for (const char *line :
       {".visible .global .align 4 .u32 shown", ".visible .const .align 4 .u32 fixed",
        ".visible .global .align 4 .u32 _ZN1n5innerE", ".weak .global .align 4 .u32 _Z4manyIiE"})
    CHECK(has(two, line));
}

int main() {
  compileAll(kRefused, std::size(kRefused), NVRTC_ERROR_COMPILATION);
  compileAll(kTaken, std::size(kTaken), NVRTC_SUCCESS);
  headers();
  halfHeaders();
  linkage();
  return finish("Refusals");
}
