#include "engine/analysis/training.h"
#include "engine/analysis/unit_busy.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace engine::analysis {

namespace {

using Subject = Finding::Subject;

/// The waits on one line of the listing.
struct Waits {
    std::size_t count = 0;
    std::string_view function;  ///< name of the function that waits
};

std::map<int, Waits> waitsByLine(const Side& side)
{
    std::map<int, Waits> waits;
    for (const trace::WaitRecord& wait : side.trace->waits())
        if (wait.begin >= side.scope.begin && wait.end <= side.program().end && wait.line > 0)
            if (Waits& ofLine = waits[wait.line]; ++ofLine.count == 1) {
                const std::string_view call = side.trace->text(wait.call);
                ofLine.function = call.substr(0, call.find('('));
                ofLine.function.remove_prefix(ofLine.function.rfind('.') + 1);
            }
    return waits;
}

std::size_t blocksIn(const Side& side)
{
    std::size_t count = 0;
    for (const trace::BlockRecord& block : side.trace->blocks())
        count += block.begin >= side.scope.begin && block.end <= side.program().end && !block.isFailed ? 1 : 0;
    return count;
}

/// The program's output within the side, without error output and without lines that print a measured time. Measured
/// times differ in every run.
std::string printedIn(const Side& side)
{
    std::string text;
    // For several ranks, uses the output of the first rank: the order of all ranks' lines varies between runs.
    const auto& set = side.trace->rankPart().set;
    const trace::Trace& trace = set ? *set->members().front().trace : *side.trace;
    const auto onOneClock = [&](Nanoseconds time) {
        return set ? set->members().front().clock.toReference(time) : time;
    };
    for (const trace::OutputRecord& output : trace.programPart().outputs)
        if (onOneClock(output.time) >= side.scope.begin && onOneClock(output.time) <= side.program().end &&
            output.stream != trace::OutputStream::Error)
            text += output.text;
    std::string kept;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string line = text.substr(at, end - at);
        const auto& blocks = side.trace->blocks();
        const bool isTime = std::ranges::any_of(blocks, [&](const trace::BlockRecord& block) {
            return !block.label.empty() && line.starts_with(block.label) && line.size() > block.label.size() &&
                   line[block.label.size()] == ':';
        });
        if (!isTime && line.find(" sec") == std::string::npos)
            kept.append(line).append(1, '\n');
        at = end + 1;
    }
    return kept;
}

enum class Outcome : std::uint8_t { Different, Equal };

Outcome outcomeOf(bool isEqual)
{
    return isEqual ? Outcome::Equal : Outcome::Different;
}

class Finder {
public:
    Finder(const Side& a, const Side& b, const LineMatch& lines, const OpMatch& ops)
        : m_a(a), m_b(b), m_lines(lines), m_ops(ops)
    {
    }

    std::vector<Finding> run()
    {
        addWaits();
        addCount(Subject::Blocks, blocksIn(m_a), blocksIn(m_b));
        addStatements();
        addOperations();
        addWork();
        addEdges();
        addResults();
        addRun();
        return std::move(m_findings);
    }

private:
    Finding& add(Subject what, Outcome outcome)
    {
        Finding finding;
        finding.what = what;
        finding.isEqual = outcome == Outcome::Equal;
        m_findings.push_back(finding);
        return m_findings.back();
    }

    void addCount(Subject what, std::size_t a, std::size_t b)
    {
        if (a == 0 && b == 0)
            return;
        Finding& finding = add(what, outcomeOf(a == b));
        finding.countA = a;
        finding.countB = b;
    }

