add_benchmark(sim SHORT flip USES engine/devices/sim engine/trace LINKS tests_source_dir SOURCES training_net.cpp)
