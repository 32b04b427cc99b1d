#pragma once

#include "app/wiring/machines.h"
#include "app/wiring/resources.h"
#include "engine/frontend/runner.h"
#include "tests/source_dir.h"

#include <QString>
#include <QTest>

#include <filesystem>
#include <map>
#include <memory>
#include <string>

/// A front end with the shipped machines, for tests.
class ProgramRuns {
public:
    ProgramRuns()
    {
        auto made = app::makeRunner(tests::inSource("resources"));
        if (!made)
            qFatal("%s", made.error().english().c_str());
        m_runner = *std::move(made);
    }

    [[nodiscard]] engine::frontend::Runner& runner() { return *m_runner; }

    /// A request for a built-in program or a file, with its default settings.
    [[nodiscard]] engine::frontend::RunRequest request(const std::string& idOrPath, engine::frontend::Dialect dialect)
    {
        auto program = m_runner->load(idOrPath);
        if (!program)
            qFatal("%s", program.error().english().c_str());
        engine::frontend::RunRequest request;
        request.dialect = program->sources.contains(dialect) ? dialect : program->sources.begin()->first;
        request.source = program->sources.at(request.dialect);
        if (!program->machines.empty())
            request.machine = textIn(program->machines, request.dialect);
        request.off = program->initiallyOff[request.dialect];
        request.program = *std::move(program);
        return request;
    }

    /// A request for source text without a file.
    [[nodiscard]] static engine::frontend::RunRequest typed(
        const std::string& source, engine::frontend::Dialect dialect = engine::frontend::Dialect::Torch)
    {
        engine::frontend::RunRequest request;
        request.program.id = "typed";
        request.program.sources[dialect] = source;
        request.dialect = dialect;
        request.source = source;
        return request;
    }

    [[nodiscard]] engine::Result<engine::frontend::RunOutcome> run(const engine::frontend::RunRequest& request)
    {
        engine::trace::Recorder recorder;
        return m_runner->run(request, recorder);
    }

    [[nodiscard]] engine::trace::TracePtr trace(const engine::frontend::RunRequest& request)
    {
        auto outcome = run(request);
        if (!outcome)
            qFatal("%s", outcome.error().english().c_str());
        for (const auto& note : outcome->trace->notes())
            if (note.text.english().starts_with("Cleaning up after the run failed"))
                qFatal("%s", note.text.english().c_str());
        return outcome->trace;
    }

private:
    std::unique_ptr<engine::frontend::Runner> m_runner;
};

/// Duration in seconds of each timed block, by label. Of several blocks with the same label, the last one counts.
inline std::map<std::string, double> benchmarks(const engine::trace::Trace& trace)
{
    std::map<std::string, double> seconds;
    for (const auto& block : trace.blocks())
        seconds[block.label] = engine::toSeconds(block.end - block.begin);
    return seconds;
}

/// The complete text written to one output stream.
inline std::string printed(const engine::trace::Trace& trace, engine::trace::OutputStream stream)
{
    std::string text;
    for (const auto& output : trace.programPart().outputs)
        if (output.stream == stream)
            text += output.text;
    return text;
}
