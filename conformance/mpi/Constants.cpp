// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The constants of both ABIs that libnccl knows, as each one's header has them.
#include "../../lib/nccl/machines/MpiAbi.h"

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
  auto pointer = [](uintptr_t value) { return reinterpret_cast<void *>(value); };
#ifdef OPEN_MPI
  using Abi = anywarp::nccl::mpi_abi::OpenMpi;
  auto address = [](const char *name) { return ::dlsym(RTLD_DEFAULT, name); };
  same<void *>("MPI_COMM_WORLD", address(Abi::kWorld), MPI_COMM_WORLD);
  same<void *>("MPI_BYTE", address(Abi::kByte), MPI_BYTE);
  same<void *>("MPI_ERRORS_RETURN", address(Abi::kErrorsReturn), MPI_ERRORS_RETURN);
#else
  using Abi = anywarp::nccl::mpi_abi::Mpich;
  same<int>("MPI_COMM_WORLD", Abi::kWorld, MPI_COMM_WORLD);
  same<int>("MPI_BYTE", Abi::kByte, MPI_BYTE);
  same<int>("MPI_ERRORS_RETURN", Abi::kErrorsReturn, MPI_ERRORS_RETURN);
#endif
  same<void *>("MPI_STATUS_IGNORE", pointer(Abi::kStatusIgnore), MPI_STATUS_IGNORE);
  same<int>("MPI_ANY_SOURCE", Abi::kAnySource, MPI_ANY_SOURCE);
  same<int>("MPI_THREAD_MULTIPLE", anywarp::nccl::mpi_abi::kThreadMultiple, MPI_THREAD_MULTIPLE);
  MPI_Finalize();
  return failures != 0;
}
