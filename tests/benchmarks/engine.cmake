# The engine and its peers; each peer is a separate program, built if its library is found.
add_benchmark(engine SHORT push USES engine/schedule SOURCES engine_metg.cpp engine_pressure.cpp)

function(add_peer name source)
    add_executable(peer_${name} EXCLUDE_FROM_ALL peers/${source})
    target_include_directories(peer_${name} PRIVATE ${PROJECT_SOURCE_DIR})
    target_link_libraries(peer_${name} PRIVATE ${ARGN})
    add_dependencies(bench_engine peer_${name})
endfunction()

find_package(OpenMP QUIET COMPONENTS CXX)
if(OpenMP_CXX_FOUND AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_peer(libgomp openmp.cpp OpenMP::OpenMP_CXX)
endif()

find_program(OVERLAP_CLANG NAMES clang++-14 clang++)
find_library(OVERLAP_LIBOMP NAMES omp HINTS /usr/lib/llvm-14/lib)
mark_as_advanced(OVERLAP_CLANG OVERLAP_LIBOMP)
if(OVERLAP_CLANG AND OVERLAP_LIBOMP)
    set(peer ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/peer_libomp)
    add_custom_command(
        OUTPUT ${peer}
        COMMAND ${OVERLAP_CLANG} -O2 -std=c++20 -fopenmp=libomp -I${PROJECT_SOURCE_DIR}
                ${CMAKE_CURRENT_SOURCE_DIR}/peers/openmp.cpp -o ${peer}
        DEPENDS peers/openmp.cpp peers/graph.h
        COMMENT "Building peer_libomp with ${OVERLAP_CLANG}")
    add_custom_target(peer_libomp DEPENDS ${peer})
    add_dependencies(bench_engine peer_libomp)
endif()

find_package(TBB QUIET)
if(TARGET TBB::tbb)
    add_peer(onetbb onetbb.cpp TBB::tbb)
endif()

find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
    pkg_check_modules(STARPU QUIET IMPORTED_TARGET starpu-1.3)
    if(TARGET PkgConfig::STARPU)
        add_peer(starpu starpu.cpp PkgConfig::STARPU)
    endif()
endif()
