#include "ui/timeline/operation_find.h"

#include "ui/look/in_language.h"
#include "ui/model/find_operations.h"

#include <algorithm>

namespace ui::timeline {

namespace {

constexpr int kWidth = 330;
constexpr std::size_t kAtOnce = 50'000;  ///< up to this many operations are searched at every keystroke
constexpr int kTypingMs = 150;
constexpr int kGrowingMs = 500;

}  // namespace

OperationFind::OperationFind(const look::Theme& theme, model::TraceFeed& feed, model::Selection& selection,
                             QWidget* over)
    : QObject(over),
      m_theme(theme),
      m_feed(feed),
      m_selection(selection),
      m_over(over),
      m_bar(new look::FindBar(theme, QStringLiteral("timelineFind"), over))
{
    look::inLanguage(m_bar, [this] { m_bar->setTexts(tr("Find in the timeline"), tr("Operation, device, line…")); });
    m_bar->setAutoFillBackground(true);
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingMs);
    connect(&m_typing, &QTimer::timeout, this, &OperationFind::search);
    m_growing.setSingleShot(true);
    m_growing.setInterval(kGrowingMs);
    connect(&m_growing, &QTimer::timeout, this, &OperationFind::updateMatches);
    connect(m_bar, &look::FindBar::textChanged, this,
            [this] { m_feed.trace()->opCount() < kAtOnce ? search() : m_typing.start(); });
    connect(m_bar, &look::FindBar::stepped, this, &OperationFind::step);
    connect(m_bar, &look::FindBar::closed, this, &OperationFind::close);
    connect(&feed, &model::TraceFeed::replaced, this, &OperationFind::updateMatches);
    connect(&feed, &model::TraceFeed::extended, this, [this] {
        if (!m_growing.isActive())
            m_growing.start();
    });
}

void OperationFind::open(Nanoseconds from)
{
    m_from = from;
    m_bar->open();
    m_bar->raise();
    search();
}

void OperationFind::place(int top)
{
    const int margin = m_theme.px(8);
    const int width = std::min(m_theme.px(kWidth), m_over->width() - 2 * margin);
    m_bar->setGeometry(m_over->width() - width - margin, top + margin, width, m_bar->sizeHint().height());
}

void OperationFind::close()
{
    m_bar->hide();
    m_over->setFocus();
}

void OperationFind::updateMatches()
{
    m_match = -1;
    m_matches.clear();
    if (!m_bar->isVisible())
        return;
    m_matches = model::findOperations(*m_feed.trace(), m_bar->text());
    m_bar->setCount(m_match, static_cast<int>(m_matches.size()));
}

void OperationFind::search()
{
    m_typing.stop();
    updateMatches();
    if (m_matches.empty())
        return;
    const engine::trace::TracePtr trace = m_feed.trace();
    const auto first = std::ranges::find_if(m_matches, [&](OpId op) { return trace->op(op).finished >= m_from; });
    goTo(first == m_matches.end() ? 0 : static_cast<int>(first - m_matches.begin()));
}

void OperationFind::step(int direction)
{
    const int count = static_cast<int>(m_matches.size());
    if (m_match < 0)
        return search();
    if (count > 0)
        goTo((m_match + direction + count) % count);
}

void OperationFind::goTo(int match)
{
    m_match = match;
    m_bar->setCount(m_match, static_cast<int>(m_matches.size()));
    const OpId op = m_matches[static_cast<std::size_t>(match)];
    m_selection.selectOp(op);
    emit found(op);
}

}  // namespace ui::timeline
