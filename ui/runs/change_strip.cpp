#include "ui/runs/change_strip.h"

#include "ui/commands/actions.h"
#include "ui/look/format.h"
#include "ui/look/in_language.h"
#include "ui/look/widgets.h"
#include "ui/runs/run_change.h"
#include "ui/timeline/timeline_view.h"

#include <QAccessible>
#include <utility>

namespace ui::runs {

namespace {

/// States what changed since `last`, a run that is too large to be stored as the previous run. Empty if `last` is small
/// enough to be stored, is of another program, machine or dialect, or if nothing changed.
QString sentenceSinceLarge(const model::RunBefore::Run& last, const model::RunBefore::Run& now,
                           const ChangeNames& names)
{
    if (last.trace == nullptr || last.trace->opCount() <= model::RunBefore::kMaxOperations ||
        last.trace->run().program != now.trace->run().program ||
        last.trace->run().machine != now.trace->run().machine || last.trace->run().dialect != now.trace->run().dialect)
        return {};
    const RunChange change = changeBetween(last, now, names);
    if (change.isEmpty())
        return {};
    return ChangeStrip::tr("%1 The run before is not drawn: it has %2 operations, and at most %3 are kept.")
        .arg(changeSentence(last, now, names), look::countText(static_cast<qint64>(last.trace->opCount())),
             look::countText(static_cast<qint64>(model::RunBefore::kMaxOperations)));
}

}  // namespace

ChangeStrip::ChangeStrip(const Workbench& bench) : QWidget(bench.timeline.parentWidget()), m_bench(bench)
{
    setObjectName(QStringLiteral("changeStrip"));
    auto* row = new QHBoxLayout(this);
    m_icon = new QLabel(this);
    m_text = new QLabel(this);
    m_text->setObjectName(QStringLiteral("changeSentence"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_undo = new QPushButton(this);
    m_undo->setObjectName(QStringLiteral("undoChange"));
    m_keep = new QPushButton(this);
    m_keep->setObjectName(QStringLiteral("keepAsBefore"));
    row->addWidget(m_icon);
    row->addWidget(m_text, 1);
    for (QPushButton* button : {m_undo, m_keep}) {
        button->setProperty("role", QStringLiteral("small"));
        row->addWidget(button);
    }
    connect(m_undo, &QPushButton::clicked, this, &ChangeStrip::returnToBefore);
    connect(&bench.document.undoStack(), &QUndoStack::indexChanged, this, &ChangeStrip::labelButton);
    connect(m_keep, &QPushButton::clicked, &bench.feed, qOverload<>(&model::TraceFeed::pinBefore));
    connect(&bench.feed, &model::TraceFeed::replaced, this, &ChangeStrip::refresh);
    connect(&bench.feed, &model::TraceFeed::extended, this, &ChangeStrip::refresh);
    connect(&bench.feed, &model::TraceFeed::beforeChanged, this, &ChangeStrip::refresh);
    connect(&bench.feed, &model::TraceFeed::contextChanged, this, [this] {
        if (m_run.trace == m_bench.feed.trace() && m_run.context.syncPoints.isEmpty())
            m_run.context = m_bench.feed.context();
    });
    connect(bench.actions.stage, &QAction::toggled, this, &ChangeStrip::refresh);  // stage mode hides the strip
    connect(&bench.theme, &look::Theme::changed, this, &ChangeStrip::restyle);
    bench.addAboveTimeline(*this);
    restyle();
    look::inLanguage(this, [this] {
        m_undo->setToolTip(tr("Run again with the settings of the run before"));
        m_keep->setText(tr("Keep as before"));
        m_keep->setToolTip(tr("Compare the next runs with this one (B)"));
        labelButton();
        refresh();
    });
}

void ChangeStrip::refresh()
{
    const engine::trace::TracePtr& trace = m_bench.feed.trace();
    const ChangeNames names = changeNames(m_bench, trace->run().program);
    if (!trace->isLive() && trace != m_run.trace && trace->opCount() > 0) {
        if (m_bench.feed.before().trace == m_now.trace.lock())
            m_before = m_now;
        m_now = {trace, m_bench.document.undoStack().index()};
        const model::RunBefore::Run last = std::exchange(m_run, {trace, m_bench.feed.context()});
        m_sinceLarge = m_bench.feed.hasBefore() ? QString() : sentenceSinceLarge(last, m_run, names);
    }
    if (trace == m_run.trace && !m_run.context.repeats)  // the first repeat is displayed before the others end
        m_run.context.repeats = m_bench.feed.context().repeats;
    const bool isShown = !m_bench.actions.stage->isChecked() && trace == m_run.trace &&
                         (m_bench.feed.hasBefore() || !m_sinceLarge.isEmpty());
    const QString sentence = !isShown                   ? QString()
                             : m_bench.feed.hasBefore() ? changeSentence(m_bench.feed.before(), m_run, names)
                                                        : m_sinceLarge;
    setVisible(!sentence.isEmpty());
    if (sentence.isEmpty())
        return;
    m_text->setText(sentence);
    setAccessibleName(m_text->text());
    labelButton();
    QAccessibleEvent event(this, QAccessible::NameChanged);
    QAccessible::updateAccessibility(&event);
}

/// The index of the undo stack that restores the settings of the previous run; none: the index is unknown, or is the
/// current one.
std::optional<int> ChangeStrip::indexBefore()
{
    const QUndoStack& stack = m_bench.document.undoStack();
    const bool isKnown = m_bench.feed.before().trace == m_before.trace.lock() && m_before.undoIndex != stack.index() &&
                         m_before.undoIndex >= 0 && m_before.undoIndex <= stack.count();
    return isKnown ? std::optional(m_before.undoIndex) : std::nullopt;
}

void ChangeStrip::labelButton()
{
    const QUndoStack& stack = m_bench.document.undoStack();
    const std::optional<int> index = indexBefore();
    const bool isRedo = index && *index > stack.index();
    const QString text = isRedo ? tr("Redo") : tr("Undo");
    m_undo->setText(look::besideIcon(text));
    m_undo->setAccessibleName(text);
    m_undo->setEnabled(index || stack.canUndo());
}

void ChangeStrip::returnToBefore()
{
    QUndoStack& stack = m_bench.document.undoStack();
    const std::optional<int> index = indexBefore();
    index ? stack.setIndex(*index) : stack.undo();
}

void ChangeStrip::restyle()
{
    const look::Theme& theme = m_bench.theme;
    const look::Tokens& tokens = theme.tokens();
    layout()->setContentsMargins(theme.px(12), theme.px(5), theme.px(10), theme.px(6));
    layout()->setSpacing(theme.px(8));
    m_icon->setPixmap(theme.icon(QStringLiteral("swap"), tokens.accent).pixmap(theme.px(15), theme.px(15)));
    look::setTextStyle(*m_text, theme.sans(12, QFont::Medium), tokens.text);
    for (QPushButton* button : {m_undo, m_keep})
        button->setFont(theme.sans(12, QFont::Medium));
    m_undo->setIcon(theme.icon(QStringLiteral("undo"), tokens.text));
    m_undo->setIconSize(QSize(theme.px(14), theme.px(14)));
    update();
}

void ChangeStrip::paintEvent(QPaintEvent*)
{
    const look::Tokens& tokens = m_bench.theme.tokens();
    look::paintGround(*this, tokens.accentSoft, height() - 1, tokens.line);
}

}  // namespace ui::runs
