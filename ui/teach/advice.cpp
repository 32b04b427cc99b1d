#include "ui/teach/advice.h"

#include "engine/analysis/figures.h"
#include "engine/analysis/out_of_memory.h"
#include "engine/analysis/timed_block.h"
#include "ui/listing/parameter_note.h"
#include "ui/look/format.h"
#include "ui/look/languages.h"

#include <QPointer>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>

namespace ui::teach {

namespace {

using engine::frontend::Dialect;

/// Returns the index of the last timed block with this label; an empty label matches every block.
/// Trace::blocks().size(): none.
std::size_t lastBlock(const engine::trace::Trace& trace, const std::string& label)
{
    std::size_t last = trace.blocks().size();
    for (std::size_t i = 0; i < trace.blocks().size(); ++i)
        if (label.empty() || trace.blocks()[i].label == label)
            last = i;
    return last;
}

}  // namespace

SuggestionValues suggestionValues(const engine::trace::Trace& trace, const Suggestion& suggestion)
{
    namespace analysis = engine::analysis;
    const std::optional<double> seconds = secondsOf(trace, suggestion.block);
    SuggestionValues values{seconds ? look::benchmarkText(*seconds) : look::clockText(trace.extent()), {}};
    if (suggestion.text.find("{hidden") != std::string::npos)
        values.hidden = look::percentText(
            analysis::figures(trace, analysis::workScope(trace, lastBlock(trace, suggestion.block))).copyHidden);
    return values;
}

std::optional<double> secondsOf(const engine::trace::Trace& trace, const std::string& label)
{
    const std::size_t block = lastBlock(trace, label);
    return block < trace.blocks().size() ? std::optional(trace.blocks()[block].seconds) : std::nullopt;
}

bool isAsOpened(const engine::frontend::Program& program, Dialect dialect, const engine::frontend::SyncPoint& point,
                bool isOn)
{
    const std::vector<int> off = linesOff(program, dialect);
    return isOn == (point.isInitiallyOn && std::ranges::find(off, point.line) == off.end());
}

QString copyingListing(const QString& source, Dialect dialect)
{
    static const QRegularExpression product(
        QStringLiteral(R"((\b\w+\.(?:mm|dot)\(\w+\)|np\.dot\(\w+, *\w+\))( +for +\w+ +in +))"));
    if (!product.match(source).hasMatch())
        return {};
    QString changed = source;
    changed.replace(product, dialect == Dialect::Torch ? QStringLiteral("\\1.cpu()\\2")
                                                       : QStringLiteral("\\1.as_in_ctx(npx.cpu())\\2"));
    return changed;
}

// -- Try this

bool Advice::isDone(const Suggestion& suggestion) const
{
    for (const auto& [name, value] : suggestion.set)
        if (m_document.parameters().value(name) != QString::fromStdString(value))
            return false;
    if (!suggestion.flipLine)
        return true;
    const engine::frontend::SyncPoint* point = m_document.text().switches().at(*suggestion.flipLine);
    return point == nullptr || !isAsOpened(m_document.program(), m_document.listing().dialect(), *point,
                                           m_document.text().switches().isOn(point->line));
}

void Advice::apply(const Suggestion& suggestion)
{
    m_document.undoStack().beginMacro(look::headerText(suggestion.title));
    for (const auto& [name, value] : suggestion.set)
        m_document.parameters().set(name, QString::fromStdString(value));
    if (suggestion.flipLine)
        m_document.edits().flip(*suggestion.flipLine);
    m_document.undoStack().endMacro();
}

void Advice::offer(inspect::TryThisCard& card, const engine::trace::TracePtr& trace)
{
    const auto& all = m_document.program().suggestions;
    const auto found = all.find(m_document.listing().dialect());
    const bool isVirtual = m_machine.kind == engine::trace::PlatformKind::Virtual;
    if (!isVirtual || found == all.end() || trace->error() || m_document.text().isModified() || !m_document.isTrusted())
        return card.withdraw();
    if (m_adviceOf.lock() != trace) {
        m_adviceOf = trace;
        m_withoutEffect.clear();
    }
    const auto open = std::find_if(found->second.begin(), found->second.end(), [this](const Suggestion& suggestion) {
        return !isDone(suggestion) && !m_withoutEffect.contains(QString::fromStdString(suggestion.title));
    });
    if (open == found->second.end())
        return card.withdraw();
    const QString sentence = listing::filledNote(look::headerText(open->text), m_document.parameters());
    Request request = m_document.variant(open->flipLine, open->set);
    request.machine = m_machine.path.empty() ? m_machine.id : m_machine.path;
    const auto predict = [this, request, suggestion = *open, before = suggestionValues(*trace, *open),
                          offered = QPointer(&card), of = std::weak_ptr(trace)](inspect::TryThisCard::Done done) {
        m_controller.thread().predict(request, this, [=, this](const auto& answer) {
            if (!answer)
                return done(answer.error());
            const SuggestionValues after = suggestionValues(**answer, suggestion);
            if (after != before && !(*answer)->error())
                return done(inspect::Prediction{before.time, after.time, before.hidden, after.hidden});
            // The suggestion changes nothing in this state of the waits, or its run fails. The sentence of the
            // suggestion would be false, so offer the next suggestion.
            if (const auto displayed = of.lock(); displayed && offered && displayed == m_adviceOf.lock()) {
                m_withoutEffect.insert(QString::fromStdString(suggestion.title));
                offer(*offered, displayed);
            }
        });
    };
    card.offer({QString(), sentence, look::headerText(open->title)}, predict,
               [this, suggestion = *open] { apply(suggestion); });
}

// -- remedies for an out-of-memory error

std::function<void(inspect::Remedy::Done)> Advice::peakOfRun(Request request)
{
    if (m_machine.kind != engine::trace::PlatformKind::Virtual)
        return {};
    return [this, request = std::move(request)](inspect::Remedy::Done done) {
        m_controller.thread().predict(request, this, [done](const auto& answer) {
            if (answer)
                done(engine::analysis::memoryForecast(**answer));
            else
                done(answer.error());
        });
    };
}

std::vector<inspect::Remedy> Advice::remedies(const engine::trace::TracePtr& trace,
                                              std::function<void(const QString&)> switchMachine)
{
    std::vector<inspect::Remedy> remedies;
    // A remedy runs the listing in the background, and the listing of a trace is not trusted.
    if (!m_document.isTrusted() || !engine::analysis::outOfMemory(*trace))
        return remedies;
    for (std::optional<inspect::Remedy> remedy : {copyAsYouGo(), smallerMatrices(*trace), fewerProducts(*trace)})
        if (remedy)
            remedies.push_back(std::move(*remedy));
    if (remedies.empty())
        if (std::optional<inspect::Remedy> remedy = keepFewer(*trace))
            remedies.push_back(std::move(*remedy));
    if (m_machine.id != "book-v100") {
        Request request = m_document.request();
        request.machine = "book-v100";
        remedies.push_back({tr("The book’s machine"), tr("2× V100 with 15.78 GiB each."), tr("Switch"),
                            peakOfRun(request), [switchMachine] { switchMachine(QStringLiteral("book-v100")); }});
    }
    return remedies;
}

std::optional<inspect::Remedy> Advice::copyAsYouGo()
{
    const QString changed = copyingListing(m_document.text().source(), m_document.listing().dialect());
    if (changed.isEmpty())
        return {};
    Request request = m_document.request();
    request.machine = m_machine.path.empty() ? m_machine.id : m_machine.path;
    request.source = changed.toStdString() + "\n";
    return inspect::Remedy{tr("Copy during the loop"),
                           m_document.listing().dialect() == Dialect::Torch
                               ? tr("Wait and release inside the loop: `x.mm(x).cpu()`. One product lives at a time.")
                               : tr("Copy inside the loop: `.as_in_ctx(npx.cpu())`. The products leave the GPU."),
                           tr("Apply"), peakOfRun(request),
                           [this, changed] { m_document.listing().setSource(changed); }};
}

std::optional<inspect::Remedy> Advice::smallerMatrices(const engine::trace::Trace& trace)
{
    bool isN = false, isCount = false;
    const qlonglong n = m_document.parameters().value("n").toLongLong(&isN);
    const qlonglong products = m_document.parameters().value("products").toLongLong(&isCount);
    const auto story = engine::analysis::outOfMemory(trace);
    if (!isN || !isCount || !story || n < 200 || products < 1)
        return {};
    // An n × n product needs 4 n² bytes, rounded up to blocks of 2 MiB. The divisor includes two more matrices for the
    // inputs. The background run shows whether the estimate fits.
    constexpr std::int64_t kPiece = 2 * engine::kMiB.value;
    const auto room = static_cast<double>((story->capacity - story->usedByOthers).value);
    const double each = std::floor(room / static_cast<double>(products + 2) / static_cast<double>(kPiece)) *
                        static_cast<double>(kPiece);
    const auto fitting = static_cast<qlonglong>(std::sqrt(std::max(0.0, each) / 4.0) / 100) * 100;
    if (fitting < 100 || fitting >= n)
        return {};
    Request request = m_document.variant({}, {{"n", std::to_string(fitting)}});
    request.machine = m_machine.path.empty() ? m_machine.id : m_machine.path;
    const engine::Bytes size{4 * fitting * fitting};
    const engine::Bytes pieces{((size.value - 1) / kPiece + 1) * kPiece};
    return inspect::Remedy{tr("Smaller matrices"),
                           tr("n = %1: %2 each, %3 in whole blocks of the pool; all %4 products fit.")
                               .arg(fitting)
                               .arg(look::bytesText(size), look::bytesText(pieces))
                               .arg(products),
                           tr("Apply"), peakOfRun(request),
                           [this, fitting] { m_document.parameters().set("n", QString::number(fitting)); }};
}

std::optional<qlonglong> Advice::fittingProducts(const engine::trace::Trace& trace) const
{
    bool isCount = false;
    const qlonglong products = m_document.parameters().value("products").toLongLong(&isCount);
    const auto story = engine::analysis::outOfMemory(trace);
    if (!isCount || !story)
        return {};
    // One of the allocated blocks is the input, not a product.
    const auto fitting = static_cast<qlonglong>(story->blocks.size()) - 1;
    return fitting < 1 || fitting >= products ? std::nullopt : std::optional(fitting);
}

/// Suggests to store fewer results, for a program whose list of results grows. The user has to choose the results
/// that later lines need.
std::optional<inspect::Remedy> Advice::keepFewer(const engine::trace::Trace& trace) const
{
    const auto story = engine::analysis::outOfMemory(trace);
    if (!story || story->kept == 0)
        return {};
    const QString text =
        m_document.listing().dialect() == Dialect::Torch
            ? tr("Keep only those results of line %1 that a later line reads, or copy them to host memory: `.cpu()`.")
            : tr("Keep only those results of line %1 that a later line reads, or copy them to host memory: "
                 "`.as_in_ctx(npx.cpu())`.");
    return inspect::Remedy{tr("Keep fewer results"), text.arg(story->keptLine), {}, {}, {}};
}

std::optional<inspect::Remedy> Advice::fewerProducts(const engine::trace::Trace& trace)
{
    const std::optional<qlonglong> found = fittingProducts(trace);
    if (!found)
        return {};
    const qlonglong fitting = *found;
    Request request = m_document.variant({}, {{"products", std::to_string(fitting)}});
    request.machine = m_machine.path.empty() ? m_machine.id : m_machine.path;
    return inspect::Remedy{tr("Fewer products"), tr("products = %1, just under the line.").arg(fitting), tr("Apply"),
                           peakOfRun(request),
                           [this, fitting] { m_document.parameters().set("products", QString::number(fitting)); }};
}

}  // namespace ui::teach
