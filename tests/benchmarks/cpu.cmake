find_package(dnnl REQUIRED)
add_benchmark(cpu USES engine/devices/cpu engine/trace LINKS DNNL::dnnl gomp)
