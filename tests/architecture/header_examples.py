"""The examples in comments of headers, as sources that tests/check compiles.

A block of lines `///     code` with a semicolon is an example. It becomes the body of a function in the header's
namespace. Its parameters are what the example takes as given.
"""
import pathlib
import re

# Header -> parameters of the function, and further headers that the example needs.
GIVEN = {
    "engine/autograd/tape.h": (
        "const ops::Operation& f, const ops::Shape& shape, DeviceId device, Shares& shares, Issuer& issuer",
        ["<array>"],
    ),
    "engine/device/platform.h": (
        "Platform& platform, DeviceId cpu, std::span<const float> values, const WaitSite& site, "
        "void print(std::span<const float>)",
        [],
    ),
    "engine/frontend/runner.h": ("Runner::Paths paths, device::PlatformFactory factory", []),
    "engine/io/detail/json_reader.h": ("JsonReader& reader, std::string& key, std::string& number", []),
    "engine/io/open_trace.h": ("void use(const trace::TracePtr&), void report(const Message&)", []),
    "engine/ops/operation.h": ("", ['"engine/ops/shape_rules.h"']),
    "engine/ranks/mpi/world.h": (
        "const abi::Module& module, frontend::Runner& runner, frontend::RunRequest& request, "
        "trace::Recorder& recorder, const std::string& report",
        ['"engine/frontend/runner.h"'],
    ),
    "engine/ranks/run_set.h": ("RankInfo infoOf(int), trace::TracePtr traceOf(int), ClockMap clockOf(int)", []),
    "engine/schedule/engine.h": ("int& sum", ["<array>", "<cstdio>"]),
    "engine/trace/recorder.h": ("", []),
    "engine/trace/trace.h": ("const Trace& trace", []),
    "ui/desk/desk.h": ("const runs::Workbench& bench, const Desk::Parts& parts", []),
    "ui/drawing/scene.h": (
        "engine::trace::TracePtr trace, const look::Theme& theme, const LayoutOptions& options, QPainter& painter",
        ['"ui/drawing/overlay_painter.h"', '"ui/drawing/scene_painter.h"'],
    ),
    "ui/model/trace_feed.h": (
        "TraceFeed& feed, std::shared_ptr<engine::trace::Recorder> recorder, RunContext context",
        [],
    ),
    "ui/runs/run_controller.h": (
        "RunController& runs, const RunController::Request& request, void use(const engine::trace::TracePtr&)",
        [],
    ),
    "ui/timeline/timeline_view.h": (
        "const look::Theme& theme, model::TraceFeed& feed, model::VisibleRange& range, model::Selection& selection, "
        "model::Playhead& playhead, QWidget* parent, engine::trace::TracePtr trace, model::RunContext context",
        [],
    ),
    "ui/figure/figure.h": ("const engine::trace::TracePtr& trace, void showError(const engine::Error&)", []),
}


def examples(text):
    """The blocks of indented lines in the `///` comments of a header."""
    blocks = re.findall(r"(?:^ *///     .*\n)+", text, re.M)
    codes = [re.sub(r"^ *///", "", block, flags=re.M) for block in blocks]
    return [code for code in codes if ";" in code]


def sources(root, headers):
    """(header, source of its examples) for each header that has some; None instead of a source: not in GIVEN."""
    for header in headers:
        found = examples((pathlib.Path(root) / header).read_text())
        if not found:
            continue
        if header not in GIVEN:
            yield header, None
            continue
        parameters, further = GIVEN[header]
        includes = "".join(f"#include {name}\n" for name in [f'"{header}"', *further])
        namespace = "::".join(part for part in pathlib.Path(header).parts[:-1] if part != "base")
        bodies = "".join(f"void example{i}({parameters})\n{{\n{code}}}\n" for i, code in enumerate(found))
        yield header, f"{includes}namespace {namespace} {{\n{bodies}}}\n"
