/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * runner record DIR OUT: runs the kernels that DIR/manifest.txt names and keeps their result bits. runner check DIR RESULTS: compares.
 * It speaks to the driver API only, through dlopen of libcuda.so.1, with declarations of its own. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef int CUresult;
typedef int CUdevice;
typedef void *H;
typedef unsigned long long CUdeviceptr;

static struct {
    CUresult (*Init)(unsigned);
    CUresult (*DriverGetVersion)(int *);
    CUresult (*DeviceGet)(CUdevice *, int);
    CUresult (*DeviceGetName)(char *, int, CUdevice);
    CUresult (*DeviceGetAttribute)(int *, int, CUdevice);
    CUresult (*PrimaryCtxRetain)(H *, CUdevice);
    CUresult (*CtxSetCurrent)(H);
    CUresult (*CtxSynchronize)(void);
    CUresult (*CtxSetLimit)(int, size_t);
    CUresult (*ModuleLoadData)(H *, const void *);
    CUresult (*ModuleLoadDataEx)(H *, const void *, unsigned, int *, void **);
    CUresult (*ModuleUnload)(H);
    CUresult (*ModuleGetFunction)(H *, H, const char *);
    CUresult (*FuncSetAttribute)(H, int, int);
    CUresult (*MemAlloc)(CUdeviceptr *, size_t);
    CUresult (*MemcpyHtoD)(CUdeviceptr, const void *, size_t);
    CUresult (*MemcpyDtoH)(void *, CUdeviceptr, size_t);
    CUresult (*MemsetD8)(CUdeviceptr, unsigned char, size_t);
    CUresult (*LaunchKernel)(H, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, H, void **, void **);
    CUresult (*GetErrorName)(CUresult, const char **);
    CUresult (*ArrayCreate)(H *, const void *);
    CUresult (*Array3DCreate)(H *, const void *);
    CUresult (*Memcpy3D)(const void *);
    CUresult (*TexObjectCreate)(unsigned long long *, const void *, const void *, const void *);
    CUresult (*SurfObjectCreate)(unsigned long long *, const void *);
} cu;

/* own declarations of the few structures needed for textures */
typedef struct { size_t Width, Height, Depth; int Format; unsigned NumChannels, Flags; } Arr3Desc;
typedef struct {
    size_t srcX, srcY, srcZ, srcLOD; int srcType; const void *srcHost; CUdeviceptr srcDev; H srcArr; void *r0; size_t srcPitch, srcHeight;
    size_t dstX, dstY, dstZ, dstLOD; int dstType; void *dstHost; CUdeviceptr dstDev; H dstArr; void *r1; size_t dstPitch, dstHeight;
    size_t WidthInBytes, Height, Depth;
} Cpy3D;
typedef struct { int resType; int pad; union { struct { H hArray; } array;
    struct { CUdeviceptr devPtr; int format; unsigned numChannels; size_t sizeInBytes; } linear;
    struct { CUdeviceptr devPtr; int format; unsigned numChannels; size_t width, height, pitch; } pitch2D; int reserved[32]; } res; unsigned flags; } ResDesc;
typedef struct { int addressMode[3]; int filterMode; unsigned flags, maxAniso; int mipFilter; float mipBias, minMip, maxMip, border[4]; int reserved[12]; } TexDesc;

typedef struct { char type[10]; int off; } Field;
typedef struct { char name[160]; long n; long stride; int nf; Field f[8]; unsigned char *data; size_t len; CUdeviceptr dev; } Input;
typedef struct {
    char name[160]; unsigned g[3], b[3]; long n, on, os; int nf; Field f[48]; Input *in, *init; char tol[96]; char policy[16];
    int fill; unsigned smem; char params[512]; char tex[256]; size_t off;
} Kern;
typedef struct { char name[96], file[112]; int k0, nk; size_t bytes; } Mod;

static Input *inputs; static int nin;
static Kern *ks; static int nks;
static Mod *mods; static int nmods;
static const char *dir, *lib = "libcuda.so.1", *only = "";
static int timeout_s = 60, jobs = 1, nan_any = 0, verbose = 0, listall = 1, record;
static unsigned long long tseed, packhash = 14695981039346656037ull;
static void hash(const void *p, size_t n) { for (const unsigned char *c = p; n--; c++) packhash = (packhash ^ *c) * 1099511628211ull; }

enum { ST_NONE = 0, ST_RUN = 1, ST_OK = 2, ST_LOAD = 3, ST_LAUNCH = 4, ST_CRASH = 5, ST_TIMEOUT = 6, ST_OOB = 7 };
static const char *stname[] = {"none", "running", "ok", "loadfail", "launchfail", "crash", "timeout", "oobwrite"};
typedef struct { volatile int st; volatile int err; char msg[240]; } Stat;

