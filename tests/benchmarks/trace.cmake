add_benchmark(trace USES engine/trace engine/io engine/analysis)
