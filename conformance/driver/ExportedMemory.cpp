// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Virtual memory that is exported to another process.
#include "VirtualMemory.h"

#include <sys/socket.h>

static void passDescriptor(int socket, int fd) {
  char byte = 'x', control[CMSG_SPACE(sizeof fd)] = {};
  iovec data{&byte, 1};
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  cmsghdr *head = CMSG_FIRSTHDR(&message);
  head->cmsg_level = SOL_SOCKET;
  head->cmsg_type = SCM_RIGHTS;
  head->cmsg_len = CMSG_LEN(sizeof fd);
  std::memcpy(CMSG_DATA(head), &fd, sizeof fd);
  CHECK(sendmsg(socket, &message, 0) == 1);
}

static int takeDescriptor(int socket) {
  int fd = -1;
  char byte, control[CMSG_SPACE(sizeof fd)] = {};
  iovec data{&byte, 1};
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  if (recvmsg(socket, &message, 0) == 1 && CMSG_FIRSTHDR(&message))
    std::memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof fd);
  return fd;
}

static void importer(int socket) {
  usePrimary();
  int fd = takeDescriptor(socket);
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
    importer(pair[1]);
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
  passDescriptor(pair[0], fd);
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
