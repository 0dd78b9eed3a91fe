# The installed prefix and the Debian package: programs, libraries (each room installs its own), and
# the headers as they lie in the build tree.
install(DIRECTORY ${CMAKE_BINARY_DIR}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        USE_SOURCE_PERMISSIONS)
# Which functions do their work.
install(FILES ${CMAKE_BINARY_DIR}/gen/doc/driver-api.md ${CMAKE_BINARY_DIR}/gen/doc/runtime-api.md
        DESTINATION ${CMAKE_INSTALL_DOCDIR})
# CMake's FindCUDAToolkit looks for libraries in lib64.
install(CODE "if(NOT EXISTS \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/lib64\")
  file(CREATE_LINK ${CMAKE_INSTALL_LIBDIR}/anywarp \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/lib64\" SYMBOLIC)
endif()")
file(CREATE_LINK lib ${CMAKE_BINARY_DIR}/lib64 SYMBOLIC) # the same in the build tree

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME anywarp)
set(CPACK_PACKAGE_CONTACT "The Anywarp authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "CUDA programs on any machine")
set(CPACK_PACKAGING_INSTALL_PREFIX ${CMAKE_INSTALL_PREFIX})
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-19, g++, libc6-dev, zlib1g")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "gdb") # cuda-gdb
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_STRIP_FILES ON)
include(CPack)