static void die(const char *s) { fprintf(stderr, "runner: %s\n", s); exit(2); }
static void *xm(size_t n) { void *p = calloc(1, n ? n : 1); if (!p) die("no memory"); return p; }
static unsigned char *slurp(const char *path, size_t *len)
{
    FILE *f = fopen(path, "rb");
    if (!f) return NULL;
    fseek(f, 0, SEEK_END); long n = ftell(f); rewind(f);
    unsigned char *p = xm((size_t)n + 1);
    if (fread(p, 1, (size_t)n, f) != (size_t)n) { free(p); fclose(f); return NULL; }
    fclose(f); *len = (size_t)n; return p;
}
static int fields(char *s, Field *f, int max)
{
    int n = 0;
    for (char *sv = NULL, *t = strtok_r(s, ",", &sv); t && n < max; t = strtok_r(NULL, ",", &sv)) {
        char *a = strchr(t, '@');
        if (!a) continue;
        *a = 0; snprintf(f[n].type, sizeof f[n].type, "%s", t); f[n++].off = atoi(a + 1);
    }
    return n;
}
static Input *findin(const char *n) { for (int i = 0; i < nin; i++) if (!strcmp(inputs[i].name, n)) return inputs + i; return NULL; }
#define CP(dst, src) snprintf(dst, sizeof dst, "%.*s", (int)sizeof dst - 1, src)

static void parse(void)
{
    char path[4096]; size_t len;
    snprintf(path, sizeof path, "%s/manifest.txt", dir);
    char *txt = (char *)slurp(path, &len);
    if (!txt) die("no manifest.txt in the pack folder");
    hash(txt, len);         /* the recorded results belong to this manifest and these inputs */
    int a = 0, b = 0, c = 0;
    for (char *p = txt; (p = strstr(p, "\nkernel ")); p++) a++;
    for (char *p = txt; (p = strstr(p, "\ninput ")); p++) b++;
    for (char *p = txt; (p = strstr(p, "\nmodule ")); p++) c++;
    ks = xm(sizeof *ks * (size_t)(a + 1)); inputs = xm(sizeof *inputs * (size_t)(b + 1)); mods = xm(sizeof *mods * (size_t)(c + 1));
    char *sl = NULL;
    for (char *ln = strtok_r(txt, "\n", &sl); ln; ln = strtok_r(NULL, "\n", &sl)) {
        char *sv = NULL, *w = strtok_r(ln, " ", &sv);
        if (!w) continue;
        if (!strcmp(w, "seed")) { w = strtok_r(NULL, " ", &sv); tseed = w ? strtoull(w, NULL, 10) : 0; }
        else if (!strcmp(w, "input")) {
            Input *i = inputs + nin++;
            CP(i->name, strtok_r(NULL, " ", &sv)); i->n = atol(strtok_r(NULL, " ", &sv)); i->stride = atol(strtok_r(NULL, " ", &sv));
            char *f = strtok_r(NULL, " ", &sv); if (f) i->nf = fields(f, i->f, 8);
            snprintf(path, sizeof path, "%s/%s.in", dir, i->name);
            i->data = slurp(path, &i->len); if (!i->data) die(path);
            hash(i->data, i->len);
        } else if (!strcmp(w, "module")) {
            Mod *m = mods + nmods++;
            CP(m->name, strtok_r(NULL, " ", &sv)); CP(m->file, strtok_r(NULL, " ", &sv)); m->k0 = nks;
        } else if (!strcmp(w, "kernel")) {
            Kern *k = ks + nks++; Mod *m = mods + nmods - 1;
            CP(k->name, strtok_r(NULL, " ", &sv)); k->fill = 0xcd;
            while ((w = strtok_r(NULL, " ", &sv))) {
                char *v = strchr(w, '='); if (!v) continue;
                *v++ = 0;
                if (!strcmp(w, "g")) sscanf(v, "%u,%u,%u", k->g, k->g + 1, k->g + 2);
                else if (!strcmp(w, "b")) sscanf(v, "%u,%u,%u", k->b, k->b + 1, k->b + 2);
                else if (!strcmp(w, "n")) k->n = atol(v);
                else if (!strcmp(w, "on")) k->on = atol(v);
                else if (!strcmp(w, "os")) k->os = atol(v);
                else if (!strcmp(w, "of")) k->nf = fields(v, k->f, 48);
                else if (!strcmp(w, "in")) k->in = findin(v);
                else if (!strcmp(w, "init")) k->init = findin(v);
                else if (!strcmp(w, "tol")) CP(k->tol, v);
                else if (!strcmp(w, "policy")) CP(k->policy, v);
                else if (!strcmp(w, "fill")) k->fill = atoi(v);
                else if (!strcmp(w, "smem")) k->smem = (unsigned)atoi(v);
                else if (!strcmp(w, "p")) CP(k->params, v);
                else if (!strcmp(w, "tex")) CP(k->tex, v);
            }
            k->off = m->bytes; m->bytes += (size_t)(k->on * k->os); m->nk++;
        }
    }
}

