# Thrust, CUB and libcu++: the public headers, fetched once while configuring (docs/cccl.md).
option(ANYWARP_CCCL "Fetch the headers of Thrust, CUB and libcu++ from PyPI" ON)

set(cccl ${CMAKE_BINARY_DIR}/include/cccl)
if(NOT EXISTS ${cccl}/cuda/std) # older trees have a few headers of ours there
  file(REMOVE ${cccl}/cuda/atomic ${cccl}/cuda/barrier ${cccl}/cuda/pipeline ${cccl}/cuda/stream_ref ${cccl}/nv/target)
endif()
if(ANYWARP_CCCL AND ANYWARP_LLVM)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  execute_process(COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/utils/fetch-cccl
    ${CMAKE_SOURCE_DIR}/cmake/cccl-requirements.txt ${CMAKE_BINARY_DIR}/include ${CMAKE_BINARY_DIR}/doc)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
    ${CMAKE_SOURCE_DIR}/cmake/cccl-requirements.txt ${CMAKE_SOURCE_DIR}/utils/fetch-cccl)
endif()

# Installs what was fetched, with its licences. A CCCL that somebody else has put into the prefix stays.
function(aw_install_cccl)
  install(CODE "set(from \"${CMAKE_BINARY_DIR}/include/cccl\")
set(to \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_INCLUDEDIR}/cccl\")
foreach(which from to)
  if(EXISTS \"\${\${which}}/.anywarp\")
    file(READ \"\${\${which}}/.anywarp\" \${which}_mark)
  endif()
endforeach()
if(EXISTS \"\${from}/cuda/std\" AND (NOT EXISTS \"\${to}/cuda/std\"
   OR (to_mark AND NOT \"\${from_mark}\" STREQUAL \"\${to_mark}\")))
  file(REMOVE_RECURSE \"\${to}\")
  file(INSTALL \"\${from}/\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_INCLUDEDIR}/cccl\" MESSAGE_NEVER)
endif()")
  install(DIRECTORY ${CMAKE_BINARY_DIR}/doc/cccl DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL)
endfunction()

# find_package(CCCL) and its kin, in the build tree and in the prefix.
foreach(name cccl thrust cub libcudacxx)
  foreach(file config config-version)
    configure_file(${CMAKE_SOURCE_DIR}/cmake/cccl/${file}.cmake ${CMAKE_BINARY_DIR}/lib/cmake/${name}/${name}-${file}.cmake COPYONLY)
  endforeach()
  install(DIRECTORY ${CMAKE_BINARY_DIR}/lib/cmake/${name} DESTINATION lib/cmake)
endforeach()
