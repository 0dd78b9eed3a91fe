# CUDA's libraries: rooms of lib/ with tables in spec/ and shared objects of NVIDIA's names.
# The libraries that have tables; the generated parts of each are made by the target NAME_api.
set(AW_LIBRARIES cupti curand cufft cufftw cublas cublaslt nvblas cusparse cusolver cusolvermg nccl)
foreach(library ${AW_LIBRARIES})
  if(NOT EXISTS ${CMAKE_SOURCE_DIR}/spec/${library}/Root.td)
    list(REMOVE_ITEM AW_LIBRARIES ${library})
    continue()
  endif()
  file(STRINGS ${CMAKE_SOURCE_DIR}/spec/${library}/Root.td versions REGEX "let Versions = ")
  file(STRINGS ${CMAKE_SOURCE_DIR}/spec/${library}/Root.td file REGEX "let File = ")
  string(REGEX MATCHALL "[0-9]+" AW_${library}_VERSIONS "${versions}")
  string(REGEX REPLACE ".*\"lib(.*)\".*" "\\1" AW_${library}_FILE "${file}")
  file(STRINGS ${CMAKE_SOURCE_DIR}/spec/${library}/Root.td headers REGEX "^def .* : (Types|Functions)Header")
  string(REGEX MATCHALL "def [a-z_]+" AW_${library}_HEADERS "${headers}")
  list(TRANSFORM AW_${library}_HEADERS REPLACE "def (.*)" "include/anywarp/api/\\1.h")
endforeach()

# aw_library_api(NAME): generates the tables' parts.
function(aw_library_api library)
  set(maps ${AW_${library}_VERSIONS})
  list(TRANSFORM maps PREPEND "${library}/lib${AW_${library}_FILE}.so.")
  list(TRANSFORM maps APPEND ".map")
  aw_generate(${library}_api ROOT ${library}/Root.td GENERATOR library.py OUTPUTS
    ${AW_${library}_HEADERS}
    ${library}/Declarations.inc ${library}/Entries.inc ${library}/Library.inc ${library}/LayoutChecks.inc
    ${library}/Errors.inc ${library}/Values.inc doc/${library}-api.md ${maps})
endfunction()