/* ------------------------------------------------------------------ child */
static const char *ename(CUresult r) { const char *s = NULL; if (cu.GetErrorName) cu.GetErrorName(r, &s); return s ? s : "?"; }
static void *sym(void *h, const char *a, int need) { void *p = dlsym(h, a); if (!p && need) { fprintf(stderr, "runner: %s: no %s\n", lib, a); _exit(3); } return p; }
#define LD(f, n, need) (*(void **)&cu.f = sym(h, n, need))
static void driver(char *info, size_t ninfo)
{
    void *h = dlopen(lib, RTLD_NOW | RTLD_GLOBAL);
    if (!h) { fprintf(stderr, "runner: %s\n", dlerror()); _exit(3); }
    LD(Init, "cuInit", 1); LD(DriverGetVersion, "cuDriverGetVersion", 0); LD(DeviceGet, "cuDeviceGet", 1); LD(DeviceGetName, "cuDeviceGetName", 0);
    LD(DeviceGetAttribute, "cuDeviceGetAttribute", 0); LD(PrimaryCtxRetain, "cuDevicePrimaryCtxRetain", 1); LD(CtxSetCurrent, "cuCtxSetCurrent", 1);
    LD(CtxSynchronize, "cuCtxSynchronize", 1); LD(CtxSetLimit, "cuCtxSetLimit", 0); LD(ModuleLoadData, "cuModuleLoadData", 1); LD(ModuleLoadDataEx, "cuModuleLoadDataEx", 0);
    LD(ModuleUnload, "cuModuleUnload", 0); LD(ModuleGetFunction, "cuModuleGetFunction", 1); LD(FuncSetAttribute, "cuFuncSetAttribute", 0);
    LD(MemAlloc, "cuMemAlloc_v2", 1); LD(MemcpyHtoD, "cuMemcpyHtoD_v2", 1); LD(MemcpyDtoH, "cuMemcpyDtoH_v2", 1); LD(MemsetD8, "cuMemsetD8_v2", 1);
    LD(LaunchKernel, "cuLaunchKernel", 1); LD(GetErrorName, "cuGetErrorName", 0); LD(Array3DCreate, "cuArray3DCreate_v2", 0);
    LD(Memcpy3D, "cuMemcpy3D_v2", 0); LD(TexObjectCreate, "cuTexObjectCreate", 0); LD(SurfObjectCreate, "cuSurfObjectCreate", 0);
    CUresult r; CUdevice d = 0; H ctx = NULL;
    if ((r = cu.Init(0)) || (r = cu.DeviceGet(&d, 0)) || (r = cu.PrimaryCtxRetain(&ctx, d)) || (r = cu.CtxSetCurrent(ctx))) {
        fprintf(stderr, "runner: driver start failed: %d %s\n", r, ename(r)); _exit(3);
    }
    if (cu.CtxSetLimit) cu.CtxSetLimit(0, 16384);       /* stack, for the recursive functions */
    if (info) {
        char nm[128] = "?"; int v = 0, M = 0, m = 0;
        if (cu.DeviceGetName) cu.DeviceGetName(nm, 128, d);
        if (cu.DriverGetVersion) cu.DriverGetVersion(&v);
        if (cu.DeviceGetAttribute) { cu.DeviceGetAttribute(&M, 75, d); cu.DeviceGetAttribute(&m, 76, d); }
        snprintf(info, ninfo, "device %s\ncompute %d.%d\ndriver_api %d\n", nm, M, m, v);
    }
}
static H load(const char *txt, char *msg, size_t n, CUresult *rr)
{
    H m = NULL; CUresult r = cu.ModuleLoadData(&m, txt);
    *rr = r;
    if (!r) return m;
    snprintf(msg, n, "load %d %s", r, ename(r));
    if (cu.ModuleLoadDataEx) {
        static char log[4096]; memset(log, 0, sizeof log);
        int o[2] = {5, 6}; void *v[2] = {log, (void *)(uintptr_t)(sizeof log - 1)};
        H m2 = NULL;
        if (!cu.ModuleLoadDataEx(&m2, txt, 2, o, v)) { if (cu.ModuleUnload) cu.ModuleUnload(m2); }
        for (char *p = log; *p; p++) if (*p == '\n') *p = ' ';
        size_t l = strlen(msg); snprintf(msg + l, n - l, " | %.180s", log);
    }
    return NULL;
}
/* module text with only kernel `name`: common part plus that kernel's block */
static char *only_kernel(const char *txt, const char *name)
{
    char key[200]; snprintf(key, sizeof key, "//@k %s\n", name);
    const char *first = strstr(txt, "//@k "), *a = strstr(txt, key), *b = a ? strstr(a, "//@e") : NULL;
    if (!b) return NULL;
    size_t n0 = (size_t)(first - txt), n1 = (size_t)(b - a);
    char *o = xm(n0 + n1 + 2); memcpy(o, txt, n0); memcpy(o + n0, a, n1); return o;
}
/* tex=DIMS:FMT:CH:W:H:D:ADDR:FILTER:FLAGS[:surf] ; texel bytes come from a fixed generator */
static CUresult mktex(const char *spec, unsigned long long *obj)
{
    int dims, fmt, ch, W, Hh, D, adr, fil, flags, surf = 0;
    if (sscanf(spec, "%d:%i:%d:%d:%d:%d:%d:%d:%d:%d", &dims, &fmt, &ch, &W, &Hh, &D, &adr, &fil, &flags, &surf) < 9) return 1;
    if (!cu.Array3DCreate || !cu.Memcpy3D || !cu.TexObjectCreate) return 801;
    int es = (fmt == 0x01 || fmt == 0x08) ? 1 : (fmt == 0x02 || fmt == 0x09 || fmt == 0x10) ? 2 : 4;
    size_t row = (size_t)W * (size_t)(ch * es), tot = row * (size_t)(Hh ? Hh : 1) * (size_t)(D ? D : 1);
    unsigned char *t = xm(tot);
    uint64_t s = 88172645463325252ull + (uint64_t)tot;
    for (size_t i = 0; i < tot / (size_t)es; i++) {
        s ^= s << 13; s ^= s >> 7; s ^= s << 17;
        uint32_t x = (uint32_t)(s >> 20);
        if (fmt == 0x20) { float v = (float)((int)(x % 4001) - 2000) / 64.0f; memcpy(t + i * 4, &v, 4); }
        else if (fmt == 0x10) { uint16_t v = (uint16_t)((x & 0x83ff) | (uint32_t)((13 + x / 65536 % 5) << 10)); memcpy(t + i * 2, &v, 2); }
        else memcpy(t + i * (size_t)es, &x, (size_t)es);
    }
    Arr3Desc ad = {(size_t)W, (size_t)Hh, (size_t)D, fmt, (unsigned)ch, surf ? 2u : 0u};
    H arr = NULL; CUresult r = cu.Array3DCreate(&arr, &ad);
    if (r) return r;
    Cpy3D c; memset(&c, 0, sizeof c);
    c.srcType = 1; c.srcHost = t; c.srcPitch = row; c.srcHeight = (size_t)(Hh ? Hh : 1);
    c.dstType = 3; c.dstArr = arr; c.WidthInBytes = row; c.Height = (size_t)(Hh ? Hh : 1); c.Depth = (size_t)(D ? D : 1);
    if ((r = cu.Memcpy3D(&c))) return r;
    free(t);
    ResDesc rd; memset(&rd, 0, sizeof rd); rd.resType = 0; rd.res.array.hArray = arr;
    if (surf) return cu.SurfObjectCreate ? cu.SurfObjectCreate(obj, &rd) : 801;
    TexDesc td; memset(&td, 0, sizeof td);
    td.addressMode[0] = td.addressMode[1] = td.addressMode[2] = adr; td.filterMode = fil; td.flags = (unsigned)flags;
    td.border[0] = 0.25f; td.border[1] = -1.0f; td.border[2] = 2.0f; td.border[3] = 0.5f;
    return cu.TexObjectCreate(obj, &rd, &td, NULL);
}

