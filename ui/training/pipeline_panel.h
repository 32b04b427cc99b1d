#pragma once

#include "engine/analysis/pipeline.h"
#include "ui/look/theme.h"

#include <QLabel>
#include <QSlider>
#include <QWidget>
#include <array>

namespace ui::training {

/// Sliders for the times t1, t2, t3 and the number of rounds N in the book's pipeline model, and the results of its
/// formulas. The sliders start at the measured values of the run. Thread: GUI.
class PipelinePanel : public QWidget {
    Q_OBJECT

public:
    /// The spread of the measured times is unknown after a single run.
    enum class Spread : std::uint8_t { Known, Unknown };

    explicit PipelinePanel(look::Theme& theme, QWidget* parent = nullptr);

    /// Shows the measured values of a run. Moves the sliders to these values, unless the user has moved a slider and N
    /// is unchanged. States what limits the run only if the spread is known.
    void show(const engine::analysis::PipelineCase& measured, Spread spread);
    [[nodiscard]] const engine::analysis::PipelineTimes& times() const { return m_times; }
    /// The results of the formulas beside the measured ones.
    [[nodiscard]] QString text() const { return m_text->text(); }
    [[nodiscard]] QSlider& slider(int index) { return *m_sliders[static_cast<std::size_t>(index)]; }

signals:
    void changed();

private:
    void readSliders();
    void place();
    void showValues();
    void restyle();

    static constexpr std::size_t kSliders = 4;

    look::Theme& m_theme;
    engine::analysis::PipelineCase m_measured;
    engine::analysis::PipelineTimes m_times;
    Spread m_spread = Spread::Known;
    bool m_isOwn = false;  ///< the user has moved a slider
    std::array<QLabel*, kSliders> m_names{};
    std::array<QSlider*, kSliders> m_sliders{};
    std::array<QLabel*, kSliders> m_values{};
    QLabel* m_text = nullptr;
};

}  // namespace ui::training
