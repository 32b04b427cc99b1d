#include "ui/inspect/what_happened_view.h"

#include "engine/analysis/issued.h"
#include "ui/inspect/detail/elided_label.h"
#include "ui/inspect/detail/labels.h"
#include "ui/inspect/detail/peak_bar.h"
#include "ui/inspect/memory_story.h"
#include "ui/look/format.h"
#include "ui/look/in_language.h"
#include "ui/look/languages.h"
#include "ui/look/widgets.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLocale>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QTextDocumentFragment>
#include <QtMath>

namespace ui::inspect {

namespace {

void clear(QLayout* layout)
{
    while (QLayoutItem* item = layout->takeAt(0)) {
        if (item->widget()) {
            item->widget()->hide();
            item->widget()->deleteLater();
        } else if (item->layout()) {
            clear(item->layout());
        }
        delete item;
    }
}

/// Makes an icon with a heading to its right.
QWidget* makeHeader(const look::Theme& theme, const QString& icon, const QColor& colour, const QString& text)
{
    auto* header = new QWidget;
    header->setFixedHeight(theme.px(34));
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(theme.px(7));
    auto* picture = new QLabel;
    picture->setPixmap(theme.icon(icon, colour).pixmap(theme.px(15), theme.px(15)));
    auto* heading = new QLabel(text);
    look::setTextStyle(*heading, theme.sans(12, QFont::DemiBold), theme.tokens().text);
    row->addWidget(picture);
    row->addWidget(heading, 1);
    return header;
}

/// Formats a size: whole mebibytes without decimals ("62 MiB"), other sizes with decimals ("61.04 MiB").
QString blockText(engine::Bytes bytes)
{
    if (bytes.value % engine::kMiB.value == 0)
        return QLocale().toString(static_cast<qlonglong>(bytes.value / engine::kMiB.value)) + QStringLiteral(" MiB");
    return look::bytesText(bytes);
}

class StoryBuilder {
public:
    StoryBuilder(look::Theme& theme, QVBoxLayout* layout) : m_theme(theme), m_layout(layout) {}

    void paragraph(const QString& html, const QColor& colour) const
    {
        auto* label = new QLabel(QStringLiteral("<p style=\"line-height:%1px\">%2</p>").arg(m_theme.px(18)).arg(html));
        label->setTextFormat(Qt::RichText);
        label->setWordWrap(true);
        label->setFont(m_theme.sans(12));
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        look::setTextColour(*label, colour);
        m_layout->addWidget(label);
    }

    void row(const QString& name, const QString& value, const QColor& nameColour, const QColor& valueColour,
             QFont::Weight weight = QFont::Normal) const
    {
        auto* line = new QWidget;
        auto* layout = new QHBoxLayout(line);
        layout->setContentsMargins(0, 0, 0, 0);
        auto* left = new detail::ElidedLabel;
        left->setText(name);
        look::setTextStyle(*left, m_theme.sans(11, weight), nameColour);
        auto* right = new QLabel(value);
        look::setTextStyle(*right, m_theme.mono(11, weight == QFont::Normal ? QFont::Medium : QFont::Bold),
                           valueColour);
        // A long value is wrapped; in one line it would widen the pane.
        const bool isLong = QFontMetricsF(right->font()).horizontalAdvance(value) > m_theme.px(130);
        right->setWordWrap(isLong);
        if (isLong)
            left->setMinimumWidth(qMin(m_theme.px(90), qCeil(QFontMetricsF(left->font()).horizontalAdvance(name)) + 1));
        right->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        line->setMinimumHeight(m_theme.px(21));
        layout->addWidget(left, isLong ? 0 : 1);
        layout->addWidget(right, isLong ? 1 : 0);
        m_layout->addWidget(line);
    }

    void space(double pixels) const { m_layout->addSpacing(m_theme.px(pixels)); }

