#include "engine/analysis/comparison.h"
#include "engine/analysis/forecast.h"
#include "tests/app/program_cases.h"
#include "tests/app/sentence_rules.h"
#include "ui/compare/labels.h"
#include "ui/inspect/what_happened_view.h"
#include "ui/listing/parameter_note.h"
#include "ui/look/format.h"
#include "ui/teach/advice.h"
#include "ui/teach/memory_forecast.h"
#include "ui/training/why_card.h"

#include <QRegularExpression>
#include <QSet>

using namespace engine;
using engine::frontend::Program;
using engine::frontend::RunRequest;
using engine::trace::Trace;
using engine::trace::TracePtr;

namespace {

/// Texts of the scanned sources that are no sentences about a run: parts of sentences, labels and rows.
const char* const kNoSentences[] = {
    "The program issues %1 operations %2 instead of %3",  // is the start of other sentences
    // texts about profiles and measured runs, which do not occur in this test
    "Where a step spends its %1",
    "Mean of %1 of the profiler's steps, %2 operations each, identified by their names and ranges.",
    "%1 and %2: too few batches to tell them apart",
    "%1 and %2: no difference that this machine shows",
    "A batch takes %1 with %2 and %3 with %4.",
    "No difference that this machine shows",
    "No difference that one run shows",
    "A took %1, B %2. How much a run varies on this computer is unknown after one run.",
    "A took %1, B %2. Repeated runs on this computer vary more than that.",
    // texts about ranks, or about a part of a run
    "Time lost waiting for late ranks",
    "In %1, ranks wait %2 for late ranks, in %3 %4.",
    "In %1, exposed communication takes %2, in %3 %4.",
    "Ranks: %1 in A, %2 in B. Their operations cannot be compared one by one.",
    "The clock of %1 stopped too early: %2 continues for %3, which is compared as well.",
    // findings and rows of a comparison
    "Line %1 waits in %2",
    "Line %1 waits %2 times in %3",
    "%1, nothing waits there in B",
    "%1, nothing waits there in A",
    "%1, %n time(s) in B",
    "Line %1 only in A: %2",
    "Line %1 only in B: %2",
    "Line %1 reads %2 in A, %3 in B",
    "Benchmarks: %1 on each side",
    "Benchmarks: %1 in A, %2 in B",
    "%n operation(s) only in A, %1 only in B",
    "Operations: %1, the same on both sides",
    "%1 × %2, the same on both sides",
    "Same work of each operation",
    "Operations of different size: %1",
    "Different graph: %n edge(s) only in A, %1 only in B",
    "Same graph: no edge between its operations",
    "Different result: %1 in A, %2 in B",
    "A on %1, B on %2",
    "A with %1, B with %2",
    "%1 is %2 in A, %3 in B",
    "%1: one at a time",
    "%1: both busy for %2 of the time",
    "%1: two or more busy for %2 of the time",
    // labels and rows about memory
    "%1, %2 of it others",
    "Nothing ran on a device: a model of the machine simulated the program.",
    "Memory, as modelled on %1",
    "%1 results of line %2",
    "when its statement is issued",
    "cached by the pool, not in use",
    "requested: %1 in one block",
    "Memory in use, and why",
};

/// Words that are true only for certain values of the parameters. Notes and suggestions are shown for every value.
const QRegularExpression kOfOneValue(QStringLiteral(
    "\\b(twice|half|halves|thrice|eighth|times as|most of the time|all the time|nearly|a moment|"
    "are (idle|busy)|still (at work|queued|busy)|takes? (longer|less)|far less|(faster|slower) than)\\b"));

/// Texts with words of kOfOneValue that are nevertheless true for every value, each with the reason.
const QSet<QString> kForEveryValue{
    // The gradients pass around the ring once to be added and once to be copied. Each time, a GPU sends less than all
    // of them.
    QStringLiteral(
        "In a ring each GPU sends less than twice its gradients, however many GPUs there are: with 8 instead "
        "of {gpus} it takes {after} instead of {before}."),
    // "twice" compares the two trainings: the parameter is the batch size of one GPU.
    QStringLiteral(
        "2.7 GFLOP per image, about 200 times those of LeNet. The gradients of a layer can be summed while the "
        "backward pass computes those of the layers before it. Two GPUs train twice the images per step."),
    // The listing of this program has no parameters.
    QStringLiteral("The prints of forward appear while Python runs it: twice eagerly, once when the graph is captured, "
                   "then never again. The result stays the same."),
};

QString filled(const std::string& text, const Trace& trace)
{
    return ui::listing::filledNote(QString::fromStdString(text), [&](const QString& name) -> std::optional<double> {
        for (const auto& [parameter, value] : trace.run().parameters) {
            bool isNumber = false;
            const double number = QString::fromStdString(value).toDouble(&isNumber);
            if (isNumber && QString::fromStdString(parameter) == name)
                return number;
        }
        return std::nullopt;
    });
}

std::size_t lastBlock(const Trace& trace, const std::string& label)
{
    for (std::size_t i = trace.blocks().size(); i > 0; --i)
        if (label.empty() || trace.blocks()[i - 1].label == label)
            return i - 1;
    return trace.blocks().size();
}

}  // namespace

