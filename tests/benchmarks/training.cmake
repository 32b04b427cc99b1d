add_benchmark(training SHORT "w7 one" USES engine/devices/cpu engine/trace SOURCES training_net.cpp training_runs.cpp)
target_compile_definitions(bench_training
                           PRIVATE OVERLAP_TORCH_TRAINING="${CMAKE_CURRENT_SOURCE_DIR}/peers/torch_training.py"
                                   OVERLAP_RUN="$<TARGET_FILE:overlap-run>")
add_dependencies(bench_training overlap-run)