    void addWaits()
    {
        auto ofB = waitsByLine(m_b);
        std::size_t same = 0;
        bool isUnknown = false;  // a run stopped, possibly before it reached a line that waits in the other run
        // The name of the waiting function; empty if the line does not contain the name, for example because the
        // program waited for a free place in the launch queue.
        const auto spelled = [](const Side& side, int line, std::string_view function) {
            const std::string_view code = lineOf(side.trace->run().source, line);
            return std::string(code.find(function) != std::string_view::npos ? function : std::string_view());
        };
        const auto addWait = [this, spelled, &isUnknown](int lineA, const Waits& a, int lineB, const Waits& b) {
            if ((a.count == 0 && mayNotHaveReached(m_a, lineA)) || (b.count == 0 && mayNotHaveReached(m_b, lineB))) {
                isUnknown = true;
                return;
            }
            Finding& finding = add(Subject::Wait, Outcome::Different);
            finding.lineA = lineA;
            finding.lineB = lineB;
            finding.countA = a.count;
            finding.countB = b.count;
            if (a.count == 0 || b.count == 0)
                finding.name = a.count == 0 ? spelled(m_b, lineB, b.function) : spelled(m_a, lineA, a.function);
        };
        for (const auto& [line, ofA] : waitsByLine(m_a)) {
            const int other = m_lines.bOf(line);
            const auto found = ofB.extract(other);
            const Waits waitsB = found ? found.mapped() : Waits();
            if (waitsB.count == ofA.count)
                same += ofA.count;
            else
                addWait(line, ofA, other, waitsB);
        }
        for (const auto& [line, waits] : ofB)
            addWait(m_lines.aOf(line), {}, line, waits);
        if (same > 0 && m_findings.empty() && !isUnknown) {
            Finding& finding = add(Subject::Wait, Outcome::Equal);
            finding.countA = finding.countB = same;
        }
    }

    void addStatements()
    {
        // Two parts of a listing differ in most lines, so their line differences are not informative.
        const bool isWhole = m_a.lines.isWhole() && m_b.lines.isWhole();
        bool differs = false;
        for (const LineRow& row : m_lines.rows) {
            const auto textA = lineOf(m_a.trace->run().source, row.a);
            const auto textB = lineOf(m_b.trace->run().source, row.b);
            if (textA == textB || !isWhole)
                continue;
            differs = true;
            Finding& finding = add(Subject::Statement, Outcome::Different);
            finding.lineA = row.a;
            finding.lineB = row.b;
            finding.textA = textA;
            finding.textB = textB;
        }
        if (isWhole && !differs && !m_a.trace->run().source.empty())
            add(Subject::Statement, Outcome::Equal);
    }

    void addOperations()
    {
        if (m_ops.pairs == 0 && m_ops.onlyA == 0 && m_ops.onlyB == 0)
            return;
        Finding& finding = add(Subject::Operations, outcomeOf(m_ops.areSame()));
        finding.countA = finding.isEqual ? m_ops.pairs : m_ops.onlyA;
        finding.countB = finding.isEqual ? m_ops.pairs : m_ops.onlyB;
        std::map<std::uint32_t, std::size_t> names;
        for (std::size_t i = 0; i < m_ops.bOf.size(); ++i)
            if (m_ops.bOf[i].isValid())
                ++names[m_a.trace->op(OpId{i}).name.index];
        const auto most = std::ranges::max_element(names, {}, [](const auto& entry) { return entry.second; });
        if (most != names.end() && most->second == m_ops.pairs)
            finding.name = m_a.trace->text(NameId{most->first});
    }

    void addWork()
    {
        if (m_ops.pairs == 0)
            return;
        std::size_t other = 0;
        for (std::size_t i = 0; i < m_ops.bOf.size(); ++i) {
            if (!m_ops.bOf[i].isValid())
                continue;
            const trace::Op& a = m_a.trace->op(OpId{i});
            const trace::Op& b = m_b.trace->op(m_ops.bOf[i]);
            other += a.outputBytes != b.outputBytes || std::abs(a.flops - b.flops) > 1e-9 * std::abs(a.flops) ? 1 : 0;
        }
        if (other == 0 && !m_ops.areSame())
            return;  // some operations have no match, so the work of the sides is not equal
        Finding& finding = add(Subject::Work, outcomeOf(other == 0));
        finding.countA = finding.countB = other == 0 ? m_ops.pairs : other;
    }

