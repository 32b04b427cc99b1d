add_benchmark(sim SHORT flip USES engine/devices/sim engine/trace SOURCES training_net.cpp)
target_compile_definitions(bench_sim PRIVATE OVERLAP_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