/// Tests that texts about whole runs are true: notes and suggestions of programs, the card of a training, the forecast
/// of memory, the pane "What happened" and a comparison. Tests default and other values of the parameters. With
/// OVERLAP_ALL_PROGRAMS set, tests every built-in program, dialect, machine and flip; otherwise a sample of them.
class TestTexts : public QObject {
    Q_OBJECT

private slots:
    void everyGeneratedSentenceIsCheckedByARule();
    void textsOfProgramHeadersAreTrueForEveryParameterValue();
    void everySuggestionIsCheckedByARule();
    void textsAboutEveryProgramMatchItsTrace_data();
    void textsAboutEveryProgramMatchItsTrace();
    void cleanupTestCase();

private:
    void check(const QStringList& texts, std::span<const SentenceRule> rules, const Subject& subject);
    void checkNote(const Program& program, const Trace& trace);
    void checkSuggestions(const RunRequest& request, const Trace& trace);
    void checkTraining(const Trace& trace);
    void checkMemory(const TracePtr& trace);
    void checkComparison(const ProgramCase& each, const TracePtr& trace);

    ui::look::Theme m_theme;
    ProgramRuns m_runs;
    std::vector<ProgramCase> m_cases;
    QMap<QString, int> m_counts;  ///< number of occurrences, by sentence
};

void TestTexts::everyGeneratedSentenceIsCheckedByARule()
{
    QSet<QString> ruled, found;
    for (const auto rules : {trainingRules(), compareRules(), memoryRules()})
        for (const SentenceRule& rule : rules)
            ruled << QString::fromUtf8(rule.id).trimmed();
    for (const char* text : kNoSentences)
        ruled << QString::fromUtf8(text).trimmed();
    for (const char* path : {"ui/training/why_card.cpp", "ui/compare/labels.cpp", "ui/teach/memory_forecast.cpp",
                             "ui/inspect/what_happened_view.cpp"})
        for (const QString& text : textsOf(path))
            found << text.trimmed();

    for (const QString& text : found)
        QVERIFY2(ruled.contains(text) || text.count(QLatin1Char(' ')) < 4,
                 qPrintable(QStringLiteral("no rule for: ") + text));
    for (const QString& text : ruled)
        QVERIFY2(found.contains(text), qPrintable(QStringLiteral("no source shows: ") + text));
}

void TestTexts::textsOfProgramHeadersAreTrueForEveryParameterValue()
{
    static const QRegularExpression kPlace(QStringLiteral("\\{(\\w+)\\}"));
    static const QSet<QString> kPredicted{QStringLiteral("after"), QStringLiteral("before"),
                                          QStringLiteral("hiddenAfter"), QStringLiteral("hiddenBefore")};
    for (const Program& program : m_runs.runner().programs()) {
        QStringList texts;
        for (const auto& [dialect, note] : program.notes)
            texts << QString::fromStdString(note);
        for (const auto& [dialect, suggestions] : program.suggestions)
            for (const auto& suggestion : suggestions)
                texts << QString::fromStdString(suggestion.text);
        for (const QString& text : texts) {
            QVERIFY2(kForEveryValue.contains(text) || !kOfOneValue.match(text).hasMatch(), qPrintable(text));
            for (auto places = kPlace.globalMatch(text); places.hasNext();) {
                const QString name = places.next().captured(1);
                const auto isIt = [&](const auto& parameter) { return parameter.name == name.toStdString(); };
                QVERIFY2(kPredicted.contains(name) || std::ranges::any_of(program.parameters, isIt), qPrintable(text));
            }
        }
    }
}

void TestTexts::everySuggestionIsCheckedByARule()
{
    static const QRegularExpression kPlace(QStringLiteral("\\{\\w+\\}"));
    for (const Program& program : m_runs.runner().programs())
        for (const auto& [dialect, suggestions] : program.suggestions)
            for (const auto& suggestion : suggestions) {
                const QString text = QString::fromStdString(suggestion.text).replace(kPlace, QStringLiteral("1 s"));
                QVERIFY2(!sentencesIn(text, suggestionRules()).empty(), qPrintable(text));
            }
}

void TestTexts::check(const QStringList& texts, std::span<const SentenceRule> rules, const Subject& subject)
{
    const QString problem = problemOf(texts, rules, subject, m_counts);
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
}

