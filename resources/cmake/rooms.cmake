# A room is a folder and a target. USES lists the rooms that it may include, which the architecture test checks; LINKS are
# third-party libraries.
#
#   add_room(engine/trace USES engine/base SOURCES store.cpp [ALONE ...])      -> target engine_trace

set(OVERLAP_WARNINGS -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wold-style-cast)
if(OVERLAP_WARNINGS_AS_ERRORS)
    list(APPEND OVERLAP_WARNINGS -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # Algorithms of gcc 12's library call functions that it deprecates. The precompiled header may come from the compiler
    # cache, with headers of another time stamp. What shadows is decided by gcc, which is less strict.
    list(APPEND OVERLAP_WARNINGS -Wno-shadow -Wno-deprecated-declarations "SHELL:-Xclang -fno-pch-timestamp")
elseif(OVERLAP_WARNINGS_AS_ERRORS)
    # gcc 12's optimiser often warns wrongly about inlined library code; these stay warnings.
    foreach(guess IN ITEMS free-nonheap-object maybe-uninitialized array-bounds stringop-overflow stringop-overread
                           restrict dangling-pointer null-dereference)
        list(APPEND OVERLAP_WARNINGS -Wno-error=${guess})
    endforeach()
endif()

function(overlap_own_target target)
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "INTERFACE_LIBRARY")
        target_include_directories(${target} INTERFACE ${PROJECT_SOURCE_DIR})
        return()
    endif()
    target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR})
    target_compile_options(${target} PRIVATE ${OVERLAP_WARNINGS} -ffp-contract=off)
    if(OVERLAP_SANITIZE)
        target_compile_options(${target} PUBLIC -fsanitize=${OVERLAP_SANITIZE} -fno-omit-frame-pointer)
        # OVERLAP_CHECKED and, for example, OVERLAP_SANITIZE_ADDRESS: compilers define different macros of their own.
        string(REPLACE "," ";" sanitizers "${OVERLAP_SANITIZE}")
        list(TRANSFORM sanitizers TOUPPER)
        list(TRANSFORM sanitizers PREPEND OVERLAP_SANITIZE_)
        list(TRANSFORM sanitizers REPLACE "-" "_")
        target_compile_definitions(${target} PUBLIC OVERLAP_CHECKED ${sanitizers})
        # clang's sanitizers are static libraries with an `operator new`, which some tests replace.
        target_link_options(${target} PUBLIC -fsanitize=${OVERLAP_SANITIZE} $<$<CXX_COMPILER_ID:Clang>:-Wl,-z,muldefs>)
    endif()
endfunction()

# Several sources of a room are compiled as one batch, since parsing their common headers takes most of the time. Names in
# unnamed namespaces are visible within the whole batch; ALONE lists sources whose names collide.
option(OVERLAP_BATCHES "Compile the sources of a room in batches: a third of the time for a build from nothing" ON)

# Headers that most sources of a kind include are precompiled. Sources still include what they use: preset dev, which has no
# precompiled headers, fails where an include is missing. A provider is compiled with the flags of its users.
set(OVERLAP_STANDARD_HEADERS <algorithm> <array> <atomic> <chrono> <cmath> <cstdint> <cstring> <deque> <filesystem>
    <functional> <map> <memory> <mutex> <optional> <set> <span> <string> <string_view> <thread> <tuple> <unordered_map>
    <utility> <variant> <vector>)
set(OVERLAP_WIDGET_HEADERS <QAbstractButton> <QAction> <QApplication> <QComboBox> <QDialog> <QFile> <QFontMetricsF>
    <QHash> <QImage> <QJsonArray> <QJsonObject> <QKeyEvent> <QLabel> <QLineEdit> <QLocale> <QMouseEvent> <QPainter>
    <QPainterPath> <QPointer> <QPushButton> <QRegularExpression> <QSet> <QString> <QStringList> <QTimer> <QToolButton>
    <QVBoxLayout> <QWidget>)

function(overlap_precompiled_provider name)
    cmake_parse_arguments(P "" "" "HEADERS;LINKS" ${ARGN})
    file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp CONTENT "// Only its precompiled header is used.\n")
    add_library(${name} OBJECT EXCLUDE_FROM_ALL ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
    target_link_libraries(${name} PRIVATE Threads::Threads ${P_LINKS})
    overlap_own_target(${name})
    target_precompile_headers(${name} PRIVATE ${P_HEADERS})
endfunction()

# Compiles `target` with the precompiled header of `provider`, which is created at its first use.
function(overlap_precompile target provider)
    if(OVERLAP_BATCHES)
        target_precompile_headers(${target} REUSE_FROM ${provider})
        target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Winvalid-pch>)
    endif()
endfunction()

# pybind11's types have hidden visibility; our types with such members need it too, unless other libraries use them.
function(overlap_hide_symbols target)
    if(BUILD_SHARED_LIBS)
        target_compile_definitions(${target} PUBLIC PYBIND11_NAMESPACE=pybind11)  # without its attribute
    else()
        set_target_properties(${target} PROPERTIES CXX_VISIBILITY_PRESET hidden)
    endif()
endfunction()

