# The ranks of a run on this computer beside MPI alone.
set(MPI_CXX_SKIP_MPICXX TRUE)
find_package(MPI QUIET COMPONENTS CXX)
if(MPI_CXX_FOUND AND TARGET overlap_mpi)
    add_benchmark(mpi SHORT "64 KiB" USES engine/devices/cpu engine/ranks/mpi engine/trace)
    target_include_directories(bench_mpi SYSTEM PRIVATE ${MPI_CXX_INCLUDE_DIRS})
    target_compile_definitions(bench_mpi PRIVATE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX
                                                 OVERLAP_GLOO_SUMS="${CMAKE_CURRENT_SOURCE_DIR}/peers/gloo_sums.py")
    target_compile_options(bench_mpi PRIVATE -Wno-old-style-cast)
    target_link_libraries(bench_mpi PRIVATE ${MPI_CXX_LIBRARIES})
    add_dependencies(bench_mpi overlap_mpi)
    add_benchmark(ddp SHORT LeNet USES engine/analysis engine/io engine/ranks)
    target_compile_definitions(bench_ddp
                               PRIVATE OVERLAP_DDP_TRAINING="${CMAKE_CURRENT_SOURCE_DIR}/peers/ddp_training.py"
                                       OVERLAP_RUN="$<TARGET_FILE:overlap-run>")
    add_dependencies(bench_ddp overlap_mpi overlap-run)
endif()
