# The window as the reader has it: needs the desktop program beside it for the time of its start.
if(OVERLAP_BUILD_UI)
    add_benchmark(desktop SHORT "what if" USES ui/shell app/wiring LINKS engine_frontend engine_io
                  SOURCES ${PROJECT_SOURCE_DIR}/app/desktop/services.cpp)
    add_dependencies(bench_desktop overlap)
endif()
