#include "ui/teach/predict_first.h"

#include "ui/model/visible_range.h"
#include "ui/timeline/timeline_view.h"

#include <cmath>

namespace ui::teach {

void PredictFirst::setOn(bool isOn)
{
    m_isOn = isOn;
    m_key.clear();
    if (!isOn)
        answer(std::nullopt);
    if (!isOn && m_strip != nullptr)
        m_strip->hide();
}

bool PredictFirst::mustWait(const QString& key, const QString& what, std::function<void()> run)
{
    if (!m_isOn)
        return false;
    if (key == m_key && m_run) {
        m_card->focusField();
        return true;
    }
    if (key == m_key)
        return false;
    m_key = key;
    m_run = std::move(run);
    m_guess.reset();
    if (m_strip != nullptr)
        m_strip->hide();
    if (m_card == nullptr) {
        m_card = new GuessCard(m_bench.theme, &m_bench.timeline);
        connect(m_card, &GuessCard::guessed, this, [this](double seconds) { answer(seconds); });
        connect(m_card, &GuessCard::skipped, this, [this] { answer(std::nullopt); });
    }
    emit hideResults();
    m_card->ask(what, m_span);
    emit askingChanged(true);
    return true;
}

void PredictFirst::answer(std::optional<double> seconds)
{
    m_guess = seconds;
    if (m_card != nullptr)
        m_card->hide();
    emit askingChanged(false);
    m_bench.timeline.setFocus();
    if (const auto run = std::exchange(m_run, {}))
        run();
}

void PredictFirst::withdraw()
{
    m_key.clear();
    m_guess.reset();
    if (!std::exchange(m_run, {}))
        return;
    m_card->hide();
    emit askingChanged(false);
}

void PredictFirst::onFinished()
{
    const engine::trace::Trace& trace = *m_bench.feed.trace();
    if (!m_guess || trace.isLive() || trace.opCount() == 0)
        return;
    const double result = engine::toSeconds(trace.extent() - model::originOf(trace));
    // The next question starts with a power of ten near this time, which does not reveal the result.
    m_span = std::pow(10.0, std::ceil(std::log10(std::max(result, 1e-6)) + 0.3));
    if (m_strip == nullptr) {
        m_strip = new GuessStrip(m_bench.theme, m_bench.timeline.parentWidget());
        m_bench.addAboveTimeline(*m_strip);
    }
    m_strip->show(*m_guess, result);
    m_guess.reset();
}

}  // namespace ui::teach