    void rule() const
    {
        QWidget* line = look::makeLine(Qt::Horizontal, nullptr);
        look::setGround(*line, m_theme.tokens().line);
        m_layout->addSpacing(m_theme.px(4));
        m_layout->addWidget(line);
        m_layout->addSpacing(m_theme.px(4));
    }

private:
    look::Theme& m_theme;
    QVBoxLayout* m_layout;
};

QString strong(const look::Theme& theme, const QString& text)
{
    return QStringLiteral("<span style=\"font-weight:600;color:%1\">%2</span>").arg(theme.tokens().text.name(), text);
}

void addMemoryText(const StoryBuilder& story, const look::Theme& theme, const engine::trace::Trace& trace,
                   const engine::analysis::OutOfMemory& m)
{
    const look::Tokens& t = theme.tokens();
    QString sentence =
        m.isByKeeping() ? ui::tr("The program keeps %1. Memory is freed only when nothing refers to a result any more.")
                              .arg(strong(theme, ui::tr("%1 results of line %2").arg(m.kept).arg(m.keptLine)))
        : m.isTakenAtIssue ? ui::tr("A result's memory is reserved %1, not when it is computed.")
                                 .arg(strong(theme, ui::tr("when its statement is issued")))
                           : ui::tr("A result's memory is taken %1 and stays as long as the program names it.")
                                 .arg(strong(theme, ui::tr("when its operation runs")));
    if (!m.ahead.empty())
        sentence += ui::tr(" The program ran %1 %2 ahead of %3.")
                        .arg(m.ahead.size())
                        .arg(wordFor(trace, m.ahead), QString::fromStdString(trace.devices()[m.device.index].name));
    story.paragraph(sentence, t.text2);
    story.space(8);
    const auto inTotal = [&m](engine::Bytes bytes) { return look::bytesNumberText(bytes, m.capacity); };
    story.row(ui::tr("total"), look::bytesText(m.capacity), t.text2, t.text);
    engine::Bytes named;
    const std::vector<BlockGroup> groups = groupsOf(trace, m.blocks);
    for (std::size_t i = 0; i < groups.size() && i < 4; ++i) {
        const BlockGroup& group = groups[i];
        const engine::Bytes sum = group.size * group.count;
        named += sum;
        const QString count = group.count > 1 ? QStringLiteral("%1 × ").arg(group.count) : QString();
        story.row(group.names + QStringLiteral(", ") + count + blockText(group.size), inTotal(sum), t.text2, t.text);
    }
    const engine::Bytes rest = m.reserved - named;
    if (rest.value * 200 > m.capacity.value)
        story.row(groups.empty() ? ui::tr("the program's results") : ui::tr("cached by the pool, not in use"),
                  inTotal(rest), t.text2, t.text);
    if (m.usedByOthers.value > 0)
        story.row(ui::tr("used by others"), inTotal(m.usedByOthers), t.text2, t.text);
    story.rule();
    story.row(ui::tr("free: %1").arg(look::bytesText(m.free())), inTotal(m.free()), t.text2, t.text);
    story.row(ui::tr("requested: %1 in one block").arg(blockText(m.asked)), ui::tr("refused"), t.fail, t.fail,
              QFont::DemiBold);
}

void addErrorText(const StoryBuilder& story, const look::Theme& theme, const engine::trace::Trace& trace)
{
    const look::Tokens& t = theme.tokens();
    const engine::trace::ErrorRecord& error = *trace.error();
    const QString family = theme.mono(11).families().join(QStringLiteral("','"));
    story.paragraph(strong(theme, QString::fromStdString(error.type).toHtmlEscaped()) + QStringLiteral("<br>") +
                        detail::richText(QLatin1Char('`') + QString::fromStdString(error.message) + QLatin1Char('`'),
                                         family, theme.px(11)),
                    t.text2);
    const engine::analysis::Progress progress = engine::analysis::progressAtError(trace);
    if (error.line > 0)
        story.row(ui::tr("raised in"), ui::tr("line %1").arg(error.line), t.text2, t.text);
    story.row(ui::tr("at"), detail::momentText(trace, error.time), t.text2, t.text);
    story.row(ui::tr("operations issued"), look::countText(progress.issued), t.text2, t.text);
    story.row(ui::tr("of these, computed"), look::countText(progress.done), t.text2, t.text);
    story.paragraph(ui::tr("The program ended here; everything before is in the timeline and can be inspected."),
                    t.text2);
}

}  // namespace

WhatHappenedView::WhatHappenedView(look::Theme& theme, model::TraceFeed& feed, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_feed(feed)
{
    setObjectName(QStringLiteral("whatHappened"));
    look::inLanguage(this, [this] { setAccessibleName(tr("What happened")); });
    m_story = new QWidget;
    m_storyLayout = new QVBoxLayout(m_story);
    m_storyLayout->setSpacing(0);
    m_list = new QWidget;
    m_listLayout = new QVBoxLayout(m_list);
    m_listLayout->setSpacing(0);

    auto* content = new QWidget;
    auto* column = look::setFlushLayout<QVBoxLayout>(content);
    column->addWidget(m_story);
    column->addWidget(m_list);
    column->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->viewport()->setAutoFillBackground(false);  // keeps the page's background visible
    content->setAutoFillBackground(false);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
    connect(&m_theme, &look::Theme::changed, this, &WhatHappenedView::restyle);
    connect(&m_feed, &model::TraceFeed::replaced, this, [this] {
        setRemedies({});
        update();
    });
    connect(&m_feed, &model::TraceFeed::extended, this, &WhatHappenedView::update);
    restyle();
}

void WhatHappenedView::restyle()
{
    QPalette colours = palette();
    colours.setColor(QPalette::Window, m_theme.tokens().panel);
    colours.setColor(QPalette::WindowText, m_theme.tokens().text);
    setPalette(colours);
    setAutoFillBackground(true);
    update();
    showRemedies();
}

void WhatHappenedView::update()
{
    clear(m_storyLayout);
    const engine::trace::TracePtr& trace = m_feed.trace();
    const look::Tokens& t = m_theme.tokens();
    const int margin = m_theme.px(14);
    m_storyLayout->setContentsMargins(margin, 0, margin, m_theme.px(8));

    m_storyLayout->addWidget(makeHeader(m_theme, QStringLiteral("warn"), t.fail, tr("What happened")));

    const StoryBuilder story(m_theme, m_storyLayout);
    if (const auto memory = engine::analysis::outOfMemory(*trace)) {
        addMemoryText(story, m_theme, *trace, *memory);
        m_storyLayout->addSpacing(m_theme.px(6));
        m_storyLayout->addWidget(aliveButton(memory->device), 0, Qt::AlignLeft);
    } else if (trace->error())
        addErrorText(story, m_theme, *trace);
}

QPushButton* WhatHappenedView::aliveButton(engine::DeviceId device)
{
    auto* button = new QPushButton(m_theme.icon(QStringLiteral("mem"), m_theme.tokens().text2),
                                   look::besideIcon(tr("Memory in use, and why")));
    button->setObjectName(QStringLiteral("aliveButton"));
    button->setProperty("role", QStringLiteral("small"));
    button->setFont(m_theme.sans(11.5, QFont::Medium));
    button->setStyleSheet(QStringLiteral("min-height: 0; padding: 0 %1px;").arg(m_theme.px(10)));
    button->setFixedHeight(m_theme.px(24));
    connect(button, &QPushButton::clicked, this, [this, device] { emit aliveWanted(device); });
    return button;
}

void WhatHappenedView::setRemedies(std::vector<Remedy> remedies)
{
    m_remedies = std::move(remedies);
    showRemedies();
}

void WhatHappenedView::showRemedies()
{
    clear(m_listLayout);
    ++m_request;
    m_list->setVisible(!m_remedies.empty());
    if (m_remedies.empty())
        return;
    const int margin = m_theme.px(14);
    m_listLayout->setContentsMargins(margin, 0, margin, margin);
    m_listLayout->addWidget(makeRemediesHeader());
    for (std::size_t i = 0; i < m_remedies.size(); ++i) {
        m_listLayout->addWidget(makeRemedy(i));
        if (i + 1 < m_remedies.size()) {
            QWidget* rule = look::makeLine(Qt::Horizontal, nullptr);
            look::setGround(*rule, m_theme.tokens().soft);
            m_listLayout->addWidget(rule);
        }
    }
}

QWidget* WhatHappenedView::makeRemediesHeader()
{
    const look::Tokens& t = m_theme.tokens();
    auto* header = makeHeader(m_theme, QStringLiteral("swap"), t.sync, tr("Ways out"));
    auto* note = new QLabel(tr("predicted peak"));
    look::setTextStyle(*note, m_theme.sans(11.5), t.text3);
    header->layout()->addWidget(note);
    note->setVisible(std::ranges::any_of(m_remedies, [](const Remedy& w) { return bool(w.predict); }));
    return header;
}

QWidget* WhatHappenedView::makeRemedy(std::size_t i)
{
    const Remedy& remedy = m_remedies[i];
    auto* item = new QWidget;
    auto* column = new QVBoxLayout(item);
    column->setContentsMargins(0, m_theme.px(10), 0, m_theme.px(9));
    column->setSpacing(m_theme.px(4));
    column->addLayout(makeRemedyTop(i));
    const QString code = m_theme.mono(10.5).families().join(QStringLiteral("','"));
    auto* text = new QLabel(QStringLiteral("<p style=\"line-height:%1px\">%2</p>")
                                .arg(m_theme.px(16))
                                .arg(detail::richText(remedy.text, code, m_theme.px(10.5))));
    text->setTextFormat(Qt::RichText);
    text->setWordWrap(true);
    look::setTextStyle(*text, m_theme.sans(11.5), m_theme.tokens().text2);
    column->addWidget(text);
    if (remedy.predict)
        addPeakBar(*column, remedy);
    return item;
}

/// The top row of a fix: number, title and the button that applies it.
QLayout* WhatHappenedView::makeRemedyTop(std::size_t i)
{
    const Remedy& remedy = m_remedies[i];
    const look::Tokens& t = m_theme.tokens();
    auto* top = new QHBoxLayout;
    top->setSpacing(m_theme.px(8));
    auto* number = new QLabel(QString::number(i + 1));
    number->setAlignment(Qt::AlignCenter);
    number->setFixedSize(m_theme.px(18), m_theme.px(18));
    number->setFont(m_theme.sans(11, QFont::DemiBold));
    number->setStyleSheet(QStringLiteral("background: %1; border-radius: %2px; color: %3;")
                              .arg(t.sunken.name())
                              .arg(m_theme.px(9))
                              .arg(t.text.name()));
    auto* title = new detail::ElidedLabel;
    title->setText(remedy.title);
    look::setTextStyle(*title, m_theme.sans(12, QFont::DemiBold), t.text);
    auto* button = new QPushButton(remedy.button);
    // A click must not move the keyboard focus to the button, because the button disappears after it.
    button->setFocusPolicy(Qt::TabFocus);
    button->setProperty("role", i == 0 ? QStringLiteral("primary") : QStringLiteral("small"));
    button->setFont(m_theme.sans(11.5, QFont::Medium));
    button->setStyleSheet(QStringLiteral("min-height: 0; padding: 0 %1px;").arg(m_theme.px(10)));
    button->setFixedHeight(m_theme.px(24));
    button->setAccessibleName(remedy.title + QStringLiteral(": ") + remedy.button);
    connect(button, &QPushButton::clicked, this, [apply = remedy.apply] {
        if (apply)
            apply();
    });
    top->addWidget(number);
    top->addWidget(title, 1);
    top->addWidget(button);
    if (!remedy.apply || remedy.button.isEmpty())
        button->hide();
    return top;
}

/// Adds a bar, and fills the bar when the prediction arrives, unless other fixes have replaced this one.
void WhatHappenedView::addPeakBar(QVBoxLayout& column, const Remedy& remedy)
{
    auto* made = new detail::PeakBar(m_theme);
    column.addWidget(made);
    remedy.predict([bar = QPointer<detail::PeakBar>(made), self = QPointer<WhatHappenedView>(this),
                    request = m_request](engine::Result<engine::analysis::MemoryForecast> answer) {
        QMetaObject::invokeMethod(qApp, [bar, self, request, answer = std::move(answer)] {
            if (!bar || !self || self->m_request != request)
                return;
            if (answer)
                bar->show(*answer);
            else
                bar->fail(look::messageText(answer.error().message));
        });
    });
}

QString WhatHappenedView::text() const
{
    QStringList lines;
    for (const QLabel* label : findChildren<QLabel*>())
        if (!label->isHidden() && !label->text().isEmpty())
            lines << (label->textFormat() == Qt::RichText ? QTextDocumentFragment::fromHtml(label->text()).toPlainText()
                                                          : label->text());
    for (const detail::PeakBar* bar : findChildren<detail::PeakBar*>())
        lines << bar->text();
    return lines.join(QLatin1Char('\n'));
}

}  // namespace ui::inspect
