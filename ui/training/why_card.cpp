#include "ui/training/why_card.h"

#include "engine/analysis/part_names.h"
#include "engine/trace/imported.h"
#include "ui/look/flow.h"
#include "ui/look/format.h"
#include "ui/look/languages.h"
#include "ui/look/translate.h"
#include "ui/look/widgets.h"

#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>
#include <vector>

namespace ui::training {

namespace {

namespace analysis = engine::analysis;
using analysis::Part;
using engine::trace::Kind;

}  // namespace

/// Draws a bar for each part of a batch's time in the second run. A vertical line across the bar marks the time in the
/// first run.
class WhyCard::Bars : public QWidget {
public:
    struct Bar {
        QString name;
        Part part = Part::Wait;
        engine::Nanoseconds first{};
        engine::Nanoseconds second{};
    };

    Bars(const look::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {}

    void setBars(std::vector<Bar> bars, bool hasFirst)
    {
        m_bars = std::move(bars);
        m_hasFirst = hasFirst;
        QStringList words;
        for (const Bar& bar : m_bars)
            words << bar.name + QLatin1Char(' ') + look::durationText(bar.second);
        setAccessibleName(words.join(QStringLiteral(", ")));
        updateGeometry();
        update();
    }

    [[nodiscard]] QSize sizeHint() const override
    {
        return {m_theme.px(240), rowHeight() * static_cast<int>(m_bars.size())};
    }
    [[nodiscard]] QSize minimumSizeHint() const override { return {m_theme.px(160), sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        engine::Nanoseconds most{1};
        for (const Bar& bar : m_bars)
            most = std::max({most, bar.first, bar.second});
        double y = 0;
        for (const Bar& bar : m_bars) {
            paintBar(painter, bar, y, static_cast<double>(most.count()));
            y += rowHeight();
        }
    }

private:
    [[nodiscard]] int rowHeight() const { return m_theme.px(18); }

    void paintBar(QPainter& painter, const Bar& bar, double y, double most) const
    {
        const auto& tokens = m_theme.tokens();
        const double left = m_theme.px(82);
        const double right = width() - m_theme.px(60);
        const QRectF track(left, y + m_theme.px(4), std::max(10.0, right - left), m_theme.px(9));
        painter.setFont(m_theme.sans(11.5));
        painter.setPen(tokens.text2);
        painter.drawText(QRectF(0, y, left, rowHeight()), Qt::AlignLeft | Qt::AlignVCenter, bar.name);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(tokens.sunken);
        painter.drawRoundedRect(track, 2, 2);
        const auto widthOf = [&](engine::Nanoseconds time) {
            return track.width() * static_cast<double>(time.count()) / most;
        };
        const QRectF fill(track.left(), track.top(), widthOf(bar.second), track.height());
        if (bar.part == Part::Wait) {
            painter.setBrush(m_theme.waitBrush(devicePixelRatioF()));
            painter.setPen(QPen(tokens.syncFill, 1));
        } else {
            painter.setBrush(m_theme.patternBrush(analysis::kindOf(bar.part, Kind::Host), devicePixelRatioF()));
        }
        if (fill.width() > 0.5)
            painter.drawRoundedRect(fill, 2, 2);
        if (m_hasFirst) {
            painter.setPen(QPen(tokens.ink, 1.6));
            const double x = track.left() + widthOf(bar.first);
            painter.drawLine(QPointF(x, track.top() - 2), QPointF(x, track.bottom() + 2));
        }
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setFont(m_theme.mono(11));
        painter.setPen(tokens.text);
        painter.drawText(QRectF(right, y, width() - right, rowHeight()), Qt::AlignRight | Qt::AlignVCenter,
                         look::durationText(bar.second));
    }

    const look::Theme& m_theme;
    std::vector<Bar> m_bars;
    bool m_hasFirst = false;
};

WhyCard::WhyCard(look::Theme& theme, QWidget* parent) : QFrame(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("whyCard"));
    m_title = new QLabel(this);
    m_title->setWordWrap(true);
    m_bars = new Bars(theme, this);
    m_sentence = new QLabel(this);
    m_sentence->setWordWrap(true);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_title);
    column->addWidget(m_bars);
    column->addWidget(m_sentence);
    connect(&m_theme, &look::Theme::changed, this, &WhyCard::restyle);
    restyle();
    hide();
}

void WhyCard::show(const engine::trace::Trace& trace, const analysis::Training& training)
{
    // The card compares the batches of one process. A run of several ranks has batches of each rank, so hide the card.
    if (training.batches.empty() || training.runs.empty() || trace.rankPart().set != nullptr) {
        hide();
        return;
    }
    const std::size_t last = training.runs.size() - 1;
    const analysis::BatchParts second = analysis::batchParts(trace, training, last);
    const analysis::BatchParts first =
        last > 0 ? analysis::batchParts(trace, training, last - 1) : analysis::BatchParts();
    if (second.batches == 0 || second.operations == 0) {
        hide();
        return;
    }
    const bool hasFirst = first.batches > 0;
    const analysis::Comparison comparison = analysis::compare(first, second);
    const auto scaled = [&](engine::Nanoseconds time, const analysis::BatchParts& of) {
        return comparison.isPerEpoch ? time * static_cast<std::int64_t>(of.ofEpoch) : time;
    };
    const bool isImported = engine::trace::isImported(trace.run());
    const auto nameOf = [&trace](Part part) { return look::messageText(analysis::nameOf(trace, part)); };
    std::vector<Bars::Bar> bars;
    for (std::size_t part = 0; part < analysis::kParts; ++part)
        if (second.perBatch[part] > second.length / 200 || (hasFirst && first.perBatch[part] > first.length / 200))
            bars.push_back({nameOf(static_cast<Part>(part)), static_cast<Part>(part),
                            scaled(first.perBatch[part], first), scaled(second.perBatch[part], second)});
    m_bars->setBars(std::move(bars), hasFirst);
    const QString name = look::trainingName(training.runs[last].name);
    const bool isMeasured = trace.run().platform == engine::trace::PlatformKind::Real && !isImported;
    const engine::Difference difference =
        hasFirst && isMeasured ? analysis::measuredDifference(training, last - 1, last) : engine::Difference::Shown;
    const QString before = hasFirst ? look::trainingName(training.runs[last - 1].name) : QString();
    if (hasFirst && difference != engine::Difference::Shown) {
        m_title->setText(noDifferenceTitle(before, name, difference));
        m_sentence->setText(noDifferenceSentence(before, name, first, second));
    } else if (hasFirst) {
        m_title->setText(look::formatForWrapping(whyTitle(name, comparison)));
        m_sentence->setText(look::formatForWrapping(whySentence(before, name, comparison)));
    } else if (isImported) {
        m_title->setText(tr("Where a step spends its %1").arg(look::durationText(second.length)));
        m_sentence->setText(tr("Mean of %1 of the profiler's steps, %2 operations each, identified by their names and "
                               "ranges.")
                                .arg(second.batches)
                                .arg(second.operations));
    } else {
        m_title->setText(tr("Where a batch spends its %1").arg(look::durationText(second.length)));
        m_sentence->setText(
            second.isIssueBound()
                ? tr("The program issues %1 operations per batch and is busy with that nearly all the "
                     "time: the devices wait for it.")
                      .arg(second.operations)
            : second.isHostBound()
                ? tr("The program issues %1 operations per batch in %2. It is busy nearly all the time, "
                     "also with other work such as reading data: the devices wait for it.")
                      .arg(second.operations)
                      .arg(look::durationText(second.issuing))
                : tr("The program issues %1 operations per batch in %2 and then waits for the devices.")
                      .arg(second.operations)
                      .arg(look::durationText(second.issuing)));
    }
    setAccessibleName(m_title->text());
    setAccessibleDescription(m_sentence->text());
    setVisible(true);
}

QString noDifferenceTitle(const QString& first, const QString& second, engine::Difference difference)
{
    return difference == engine::Difference::OneRun
               ? tr("%1 and %2: too few batches to tell them apart").arg(first, second)
               : tr("%1 and %2: no difference that this machine shows").arg(first, second);
}

QString noDifferenceSentence(const QString& first, const QString& second, const analysis::BatchParts& partsFirst,
                             const analysis::BatchParts& partsSecond)
{
    return tr("A batch takes %1 with %2 and %3 with %4.")
        .arg(look::durationText(partsFirst.length), first, look::durationText(partsSecond.length), second);
}

QString whyTitle(const QString& second, const analysis::Comparison& comparison)
{
    const bool isMany = second.endsWith(QLatin1Char('s')) || second.contains(QLatin1String("GPUs"));
    const QString verb = isMany ? tr("are") : tr("is");
    return comparison.gain() == 0  ? tr("Why %1 %2 no faster here?").arg(verb, second)
           : comparison.gain() < 0 ? tr("Why %1 %2 slower here?").arg(verb, second)
                                   : tr("Why %1 %2 faster here?").arg(verb, second);
}

QString whySentence(const QString& first, const QString& second, const analysis::Comparison& comparison)
{
    const QString unit = comparison.isPerEpoch ? tr("per epoch") : tr("per batch");
    const QString amount = look::durationText(comparison.difference < engine::Nanoseconds{0} ? -comparison.difference
                                                                                             : comparison.difference);
    const QString part = look::messageText(analysis::nameOf(comparison.decisive));
    QString text = comparison.speedUp < 1
                       ? tr("%1 takes %2 more %3 with %4 than with %5.").arg(part, amount, unit, second, first)
                       : tr("%1 takes %2 less %3 with %4 than with %5.").arg(part, amount, unit, second, first);
    text[0] = text[0].toUpper();
    text += QLatin1Char(' ');
    const QString counts = tr("The program issues %1 operations %2 instead of %3")
                               .arg(comparison.operationsSecond)
                               .arg(unit)
                               .arg(comparison.operationsFirst);
    const bool isUseless = comparison.showsUselessDevices();
    const QString decides =
        !comparison.isHostBound ? tr("%1, and the devices, not the program, decide how long that takes.")
        : comparison.isIssueBound
            ? isUseless ? tr("%1, and issuing them takes nearly all of the time: more devices do not help.")
                        : tr("%1, and issuing them takes nearly all of the time: the devices wait for it.")
        : isUseless
            ? tr("%1, and is busy nearly all of the time, also with other work such as reading data: more devices do "
                 "not help.")
            : tr("%1, and is busy nearly all of the time, also with other work such as reading data: the devices wait "
                 "for it.");
    return text + decides.arg(counts);
}

void WhyCard::restyle()
{
    const look::Tokens& t = m_theme.tokens();
    setStyleSheet(QStringLiteral("#whyCard { background: %1; border: 1px solid %2; border-radius: %3px; }")
                      .arg(t.panel.name(), t.line.name())
                      .arg(m_theme.px(8)));
    layout()->setContentsMargins(m_theme.px(12), m_theme.px(10), m_theme.px(12), m_theme.px(10));
    layout()->setSpacing(m_theme.px(6));
    look::setTextStyle(*m_title, m_theme.sans(12, QFont::DemiBold), t.text);
    look::setTextStyle(*m_sentence, m_theme.sans(11.5), t.text2);
}

}  // namespace ui::training