/// Checks that each amount of work or memory in a note is the amount of an operation of the run.
void TestTexts::checkNote(const Program& program, const Trace& trace)
{
    static const QRegularExpression kAmount(QStringLiteral("([\\d.,]+) ([kMGT]?FLOP|[KMG]i?B|B)\\b(?! per image)"));
    const auto found =
        program.notes.find(trace.run().dialect == "torch" ? frontend::Dialect::Torch : frontend::Dialect::MXNet);
    if (found == program.notes.end() || trace.error())
        return;
    const QString note = filled(found->second, trace);
    for (auto amounts = kAmount.globalMatch(note); amounts.hasNext();) {
        const QRegularExpressionMatch amount = amounts.next();
        static const std::map<QString, double> kUnits{{"FLOP", 1},     {"kFLOP", 1e3},     {"MFLOP", 1e6},
                                                      {"GFLOP", 1e9},  {"TFLOP", 1e12},    {"B", 1},
                                                      {"KiB", 1024.0}, {"MiB", 1048576.0}, {"GiB", 1073741824.0}};
        QVERIFY2(kUnits.contains(amount.captured(2)), qPrintable(note));
        const double value = amount.captured(1).remove(QLatin1Char(',')).toDouble() * kUnits.at(amount.captured(2));
        bool isOfOne = false;
        for (std::size_t i = 0; i < trace.opCount() && !isOfOne; ++i) {
            const trace::Op op = trace.op(OpId{i});
            const double own =
                amount.captured(2).endsWith(QLatin1Char('B')) ? static_cast<double>(op.bytes.value) : op.flops;
            isOfOne = std::abs(own / value - 1) < 0.01;
        }
        QVERIFY2(isOfOne, qPrintable(note));
    }
}

/// Runs each suggestion that the window offers, and checks its sentences against that run.
void TestTexts::checkSuggestions(const RunRequest& request, const Trace& trace)
{
    const auto found = request.program.suggestions.find(request.dialect);
    const auto points = m_runs.runner().syncPoints(request.source, request.dialect);
    if (found == request.program.suggestions.end() || trace.error() || !points)
        return;
    for (const auto& suggestion : found->second) {
        RunRequest variant = request;
        bool isDone = suggestion.flipLine || !suggestion.set.empty();
        for (const auto& [name, value] : suggestion.set) {
            const auto isIt = [&](const auto& parameter) { return parameter == std::pair(name, value); };
            isDone = isDone && std::ranges::any_of(trace.run().parameters, isIt);
            variant.parameters[name] = value;
        }
        for (const auto& point : *points)
            if (suggestion.flipLine && point.line == *suggestion.flipLine) {
                const bool isOff = std::ranges::count(request.off, point.line) > 0;
                const bool isOn = point.isInitiallyOn ? !isOff : std::ranges::count(request.on, point.line) > 0;
                isDone = !ui::teach::isAsOpened(request.program, request.dialect, point, isOn);
                if (!point.isInitiallyOn)
                    variant.on.push_back(point.line);
                else if (isOff)
                    std::erase(variant.off, point.line);
                else
                    variant.off.push_back(point.line);
            }
        if (isDone)
            continue;
        const auto outcome = m_runs.run(variant);
        QVERIFY(outcome);
        const Trace& predicted = *outcome->trace;
        const ui::teach::SuggestionValues before = ui::teach::suggestionValues(trace, suggestion);
        const ui::teach::SuggestionValues after = ui::teach::suggestionValues(predicted, suggestion);
        if (before == after || predicted.error())
            continue;
        const std::size_t block = lastBlock(predicted, suggestion.block);
        if (block < predicted.blocks().size()) {
            const auto& record = predicted.blocks()[block];
            QCOMPARE(after.time, ui::look::benchmarkText(record.seconds));
            QVERIFY(std::abs(record.seconds - toSeconds(record.end - record.begin)) < 1e-4);  // printed with 4 decimals
        }
        const QString text = filled(suggestion.text, trace)
                                 .replace(QLatin1String("{after}"), after.time)
                                 .replace(QLatin1String("{before}"), before.time)
                                 .replace(QLatin1String("{hiddenAfter}"), after.hidden)
                                 .replace(QLatin1String("{hiddenBefore}"), before.hidden);
        QVERIFY2(!text.contains(QLatin1Char('{')), qPrintable(text));
        check({text}, suggestionRules(), {trace, {}, {}, block, &predicted});
    }
}

void TestTexts::checkTraining(const Trace& trace)
{
    const analysis::Training training = analysis::training(trace);
    if (training.empty() || trace.error())
        return;
    ui::training::WhyCard card(m_theme);
    card.show(trace, training);
    if (!card.isHidden())
        check({QString(card.title()).remove(QChar(0x2060)).remove(QChar(0x200b)),
               QString(card.sentence()).remove(QChar(0x2060)).remove(QChar(0x200b))},
              trainingRules(), {trace});
}

