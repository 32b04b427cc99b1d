# The real window; measuring its start needs the desktop program beside the benchmark.
if(OVERLAP_BUILD_UI)
    add_benchmark(desktop SHORT "what if" USES ui/shell app/wiring LINKS engine_frontend engine_io
                  SOURCES ${PROJECT_SOURCE_DIR}/app/desktop/programs.cpp ${PROJECT_SOURCE_DIR}/app/desktop/setup.cpp)
    add_dependencies(bench_desktop overlap)
endif()
