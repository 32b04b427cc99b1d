#include "ui/training/pipeline_panel.h"

#include "ui/look/format.h"
#include "ui/look/in_language.h"
#include "ui/look/widgets.h"

#include <QGridLayout>
#include <QScrollArea>
#include <QSignalBlocker>
#include <cmath>

namespace ui::training {

namespace {

using engine::analysis::PipelineTimes;

constexpr int kSteps = 1000;
constexpr double kMinSeconds = 1e-7;
constexpr double kMaxSeconds = 1;
constexpr double kMaxRounds = 100'000;

/// Converts seconds to the position of a slider, which is logarithmic from 0.1 µs to 1 s.
int stepOf(double seconds)
{
    if (seconds <= kMinSeconds)
        return 0;
    return static_cast<int>(
        std::lround(kSteps * std::log(seconds / kMinSeconds) / std::log(kMaxSeconds / kMinSeconds)));
}

double secondsOf(int step)
{
    return step <= 0 ? 0 : kMinSeconds * std::pow(kMaxSeconds / kMinSeconds, static_cast<double>(step) / kSteps);
}

int stepOfRounds(std::int64_t rounds)
{
    return static_cast<int>(
        std::lround(kSteps * std::log(std::max(1.0, static_cast<double>(rounds))) / std::log(kMaxRounds)));
}

std::int64_t roundsOf(int step)
{
    return std::llround(std::pow(kMaxRounds, static_cast<double>(step) / kSteps));
}

/// Whether the times of the formulas differ from the measured times by at most 10 %.
bool isExplained(const engine::analysis::PipelineCase& run)
{
    const auto isNear = [](double model, double measured) { return std::abs(model - measured) <= 0.1 * measured; };
    return isNear(run.times.waiting(), run.waitingSeconds) &&
           (run.overlappedSeconds <= 0 || isNear(run.times.overlapped(), run.overlappedSeconds));
}

QString timeText(double seconds)
{
    return look::durationText(engine::fromSeconds(seconds));
}

}  // namespace

PipelinePanel::PipelinePanel(look::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    auto* grid = new QGridLayout(this);
    for (std::size_t i = 0; i < kSliders; ++i) {
        const int row = static_cast<int>(i);
        m_names[i] = new QLabel(this);
        m_sliders[i] = new QSlider(Qt::Horizontal, this);
        m_sliders[i]->setRange(0, kSteps);
        m_sliders[i]->setObjectName(QStringLiteral("pipeline%1").arg(row));
        m_values[i] = new QLabel(this);
        m_values[i]->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        grid->addWidget(m_names[i], row, 0);
        grid->addWidget(m_sliders[i], row, 1);
        grid->addWidget(m_values[i], row, 2);
        connect(m_sliders[i], &QSlider::valueChanged, this, [this] {
            m_isOwn = true;
            readSliders();
        });
    }
    m_text = new QLabel(this);
    m_text->setWordWrap(true);
    m_text->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    auto* scroll = look::makeVerticalScroll(this);  // scrolls the text if a low window has no room for it
    scroll->setWidget(m_text);
    scroll->viewport()->setAutoFillBackground(false);
    m_text->setAutoFillBackground(false);
    grid->addWidget(scroll, static_cast<int>(kSliders), 0, 1, 3);
    grid->setRowStretch(static_cast<int>(kSliders), 1);
    grid->setColumnStretch(1, 1);
    look::inLanguage(this, [this] {
        const std::array<QString, kSliders> names{tr("t₁  issue a round"), tr("t₂  compute it"),
                                                  tr("t₃  notice its end"), tr("N  rounds")};
        for (std::size_t i = 0; i < kSliders; ++i) {
            m_names[i]->setText(names[i]);
            m_sliders[i]->setAccessibleName(names[i]);
        }
    });
    connect(&m_theme, &look::Theme::changed, this, &PipelinePanel::restyle);
    restyle();
}

void PipelinePanel::show(const engine::analysis::PipelineCase& measured, Spread spread)
{
    m_spread = spread;
    const bool isAnother = measured.times.rounds != m_measured.times.rounds;
    m_measured = measured;
    if (!m_isOwn || isAnother) {
        m_isOwn = false;
        m_times = measured.times;
        place();
    }
    showValues();
}

void PipelinePanel::readSliders()
{
    m_times.issue = secondsOf(m_sliders[0]->value());
    m_times.compute = secondsOf(m_sliders[1]->value());
    m_times.notice = secondsOf(m_sliders[2]->value());
    m_times.rounds = roundsOf(m_sliders[3]->value());
    showValues();
    emit changed();
}

void PipelinePanel::place()
{
    const std::array<int, kSliders> steps{stepOf(m_times.issue), stepOf(m_times.compute), stepOf(m_times.notice),
                                          stepOfRounds(m_times.rounds)};
    for (std::size_t i = 0; i < kSliders; ++i) {
        const QSignalBlocker blocker(m_sliders[i]);
        m_sliders[i]->setValue(steps[i]);
    }
}

void PipelinePanel::showValues()
{
    m_values[0]->setText(timeText(m_times.issue));
    m_values[1]->setText(timeText(m_times.compute));
    m_values[2]->setText(timeText(m_times.notice));
    m_values[3]->setText(look::countText(m_times.rounds));
    const double waiting = m_times.waiting();
    const double overlapped = m_times.overlapped();
    QString text = tr("Waiting every round takes %1, waiting once %2: %3.")
                       .arg(timeText(waiting), timeText(overlapped),
                            overlapped > 0 ? look::factorText(waiting / overlapped) : QString());
    if (!m_isOwn) {
        text += QLatin1Char(' ');
        text += m_measured.overlappedSeconds > 0
                    ? tr("The run took %1 and %2.")
                          .arg(timeText(m_measured.waitingSeconds), timeText(m_measured.overlappedSeconds))
                    : tr("The run, which waits every round, took %1.").arg(timeText(m_measured.waitingSeconds));
    }
    text += QLatin1Char(' ');
    if (!m_isOwn && m_spread == Spread::Unknown)
        text += tr("One run: the spread of its times is unknown, so no reason is stated.");
    else if (!m_isOwn && !isExplained(m_measured))
        text += tr("The model does not explain these times: they differ from it by more than 10 %.");
    else
        text += m_times.issue > m_times.compute
                    ? tr("Issuing is slower than computing, so the program is what limits it.")
                    : tr("Computing is slower than issuing, so the device is what limits it.");
    m_text->setText(text);
    setAccessibleDescription(text);
}

void PipelinePanel::restyle()
{
    layout()->setContentsMargins(m_theme.px(8), m_theme.px(14), m_theme.px(14), m_theme.px(8));
    static_cast<QGridLayout*>(layout())->setHorizontalSpacing(m_theme.px(10));
    static_cast<QGridLayout*>(layout())->setVerticalSpacing(m_theme.px(6));
    for (std::size_t i = 0; i < kSliders; ++i) {
        look::setTextStyle(*m_names[i], m_theme.sans(11.5), m_theme.tokens().text2);
        look::setTextStyle(*m_values[i], m_theme.mono(11, QFont::Medium), m_theme.tokens().text);
        m_values[i]->setMinimumWidth(m_theme.px(64));
    }
    look::setTextStyle(*m_text, m_theme.sans(11.5), m_theme.tokens().text2);
}

}  // namespace ui::training
