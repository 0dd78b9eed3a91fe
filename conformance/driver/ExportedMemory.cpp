// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Virtual memory that is exported to another process.
#include "TwoProcesses.h"
#include "VirtualMemory.h"

static void importer(Link link) {
  usePrimary();
  int fd = link.receiveDescriptor();
  CUmemGenericAllocationHandle h;
  OK(cuMemImportFromShareableHandle(&h, reinterpret_cast<void *>(intptr_t(fd)),
                                    CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
  close(fd);
  size_t g = granularity();
  CUdeviceptr p;
  OK(cuMemAddressReserve(&p, g, 0, 0, 0));
  OK(cuMemMap(p, g, 0, h, 0));
  OK(cuMemSetAccess(p, g, &kReadWrite, 1));
  unsigned value = 0;
  OK(cuMemcpyDtoH(&value, p + 100, 4));
  EQUAL(0xcafe1234u, value);
  OK(cuMemsetD32(p, 0x600d600d, g / 4));
  OK(cuCtxSynchronize());
  OK(cuMemUnmap(p, g));
  OK(cuMemRelease(h));
}

static void betweenProcesses() {
  int pair[2];
  CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  pid_t child = fork(); // before the driver is used
  if (child == 0) {
    close(pair[0]);
    importer(Link{pair[1]});
    _exit(failures != 0);
  }
  close(pair[1]);
  usePrimary();
  size_t g = granularity();
  CUmemAllocationProp prop = onDevice(CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR);
  CUmemGenericAllocationHandle h;
  CUdeviceptr p;
  int fd = -1;
  OK(cuMemCreate(&h, g, &prop, 0));
  OK(cuMemAddressReserve(&p, g, 0, 0, 0));
  OK(cuMemMap(p, g, 0, h, 0));
  OK(cuMemSetAccess(p, g, &kReadWrite, 1));
  OK(cuMemsetD32(p, 0xcafe1234, g / 4));
  OK(cuCtxSynchronize());
  OK(cuMemExportToShareableHandle(&fd, h, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  Link{pair[0]}.sendDescriptor(fd);
  close(fd);
  int status = -1;
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  unsigned value = 0;
  OK(cuMemcpyDtoH(&value, p + g - 4, 4));
  EQUAL(0x600d600du, value);
  OK(cuMemUnmap(p, g));
  OK(cuMemAddressFree(p, g));
  OK(cuMemRelease(h));
}

int main() {
  betweenProcesses();
  return finish("ExportedMemory");
}
