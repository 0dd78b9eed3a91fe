// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime API: graphics interoperability.

class NothingDrawn : Because<"the devices draw nothing: they share no buffers with EGL, OpenGL or VDPAU">;

def cudaGraphicsRegisterFlags : Enum<[
  Value<"cudaGraphicsRegisterFlagsNone", 0>,
  Value<"cudaGraphicsRegisterFlagsReadOnly", 1>,
  Value<"cudaGraphicsRegisterFlagsWriteDiscard", 2>,
  Value<"cudaGraphicsRegisterFlagsSurfaceLoadStore", 4>,
  Value<"cudaGraphicsRegisterFlagsTextureGather", 8>
]>;

def cudaGraphicsMapFlags : Enum<[
  Value<"cudaGraphicsMapFlagsNone", 0>,
  Value<"cudaGraphicsMapFlagsReadOnly", 1>,
  Value<"cudaGraphicsMapFlagsWriteDiscard", 2>
]>;

def cudaGraphicsCubeFace : Enum<[
  Value<"cudaGraphicsCubeFacePositiveX", 0x0>,
  Value<"cudaGraphicsCubeFaceNegativeX", 0x1>,
  Value<"cudaGraphicsCubeFacePositiveY", 0x2>,
  Value<"cudaGraphicsCubeFaceNegativeY", 0x3>,
  Value<"cudaGraphicsCubeFacePositiveZ", 0x4>,
  Value<"cudaGraphicsCubeFaceNegativeZ", 0x5>
]>;

def cudaGraphicsResource_t : Handle<"cudaGraphicsResource">, Same<"CUgraphicsResource">;

def cudaGraphicsUnregisterResource : RuntimeFunction<[
    In<"cudaGraphicsResource_t", "resource">], CurrentContext, Done>, On<"cuGraphicsUnregisterResource">;
def cudaGraphicsResourceSetMapFlags : RuntimeFunction<[
    In<"cudaGraphicsResource_t", "resource">, In<"unsigned int", "flags">], CurrentContext, Done>,
  On<"cuGraphicsResourceSetMapFlags">;
def cudaGraphicsMapResources : RuntimeFunction<[
    In<"int", "count">, In<"cudaGraphicsResource_t *", "resources">,
    In<"cudaStream_t", "stream", "0">], CurrentContext, Done>, On<"cuGraphicsMapResources">;
def cudaGraphicsUnmapResources : RuntimeFunction<[
    In<"int", "count">, In<"cudaGraphicsResource_t *", "resources">,
    In<"cudaStream_t", "stream", "0">], CurrentContext, Done>, On<"cuGraphicsUnmapResources">;
def cudaGraphicsResourceGetMappedPointer : RuntimeFunction<[
    Out<"void **", "devPtr">, InOut<"size_t *", "size">,
    In<"cudaGraphicsResource_t", "resource">], CurrentContext, Done>, On<"cuGraphicsResourceGetMappedPointer">;
def cudaGraphicsSubResourceGetMappedArray : RuntimeFunction<[
    Out<"cudaArray_t *", "array">, In<"cudaGraphicsResource_t", "resource">,
    In<"unsigned int", "arrayIndex">, In<"unsigned int", "mipLevel">], CurrentContext, Done>,
  On<"cuGraphicsSubResourceGetMappedArray">;
def cudaGraphicsResourceGetMappedMipmappedArray : RuntimeFunction<[
    Out<"cudaMipmappedArray_t *", "mipmappedArray">,
    In<"cudaGraphicsResource_t", "resource">], CurrentContext, Done>, On<"cuGraphicsResourceGetMappedMipmappedArray">;
def cudaGLGetDevices : RuntimeFunction<[
    In<"unsigned int *", "pCudaDeviceCount">, In<"int *", "pCudaDevices">,
    In<"unsigned int", "cudaDeviceCount">, In<"int", "deviceList">], None>, Hidden, NothingDrawn;
def cudaGraphicsGLRegisterImage : RuntimeFunction<[
    In<"struct cudaGraphicsResource **", "resource">, In<"unsigned int", "image">,
    In<"unsigned int", "target">, In<"unsigned int", "flags">], None>, Hidden, NothingDrawn;
def cudaGraphicsGLRegisterBuffer : RuntimeFunction<[
    In<"struct cudaGraphicsResource **", "resource">, In<"unsigned int", "buffer">,
    In<"unsigned int", "flags">], None>, Hidden, NothingDrawn;
def cudaGLSetGLDevice : RuntimeFunction<[In<"int", "device">], None>, Hidden, NothingDrawn;
def cudaGLRegisterBufferObject : RuntimeFunction<[In<"unsigned int", "bufObj">], None>, Hidden, NothingDrawn;
def cudaGLMapBufferObject : RuntimeFunction<[
    In<"void **", "devPtr">, In<"unsigned int", "bufObj">], None>, Hidden, NothingDrawn;
