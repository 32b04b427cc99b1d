#include "ui/shell/stage.h"

#include "ui/commands/actions.h"
#include "ui/listing/program_pane.h"
#include "ui/look/in_language.h"
#include "ui/look/languages.h"
#include "ui/look/times_source.h"
#include "ui/look/widgets.h"
#include "ui/model/visible_range.h"
#include "ui/runs/run_change.h"
#include "ui/runs/run_summary.h"
#include "ui/shell/panes.h"
#include "ui/timeline/timeline_view.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>
#include <cstddef>
#include <utility>

namespace ui::shell {

namespace {

/// Returns the line to scroll to: the line of the block in scope, else of a training's loop over batches, else of the
/// first timed block.
int lineInScope(const runs::Workbench& bench)
{
    const engine::trace::Trace& trace = *bench.feed.trace();
    const int block = bench.selection.block();
    if (block >= 0 && static_cast<std::size_t>(block) < trace.blocks().size())
        return trace.blocks()[static_cast<std::size_t>(block)].line;
    return trace.programPart().steps.empty() ? model::originLineOf(trace)
                                             : trace.programPart().steps[trace.programPart().steps.size() - 1].line;
}

}  // namespace

StageHeadline::StageHeadline(const runs::Workbench& bench, QWidget* parent) : QWidget(parent), m_bench(bench)
{
    setObjectName(QStringLiteral("stageHeadline"));
    auto* column = new QVBoxLayout(this);
    m_sentence = new QLabel(this);
    m_sentence->setObjectName(QStringLiteral("stageSentence"));
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setWordWrap(true);
    m_run = new QLabel(this);
    m_run->setTextFormat(Qt::PlainText);
    m_hint = new QLabel(this);
    auto* below = new QHBoxLayout;
    below->addWidget(m_run, 1);
    below->addWidget(m_hint);
    column->addWidget(m_sentence);
    column->addLayout(below);
    hide();
    connect(&bench.feed, &model::TraceFeed::replaced, this, &StageHeadline::refresh);
    connect(&bench.feed, &model::TraceFeed::beforeChanged, this, &StageHeadline::refresh);
    connect(&bench.feed, &model::TraceFeed::contextChanged, this, &StageHeadline::refresh);
    connect(&bench.theme, &look::Theme::changed, this, &StageHeadline::restyle);
    restyle();
    look::inLanguage(this, [this] {
        m_hint->setText(tr("Esc leaves the stage"));
        refresh();
    });
}

void StageHeadline::refresh()
{
    const engine::trace::TracePtr& trace = m_bench.feed.trace();
    const engine::trace::RunInfo& run = trace->run();
    const QString title = runs::programTitle(run);
    const bool isChanged = m_bench.feed.hasBefore() && !trace->isLive() && trace->opCount() > 0;
    const QString change = isChanged ? runs::changeSentence(m_bench.feed.before(), {trace, m_bench.feed.context()},
                                                            runs::changeNames(m_bench, run.program))
                                     : QString();
    m_sentence->setText(change.isEmpty() ? title : change);
    const QString machine = look::machineText(run.machine, run.machineLabel);
    QStringList about;
    if (!run.section.empty())
        about << look::programText(run.program, run.section);
    if (!change.isEmpty())
        about << title;
    if (!run.dialect.empty())
        about << look::frameworkText(run.dialect);
    about << (machine.isEmpty() ? look::timesSource(run) : tr("%1: %2").arg(look::timesSource(run), machine));
    m_run->setText(about.join(QStringLiteral(" · ")));
    fitText();
}

/// Sets the largest font size of kSizes in which the sentence needs at most two lines, or else the smallest size.
void StageHeadline::fitText()
{
    constexpr double kSizes[] = {21, 18, 15.5, 13.5};
    const int room = width() - layout()->contentsMargins().left() - layout()->contentsMargins().right();
    for (const double size : kSizes) {
        const QFont font = m_bench.theme.sans(size, QFont::DemiBold);
        m_sentence->setFont(font);
        const QFontMetrics metrics(font);
        const QRect needed =
            metrics.boundingRect(QRect(0, 0, std::max(1, room), 10'000), Qt::TextWordWrap, m_sentence->text());
        if (needed.height() <= 2 * metrics.lineSpacing() + 1)
            return;
    }
}

void StageHeadline::restyle()
{
    const look::Theme& theme = m_bench.theme;
    layout()->setContentsMargins(theme.px(18), theme.px(12), theme.px(18), theme.px(12));
    layout()->setSpacing(theme.px(4));
    for (QLabel* label : {m_run, m_hint})
        label->setFont(theme.sans(11.5));
    look::setTextColour(*m_sentence, theme.tokens().text);
    look::setTextColour(*m_run, theme.tokens().text2);
    look::setTextColour(*m_hint, theme.tokens().text3);
    fitText();
    update();
}

void StageHeadline::resizeEvent(QResizeEvent*)
{
    fitText();
}

void StageHeadline::paintEvent(QPaintEvent*)
{
    const look::Tokens& tokens = m_bench.theme.tokens();
    look::paintGround(*this, tokens.panel, height() - 1, tokens.line);
}

Stage::Stage(const runs::Workbench& bench, Panes& panes, StageHeadline& headline, QList<QWidget*> hidden)
    : QObject(&bench.window), m_bench(bench), m_panes(panes), m_headline(headline), m_hidden(std::move(hidden))
{
    connect(bench.actions.stage, &QAction::toggled, this, &Stage::show);
    for (QObject* part : std::initializer_list<QObject*>{&bench.timeline, &panes.program().listing()})
        part->installEventFilter(this);
}

void Stage::show(bool isOn)
{
    // Enter stage mode before the projector's scale is set, and leave stage mode after the scale is restored, so that
    // the panes store and restore their usual widths.
    if (isOn) {
        m_wasProjected = m_bench.theme.isProjected();
        m_panes.setStage(true);
    }
    m_bench.theme.setProjected(isOn || m_wasProjected);
    if (!isOn)
        m_panes.setStage(false);
    for (QWidget* bar : m_hidden)
        bar->setVisible(!isOn);
    m_headline.setVisible(isOn);
    m_bench.timeline.setStage(isOn);
    m_bench.timeline.setFocus();
    if (isOn)  // later, when the listing has its size in stage mode
        QTimer::singleShot(0, this, [this] { m_panes.program().listing().scrollToLine(lineInScope(m_bench)); });
}

/// In stage mode, Esc leaves stage mode. The timeline and the listing do not receive the key.
bool Stage::eventFilter(QObject* watched, QEvent* event)
{
    const bool isKey = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
    if (!isKey || !m_bench.actions.stage->isChecked() || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape)
        return QObject::eventFilter(watched, event);
    event->accept();
    if (event->type() == QEvent::KeyPress)
        m_bench.actions.stage->setChecked(false);
    return true;
}

}  // namespace ui::shell
