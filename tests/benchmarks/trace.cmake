find_package(SQLite3 REQUIRED)
# Generated traces in the formats of other profilers, compiled here because benchmarks build without Qt Test.
add_library(bench_imported_samples STATIC EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/tests/engine/io/imported_samples.cpp)
target_link_libraries(bench_imported_samples PUBLIC SQLite::SQLite3)
overlap_own_target(bench_imported_samples)
add_benchmark(trace SHORT names USES engine/trace engine/io engine/analysis LINKS bench_imported_samples)
