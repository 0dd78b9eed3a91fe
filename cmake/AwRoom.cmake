# aw_check_locks(TARGET): Clang holds the code against what mutexes guard (support/Mutex.h).
function(aw_check_locks target)
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    target_compile_options(${target} PRIVATE -Werror=thread-safety)
  endif()
endfunction()

# aw_add_room(NAME [DEPENDS room...] [SEES header...] [LIBS target...] [GENERATED target...]
#             [FLOORS folder...] [FRONT folder...] [LOCKS])
#   Builds the static library aw_NAME from the .cpp files of the current folder (and of its
#   sub-folders, two levels deep), without *Test.cpp, and the unit test aw_NAME_test from the *Test.cpp files.
#   Rooms include each other as "ptx/Module.h". DEPENDS is the layering. SEES names single
#   headers of other rooms that may be included without linking the room. FLOORS are sub-folders, the
#   lowest first: a header includes those of its own floor and below. FRONT folders see every floor,
#   and no floor sees them. utils/check-layering holds the include lines against all of it. LOCKS: it has
#   mutexes, and their use is checked.
function(aw_add_room name)
  cmake_parse_arguments(ARG "LOCKS" "" "DEPENDS;SEES;LIBS;GENERATED;FLOORS;FRONT" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS *.cpp */*.cpp */*/*.cpp)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "Test\\.cpp$")
  list(FILTER tests INCLUDE REGEX "Test\\.cpp$")
  add_library(aw_${name} STATIC ${sources})
  target_include_directories(aw_${name} PUBLIC ${CMAKE_SOURCE_DIR}/lib ${CMAKE_BINARY_DIR}/gen)
  target_compile_options(aw_${name} PRIVATE -fno-exceptions -fno-rtti)
  if(ARG_LOCKS)
    aw_check_locks(aw_${name})
  endif()
  if(name IN_LIST ANYWARP_COVERAGE) # counters that a forked child and a killed program keep, too
    target_compile_options(aw_${name} PRIVATE -fprofile-instr-generate -fcoverage-mapping
                           "SHELL:-mllvm -runtime-counter-relocation")
  endif()
  foreach(dep ${ARG_DEPENDS})
    target_link_libraries(aw_${name} PUBLIC aw_${dep})
  endforeach()
  if(ARG_LIBS)
    target_link_libraries(aw_${name} PUBLIC ${ARG_LIBS})
  endif()
  if(ARG_GENERATED)
    add_dependencies(aw_${name} ${ARG_GENERATED})
  endif()
  if(ANYWARP_TESTS AND tests)
    add_executable(aw_${name}_test ${tests})
    target_link_libraries(aw_${name}_test PRIVATE aw_${name} GTest::gtest GTest::gmock GTest::gtest_main)
    target_compile_options(aw_${name}_test PRIVATE -fno-rtti)
    add_test(NAME unit.${name} COMMAND aw_${name}_test)
    set_tests_properties(unit.${name} PROPERTIES LABELS unit TIMEOUT 600)
  endif()
endfunction()
