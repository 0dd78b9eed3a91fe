// printf in kernels: conversions, flags, widths, lengths that are none, what it returns
#include <cstdio>
__global__ void k(int w) {
  int i = 0; const char *s = "str"; long long ll = -123456789012345LL; unsigned u = 4000000000u; double d = 3.14159265358979; void *p = (void *)0x1234;
#define P(...) if (i == w) { int r = printf(__VA_ARGS__); printf(" -> %d\n", r); } ++i
  P("plain"); P("%d %i %u", -5, 7, u); P("[%5d][%-5d][%05d][%+d][% d]", 42, 42, 42, 42, 42);
  P("%x %X %#x %o %#o", 255, 255, 255, 8, 8); P("%c%c", 'a', 'b'); P("%s|%10s|%-10s|%.2s", s, s, s, s);
  P("%f %e %g %E %G", d, d, d, d, d); P("%.3f|%10.2f|%-10.2f|%+.1f", d, d, d, d); P("%a %A", d, d);
  P("%lld %llu %llx", ll, (unsigned long long)ll, ll); P("%ld %lu %lx", (long)ll, (unsigned long)ll, (long)ll);
  P("%hd %hu", 70000, 70000); P("%p", p); P("%p", (void *)0); P("%%"); P("%5%|");
  P("%zu", (size_t)5); P("%zd", (size_t)5); P("%td", (long)5); P("%jd", ll); P("%.*f", 2, d); P("%*d", 6, 42); P("%-*d|", 6, 42);
  P("%Lf", d); P("%lf", d); P("%5c|", 'x'); P("%-5c|", 'x'); P("%.0f %.10g", 2.5, d); P("%#g %#.0f", 1.0, 1.0);
   P("extra", 1, 2); P("%y", 1); P("%", 1); P("%5", 1); P("a\0b");
  P("%s", ""); P("%d%s%f%c", 1, "x", 2.0, 'c'); 
  P("%10.4d|%-10.4d|%.0d|", 42, 42, 0); P("%+5d|%-+5d|%0+5d", 1, 1, 1); P("%'d", 1000000); P("%lc", 'a');  P("%5p|", p); P("%-20p|", p); P("%020p|", p);
  P("%b", 5); P("%i %lli", 1, ll); P("%hx", 0x12345);  P("%e", 1e-310); P("%g %g %g", 1e5, 1e6, 1e-5); P("%.15g %.17g", d, d); P("%5.1s|", "abc");
   
}
int main() { for (int w = 0; w < 60; ++w) { k<<<1, 1>>>(w); cudaError_t e = cudaDeviceSynchronize(); if (e) { printf("%d: %s\n", w, cudaGetErrorName(e)); cudaDeviceReset(); } } }
