#include "engine/frontend/detail/statements.h"

#include "engine/messages/messages.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <utility>

namespace engine::frontend {

namespace {

/// Limit on LineRecords, so that an endless loop does not fill the memory.
constexpr std::size_t kMaxLineRecords = 200'000;
/// Limit on operations of one statement that are not named yet; a statement that issues more names them in several
/// parts.
constexpr std::size_t kMaxUnnamed = 8192;

constexpr Nanoseconds kPrecise = std::chrono::milliseconds(1);

/// Processor time of the calling thread.
Nanoseconds processorTime()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + Nanoseconds(time.tv_nsec);
}

bool isImport(const std::string& statement)
{
    return statement.starts_with("import ") || statement.starts_with("from ");
}

std::uint64_t pairKey(NameId a, NameId b)
{
    return (std::uint64_t{a.index} << 32) | b.index;
}

}  // namespace

Statements::Statements(device::Platform& platform, trace::Sink& sink, std::vector<StatementText> texts)
    : m_platform(platform),
      m_sink(sink),
      m_texts(std::move(texts)),
      m_hasY(std::ranges::find(m_texts, "y", &StatementText::target) != m_texts.end()),
      m_lastNames(m_texts.size())
{
}

void Statements::begin(std::size_t index)
{
    const Nanoseconds now = m_platform.now();
    if (m_isOpen)
        closeLine(now);
    m_isOpen = true;
    m_begin = now;
    if (m_platform.kind() == trace::PlatformKind::Virtual)
        startPython();
    m_current = index;
    m_line = m_texts[index].line;
    m_expected = m_lastNames[index];
}

void Statements::end()
{
    if (m_isOpen)
        closeLine(m_platform.now());
    m_isOpen = false;
}

void Statements::closeLine(Nanoseconds now)
{
    if (m_hasIssued && now == m_begin)
        countPython();
    nameOperations();
    if (m_recorded == kMaxLineRecords)
        m_sink.write(trace::NoteRecord{now, messages::message("run.statements-bound"), false, m_line, OpId{}});
    if (m_recorded++ < kMaxLineRecords)
        m_sink.write(trace::LineRecord{m_begin, now, m_line});
}

void Statements::startPython()
{
    m_wallBegin = std::chrono::steady_clock::now();
    if (m_wallBegin - m_readAt < kPrecise)
        return;
    m_readAt = m_wallBegin;
    m_processor = processorTime();
}

// The wall clock is cheaper to read than processor time, but counts other programs too. This matters only if it is
// long.
void Statements::countPython()
{
    if (m_platform.kind() != trace::PlatformKind::Virtual || isImport(m_texts[m_current].text))
        return;
    const Nanoseconds wall = std::chrono::steady_clock::now() - m_wallBegin;
    m_sinceOperation += wall < kPrecise ? wall : std::min(wall, processorTime() - m_processor);
}

Message Statements::pythonRemark() const
{
    constexpr Nanoseconds kShortest = std::chrono::milliseconds(50);
    constexpr std::int64_t kOneOf = 20;  // of the modelled time
    if (m_unmodelled < kShortest || m_unmodelled * kOneOf < m_platform.now())
        return {};
    return messages::message("run.python-unmodelled", m_unmodelled / std::chrono::milliseconds(1));
}

void Statements::issued(OpId op, NameId expression, const void* repeat, NameId text)
{
    if (m_issued.size() >= kMaxUnnamed)
        nameOperations();
    m_hasIssued = true;
    m_unmodelled += std::exchange(m_sinceOperation, Nanoseconds{});
    m_issued.push_back({op, expression, NameId{}, repeat, text});
}

NameId Statements::bind(OpId op, const std::string& name, std::int64_t index)
{
    const NameId label = index < 0 ? internText(name) : element(name, static_cast<std::size_t>(index));
    // Results are almost always bound in the order in which they were computed, so start at the expected position.
    const std::size_t count = m_issued.size();
    const std::size_t guess = index < 0 ? count - 1 : static_cast<std::size_t>(index);
    for (std::size_t step = 0; step < count; ++step) {
        Issued& candidate = m_issued[(guess + step) % count];
        if (candidate.op == op) {
            candidate.label = label;
            break;
        }
    }
    return label;
}

void Statements::nameOperations()
{
    if (m_issued.empty())
        return;
    const StatementText& statement = m_texts[m_current];
    if (m_issued.size() == 1) {
        const Issued& one = m_issued.front();
        NameId text = one.expression;
        if (one.label.isValid())
            text = statement.isWhole ? internText(statement.text) : assignment(one.label, one.expression);
        if (m_expected.label != one.label || one.text != text) {
            m_platform.label(one.op, one.label, text);
            m_lastNames[m_current] = {one.label, text};
        }
        m_issued.clear();
        return;
    }
    m_lastNames[m_current] = {};
    // The results of a call that repeats one operation, such as run(x), are numbered, unless y is something else. The
    // steps of an expression have no names.
    const bool isNumbered = !m_hasY && std::ranges::all_of(m_issued, [&](const Issued& issued) {
        return !issued.label.isValid() && issued.repeat == m_issued.front().repeat;
    });
    for (std::size_t i = 0; i < m_issued.size(); ++i) {
        const Issued& issued = m_issued[i];
        const NameId label = isNumbered ? element("y", i) : issued.label;
        m_platform.label(issued.op, label, label.isValid() ? assignment(label, issued.expression) : issued.expression);
    }
    m_issued.clear();
}

NameId Statements::assignment(NameId label, NameId expression)
{
    NameId& known = m_assignments[pairKey(label, expression)];
    if (!known.isValid())
        known = internText(textOf(label) + " = " + textOf(expression));
    return known;
}

NameId Statements::element(const std::string& base, std::size_t index)
{
    std::vector<NameId>& known = m_elements[base];
    while (known.size() <= index && known.size() < kMaxUnnamed)
        known.push_back(internText(base + "[" + std::to_string(known.size()) + "]"));
    return index < known.size() ? known[index] : internText(base + "[" + std::to_string(index) + "]");
}

NameId Statements::internText(const std::string& text)
{
    const NameId id = m_sink.intern(text);
    m_spelled.try_emplace(id.index, text);
    return id;
}

const std::string& Statements::textOf(NameId name) const
{
    static const std::string kNothing;
    const auto found = m_spelled.find(name.index);
    return found == m_spelled.end() ? kNothing : found->second;
}

}  // namespace engine::frontend
