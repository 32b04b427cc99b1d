add_benchmark(cpu SHORT push USES engine/devices/cpu engine/trace)
