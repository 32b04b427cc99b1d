#include "engine/frontend/detail/statements.h"

#include "engine/messages/messages.h"

#include <algorithm>
#include <utility>

namespace engine::frontend {

namespace {

/// Limit on LineRecords, so that an endless loop does not fill the memory.
constexpr std::size_t kMaxLineRecords = 200'000;
/// Limit on operations of one statement that are not named yet. If a statement issues more operations, each time that
/// the limit is reached, those issued so far are named.
constexpr std::size_t kMaxUnnamed = 8192;

bool isImport(const std::string& statement)
{
    return statement.starts_with("import ") || statement.starts_with("from ");
}

}  // namespace

Statements::Statements(device::Platform& platform, trace::Sink& sink, std::vector<StatementText> statements)
    : m_platform(platform),
      m_sink(sink),
      m_texts(sink),
      m_statements(std::move(statements)),
      m_hasY(std::ranges::find(m_statements, "y", &StatementText::target) != m_statements.end()),
      m_lastNames(m_statements.size())
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
        m_python.start();
    m_current = index;
    m_line = m_statements[index].line;
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
    if (now == m_begin && m_platform.kind() == trace::PlatformKind::Virtual && !isImport(m_statements[m_current].text))
        m_python.add();
    nameOperations();
    if (m_recorded == kMaxLineRecords)
        m_sink.write(trace::NoteRecord{.time = now, .text = message("run.statements-bound"), .line = m_line});
    if (m_recorded++ < kMaxLineRecords)
        m_sink.write(trace::LineRecord{m_begin, now, m_line});
}

Message Statements::pythonRemark() const
{
    return m_python.remark(m_platform.now());
}

void Statements::issued(OpId op, NameId expression, const void* repeat, NameId text)
{
    if (m_issued.size() >= kMaxUnnamed)
        nameOperations();
    m_python.issued();
    m_issued.push_back({op, expression, NameId{}, repeat, text});
}

NameId Statements::bind(OpId op, const std::string& name, std::int64_t index)
{
    const NameId label = index < 0 ? m_texts.intern(name) : m_texts.element(name, static_cast<std::size_t>(index));
    // Results are almost always bound in the order in which they were computed, so start at the expected position.
    const std::size_t count = m_issued.size();
    const std::size_t guess = index < 0 ? count - 1 : static_cast<std::size_t>(index);
    for (std::size_t step = 0; step < count; ++step) {
        IssuedOp& candidate = m_issued[(guess + step) % count];
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
    const StatementText& statement = m_statements[m_current];
    if (m_issued.size() == 1) {
        const IssuedOp& one = m_issued.front();
        NameId text = one.expression;
        if (one.label.isValid())
            text = statement.isWhole ? m_texts.intern(statement.text) : m_texts.assignment(one.label, one.expression);
        if (m_expected.label != one.label || one.text != text) {
            m_platform.label(one.op, one.label, text);
            m_lastNames[m_current] = {one.label, text};
        }
        m_issued.clear();
        return;
    }
    m_lastNames[m_current] = {};
    // The results of a call that repeats one operation, such as run(x), are named y[0], y[1], ... unless the listing
    // binds y. The results of different operations in one expression have no names.
    const bool isNumbered = !m_hasY && std::ranges::all_of(m_issued, [&](const IssuedOp& issued) {
        return !issued.label.isValid() && issued.repeat == m_issued.front().repeat;
    });
    for (std::size_t i = 0; i < m_issued.size(); ++i) {
        const IssuedOp& issued = m_issued[i];
        const NameId label = isNumbered ? m_texts.element("y", i) : issued.label;
        m_platform.label(issued.op, label,
                         label.isValid() ? m_texts.assignment(label, issued.expression) : issued.expression);
    }
    m_issued.clear();
}

}  // namespace engine::frontend
