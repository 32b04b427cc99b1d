#pragma once

#include "ui/figure/figure.h"
#include "ui/look/elided_line.h"
#include "ui/look/segmented.h"
#include "ui/look/theme.h"

#include <QCheckBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QStringList>
#include <QTimer>
#include <vector>

class QPushButton;
class QVBoxLayout;

namespace ui::figure {

class Preview;

/// Shows a preview of the figure, in colour or grey, and edits title, caption, size, content and formats. Saves one
/// file for each chosen format and emits savedTo(). Thread: GUI.
class ExportDialog : public QDialog {
    Q_OBJECT

public:
    ExportDialog(look::Theme& theme, engine::trace::TracePtr trace, FigureOptions options, QWidget* parent = nullptr);

    [[nodiscard]] const FigureOptions& options() const { return m_options; }
    /// The content of the file: a figure in one of three formats, or a sequence.
    enum class Output : std::uint8_t { Svg, Pdf, Png, FlipBook, Animation };
    /// In the order of the enum; empty if none is chosen.
    [[nodiscard]] std::vector<Output> outputs() const;
    /// Checks the formats in `outputs` and unchecks the others. A format that this figure cannot have stays unchecked.
    void choose(const std::vector<Output>& outputs);
    /// The files of the chosen formats, beside each other: "a.svg" gives a.svg, a.pdf, a-pages.pdf, …
    [[nodiscard]] QStringList pathsFor(const QString& path) const;
    /// Writes one file for each chosen format. Stops at the first error.
    [[nodiscard]] engine::Status write(const QStringList& paths) const;
    /// Where "Save…" starts: a folder, or a path whose name is replaced.
    void setFolder(const QString& folder) { m_folder = folder; }

signals:
    void savedTo(const QStringList& paths);

private:
    QWidget* buildForm();
    void addHeading(QVBoxLayout& column, const QString& text, QWidget* buddy = nullptr);
    /// Exclusive buttons; a choice refreshes the preview.
    look::Segmented* makeChoice(const QString& name, const QStringList& texts, int current,
                                const QStringList& toolTips = {});
    void addWhat(QVBoxLayout& column);
    void addTexts(QVBoxLayout& column);
    void addSize(QVBoxLayout& column);
    void addColours(QVBoxLayout& column);
    void addShown(QVBoxLayout& column);
    void addFormats(QVBoxLayout& column);
    QWidget* buildPreview();
    QLayout* buildPromises();
    QWidget* buildFooter();
    void readForm();
    void refresh();
    void enableWhatHasAnEffect();
    void showSize();
    void showTextSize();
    void save();
    [[nodiscard]] bool mayReplace(const QStringList& paths, const QString& asked);
    void copy();
    [[nodiscard]] QString suggestedName() const;
    [[nodiscard]] engine::Result<QByteArray> bytes(Output output) const;

    look::Theme& m_theme;
    engine::trace::TracePtr m_trace;
    FigureOptions m_options;
    QString m_folder;
    look::Segmented* m_what = nullptr;
    QLineEdit* m_title = nullptr;
    QPlainTextEdit* m_caption = nullptr;
    look::Segmented* m_size = nullptr;
    QSpinBox* m_width = nullptr;
    QSpinBox* m_height = nullptr;
    QWidget* m_sizeFields = nullptr;  ///< the fields for Preset::Custom
    QLabel* m_sizeText = nullptr;     ///< shows the resulting size
    look::Segmented* m_colours = nullptr;
    std::vector<QCheckBox*> m_formats;  ///< by Output
    look::Segmented* m_previewMode = nullptr;
    /// Check boxes that select the parts of the figure.
    struct Shown {
        QCheckBox *overlap = nullptr, *legend = nullptr, *scaleBar = nullptr, *labels = nullptr, *syncMarks = nullptr,
                  *magnified = nullptr, *book = nullptr, *notes = nullptr, *memory = nullptr, *links = nullptr,
                  *listing = nullptr;
    };
    Shown m_shown;
    bool m_hasRates = false;  ///< the use of links was recorded
    Preview* m_preview = nullptr;
    QLabel* m_previewInfo = nullptr;
    QLabel* m_labelTick = nullptr;
    QLabel* m_labelSize = nullptr;  ///< states how large the smallest label is
    look::ElidedLine* m_fileInfo = nullptr;
    QPushButton* m_save = nullptr;
    QTimer m_refresh;
};

}  // namespace ui::figure
