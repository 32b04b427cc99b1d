#include "ui/figure/export_dialog.h"

#include "ui/figure/detail/figure_form.h"
#include "ui/figure/detail/preview_pane.h"
#include "ui/look/flow.h"
#include "ui/look/languages.h"
#include "ui/look/plain_texts.h"
#include "ui/look/widgets.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QVBoxLayout>

namespace ui::figure {

namespace {

constexpr int kRefreshDelay = 120;  // ms after the last change: typing must not wait for a redraw per keystroke

}  // namespace

ExportDialog::ExportDialog(look::Theme& theme, engine::trace::TracePtr trace, FigureOptions options, QWidget* parent)
    : QDialog(parent), m_theme(theme), m_trace(std::move(trace))
{
    setObjectName(QStringLiteral("exportDialog"));
    setWindowTitle(tr("Export figure"));
    m_form = new FigureForm(theme, m_trace, std::move(options));
    m_preview = new PreviewPane(theme);
    auto* middle = new QHBoxLayout;
    middle->setSpacing(0);
    middle->addWidget(m_form);
    middle->addWidget(m_preview, 1);
    auto* layout = look::setFlushLayout<QVBoxLayout>(this);
    layout->addLayout(middle, 1);
    layout->addWidget(buildFooter());
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(kRefreshDelay);
    connect(m_form, &FigureForm::changed, &m_refresh, qOverload<>(&QTimer::start));
    connect(m_preview, &PreviewPane::modeChosen, &m_refresh, qOverload<>(&QTimer::start));
    connect(m_preview, &PreviewPane::drawn, m_form, &FigureForm::showSize);
    connect(&m_refresh, &QTimer::timeout, this, &ExportDialog::refresh);
    // With this size, a slide fills the preview. The dialog remains smaller than the main window.
    constexpr int kWidth = 1332, kHeight = 672, kMargin = 40;
    const QSize whole(theme.px(kWidth), theme.px(kHeight)), margin(theme.px(kMargin), theme.px(kMargin));
    resize(parent != nullptr ? whole.boundedTo(parent->window()->size() - margin) : whole);
    m_save->setDefault(true);  // only now, because the button needs the dialog as its parent
    m_save->setFocus();
    refresh();
}

const FigureOptions& ExportDialog::options() const
{
    return m_form->options();
}

std::vector<Output> ExportDialog::outputs() const
{
    return m_form->outputs();
}

void ExportDialog::choose(const std::vector<Output>& outputs)
{
    m_form->choose(outputs);
}

QWidget* ExportDialog::buildFooter()
{
    auto* footer = new QWidget;
    footer->setFixedHeight(m_theme.px(54));
    auto* row = new QHBoxLayout(footer);
    row->setContentsMargins(m_theme.px(20), 0, m_theme.px(20), 0);
    row->setSpacing(m_theme.px(8));
    auto* copyButton = new QPushButton(m_theme.icon(QStringLiteral("copy")), tr("Copy image"));
    copyButton->setObjectName(QStringLiteral("copyFigure"));
    copyButton->setAutoDefault(false);
    m_fileInfo = new look::ElidedLine;
    m_fileInfo->setFont(m_theme.sans(11.5));
    m_fileInfo->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* cancel = new QPushButton(tr("Cancel"));
    cancel->setAutoDefault(false);
    m_save = new QPushButton(m_theme.icon(QStringLiteral("save"), m_theme.tokens().onAccent), tr("Save…"));
    m_save->setObjectName(QStringLiteral("saveFigure"));
    m_save->setProperty("role", QStringLiteral("primary"));
    row->addWidget(copyButton);
    row->addWidget(m_fileInfo, 1);
    row->addWidget(cancel);
    row->addWidget(m_save);
    connect(copyButton, &QPushButton::clicked, this, &ExportDialog::copy);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_save, &QPushButton::clicked, this, &ExportDialog::save);
    return footer;
}

void ExportDialog::refresh()
{
    m_preview->showFigure(m_trace, m_form->read());
    const std::vector<Output> chosen = outputs();
    m_save->setEnabled(!chosen.empty());
    m_fileInfo->setText(chosen.empty()       ? tr("no format is chosen")
                        : chosen.size() == 1 ? suggestedName()
                                             : tr("%n files", nullptr, static_cast<int>(chosen.size())));
}

QString ExportDialog::suggestedName() const
{
    return fileNameFor(outputs(), textsFor(*m_trace, options()).title);
}

/// Asks before files other than `asked` are overwritten; the save dialog has asked about `asked` only.
bool ExportDialog::mayReplace(const QStringList& paths, const QString& asked)
{
    QStringList there;
    for (const QString& path : paths)
        if (path != asked && QFileInfo::exists(path))
            there << look::fileNameText(path);
    return there.isEmpty() ||
           QMessageBox::question(this, tr("Export figure"),
                                 look::chooseParticles(tr("Replace %1?").arg(there.join(QStringLiteral(", "))))) ==
               QMessageBox::Yes;
}

void ExportDialog::save()
{
    const FigureOptions& options = m_form->read();
    const std::vector<Output> chosen = outputs();
    if (chosen.empty())
        return;
    const QString folder = m_folder.isEmpty()            ? QDir::homePath()
                           : QFileInfo(m_folder).isDir() ? m_folder
                                                         : QFileInfo(m_folder).absolutePath();
    const QString path = QFileDialog::getSaveFileName(this, tr("Save figure"), QDir(folder).filePath(suggestedName()),
                                                      fileFilterFor(chosen));
    if (path.isEmpty())
        return;
    const QStringList paths = pathsFor(chosen, path);
    if (!mayReplace(paths, path))
        return;
    if (const engine::Status written = writeOutputs(chosen, paths, m_trace, options); !written) {
        QMessageBox::warning(this, tr("Export figure"), look::messageText(written.error().message));
        return;
    }
    emit savedTo(paths);
    accept();
}

void ExportDialog::copy()
{
    QApplication::clipboard()->setMimeData(figureForClipboard(*m_trace, m_form->read()).release());
    m_fileInfo->setText(tr("copied: picture, SVG and caption"));
}

}  // namespace ui::figure