void TestTexts::checkMemory(const TracePtr& trace)
{
    const analysis::MemoryForecast forecast = analysis::memoryForecast(*trace);
    QStringList texts;
    if (!forecast.devices.empty() && (!trace->error() || forecast.refused))
        texts << ui::teach::forecastText(*trace, forecast);
    ui::model::TraceFeed feed;
    ui::inspect::WhatHappenedView view(m_theme, feed);
    feed.show(trace, {});
    for (const QString& line : view.text().split(QLatin1Char('\n')))
        if (line.endsWith(QLatin1Char('.')) && !sentencesIn(line, memoryRules()).empty())
            texts << line;
    check(texts, memoryRules(), {*trace});
}

/// Compares the run with a run in which the switches of the waits have their initial states.
void TestTexts::checkComparison(const ProgramCase& each, const TracePtr& trace)
{
    ProgramCase opened = statesOf(m_runs, *m_runs.runner().load(each.program), each.dialect, each.machine).front();
    opened.set = each.set;
    const auto outcome = m_runs.run(opened.request(m_runs));
    QVERIFY(outcome);
    const auto comparison = analysis::compareRuns(analysis::wholeSide(outcome->trace), analysis::wholeSide(trace));
    if (comparison.hasStoppedRun())
        return check({ui::compare::whyTitle(comparison)}, compareRules(), {*outcome->trace, {}, {}, 0, trace.get()});
    check({ui::compare::whyTitle(comparison),
           ui::compare::whyText(comparison).remove(QChar(0x2060)).remove(QChar(0x200b)).replace(QChar::Nbsp, ' ')},
          compareRules(), {*outcome->trace, {}, {}, 0, trace.get()});
}

void TestTexts::textsAboutEveryProgramMatchItsTrace_data()
{
    constexpr std::size_t kSample = 12, kOtherValues = 12;
    const auto add = [&](const char* program, frontend::Dialect dialect, const char* machine,
                         std::map<std::string, std::string> set) {
        m_cases.push_back({program, dialect, machine, QStringLiteral("as opened"), true, {}, {}, std::move(set)});
    };
    using enum frontend::Dialect;
    // Cases that once showed false texts, and cases that cleanupTestCase() requires.
    add("13.5.6", MXNet, "book-v100", {{"batch", "16384"}, {"images", "60000"}, {"epochs", "2"}});
    add("13.6.4", MXNet, "book-v100", {{"batch", "4"}, {"images", "400"}, {"epochs", "2"}});
    add("13.6.4", MXNet, "book-v100", {});
    add("13.5.6", MXNet, "book-v100", {});
    add("13.1.3", MXNet, "laptop-2019", {{"calls", "5000"}});
    add("13.7.2", MXNet, "pcie-8", {{"gpus", "2"}});
    add("13.2.1-queue", MXNet, "laptop-2019", {{"n", "500"}});
    add("13.3.2-small", Torch, "card-4gb", {});
    add("13.3.2-small", Torch, "card-4gb", {{"products", "30"}});
    const auto program = m_runs.runner().load("13.3.1");
    QVERIFY(program.has_value());
    for (std::vector<ProgramCase> more : {statesOf(m_runs, *program, Torch, "book-v100"), programCases(m_runs, kSample),
                                          otherValues(m_runs, kOtherValues)})
        m_cases.insert(m_cases.end(), more.begin(), more.end());
    QTest::addColumn<std::size_t>("index");
    for (std::size_t i = 0; i < m_cases.size(); ++i)
        QTest::addRow("%zu %s", i, qPrintable(m_cases[i].name())) << i;
}

void TestTexts::textsAboutEveryProgramMatchItsTrace()
{
    QFETCH(std::size_t, index);
    const ProgramCase& each = m_cases[index];
    const RunRequest request = each.request(m_runs);

    const auto outcome = m_runs.run(request);

    QVERIFY2(outcome, qPrintable(each.name()));
    const TracePtr& trace = outcome->trace;
    checkNote(request.program, *trace);
    checkSuggestions(request, *trace);
    checkTraining(*trace);
    checkMemory(trace);
    if (!each.off.empty() || !each.on.empty())
        checkComparison(each, trace);
}

/// Fails if one of these texts occurred in no case, because its rule was then not tested.
void TestTexts::cleanupTestCase()
{
    if (QTest::currentTestFailed())
        return;
    for (const char* name :
         {"All of it fits.", "Why is B faster?", "Out of memory at product %1, line %2: it needs %3 in one block.",
          "With %1 passes instead of %2 the %3 net takes %4 instead of %5.", "Why %1 %2 faster here?",
          "Why %1 %2 slower here?"})
        QVERIFY2(m_counts.value(QLatin1String(name)) > 0, name);
}

QTEST_MAIN(TestTexts)
#include "tst_texts.moc"
