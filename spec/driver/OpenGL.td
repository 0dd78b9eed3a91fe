// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: OpenGL. Programs that load libcuda.so by name want these names whether they draw or not.

def CUGLDeviceList : Enum<[
  Value<"CU_GL_DEVICE_LIST_ALL", 0x1>,
  Value<"CU_GL_DEVICE_LIST_CURRENT_FRAME", 0x2>,
  Value<"CU_GL_DEVICE_LIST_NEXT_FRAME", 0x3>
]>;

def CUGLmap_flags : Enum<[
  Value<"CU_GL_MAP_RESOURCE_FLAGS_NONE", 0x0>,
  Value<"CU_GL_MAP_RESOURCE_FLAGS_READ_ONLY", 0x1>,
  Value<"CU_GL_MAP_RESOURCE_FLAGS_WRITE_DISCARD", 0x2>
]>;

// GLuint and GLenum are unsigned int.
def cuGraphicsGLRegisterBuffer : DriverFunction<3000, [
    Out<"CUgraphicsResource *", "pCudaResource">, In<"unsigned int", "buffer">, In<"unsigned int", "Flags">]>, NothingDrawn,
  Doc<"Registers a buffer of OpenGL.">;
def cuGraphicsGLRegisterImage : DriverFunction<3000, [
    Out<"CUgraphicsResource *", "pCudaResource">, In<"unsigned int", "image">, In<"unsigned int", "target">,
    In<"unsigned int", "Flags">]>, NothingDrawn, Doc<"Registers a texture or renderbuffer of OpenGL.">;
def cuGLGetDevices : DriverFunction<6050, [
    In<"unsigned int *", "pCudaDeviceCount">, In<"CUdevice *", "pCudaDevices">, In<"unsigned int", "cudaDeviceCount">,
    In<"CUGLDeviceList", "deviceList">], Initialized>, Version<2>, NothingDrawn,
  Doc<"Gives the devices on which OpenGL runs.">;
def cuGLGetDevices_v1 : DriverFunction<4010, [
    In<"unsigned int *", "pCudaDeviceCount">, In<"CUdevice *", "pCudaDevices">, In<"unsigned int", "cudaDeviceCount">,
    In<"CUGLDeviceList", "deviceList">], Initialized>, Old<"cuGLGetDevices">, NothingDrawn;

def cuGLCtxCreate : DriverFunction<3020, [
    Out<"CUcontext *", "pCtx">, In<"unsigned int", "Flags">, In<"CUdevice", "device">], Initialized>, Version<2>,
    Deprecated, NothingDrawn, Doc<"Makes a context that works with OpenGL.">;
def cuGLCtxCreate_v1 : DriverFunction<2000, [
    Out<"CUcontext *", "pCtx">, In<"unsigned int", "Flags">, In<"CUdevice", "device">], Initialized>,
    Old<"cuGLCtxCreate">, NothingDrawn;
def cuGLInit : DriverFunction<2000, []>, Deprecated, NothingDrawn, Doc<"Prepares the work with OpenGL.">;
def cuGLRegisterBufferObject : DriverFunction<2000, [In<"unsigned int", "buffer">]>, Deprecated, NothingDrawn,
  Doc<"Registers a buffer of OpenGL, the old way.">;
def cuGLMapBufferObject : DriverFunction<3020, [
    Out<"CUdeviceptr *", "dptr">, Out<"size_t *", "size">, In<"unsigned int", "buffer">]>, Version<2>, PerThread,
    Deprecated, NothingDrawn, Doc<"Maps a buffer of OpenGL, the old way.">;
def cuGLMapBufferObject_v1 : DriverFunction<2000, [
    Out<"CUdeviceptr_v1 *", "dptr">, Out<"unsigned int *", "size">, In<"unsigned int", "buffer">]>,
    Old<"cuGLMapBufferObject">, NothingDrawn;
def cuGLUnmapBufferObject : DriverFunction<2000, [In<"unsigned int", "buffer">]>, Deprecated, NothingDrawn,
  Doc<"Gives a buffer of OpenGL back, the old way.">;
def cuGLUnregisterBufferObject : DriverFunction<2000, [In<"unsigned int", "buffer">]>, Deprecated, NothingDrawn,
  Doc<"Ends the use of a buffer of OpenGL, the old way.">;
def cuGLSetBufferObjectMapFlags : DriverFunction<2030, [
    In<"unsigned int", "buffer">, In<"unsigned int", "Flags">]>, Deprecated, NothingDrawn,
  Doc<"Says how a buffer of OpenGL will be used.">;
def cuGLMapBufferObjectAsync : DriverFunction<3020, [
    Out<"CUdeviceptr *", "dptr">, Out<"size_t *", "size">, In<"unsigned int", "buffer">, In<"CUstream", "hStream">]>,
    Version<2>, PerThreadStream, Deprecated, NothingDrawn, Doc<"Maps a buffer of OpenGL in a stream, the old way.">;
def cuGLMapBufferObjectAsync_v1 : DriverFunction<2030, [
    Out<"CUdeviceptr_v1 *", "dptr">, Out<"unsigned int *", "size">, In<"unsigned int", "buffer">,
    In<"CUstream", "hStream">]>, Old<"cuGLMapBufferObjectAsync">, NothingDrawn;
def cuGLUnmapBufferObjectAsync : DriverFunction<2030, [
    In<"unsigned int", "buffer">, In<"CUstream", "hStream">]>, Deprecated, NothingDrawn,
  Doc<"Gives a buffer of OpenGL back in a stream, the old way.">;