#define GUARD 256
static int run1(H mod, Kern *k, Stat *s, unsigned char *out)
{
    H f = NULL; CUresult r;
    if ((r = cu.ModuleGetFunction(&f, mod, k->name))) { snprintf(s->msg, sizeof s->msg, "getfunction %d %s", r, ename(r)); s->err = r; s->st = ST_LOAD; return 0; }
    static CUdeviceptr obuf; static size_t ocap;
    size_t ob = (size_t)(k->on * k->os), need = ob + GUARD;
    const char *what = "alloc";
    static unsigned char *host; static size_t hcap;
    if (need > hcap) { free(host); host = xm(need * 2); hcap = need * 2; }
    if (need > ocap) { if ((r = cu.MemAlloc(&obuf, need + 65536))) goto bad; ocap = need + 65536; }
    CUdeviceptr ip = 0;
    if (k->in) {
        if (!k->in->dev) {
            if ((r = cu.MemAlloc(&k->in->dev, k->in->len + 64))) goto bad;
            if ((r = cu.MemcpyHtoD(k->in->dev, k->in->data, k->in->len))) goto bad;
        }
        ip = k->in->dev;
    }
    what = "init";
    if ((r = cu.MemsetD8(obuf, (unsigned char)k->fill, ob + 1)) ) goto bad;
    if ((r = cu.MemsetD8(obuf + ob, 0xa5, GUARD))) goto bad;
    if (k->init) { size_t l = k->init->len < ob ? k->init->len : ob; if ((r = cu.MemcpyHtoD(obuf, k->init->data, l))) goto bad; }
    /* parameters: in, out, n, then p= entries  u8: u16: u32: u64:  or hex:BYTES, or tex */
    static unsigned char pb[32][4096]; void *pp[36]; int np = 0;
    unsigned n32 = (unsigned)k->n; CUdeviceptr op = obuf;
    pp[np++] = &ip; pp[np++] = &op; pp[np++] = &n32;
    unsigned long long tobj = 0;
    if (k->tex[0]) { what = "texture"; if ((r = mktex(k->tex, &tobj))) goto bad; pp[np++] = &tobj; }
    char pcopy[512]; CP(pcopy, k->params); int q = 0;
    for (char *sv = NULL, *t = strtok_r(pcopy, ",", &sv); t && q < 32; t = strtok_r(NULL, ",", &sv), q++) {
        char *v = strchr(t, ':'); if (!v) continue;
        *v++ = 0; memset(pb[q], 0, sizeof pb[q]);
        if (!strcmp(t, "hex")) for (int i = 0; v[2 * i] && v[2 * i + 1]; i++) { unsigned x; sscanf(v + 2 * i, "%2x", &x); pb[q][i] = (unsigned char)x; }
        else if (!strcmp(t, "seq")) { int n = atoi(v); for (int i = 0; i < n && i < 4096; i++) pb[q][i] = (unsigned char)(i * 37 + 11); }
        else { unsigned long long x = strtoull(v, NULL, 0); memcpy(pb[q], &x, 8); }
        pp[np++] = pb[q];
    }
    what = "launch";
    if (k->smem > 48 * 1024 && cu.FuncSetAttribute) cu.FuncSetAttribute(f, 8, (int)k->smem);
    if ((r = cu.LaunchKernel(f, k->g[0], k->g[1], k->g[2], k->b[0], k->b[1], k->b[2], k->smem, NULL, pp, NULL))) goto bad;
    what = "sync";
    if ((r = cu.CtxSynchronize())) goto bad;
    what = "readback";
    if ((r = cu.MemcpyDtoH(host, obuf, need))) goto bad;
    memcpy(out, host, ob);
    for (int i = 0; i < GUARD; i++) if (host[ob + (size_t)i] != 0xa5) { snprintf(s->msg, sizeof s->msg, "wrote past the output at +%d", i); s->st = ST_OOB; return 0; }
    s->st = ST_OK;
    return 0;
bad:
    snprintf(s->msg, sizeof s->msg, "%s %d %s", what, r, ename(r)); s->err = r; s->st = ST_LAUNCH;
    return !strcmp(what, "sync") || !strcmp(what, "readback") || r >= 700;   /* the context may be lost */
}
static void child(Mod *m, Stat *st, unsigned char *out)
{
    char path[4096], msg[240]; size_t len; CUresult r;
    driver(NULL, 0);
    snprintf(path, sizeof path, "%s/%s", dir, m->file);
    char *txt = (char *)slurp(path, &len);
    if (!txt) _exit(4);
    int first = -1;
    for (int i = 0; i < m->nk; i++) if (st[i].st == ST_NONE) { first = i; break; }
    if (first < 0) _exit(0);
    st[first].st = ST_RUN;      /* so that a crash in the load is placed */
    H mod = load(txt, msg, sizeof msg, &r);
    for (int i = 0; i < m->nk; i++) {
        if (st[i].st != ST_NONE && i != first) continue;
        st[i].st = ST_RUN;
        H mk = mod;
        if (!mod) {
            char *t = only_kernel(txt, ks[m->k0 + i].name);
            mk = t ? load(t, st[i].msg, sizeof st[i].msg, &r) : NULL;
            free(t);
            if (!mk) { st[i].err = r; st[i].st = ST_LOAD; continue; }
        }
        if (run1(mk, ks + m->k0 + i, st + i, out + ks[m->k0 + i].off)) _exit(5);
    }
    _exit(0);
}