def cudaGLUnmapBufferObject : RuntimeFunction<[In<"unsigned int", "bufObj">], None>, Hidden, NothingDrawn;
def cudaGLUnregisterBufferObject : RuntimeFunction<[In<"unsigned int", "bufObj">], None>, Hidden, NothingDrawn;
def cudaGLSetBufferObjectMapFlags : RuntimeFunction<[
    In<"unsigned int", "bufObj">, In<"unsigned int", "flags">], None>, Hidden, NothingDrawn;
def cudaGLMapBufferObjectAsync : RuntimeFunction<[
    In<"void **", "devPtr">, In<"unsigned int", "bufObj">, In<"cudaStream_t", "stream">], None>, Hidden, NothingDrawn;
def cudaGLUnmapBufferObjectAsync : RuntimeFunction<[
    In<"unsigned int", "bufObj">, In<"cudaStream_t", "stream">], None>, Hidden, NothingDrawn;
def cudaGraphicsEGLRegisterImage : RuntimeFunction<[
    In<"struct cudaGraphicsResource **", "pCudaResource">, In<"void *", "image">,
    In<"unsigned int", "flags">], None>, Hidden, NothingDrawn;
def cudaEGLStreamConsumerConnect : RuntimeFunction<[
    In<"void *", "conn">, In<"void *", "eglStream">], None>, Hidden, NothingDrawn;
def cudaEGLStreamConsumerConnectWithFlags : RuntimeFunction<[
    In<"void *", "conn">, In<"void *", "eglStream">, In<"unsigned int", "flags">], None>, Hidden, NothingDrawn;
def cudaEGLStreamConsumerDisconnect : RuntimeFunction<[In<"void *", "conn">], None>, Hidden, NothingDrawn;
def cudaEGLStreamConsumerAcquireFrame : RuntimeFunction<[
    In<"void *", "conn">, In<"cudaGraphicsResource_t *", "pCudaResource">, In<"cudaStream_t *", "pStream">,
    In<"unsigned int", "timeout">], None>, Hidden, NothingDrawn;
def cudaEGLStreamConsumerReleaseFrame : RuntimeFunction<[
    In<"void *", "conn">, In<"cudaGraphicsResource_t", "pCudaResource">,
    In<"cudaStream_t *", "pStream">], None>, Hidden, NothingDrawn;
def cudaEGLStreamProducerConnect : RuntimeFunction<[
    In<"void *", "conn">, In<"void *", "eglStream">, In<"int", "width">, In<"int", "height">], None>, Hidden, NothingDrawn;
def cudaEGLStreamProducerDisconnect : RuntimeFunction<[In<"void *", "conn">], None>, Hidden, NothingDrawn;
def cudaEGLStreamProducerPresentFrame : RuntimeFunction<[In<"void *", "conn">], None>, Hidden, NothingDrawn;
def cudaEGLStreamProducerReturnFrame : RuntimeFunction<[
    In<"void *", "conn">, In<"void *", "eglframe">, In<"cudaStream_t *", "pStream">], None>, Hidden, NothingDrawn;
def cudaGraphicsResourceGetMappedEglFrame : RuntimeFunction<[
    In<"void *", "eglFrame">, In<"cudaGraphicsResource_t", "resource">, In<"unsigned int", "index">,
    In<"unsigned int", "mipLevel">], None>, Hidden, NothingDrawn;
def cudaEventCreateFromEGLSync : RuntimeFunction<[
    In<"cudaEvent_t *", "phEvent">, In<"void *", "eglSync">, In<"unsigned int", "flags">], None>, Hidden, NothingDrawn;
def cudaVDPAUGetDevice : RuntimeFunction<[
    In<"int *", "device">, In<"unsigned int", "vdpDevice">, In<"void *", "vdpGetProcAddress">], None>, Hidden, NothingDrawn;
def cudaVDPAUSetVDPAUDevice : RuntimeFunction<[
    In<"int", "device">, In<"unsigned int", "vdpDevice">, In<"void *", "vdpGetProcAddress">], None>, Hidden, NothingDrawn;
def cudaGraphicsVDPAURegisterVideoSurface : RuntimeFunction<[
    In<"struct cudaGraphicsResource **", "resource">, In<"unsigned int", "vdpSurface">,
    In<"unsigned int", "flags">], None>, Hidden, NothingDrawn;
def cudaGraphicsVDPAURegisterOutputSurface : RuntimeFunction<[
    In<"struct cudaGraphicsResource **", "resource">, In<"unsigned int", "vdpSurface">,
    In<"unsigned int", "flags">], None>, Hidden, NothingDrawn;
