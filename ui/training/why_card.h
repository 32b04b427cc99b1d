#pragma once

#include "engine/analysis/training_difference.h"
#include "ui/look/theme.h"

#include <QFrame>
#include <QLabel>

namespace ui::training {

/// "Why are 2 GPUs slower here?": compares the parts of a batch's time in the last two runs of a training, and explains
/// them in one sentence. With one run it shows the parts of that run. Thread: GUI.
class WhyCard : public QFrame {
    Q_OBJECT

public:
    explicit WhyCard(look::Theme& theme, QWidget* parent = nullptr);

    /// Compares the last training of the run with the one before it, if any; hides the card if the trace has no
    /// batches, or if the run has several ranks. Cost: analysis::batchParts() for two runs.
    void show(const engine::trace::Trace& trace, const engine::analysis::Training& training);

    [[nodiscard]] QString title() const { return m_title->text(); }
    [[nodiscard]] QString sentence() const { return m_sentence->text(); }

private:
    void restyle();

    class Bars;

    look::Theme& m_theme;
    QLabel* m_title = nullptr;
    Bars* m_bars = nullptr;
    QLabel* m_sentence = nullptr;
};

/// The texts of the card for measured runs that show no difference; `difference` must not be Difference::Shown.
[[nodiscard]] QString noDifferenceTitle(const QString& first, const QString& second, engine::Difference difference);
[[nodiscard]] QString noDifferenceSentence(const QString& first, const QString& second,
                                           const engine::analysis::BatchParts& partsFirst,
                                           const engine::analysis::BatchParts& partsSecond);

/// The texts of the card; pure functions of the comparison.
[[nodiscard]] QString whyTitle(const QString& second, const engine::analysis::Comparison& comparison);
[[nodiscard]] QString whySentence(const QString& first, const QString& second,
                                  const engine::analysis::Comparison& comparison);

}  // namespace ui::training
