# The installed prefix and the Debian packages: programs, libraries (each room installs its own), and
# the headers as they lie in the build tree.
install(DIRECTORY ${CMAKE_BINARY_DIR}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        USE_SOURCE_PERMISSIONS REGEX "/include/cccl$" EXCLUDE PATTERN CMakeFiles EXCLUDE PATTERN *.cmake EXCLUDE)
# Which functions do their work.
install(FILES ${CMAKE_BINARY_DIR}/gen/doc/ptx-support.md ${CMAKE_BINARY_DIR}/gen/doc/driver-api.md ${CMAKE_BINARY_DIR}/gen/doc/runtime-api.md
        ${CMAKE_BINARY_DIR}/gen/doc/driver-reference.md ${CMAKE_BINARY_DIR}/gen/doc/runtime-reference.md
        ${CMAKE_BINARY_DIR}/gen/doc/clang-overrides.md ${CMAKE_SOURCE_DIR}/LICENSE ${CMAKE_SOURCE_DIR}/README.md ${CMAKE_SOURCE_DIR}/CHANGELOG.md
        DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documentation)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/docs ${CMAKE_SOURCE_DIR}/examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documentation)
aw_install_cccl()
# CMake's FindCUDAToolkit looks for libraries in lib64.
install(CODE "if(NOT EXISTS \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/lib64\")
  file(CREATE_LINK ${CMAKE_INSTALL_LIBDIR}/anywarp \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/lib64\" SYMBOLIC)
endif()")
file(CREATE_LINK lib ${CMAKE_BINARY_DIR}/lib64 SYMBOLIC) # the same in the build tree
# Programs that compile LLVM IR look for libnvvm and the device library in nvvm/.
set(links ${CMAKE_INSTALL_LIBDIR}/libdevice.bc nvvm/libdevice/libdevice.10.bc
  ${CMAKE_INSTALL_LIBDIR}/anywarp/libnvvm.so nvvm/lib64/libnvvm.so
  ${CMAKE_INSTALL_LIBDIR}/anywarp/libnvvm.so.4 nvvm/lib64/libnvvm.so.4
  ${CMAKE_INSTALL_INCLUDEDIR}/nvvm.h nvvm/include/nvvm.h)
# CuPy takes the folder above that of libnvrtc's file for a root (in NVIDIA's toolkit: targets/x86_64-linux) with the device runtime.
if(CMAKE_INSTALL_LIBDIR STREQUAL "lib")
  list(APPEND links lib/anywarp/libcudadevrt.a lib/lib/libcudadevrt.a)
endif()
# The build tree has the same folder, for programs that run from there.
foreach(pair "lib/libdevice.bc;nvvm/libdevice/libdevice.10.bc" "lib/libnvvm.so;nvvm/lib64/libnvvm.so")
  list(GET pair 0 file)
  list(GET pair 1 link)
  get_filename_component(folder ${link} DIRECTORY)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/${folder})
  file(CREATE_LINK ../../${file} ${CMAKE_BINARY_DIR}/${link} SYMBOLIC)
endforeach()
while(links)
  list(POP_FRONT links file link)
  get_filename_component(folder ${link} DIRECTORY)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/links/${folder})
  file(CREATE_LINK ../../${file} ${CMAKE_BINARY_DIR}/links/${link} SYMBOLIC)
  install(FILES ${CMAKE_BINARY_DIR}/links/${link} DESTINATION ${folder})
endwhile()

# pkg-config files, under the plain names and with the version as a toolkit has them; relative to
# where they lie, so that a prefix can be moved. A toolchain file for CMake.
file(RELATIVE_PATH AW_PC_TO_PREFIX ${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
set(AW_PC_LIBDIR ${CMAKE_INSTALL_LIBDIR}/anywarp)
set(AW_PC_INCLUDEDIR ${CMAKE_INSTALL_INCLUDEDIR})
function(aw_pkg_config name library description)
  set(AW_PC_NAME ${name})
  set(AW_PC_LIBRARY ${library})
  set(AW_PC_DESCRIPTION ${description})
  foreach(file ${name} ${name}-13.0)
    configure_file(${CMAKE_SOURCE_DIR}/cmake/cuda.pc.in ${CMAKE_BINARY_DIR}/pkgconfig/${file}.pc @ONLY)
    install(FILES ${CMAKE_BINARY_DIR}/pkgconfig/${file}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  endforeach()
endfunction()
aw_pkg_config(cuda cuda "CUDA driver API")
aw_pkg_config(cudart cudart "CUDA runtime API")
aw_pkg_config(nvrtc nvrtc "CUDA run-time compiler")
aw_pkg_config(cufft cufft "CUDA Fourier transforms")
aw_pkg_config(cupti cupti "callbacks and records for tools")
aw_pkg_config(curand curand "CUDA random numbers")
aw_pkg_config(cufftw cufftw "CUDA Fourier transforms, FFTW's interface")
aw_pkg_config(cublas cublas "dense linear algebra")
aw_pkg_config(cusparse cusparse "CUDA sparse linear algebra")
aw_pkg_config(cusolver cusolver "CUDA linear systems, eigenvalues and singular values")
aw_pkg_config(nccl nccl "collectives of several CUDA devices")
install(FILES ${CMAKE_SOURCE_DIR}/cmake/AnywarpToolchain.cmake DESTINATION ${CMAKE_INSTALL_DATADIR}/anywarp)

# Three packages: what runs programs; what compiles and looks into them; what is read. ptx-opt and ptx-run, for who
# works on Anywarp itself, are in none.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME anywarp)
set(ANYWARP_PACKAGE_CONTACT "The Anywarp authors <authors@anywarp.invalid>" CACHE STRING "Name <address> of who makes the Debian packages")
set(CPACK_PACKAGE_CONTACT "${ANYWARP_PACKAGE_CONTACT}")
set(CPACK_ANYWARP_SOURCE ${CMAKE_SOURCE_DIR})
set(CPACK_ANYWARP_DATE "Mon, 23 Nov 2026 12:00:00 +0000") # of the version, in the packages' changelog
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_SOURCE_DIR}/cmake/debian/stage.cmake)
set(CPACK_PACKAGING_INSTALL_PREFIX ${CMAKE_INSTALL_PREFIX})
set(CPACK_COMPONENTS_ALL runtime toolkit documentation)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "CUDA programs on any machine: driver and libraries
Runs programs that were compiled for CUDA: on the processor as SIMD
code, or on an NVIDIA GPU through its driver.")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS "libc6 (>= 2.36), libstdc++6 (>= 12), zlib1g")
# Backends, loaded at run time: of cuBLAS and cuSOLVER; of cuFFT; of NCCL between machines.
set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS "libopenblas0-pthread, libfftw3-double3, libfftw3-single3, libgloo0")
set(CPACK_COMPONENT_TOOLKIT_DESCRIPTION "CUDA programs on any machine: compilers, headers and tools
Compiles CUDA C++ and PTX, also while a program runs, and looks into
programs: sanitizer, profiler, debugger.")
set(CPACK_DEBIAN_TOOLKIT_PACKAGE_DEPENDS "anywarp-runtime (= ${PROJECT_VERSION}), clang-19, g++, libc6-dev, zlib1g")
set(CPACK_DEBIAN_TOOLKIT_PACKAGE_SUGGESTS "gdb") # cuda-gdb
set(CPACK_COMPONENT_DOCUMENTATION_DESCRIPTION "CUDA programs on any machine: documentation and examples
The pages, the lists of what each library does, and examples.")
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_NAME anywarp-doc)
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_SECTION doc)
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_ARCHITECTURE all)
include(CPack)
