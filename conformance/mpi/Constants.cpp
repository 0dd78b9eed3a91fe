// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The constants of both ABIs that lib/nccl/machines/Mpi.cpp has to know, as its header has them.
#include <mpi.h>

#include <cstdio>
#include <dlfcn.h>

static int failures = 0;
template <typename T> static void same(const char *what, T expected, T found) {
  if (expected == found)
    return;
  std::printf("%s differs\n", what);
  ++failures;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
#ifdef OPEN_MPI
  auto address = [](const char *name) { return ::dlsym(RTLD_DEFAULT, name); };
  same<void *>("MPI_COMM_WORLD", address("ompi_mpi_comm_world"), MPI_COMM_WORLD);
  same<void *>("MPI_BYTE", address("ompi_mpi_byte"), MPI_BYTE);
  same<void *>("MPI_ERRORS_RETURN", address("ompi_mpi_errors_return"), MPI_ERRORS_RETURN);
  same<void *>("MPI_STATUS_IGNORE", nullptr, MPI_STATUS_IGNORE);
  same("MPI_ANY_SOURCE", -1, MPI_ANY_SOURCE);
#else
  same<int>("MPI_COMM_WORLD", 0x44000000, MPI_COMM_WORLD);
  same<int>("MPI_BYTE", 0x4c00010d, MPI_BYTE);
  same<int>("MPI_ERRORS_RETURN", 0x54000001, MPI_ERRORS_RETURN);
  same<void *>("MPI_STATUS_IGNORE", reinterpret_cast<void *>(1), MPI_STATUS_IGNORE);
  same("MPI_ANY_SOURCE", -2, MPI_ANY_SOURCE);
#endif
  same<int>("MPI_THREAD_MULTIPLE", 3, MPI_THREAD_MULTIPLE);
  MPI_Finalize();
  return failures != 0;
}