/* ------------------------------------------------------------------ compare */
static double h2d(unsigned x)
{
    int e = (x >> 10) & 31; double m = x & 1023, v;
    if (e == 31) v = m ? NAN : INFINITY; else v = e ? ldexp(m + 1024, e - 25) : ldexp(m, -24);
    return x & 0x8000 ? -v : v;
}
typedef struct { double v; int64_t ord; int nan; uint64_t raw; } Val;
static Val rd(const unsigned char *p, const char *t)
{
    Val v = {0, 0, 0, 0};
    if (!strcmp(t, "f32") || !strcmp(t, "tf32")) { uint32_t u; float f; memcpy(&u, p, 4); memcpy(&f, p, 4); v.v = f; v.raw = u; v.ord = u >> 31 ? -(int64_t)(u & 0x7fffffff) : (int64_t)u; v.nan = isnan(f); }
    else if (!strcmp(t, "f64")) { uint64_t u; double f; memcpy(&u, p, 8); memcpy(&f, p, 8); v.v = f; v.raw = u; v.ord = u >> 63 ? -(int64_t)(u & INT64_MAX) : (int64_t)u; v.nan = isnan(f); }
    else if (!strcmp(t, "f16")) { uint16_t u; memcpy(&u, p, 2); v.v = h2d(u); v.raw = u; v.ord = u >> 15 ? -(int64_t)(u & 0x7fff) : u; v.nan = isnan(v.v); }
    else { uint16_t u; memcpy(&u, p, 2); uint32_t x = (uint32_t)u << 16; float f; memcpy(&f, &x, 4); v.v = f; v.raw = u; v.ord = u >> 15 ? -(int64_t)(u & 0x7fff) : u; v.nan = isnan(f); }
    return v;
}
static int tsize(const char *t)
{
    if (!strcmp(t, "b128")) return 16;
    if (strstr(t, "x2")) return strstr(t, "e4") || strstr(t, "e5") ? 2 : 4;
    if (strstr(t, "64")) return 8;
    if (strstr(t, "32")) return 4;
    if (strstr(t, "16")) return 2;
    return 1;
}
static int close_enough(const unsigned char *e, const unsigned char *g, const char *t, const char *tol)
{
    Val a = rd(e, t), b = rd(g, t);
    if (a.raw == b.raw) return 1;
    if (a.nan || b.nan) return a.nan && b.nan && (nan_any || tol[0]);
    if (!tol[0]) return 0;
    char c[96]; CP(c, tol);
    for (char *sv = NULL, *w = strtok_r(c, ",", &sv); w; w = strtok_r(NULL, ",", &sv)) {
        char *v = strchr(w, ':'); if (!v) continue;
        double x = atof(v + 1), d = fabs(a.v - b.v);
        if (!strncmp(w, "ulp", 3)) { int64_t q = a.ord - b.ord; if ((q < 0 ? -q : q) <= (int64_t)x) return 1; }
        else if (!strncmp(w, "abs", 3)) { if (d <= x) return 1; }
        else if (!strncmp(w, "rel", 3)) { if (d <= x * fabs(a.v)) return 1; }
    }
    return 0;
}
static int same(const unsigned char *e, const unsigned char *g, const char *t, const char *tol)
{
    int n = tsize(t);
    if (!memcmp(e, g, (size_t)n)) return 1;
    if (!strcmp(t, "f16x2") || !strcmp(t, "bf16x2")) {
        const char *h = t[0] == 'b' ? "bf16" : "f16";
        return close_enough(e, g, h, tol) && close_enough(e + 2, g + 2, h, tol);
    }
    if (!strcmp(t, "f16") || !strcmp(t, "bf16") || !strcmp(t, "f32") || !strcmp(t, "f64") || !strcmp(t, "tf32")) return close_enough(e, g, t, tol);
    return 0;
}
static void show(char *o, size_t n, const unsigned char *p, Field *f, int nf)
{
    size_t l = 0; o[0] = 0;
    for (int i = 0; i < nf && i < 6 && l + 48 < n; i++) {
        int s = tsize(f[i].type); l += (size_t)snprintf(o + l, n - l, "%s0x", i ? " " : "");
        for (int j = s - 1; j >= 0; j--) l += (size_t)snprintf(o + l, n - l, "%02x", p[f[i].off + j]);
    }
}

