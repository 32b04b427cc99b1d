#pragma once

#include "ui/figure/outputs.h"
#include "ui/look/elided_line.h"
#include "ui/look/theme.h"

#include <QDialog>
#include <QTimer>

class QPushButton;

namespace ui::figure {

class FigureForm;
class PreviewPane;

/// Edits the options of a figure beside its preview. Saves one file for each chosen format and emits savedTo(). Thread:
/// GUI.
class ExportDialog : public QDialog {
    Q_OBJECT

public:
    ExportDialog(look::Theme& theme, engine::trace::TracePtr trace, FigureOptions options, QWidget* parent = nullptr);

    [[nodiscard]] const FigureOptions& options() const;
    /// Returns FigureForm::outputs().
    [[nodiscard]] std::vector<Output> outputs() const;
    /// Calls FigureForm::choose().
    void choose(const std::vector<Output>& outputs);
    /// Sets where the file dialog of "Save…" starts: a folder, or a path whose file name is replaced.
    void setFolder(const QString& folder) { m_folder = folder; }

signals:
    void savedTo(const QStringList& paths);

private:
    QWidget* buildFooter();
    void refresh();
    void save();
    [[nodiscard]] bool mayReplace(const QStringList& paths, const QString& asked);
    void copy();
    [[nodiscard]] QString suggestedName() const;

    look::Theme& m_theme;
    engine::trace::TracePtr m_trace;
    QString m_folder;
    FigureForm* m_form = nullptr;
    PreviewPane* m_preview = nullptr;
    look::ElidedLine* m_fileInfo = nullptr;
    QPushButton* m_save = nullptr;
    QTimer m_refresh;
};

}  // namespace ui::figure