    void addEdges()
    {
        // `matched`: edges between matched operations, with the ids of B; `others`: number of edges to or from an
        // unmatched operation.
        struct Edges {
            std::vector<std::pair<std::uint64_t, int>> matched;
            std::size_t others = 0;
        };
        const auto collect = [](const Side& side, const auto& translate) {
            Edges edges;
            const OpRange issued = issuedBy(side);
            const auto isIssued = [&](OpId op) { return op.index >= issued.first && op.index < issued.last; };
            for (const trace::Edge& edge : side.trace->edges()) {
                if (edge.kind == trace::DependencyKind::Stream || !isIssued(edge.from) || !isIssued(edge.to))
                    continue;
                const auto [from, to] = std::pair(translate(edge.from), translate(edge.to));
                if (from.isValid() && to.isValid())
                    edges.matched.emplace_back(std::uint64_t{from.index} << 32 | to.index, static_cast<int>(edge.kind));
                else
                    ++edges.others;
            }
            std::ranges::sort(edges.matched);
            return edges;
        };
        if (m_ops.pairs == 0)
            return;
        const Edges ofA = collect(m_a, [this](OpId op) { return m_ops.ofA(op); });
        const Edges ofB = collect(m_b, [this](OpId op) { return m_ops.ofB(op).isValid() ? op : OpId{}; });
        std::vector<std::pair<std::uint64_t, int>> common;
        std::set_intersection(ofA.matched.begin(), ofA.matched.end(), ofB.matched.begin(), ofB.matched.end(),
                              std::back_inserter(common));
        const std::size_t onlyA = ofA.matched.size() - common.size() + ofA.others;
        const std::size_t onlyB = ofB.matched.size() - common.size() + ofB.others;
        const bool isEqual = m_ops.areSame() && onlyA == 0 && onlyB == 0;
        if (!isEqual && onlyA == 0 && onlyB == 0)
            return;  // the unmatched operations have no edges, so the edges do not differ
        Finding& finding = add(Subject::Edges, outcomeOf(isEqual));
        finding.countA = isEqual ? common.size() : onlyA;
        finding.countB = isEqual ? common.size() : onlyB;
    }

    void addResults()
    {
        if (m_a.trace->run().values != trace::ValueMode::Computed ||
            m_b.trace->run().values != trace::ValueMode::Computed)
            return;
        std::string ofA = printedIn(m_a);
        std::string ofB = printedIn(m_b);
        if (ofA.empty() && ofB.empty())
            return;
        Finding& finding = add(Subject::Results, outcomeOf(ofA == ofB));
        if (finding.isEqual)
            return;
        const auto [a, b] = std::mismatch(ofA.begin(), ofA.end(), ofB.begin(), ofB.end());
        const auto lineAt = [](const std::string& text, std::size_t at) {
            const std::size_t before = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
            const std::size_t begin = before == std::string::npos ? 0 : before + 1;
            return text.substr(begin, std::min(text.find('\n', begin), text.size()) - begin);
        };
        finding.textA = lineAt(ofA, static_cast<std::size_t>(a - ofA.begin()));
        finding.textB = lineAt(ofB, static_cast<std::size_t>(b - ofB.begin()));
    }

    void addTexts(Subject what, const std::string& a, const std::string& b, const std::string& name = {})
    {
        Finding& finding = add(what, outcomeOf(a == b));
        finding.textA = a;
        finding.textB = b;
        finding.name = name;
    }

    void addRun()
    {
        const trace::RunInfo& a = m_a.trace->run();
        const trace::RunInfo& b = m_b.trace->run();
        addTexts(Subject::Machine, a.machineLabel.empty() ? a.machine : a.machineLabel,
                 b.machineLabel.empty() ? b.machine : b.machineLabel);
        if (a.dialect != b.dialect)
            addTexts(Subject::Dialect, a.dialect, b.dialect);
        const std::map<std::string, std::string> ofA(a.parameters.begin(), a.parameters.end());
        const std::map<std::string, std::string> ofB(b.parameters.begin(), b.parameters.end());
        bool differs = false;
        for (const auto& [name, value] : ofA)
            if (const auto other = ofB.find(name); other != ofB.end() && other->second != value) {
                addTexts(Subject::Parameter, value, other->second, name);
                differs = true;
            }
        if (!differs && !ofA.empty() && ofA.size() == ofB.size())
            add(Subject::Parameter, Outcome::Equal);
    }

    const Side& m_a;
    const Side& m_b;
    const LineMatch& m_lines;
    const OpMatch& m_ops;
    std::vector<Finding> m_findings;
};

}  // namespace

std::vector<Finding> findingsOf(const Side& a, const Side& b, const LineMatch& lines, const OpMatch& ops)
{
    return Finder(a, b, lines, ops).run();
}

}  // namespace engine::analysis
