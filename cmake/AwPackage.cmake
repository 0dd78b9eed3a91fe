# The installed prefix and the Debian package: programs, libraries (each room installs its own), and
# the headers as they lie in the build tree.
install(DIRECTORY ${CMAKE_BINARY_DIR}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        USE_SOURCE_PERMISSIONS)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME anywarp)
set(CPACK_PACKAGE_CONTACT "The Anywarp authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "CUDA programs on any machine")
# A prefix of its own: nothing of an installed CUDA toolkit or driver is replaced.
set(CPACK_PACKAGING_INSTALL_PREFIX /opt/anywarp)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-19, g++, libc6-dev, zlib1g")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_STRIP_FILES ON)
include(CPack)