/* ------------------------------------------------------------------ parent */
typedef struct { int mod; pid_t pid; Stat *st; unsigned char *out; size_t map; double last; int lastk; int tries; } Slot;
static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec; }
static void start(Slot *s)
{
    fflush(NULL);
    s->pid = fork();
    if (s->pid < 0) die("fork");
    if (!s->pid) { prctl(PR_SET_PDEATHSIG, SIGKILL); child(mods + s->mod, s->st, s->out); }
    s->last = now(); s->lastk = -1;
}
static int npass, nfail, nskip, ninfo; static long ndiffs;
static FILE *fstat_;

static void finish(Slot *s, const char *outdir)
{
    Mod *m = mods + s->mod; char path[4096];
    if (record) {
        snprintf(path, sizeof path, "%s/%s.bin", outdir, m->name);
        FILE *f = fopen(path, "wb");
        if (!f || fwrite(s->out, 1, m->bytes, f) != m->bytes) die(path);
        fclose(f);
        int ok = 0;
        for (int i = 0; i < m->nk; i++) {
            Kern *k = ks + m->k0 + i;
            fprintf(fstat_, "%s %s %s %s\n", k->name, stname[s->st[i].st], m->name, s->st[i].st == ST_OK ? "" : s->st[i].msg);
            if (s->st[i].st == ST_OK) { ok++; npass++; } else { nfail++; printf("NOT RECORDED %s: %s %s\n", k->name, stname[s->st[i].st], s->st[i].msg); }
        }
        printf("module %s: %d of %d kernels recorded\n", m->name, ok, m->nk);
    } else {
        size_t len = 0; snprintf(path, sizeof path, "%s/%s.bin", outdir, m->name);
        unsigned char *ex = slurp(path, &len);
        static char *sts; static size_t sl;
        if (!sts) { snprintf(path, sizeof path, "%s/status.txt", outdir); sts = (char *)slurp(path, &sl); if (!sts) die("no status.txt in EXPECTED"); }
        for (int i = 0; i < m->nk; i++) {
            Kern *k = ks + m->k0 + i; Stat *t = s->st + i; char key[220];
            snprintf(key, sizeof key, "%s ok ", k->name);
            char *w = strstr(sts, key);
            while (w && w != sts && w[-1] != '\n') w = strstr(w + 1, key);
            if (!w || !ex || len != m->bytes) { nskip++; printf("SKIP %s (no recorded result)\n", k->name); continue; }
            int info = !strcmp(k->policy, "info");
            if (t->st != ST_OK) { if (info) ninfo++; else nfail++; printf("%s %s (%s: %s)\n", info ? "INFO" : "FAIL", k->name, stname[t->st], t->msg); continue; }
            long bad = 0, fi = -1;
            for (long j = 0; j < k->on; j++) {
                const unsigned char *e = ex + k->off + j * k->os, *g = s->out + k->off + j * k->os; int b = 0;
                if (memcmp(e, g, (size_t)k->os)) for (int q = 0; q < k->nf; q++) if (!same(e + k->f[q].off, g + k->f[q].off, k->f[q].type, k->tol)) b = 1;
                if (b) { if (!bad) fi = j; bad++; }
            }
            ndiffs += bad;
            if (!bad) { if (info) ninfo++; else npass++; if (listall) printf("%s %s\n", info ? "INFO-SAME" : "PASS", k->name); continue; }
            char a[400] = "-", e1[400], g1[400];
            if (info) ninfo++; else nfail++;
            if (k->in && fi < k->in->n && k->on == k->n) show(a, sizeof a, k->in->data + fi * k->in->stride, k->in->f, k->in->nf);
            show(e1, sizeof e1, ex + k->off + fi * k->os, k->f, k->nf); show(g1, sizeof g1, s->out + k->off + fi * k->os, k->f, k->nf);
            printf("%s %s (%ld of %ld differ, first #%ld: in %s expected %s got %s)\n", info ? "INFO" : "FAIL", k->name, bad, k->on, fi, a, e1, g1);
            if (verbose) for (long j = fi + 1, c = 0; j < k->on && c < 20; j++) {
                const unsigned char *e = ex + k->off + j * k->os, *g = s->out + k->off + j * k->os;
                if (!memcmp(e, g, (size_t)k->os)) continue;
                c++; strcpy(a, "-");
                if (k->in && j < k->in->n && k->on == k->n) show(a, sizeof a, k->in->data + j * k->in->stride, k->in->f, k->in->nf);
                show(e1, sizeof e1, e, k->f, k->nf); show(g1, sizeof g1, g, k->f, k->nf);
                printf("    #%ld: in %s expected %s got %s\n", j, a, e1, g1);
            }
        }
        free(ex);
    }
    munmap((void *)s->st, s->map); s->mod = -1;
    fflush(stdout);
}

