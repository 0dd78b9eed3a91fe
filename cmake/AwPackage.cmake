# The installed prefix and the Debian package: programs, libraries (each room installs its own), and
# the headers as they lie in the build tree.
install(DIRECTORY ${CMAKE_BINARY_DIR}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        USE_SOURCE_PERMISSIONS REGEX "/include/cccl$" EXCLUDE PATTERN CMakeFiles EXCLUDE PATTERN *.cmake EXCLUDE)
# Which functions do their work.
install(FILES ${CMAKE_BINARY_DIR}/gen/doc/ptx-support.md ${CMAKE_BINARY_DIR}/gen/doc/driver-api.md ${CMAKE_BINARY_DIR}/gen/doc/runtime-api.md
        ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
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

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME anywarp)
set(CPACK_PACKAGE_CONTACT "The Anywarp authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "CUDA programs on any machine")
set(CPACK_PACKAGING_INSTALL_PREFIX ${CMAKE_INSTALL_PREFIX})
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-19, g++, libc6-dev, zlib1g")
# Backends, loaded at run time: of cuBLAS and cuSOLVER; of cuFFT.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libopenblas0-pthread, libfftw3-double3, libfftw3-single3, libgloo0")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "gdb") # cuda-gdb
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_STRIP_FILES ON)
include(CPack)