# aw_add_cuda_library(NAME DEPENDS room... [SEES header...] [LIBS target...] [FLOORS folder...] [STATIC] [LINKED file.cu function internal header...])
#   The room of the current folder, and from its objects one shared object for each version that the tables
#   name: lib<File>.so.<version>, whose symbols have that name as their version. STATIC: lib<File>_static.a too.
#   It is one object with what the shared object has inside, and only the documented names are seen outside.
#   LINKED: a second object with device code that programs link with their own. It defines the function,
#   and calls the internal one of the first object.
function(aw_add_cuda_library library)
  cmake_parse_arguments(ARG "STATIC" "" "DEPENDS;SEES;LIBS;LINKED;FLOORS" ${ARGN})
  aw_add_room(${library} LOCKS DEPENDS support runtime library ${ARG_DEPENDS} SEES driver/Native.h exec/KernelAbi.h ${ARG_SEES}
    LIBS aw_headers ${ARG_LIBS} GENERATED ${library}_api FLOORS ${ARG_FLOORS})
  set(file ${AW_${library}_FILE})
  list(GET AW_${library}_VERSIONS 0 newest)
  foreach(version ${AW_${library}_VERSIONS})
    set(map ${CMAKE_BINARY_DIR}/gen/${library}/lib${file}.so.${version}.map)
    set(target ${file})
    if(NOT version EQUAL newest)
      set(target ${file}-${version})
    endif()
    add_library(${target} SHARED $<TARGET_OBJECTS:aw_${library}>)
    target_link_libraries(${target} PRIVATE aw_library aw_runtime aw_support ${CMAKE_DL_LIBS} Threads::Threads ${ARG_LIBS})
    foreach(room ${ARG_DEPENDS})
      target_link_libraries(${target} PRIVATE aw_${room})
    endforeach()
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX OUTPUT_NAME ${file} SOVERSION ${version}
      SKIP_BUILD_RPATH ON LINK_DEPENDS ${map})
    if(NOT version EQUAL newest) # lib<File>.so leads to the newest
      set_target_properties(${target} PROPERTIES OUTPUT_NAME ${file}-${version} NO_SONAME ON SUFFIX ".so")
      target_link_options(${target} PRIVATE -Wl,-soname,lib${file}.so.${version})
      add_custom_command(TARGET ${target} POST_BUILD COMMAND ${CMAKE_COMMAND} -E create_symlink
        $<TARGET_FILE_NAME:${target}> $<TARGET_FILE_DIR:${target}>/lib${file}.so.${version} VERBATIM)
      install(CODE "file(CREATE_LINK lib${file}-${version}.so
        \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/anywarp/lib${file}.so.${version}\" SYMBOLIC)" COMPONENT runtime)
    endif()
    target_link_options(${target} PRIVATE -Wl,--version-script=${map} -Wl,--exclude-libs,ALL -Wl,-Bsymbolic
      ${AW_COMPLETE} -Wl,-z,now -static-libstdc++ -static-libgcc)
    add_dependencies(${target} api_headers)
    install(TARGETS ${target} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/anywarp COMPONENT runtime)
  endforeach()
  install(FILES ${CMAKE_BINARY_DIR}/gen/doc/${library}-api.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documentation)
  if(ARG_STATIC)
    # An executable in CMake's eyes, as it is linked: with GNU's linker, which can dissolve the groups of inline functions.
    add_executable(${file}_object $<TARGET_OBJECTS:aw_${library}>)
    target_link_libraries(${file}_object PRIVATE aw_library aw_runtime aw_support ${ARG_LIBS})
    foreach(room ${ARG_DEPENDS})
      target_link_libraries(${file}_object PRIVATE aw_${room})
    endforeach()
    target_link_options(${file}_object PRIVATE -fuse-ld=bfd -r -nostdlib -Wl,--force-group-allocation
      -Wl,--no-gc-sections)
    set(archive ${CMAKE_ARCHIVE_OUTPUT_DIRECTORY}/lib${file}_static.a)
    set_target_properties(${file}_object PROPERTIES LINKER_LANGUAGE CXX SUFFIX .o LINK_DEPENDS ${map}
      RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
    set(linked)
    set(names -e "s/^    \\([a-zA-Z0-9_]*\\).$/\\1/p") # no semicolon, which parts lists
    if(ARG_LINKED AND ANYWARP_LLVM)
      list(POP_FRONT ARG_LINKED source function internal)
      set(linked ${file}_linked.o)
      set(names -e "/^    ${function}.$/d" ${names} -e "$a ${internal}")
      add_custom_command(OUTPUT ${linked} DEPENDS ${source} ${ARG_LINKED} nvcc api_headers
        COMMAND $<TARGET_FILE:nvcc> -dc -arch=all -O3 -std=c++17 -Xcompiler -fPIC -I ${CMAKE_SOURCE_DIR}/lib
          ${CMAKE_CURRENT_SOURCE_DIR}/${source} -o ${linked}
        COMMENT "Compiling ${source} with our nvcc" VERBATIM)
    endif()
    add_custom_command(OUTPUT ${archive} DEPENDS ${file}_object ${linked}
      COMMAND sed -n ${names} ${map} > ${file}.names
      COMMAND ${CMAKE_OBJCOPY} --keep-global-symbols=${file}.names $<TARGET_FILE:${file}_object> ${file}_static.o
      COMMAND ${CMAKE_COMMAND} -E rm -f ${archive}
      COMMAND ${CMAKE_AR} qcs ${archive} ${file}_static.o ${linked}
      COMMAND Python3::Interpreter ${CMAKE_SOURCE_DIR}/utils/hide-symbols ${archive}
      VERBATIM)
    add_custom_target(${file}_static ALL DEPENDS ${archive})
    install(FILES ${archive} DESTINATION ${CMAKE_INSTALL_LIBDIR}/anywarp)
  endif()
endfunction()
