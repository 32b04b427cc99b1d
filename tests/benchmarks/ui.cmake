if(TARGET ui_timeline AND TARGET tests_sample_traces)
    add_benchmark(timeline USES ui/timeline ui/memory LINKS tests_sample_traces)
endif()
