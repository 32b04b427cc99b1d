add_benchmark(cpu USES engine/devices/cpu engine/trace)
