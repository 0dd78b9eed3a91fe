"""Calls ptx_run as tinygrad does: values in pointers, no result. usage: ocelot.py LIBRARY [bad]"""
import ctypes
import sys

KERNEL = b"""
.version 8.0
.target sm_86
.address_size 64
.visible .entry scale(.param .u64 data, .param .f32 factor, .param .s32 n)
{
  .reg .pred %p; .reg .b32 %r<6>; .reg .b64 %d<4>; .reg .f32 %f<3>;
  ld.param.u64 %d1, [data]; ld.param.f32 %f1, [factor]; ld.param.s32 %r1, [n];
  mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x;
  mad.lo.s32 %r5, %r2, %r3, %r4;
  setp.ge.s32 %p, %r5, %r1; @%p ret;
  mul.wide.s32 %d2, %r5, 4; add.s64 %d3, %d1, %d2;
  ld.global.f32 %f2, [%d3]; mul.f32 %f2, %f2, %f1; st.global.f32 [%d3], %f2;
  ret;
}
"""

library = ctypes.CDLL(sys.argv[1])
text = KERNEL.replace(b"mul.f32", b"mull.f32") if len(sys.argv) > 2 else KERNEL
data = (ctypes.c_float * 1000)(*range(1000))
for factor in (2.0, 0.5, 3.0):
    bits = ctypes.c_uint32.from_buffer(ctypes.c_float(factor)).value
    args = (ctypes.c_void_p * 3)(ctypes.addressof(data), bits, 999)
    library.ptx_run(ctypes.c_char_p(text), 3, args, 128, 1, 1, 8, 1, 1, 0)
print("scaled", [data[i] for i in (1, 500, 998, 999)])