int main(int argc, char **argv)
{
    const char *pos[8]; int np = 0;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-j") && i + 1 < argc) jobs = atoi(argv[++i]);
        else if (!strncmp(argv[i], "-j", 2) && argv[i][2]) jobs = atoi(argv[i] + 2);
        else if (!strcmp(argv[i], "--timeout") && i + 1 < argc) timeout_s = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--lib") && i + 1 < argc) lib = argv[++i];
        else if (!strcmp(argv[i], "--only") && i + 1 < argc) only = argv[++i];
        else if (!strcmp(argv[i], "--nan=any")) nan_any = 1;
        else if (!strcmp(argv[i], "--nan=exact")) nan_any = 0;
        else if (!strcmp(argv[i], "-v")) verbose = 1;
        else if (!strcmp(argv[i], "-q")) listall = 0;
        else if (np < 8) pos[np++] = argv[i];
    }
    if (np != 3 || (strcmp(pos[0], "record") && strcmp(pos[0], "check"))) {
        fprintf(stderr, "usage: runner record DIR OUT | runner check DIR EXPECTED  [-j N] [--timeout S] [--lib PATH] [--only SUBSTRING-OF-MODULE] [--nan=any|exact] [-q] [-v]\n");
        return 2;
    }
    record = !strcmp(pos[0], "record"); dir = pos[1];
    const char *outdir = pos[2];
    parse();
    if (jobs < 1) jobs = 1;
    if (jobs > 64) jobs = 64;
    if (record) {
        char p[4096]; mkdir(outdir, 0777);
        snprintf(p, sizeof p, "%s/status.txt", outdir); fstat_ = fopen(p, "w"); if (!fstat_) die(p);
        int fd[2]; if (pipe(fd)) die("pipe");
        pid_t c = fork();
        if (!c) { char b[512]; driver(b, sizeof b); if (write(fd[1], b, strlen(b)) < 0) _exit(1); _exit(0); }
        close(fd[1]); char b[512]; ssize_t n = read(fd[0], b, 511); int ws; waitpid(c, &ws, 0);
        if (n <= 0) die("the driver did not start");
        b[n] = 0; printf("%s", b); snprintf(p, sizeof p, "%s/info.txt", outdir);
        FILE *f = fopen(p, "w"); if (f) { fputs(b, f); fprintf(f, "seed %llu\npackhash %016llx\n", tseed, packhash); fclose(f); }
    }
    if (!record) {
        char p[4096], want[64]; size_t l; snprintf(p, sizeof p, "%s/info.txt", outdir); snprintf(want, sizeof want, "packhash %016llx", packhash);
        char *t = (char *)slurp(p, &l);
        if (!t || !strstr(t, want)) printf("WARNING: the pack in %s is not the one these results were recorded with\n", dir);
        free(t);
    }
    Slot *sl = xm(sizeof *sl * (size_t)jobs);
    for (int i = 0; i < jobs; i++) sl[i].mod = -1;
    int next = 0, busy = 0;
    for (;;) {
        for (int i = 0; i < jobs; i++) if (sl[i].mod < 0) {
            while (next < nmods && !strstr(mods[next].name, only)) next++;
            if (next >= nmods) break;
            Slot *s = sl + i; Mod *m = mods + next; s->mod = next++; s->tries = 0; busy++;
            size_t so = (sizeof(Stat) * (size_t)m->nk + 63) / 64 * 64; s->map = so + m->bytes + 64;
            void *p = mmap(NULL, s->map, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
            if (p == MAP_FAILED) die("mmap");
            s->st = p; s->out = (unsigned char *)p + so; start(s);
        }
        if (!busy) break;
        usleep(1000);
        for (int i = 0; i < jobs; i++) if (sl[i].mod >= 0) {
            Slot *s = sl + i; Mod *m = mods + s->mod; int ws = 0;
            pid_t r = waitpid(s->pid, &ws, WNOHANG);
            int cur = -1, left = 0, done = 0;
            for (int j = 0; j < m->nk; j++) { int q = s->st[j].st; if (q == ST_RUN) cur = j; else if (q == ST_NONE) left++; else done++; }
            if (r == 0) {
                if (cur + done * 100000 != s->lastk) { s->lastk = cur + done * 100000; s->last = now(); continue; }
                else if (now() - s->last > timeout_s) {
                    kill(s->pid, SIGKILL); waitpid(s->pid, &ws, 0);
                    if (cur >= 0) { s->st[cur].st = ST_TIMEOUT; snprintf(s->st[cur].msg, sizeof s->st[cur].msg, "no end within %d s", timeout_s); }
                    else left = 0;
                    r = s->pid;
                } else continue;
            }
            if (cur >= 0 && s->st[cur].st == ST_RUN) {
                s->st[cur].st = ST_CRASH;
                snprintf(s->st[cur].msg, sizeof s->st[cur].msg, WIFSIGNALED(ws) ? "killed by signal %d" : "child exit status %d", WIFSIGNALED(ws) ? WTERMSIG(ws) : WEXITSTATUS(ws));
            }
            if (left && s->tries++ < m->nk + 2 && !(WIFEXITED(ws) && WEXITSTATUS(ws) == 3)) start(s);
            else {
                for (int j = 0; j < m->nk; j++) if (s->st[j].st == ST_NONE) { s->st[j].st = ST_CRASH; snprintf(s->st[j].msg, sizeof s->st[j].msg, "not run"); }
                busy--; finish(s, outdir);
            }
        }
    }
    if (record) { fclose(fstat_); printf("%d recorded, %d not recorded\n", npass, nfail); return 0; }
    printf("%d skipped, %d info (not judged), %ld tuples differ, NaN policy %s\n", nskip, ninfo, ndiffs, nan_any ? "any" : "exact");
    printf("%d passed, %d failed\n", npass, nfail);
    return nfail != 0;
}
