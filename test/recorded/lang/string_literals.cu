// strings in kernels: literals of all kinds, escapes, names of functions, arrays, numbers written by hand
#include <cstdio>
__device__ int len(const char *s) { int n = 0; while (s[n]) ++n; return n; }
__device__ int cmp(const char *a, const char *b) { while (*a && *a == *b) ++a, ++b; return (unsigned char)*a - (unsigned char)*b; }
__device__ char *itoa_(int v, char *b, int base = 10) { char t[36]; int n = 0; unsigned u = v < 0 && base == 10 ? -v : v; do t[n++] = "0123456789abcdefghijklmnopqrstuvwxyz"[u % base]; while (u /= base); int k = 0; if (v < 0 && base == 10) b[k++] = '-'; while (n) b[k++] = t[--n]; b[k] = 0; return b; }
template <class T> __device__ const char *fn(T) { return __func__; }
struct S { __device__ const char *operator()() { return __func__; } __device__ ~S() { printf("%s\n", __func__); } };
namespace n { __device__ void pretty(int, float) { printf("%s|%s\n", __PRETTY_FUNCTION__, __FUNCTION__); } }
template <int N> __device__ int arr(const char (&s)[N]) { return N; }
__global__ void k() {
  printf("%d %d %d %d %d\n", (int)sizeof "abc", (int)sizeof L"abc", (int)sizeof u"abc", (int)sizeof U"abc", (int)sizeof u8"a\u00e9"); printf("%s|%s|%s\n", "a" "b" "c", R"(raw \n "q")", R"x(a)b)x"); printf("\a\b\f\v\t|\x41\101\u0041|\?\"\'\\|%c%c\n", '\0' + 66, 'ab' & 255); printf("%s %s %s\n", __func__, fn(1), S()()); n::pretty(1, 2); const char *names[] = {"zero", "one", "two"}; for (auto s : names) printf("%s:%d ", s, len(s)); printf("\n%d %d %d\n", cmp("abc", "abd"), cmp("", "x"), cmp("same", "same")); char b[40]; printf("%s ", itoa_(-12345, b)); printf("%s ", itoa_(0x7fffffff, b, 16)); printf("%s ", itoa_(-1, b, 2)); printf("%s\n", itoa_(46655, b, 36)); char loc[] = "local"; loc[0] = 'L'; char pad[10] = "pad"; printf("%s %d %s %d %d\n", loc, (int)sizeof loc, pad, pad[9], arr("four")); const wchar_t *w = L"w\u20ac"; printf("%d %d\n", (int)w[1], (int)U"\U0001F600"[0]); printf("line %d file %d\n", __LINE__, len(__FILE__) > 0); printf("%s", ""); printf("%%d %s %%\n", "%d"); printf("no newline"); printf("\n"); printf("%s\n", "embedded\0hidden"); static const char *const st = "static"; printf("%s %s\n", st, &st[2]); printf("%d\n", "abc"[1] + 1["abc"]); 
}
int main() { k<<<1, 1>>>(); printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize())); }
