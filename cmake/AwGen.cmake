# aw_generate(TARGET ROOT file.td GENERATOR script.py OUTPUTS path... [BESIDE target])
#   Runs llvm-tblgen -dump-json on ROOT (a file below spec/) and hands the records to
#   utils/gen/GENERATOR, which writes OUTPUTS below the build tree's gen/ folder. BESIDE: the generator
#   also gets the records of that target.
find_program(AW_TBLGEN NAMES llvm-tblgen-19 REQUIRED)
find_package(Python3 REQUIRED COMPONENTS Interpreter)
function(aw_generate target)
  cmake_parse_arguments(ARG "" "ROOT;GENERATOR;BESIDE" "OUTPUTS" ${ARGN})
  get_filename_component(folder ${CMAKE_SOURCE_DIR}/spec/${ARG_ROOT} DIRECTORY)
  file(GLOB_RECURSE tables CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/spec/*.td)
  file(GLOB generators CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/utils/gen/*.py)
  list(TRANSFORM ARG_OUTPUTS PREPEND ${CMAKE_BINARY_DIR}/gen/)
  set(json ${CMAKE_BINARY_DIR}/gen/${target}.json)
  set(beside "")
  if(ARG_BESIDE)
    set(beside ${CMAKE_BINARY_DIR}/gen/${ARG_BESIDE}.json)
  endif()
  add_custom_command(
    OUTPUT ${ARG_OUTPUTS}
    BYPRODUCTS ${json}
    COMMAND ${AW_TBLGEN} -dump-json -I ${CMAKE_SOURCE_DIR}/spec -I ${folder}
            ${CMAKE_SOURCE_DIR}/spec/${ARG_ROOT} -o ${json}
    COMMAND Python3::Interpreter ${CMAKE_SOURCE_DIR}/utils/gen/${ARG_GENERATOR} ${json}
            ${CMAKE_BINARY_DIR}/gen ${beside}
    DEPENDS ${tables} ${generators} ${beside}
    COMMENT "Generating from spec/${ARG_ROOT}"
    VERBATIM)
  add_custom_target(${target} DEPENDS ${ARG_OUTPUTS})
endfunction()
