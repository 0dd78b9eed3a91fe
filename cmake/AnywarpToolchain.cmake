# Toolchain file: CMake projects with CUDA use the Anywarp that this file is part of.
#   cmake -S . -B build -DCMAKE_TOOLCHAIN_FILE=PREFIX/share/anywarp/AnywarpToolchain.cmake
get_filename_component(ANYWARP_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
set(CMAKE_CUDA_COMPILER "${ANYWARP_PREFIX}/bin/nvcc" CACHE FILEPATH "CUDA compiler")
set(CUDAToolkit_ROOT "${ANYWARP_PREFIX}" CACHE PATH "Where find_package(CUDAToolkit) looks")
set(CUDA_TOOLKIT_ROOT_DIR "${ANYWARP_PREFIX}" CACHE PATH "Where the old find_package(CUDA) looks")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES CMAKE_CUDA_COMPILER CUDAToolkit_ROOT)
list(APPEND CMAKE_PREFIX_PATH "${ANYWARP_PREFIX}") # find_package(CCCL), Thrust, CUB and libcudacxx
