#include "app/desktop/lesson_pages.h"

#include "app/wiring/resources.h"
#include "app/wiring/run_options.h"
#include "ui/teach/lesson_bar.h"
#include "ui/teach/measures.h"

#include <algorithm>
#include <filesystem>

namespace app {

namespace {

using engine::frontend::Dialect;
using engine::frontend::Runner;
using engine::frontend::RunRequest;
using ui::figure::FigureOptions;
using ui::figure::Page;
using ui::teach::Setting;
using ui::teach::Step;

engine::Result<RunRequest> requestOf(Runner& runner, const Step& step, const Setting& setting)
{
    auto program = runner.load(step.program.toStdString());
    if (!program)
        return std::move(program).error();
    RunRequest request;
    request.program = *std::move(program);
    const Dialect wanted = engine::frontend::dialectNamed(step.dialect.toStdString());
    const bool hasDialect = request.program.sources.contains(wanted);
    if (request.program.sources.empty())
        return engine::untranslatedError(engine::ErrorCode::BadFile, step.program.toStdString() + " has no listing.");
    request.dialect = hasDialect ? wanted : request.program.sources.begin()->first;
    request.source =
        step.listing.isEmpty() ? request.program.sources.at(request.dialect) : step.listing.toStdString() + "\n";
    request.machine =
        !setting.machine.isEmpty() ? setting.machine.toStdString() : textIn(request.program.machines, request.dialect);
    request.parameters = setting.parameters;
    request.off = linesOff(request.program, request.dialect);
    for (const auto& [line, isOn] : setting.flips) {
        std::erase(request.off, line);
        (isOn ? request.on : request.off).push_back(line);
    }
    for (const auto& [lever, value] : setting.levers) {
        const auto named = namedLine(lever);
        if (!named)
            return engine::untranslatedError(engine::ErrorCode::BadFile, lever + " is no lever.");
        if (engine::Status status = setLever(runner, {named->line, named->name, value}, request); !status)
            return std::move(status).error();
    }
    return request;
}

Setting changed(const Setting& setting, const Setting& change)
{
    Setting all = setting;
    for (const auto& [line, isOn] : change.flips)
        all.flips[line] = isOn;
    for (const auto& [name, value] : change.parameters)
        all.parameters[name] = value;
    all.levers = change.levers;
    if (!change.machine.isEmpty())
        all.machine = change.machine;
    return all;
}

}  // namespace

engine::Result<ui::teach::Lesson> findLesson(const std::string& idOrPath, bool* isShipped)
{
    *isShipped = false;
    if (const auto resources = findResources()) {
        const std::filesystem::path path = *resources / "lessons" / (idOrPath + ".overlap-lesson.json");
        std::error_code ignored;
        if (idOrPath.find('/') == std::string::npos && std::filesystem::is_regular_file(path, ignored)) {
            *isShipped = true;
            return ui::teach::readLessonFile(path);
        }
    }
    return ui::teach::readLessonFile(std::filesystem::path(idOrPath));
}

std::string contentsText(const ui::teach::Lesson& lesson)
{
    const ui::teach::Contents contents = ui::teach::contentsOf(lesson);
    std::string text = std::to_string(contents.steps) + " steps";
    if (!contents.programs.isEmpty())
        text += ", programs " + contents.programs.join(QStringLiteral(", ")).toStdString();
    if (!contents.files.isEmpty())
        text += ", program files " + contents.files.join(QStringLiteral(", ")).toStdString();
    if (contents.listings > 0)
        text += ", " + std::to_string(contents.listings) + " with Python text of their own";
    return text;
}

engine::Result<std::vector<Page>> lessonPages(const ui::teach::Lesson& lesson, Runner& runner,
                                              const FigureOptions& options,
                                              const std::function<engine::Result<FigureRun>(const RunRequest&)>& run)
{
    const QString language = ui::teach::languageNow();
    std::vector<Page> pages;
    for (const Step& step : lesson.steps) {
        auto request = requestOf(runner, step, step.setting);
        if (!request)
            return std::move(request).error();
        const auto shown = run(*request);
        if (!shown)
            return shown.error();
        ui::teach::MeasureSource source{shown->trace.get(), nullptr, shown->context.bookResults};
        FigureOptions page = options;
        page.title = ui::teach::filled(ui::teach::textIn(step.title, language), source);
        page.caption = ui::teach::filled(ui::teach::textIn(step.text, language), source);
        page.context = shown->context;
        page.listing = shown->listing;
        page.notes = ui::model::notesFrom(step.notes, language);
        page.showMagnified = false;
        pages.push_back({shown->trace, page});
        if (!step.question)
            continue;
        FigureOptions answer = page;
        Page answered{shown->trace, answer};
        if (step.question->change) {
            auto other = requestOf(runner, step, changed(step.setting, *step.question->change));
            if (!other)
                return std::move(other).error();
            const auto after = run(*other);
            if (!after)
                return after.error();
            answered.trace = after->trace;
            answered.options.what = ui::figure::FigureKind::Compare;
            answered.options.before = shown->trace;
            answered.options.beforeContext = shown->context;
            answered.options.beforeListing = shown->listing;
            answered.options.context = after->context;
            answered.options.listing = after->listing;
            source.before = shown->trace.get();
            source.trace = answered.trace.get();
        }
        answered.options.title = ui::teach::filled(ui::teach::textIn(step.question->text, language), source);
        answered.options.caption = ui::teach::filled(ui::teach::textIn(step.question->expected, language), source);
        pages.push_back(std::move(answered));
    }
    if (pages.empty())
        return pages;
    // The last page shows the last figure again, with the text that the window shows at the end of the lesson.
    Page end = pages.back();
    end.options.title = ui::teach::endingTitle();
    end.options.caption = ui::teach::learnedText(lesson) + QLatin1Char(' ') + ui::teach::nextText(lesson);
    pages.push_back(std::move(end));
    return pages;
}

}  // namespace app
