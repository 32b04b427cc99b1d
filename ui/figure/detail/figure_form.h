#pragma once

#include "ui/figure/outputs.h"
#include "ui/look/segmented.h"
#include "ui/look/theme.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <vector>

class QVBoxLayout;

namespace ui::figure {

/// A label in the style of the export dialog.
[[nodiscard]] QLabel* makeLabel(const look::Theme& theme, const QString& text, QWidget* buddy = nullptr);

/// Edits the options of a figure: title, caption, size, content and formats. Thread: GUI.
class FigureForm : public QWidget {
    Q_OBJECT

public:
    FigureForm(look::Theme& theme, engine::trace::TracePtr trace, FigureOptions options);

    /// The options as of the last read().
    [[nodiscard]] const FigureOptions& options() const { return m_options; }
    /// Updates the options, and the fields that depend on other fields.
    const FigureOptions& read();
    /// The chosen formats, in the order of the enum.
    [[nodiscard]] std::vector<Output> outputs() const;
    /// Checks the formats in `outputs` and unchecks the others. A format that this figure cannot have stays unchecked.
    void choose(const std::vector<Output>& outputs);
    /// Shows `size`, which is in units of the figure, as pixels or millimetres.
    void showSize(const QSizeF& size);

signals:
    void changed();

private:
    void addHeading(QVBoxLayout& column, const QString& text, QWidget* buddy = nullptr);
    /// Adds buttons of which exactly one is selected.
    look::Segmented* addChoice(QVBoxLayout& column, const QString& name, const QStringList& texts, int current,
                               const QStringList& toolTips = {});
    void addWhat(QVBoxLayout& column);
    void addTexts(QVBoxLayout& column);
    void addSize(QVBoxLayout& column);
    void addShown(QVBoxLayout& column);
    void addFormats(QVBoxLayout& column);
    void enableWhatHasAnEffect();

    look::Theme& m_theme;
    engine::trace::TracePtr m_trace;
    FigureOptions m_options;
    look::Segmented* m_what = nullptr;
    QLineEdit* m_title = nullptr;
    QPlainTextEdit* m_caption = nullptr;
    look::Segmented* m_size = nullptr;
    QSpinBox* m_width = nullptr;
    QSpinBox* m_height = nullptr;
    QWidget* m_sizeFields = nullptr;  ///< the fields for Preset::Custom
    QLabel* m_sizeText = nullptr;     ///< shows the resulting size
    look::Segmented* m_colours = nullptr;
    /// Check boxes that select the parts of the figure.
    struct PartBoxes {
        QCheckBox *overlap = nullptr, *legend = nullptr, *scaleBar = nullptr, *labels = nullptr, *syncMarks = nullptr,
                  *magnified = nullptr, *book = nullptr, *notes = nullptr, *memory = nullptr, *links = nullptr,
                  *listing = nullptr;
    };
    PartBoxes m_shown;
    bool m_hasRates = false;            ///< the use of links was recorded
    std::vector<QCheckBox*> m_formats;  ///< check boxes of the formats, indexed by Output
};

}  // namespace ui::figure