function(add_room path)
    cmake_parse_arguments(ROOM "" "" "USES;LINKS;SOURCES;ALONE" ${ARGN})
    string(REPLACE "/" "_" target ${path})
    string(REPLACE "/" "_" uses "${ROOM_USES}")
    if(ROOM_SOURCES)
        add_library(${target} ${ROOM_SOURCES} ${ROOM_ALONE})
        if(OVERLAP_BATCHES)
            set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 10)
            # A class may use a type of an unnamed namespace of its own source; the batch makes gcc warn about it.
            target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
        endif()
        if(path MATCHES "^ui/")
            overlap_precompile(${target} overlap_precompiled_widgets)
        elseif(NOT path MATCHES "^engine/(frontend|listing)$")  # a precompiled header must have the same hidden visibility
            overlap_precompile(${target} overlap_precompiled_standard)
        endif()
        set_source_files_properties(${ROOM_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
        target_link_libraries(${target} PUBLIC ${uses} ${ROOM_LINKS} Threads::Threads)
    else()
        add_library(${target} INTERFACE)
        target_link_libraries(${target} INTERFACE ${uses} ${ROOM_LINKS} Threads::Threads)
    endif()
    overlap_own_target(${target})
    set_property(GLOBAL APPEND_STRING PROPERTY OVERLAP_ROOMS "${path}: ${ROOM_USES}\n")
    if(path MATCHES "^ui/" AND ROOM_SOURCES)
        set_target_properties(${target} PROPERTIES AUTOMOC ON)
    endif()
endfunction()

# CI runs a sanitizer on one part of the tests, chosen by the commit; tests/long runs all of them.
set(OVERLAP_TEST_PART "" CACHE STRING "Builds only a part of the rooms' tests: 0/3 is the first of three parts; empty: all")
function(overlap_test_is_built name labels result)
    set(isBuilt TRUE)
    if(OVERLAP_SANITIZE STREQUAL "thread" AND NOT "tsan" IN_LIST labels)
        set(isBuilt FALSE)
    elseif(OVERLAP_TEST_PART MATCHES "^([0-9]+)/([1-9][0-9]*)$")
        set(part ${CMAKE_MATCH_1})
        set(parts ${CMAKE_MATCH_2})
        string(MD5 digest ${name})
        string(SUBSTRING ${digest} 0 7 digits)
        math(EXPR own "0x${digits} % ${parts}")
        if(NOT own EQUAL part)
            set(isBuilt FALSE)
        endif()
    elseif(OVERLAP_TEST_PART)
        message(FATAL_ERROR "OVERLAP_TEST_PART is '${OVERLAP_TEST_PART}'; expected for example 0/3.")
    endif()
    set(${result} ${isBuilt} PARENT_SCOPE)
endfunction()

# Started first: on a new machine ctest does not know how long a test takes, and a long one that starts last runs alone.
set(overlap_long_tests
    app_command_line app_command_programs app_exact_figures app_figure app_figure_command app_flip_effects app_numpy
    app_rank_failures app_rank_runs app_training devices_gpu_ranks)

# One Qt Test executable per file: tests/engine/trace/tst_store.cpp -> test engine_trace_store. The target engine_trace_tests
# builds all tests of the room. Left out without Qt.
#
#   add_room_test(engine/trace tst_store.cpp USES engine/trace [LINKS ...] [LABELS tsan])
function(add_room_test path source)
    if(NOT TARGET Qt6::Test)
        return()
    endif()
    cmake_parse_arguments(T "" "" "USES;LINKS;LABELS" ${ARGN})
    string(REPLACE "/" "_" room ${path})
    string(REGEX REPLACE "^tst_(.*)\\.cpp$" "\\1" thing ${source})
    set(name ${room}_${thing})
    overlap_test_is_built(${name} "${T_LABELS}" isBuilt)
    if(NOT isBuilt)
        return()
    endif()
    add_executable(${name} ${source})
    string(REPLACE "/" "_" uses "${T_USES}")
    target_link_libraries(${name} PRIVATE ${uses} ${T_LINKS} tests_source_dir Qt6::Test)
    overlap_own_target(${name})
    if("${path};${T_USES}" MATCHES "(^|;)ui/")
        overlap_precompile(${name} tests_precompiled_widgets)
    else()
        overlap_precompile(${name} tests_precompiled)
    endif()
    # moc reads only the test, not the headers that it includes. A test's code runs once: fast compilation matters more.
    string(REGEX REPLACE "\\.cpp$" ".moc" moc ${source})
    add_custom_command(OUTPUT ${moc} COMMAND Qt6::moc ${CMAKE_CURRENT_SOURCE_DIR}/${source} -o ${moc} DEPENDS ${source})
    target_sources(${name} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${moc})
    target_include_directories(${name} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
    target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O0>)
    add_test(NAME ${name} COMMAND ${name})
    if(NOT TARGET ${room}_tests)
        add_custom_target(${room}_tests)
    endif()
    add_dependencies(${room}_tests ${name})
    # Python keeps interned objects until the process ends, and tests request more memory than exists to see it fail:
    # neither is a fault of this project.
    set(leaks 1)
    if("engine/frontend" IN_LIST T_USES)
        set(leaks 0)
    endif()
    # A test that skips itself as a whole is listed with its name at the end, not counted as passed.
    set_tests_properties(${name} PROPERTIES SKIP_REGULAR_EXPRESSION "SKIP   : [A-Za-z]+::initTestCase\\(\\)")
    # Undefined behaviour ends a test under the sanitizer, which by default only prints it.
    # One function may take as long as the whole test: Qt Test's 5 minutes are too few under a sanitizer on a loaded machine.
    set_tests_properties(${name} PROPERTIES ENVIRONMENT "QTEST_FUNCTION_TIMEOUT=890000;ASAN_OPTIONS=detect_leaks=${leaks}:allocator_may_return_null=1;UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1;QT_QPA_PLATFORM=offscreen;OMP_WAIT_POLICY=passive;TSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/resources/cmake/tsan.supp:allocator_may_return_null=1" TIMEOUT 900
                         LABELS "${room};${T_LABELS}")
    if(${name} IN_LIST overlap_long_tests)
        set_tests_properties(${name} PROPERTIES COST 100)
    endif()
endfunction()
