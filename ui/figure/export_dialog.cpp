#include "ui/figure/export_dialog.h"

#include "engine/trace/imported.h"
#include "ui/figure/detail/preview.h"
#include "ui/look/flow.h"
#include "ui/look/format.h"
#include "ui/look/languages.h"
#include "ui/look/plain_texts.h"
#include "ui/look/widgets.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLocale>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

namespace ui::figure {

namespace {

constexpr int kRefreshDelay = 120;  // ms; painting a figure takes about as long as the interval between two keystrokes

QLabel* caption(const look::Theme& theme, const QString& text, QWidget* buddy = nullptr)
{
    auto* label = new QLabel(text);
    label->setFont(theme.sans(11.5, QFont::Medium));
    look::setTextColour(*label, theme.tokens().text2);
    label->setBuddy(buddy);
    return label;
}

/// The end of a file's name. It differs for each output, so that several can be written beside each other.
QString endingOf(ExportDialog::Output output)
{
    switch (output) {
        case ExportDialog::Output::Pdf:
            return QStringLiteral(".pdf");
        case ExportDialog::Output::Png:
            return QStringLiteral(".png");
        case ExportDialog::Output::FlipBook:
            return QStringLiteral("-pages.pdf");
        case ExportDialog::Output::Animation:
            return QStringLiteral("-moving.svg");
        case ExportDialog::Output::Svg:
            break;
    }
    return QStringLiteral(".svg");
}

QString pointsText(double points)
{
    return QLocale().toString(std::floor(points * 10) / 10, 'f', 1);
}

QSpinBox* sizeField(int value)
{
    auto* field = new QSpinBox;
    field->setRange(240, 8192);
    field->setValue(value);
    field->setButtonSymbols(QAbstractSpinBox::NoButtons);
    return field;
}

}  // namespace

ExportDialog::ExportDialog(look::Theme& theme, engine::trace::TracePtr trace, FigureOptions options, QWidget* parent)
    : QDialog(parent), m_theme(theme), m_trace(std::move(trace)), m_options(std::move(options))
{
    setObjectName(QStringLiteral("exportDialog"));
    setWindowTitle(tr("Export figure"));
    auto* middle = new QHBoxLayout;
    middle->setSpacing(0);
    middle->addWidget(buildForm());
    middle->addWidget(buildPreview(), 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(middle, 1);
    layout->addWidget(buildFooter());
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(kRefreshDelay);
    connect(&m_refresh, &QTimer::timeout, this, &ExportDialog::refresh);
    // With this size, a slide fills the preview. The dialog is never larger than the window, which may fill the screen.
    constexpr int kWidth = 1332, kHeight = 672, kMargin = 40;
    const QSize whole(theme.px(kWidth), theme.px(kHeight)), margin(theme.px(kMargin), theme.px(kMargin));
    resize(parent != nullptr ? whole.boundedTo(parent->window()->size() - margin) : whole);
    m_save->setDefault(true);  // has an effect only after the layouts have made the dialog its parent
    m_save->setFocus();
    refresh();
}

QWidget* ExportDialog::buildForm()
{
    auto* form = new QWidget;
    form->setFixedWidth(m_theme.px(336));
    look::setGround(*form, m_theme.tokens().panel);
    auto* column = new QVBoxLayout(form);
    column->setContentsMargins(m_theme.px(20), m_theme.px(6), m_theme.px(20), m_theme.px(12));
    column->setSpacing(m_theme.px(5));
    addWhat(*column);
    addTexts(*column);
    addSize(*column);
    addColours(*column);
    addShown(*column);
    addFormats(*column);
    column->addStretch(1);
    return form;
}

void ExportDialog::addHeading(QVBoxLayout& column, const QString& text, QWidget* buddy)
{
    column.addSpacing(m_theme.px(8));
    column.addWidget(caption(m_theme, text, buddy));
}

look::Segmented* ExportDialog::makeChoice(const QString& name, const QStringList& texts, int current,
                                          const QStringList& toolTips)
{
    auto* choice = new look::Segmented(m_theme, look::Segmented::Size::Small);
    choice->setAccessibleName(name);
    choice->setSegments(texts, toolTips);
    choice->setCurrent(current);
    connect(choice, &look::Segmented::chosen, this, [this] { m_refresh.start(); });
    return choice;
}

void ExportDialog::addWhat(QVBoxLayout& column)
{
    const bool isComparable = m_options.before != nullptr;
    addHeading(column, tr("Figure"));
    m_what = makeChoice(
        tr("Figure"), {tr("Timeline"), tr("Compare"), tr("Graph"), tr("Memory")}, static_cast<int>(whatOf(m_options)),
        {{}, isComparable ? QString() : tr("Two runs are compared; keep this run as “before” and change something.")});
    m_what->setSegmentEnabled(static_cast<int>(What::Compare), isComparable);
    column.addWidget(m_what);
}

void ExportDialog::addTexts(QVBoxLayout& column)
{
    const FigureTexts texts = textsFor(*m_trace, m_options);
    m_title = new QLineEdit(texts.title);
    m_title->setObjectName(QStringLiteral("figureTitle"));
    m_title->setFont(m_theme.sans(12, QFont::Medium));
    addHeading(column, tr("&Title"), m_title);
    column.addWidget(m_title);
    m_caption = new QPlainTextEdit(texts.caption);
    m_caption->setObjectName(QStringLiteral("figureCaption"));
    m_caption->setFont(m_theme.sans(12));
    m_caption->setTabChangesFocus(true);
    m_caption->setFixedHeight(m_theme.px(58));
    m_caption->setStyleSheet(
        QStringLiteral("QPlainTextEdit { border: 1px solid %1; border-radius: %2px; padding: 2px; }")
            .arg(m_theme.tokens().line.name())
            .arg(m_theme.px(5)));
    addHeading(column, tr("&Caption"), m_caption);
    column.addWidget(m_caption);
    connect(m_title, &QLineEdit::textChanged, this, [this] { m_refresh.start(); });
    connect(m_caption, &QPlainTextEdit::textChanged, this, [this] { m_refresh.start(); });
}

void ExportDialog::addSize(QVBoxLayout& column)
{
    addHeading(column, tr("Size"));
    m_size = makeChoice(tr("Size"), {tr("Slide 16:9"), tr("178 mm"), tr("85 mm"), tr("Custom")},
                        static_cast<int>(m_options.preset));
    column.addWidget(m_size);
    m_width = sizeField(m_options.size.width());
    m_height = sizeField(m_options.size.height());
    m_width->setAccessibleName(tr("Width in pixels"));
    m_height->setAccessibleName(tr("Height in pixels"));
    m_sizeFields = new QWidget;
    auto* fields = new QHBoxLayout(m_sizeFields);
    fields->setContentsMargins(0, 0, 0, 0);
    fields->addWidget(m_width);
    fields->addWidget(new QLabel(QStringLiteral("×")));
    fields->addWidget(m_height);
    fields->addWidget(new QLabel(tr("px")));
    fields->addStretch(1);
    column.addWidget(m_sizeFields);
    m_sizeText = caption(m_theme, QString());
    m_sizeText->setObjectName(QStringLiteral("figureSize"));
    m_sizeText->setWordWrap(true);
    column.addWidget(m_sizeText);
    for (QSpinBox* field : {m_width, m_height})
        connect(field, &QSpinBox::valueChanged, this, [this] { m_refresh.start(); });
}

void ExportDialog::addColours(QVBoxLayout& column)
{
    addHeading(column, tr("Colours"));
    m_colours =
        makeChoice(tr("Colours"), {tr("Colour"), tr("Grayscale"), tr("Dark")}, static_cast<int>(m_options.colours));
    column.addWidget(m_colours);
}

void ExportDialog::addShown(QVBoxLayout& column)
{
    addHeading(column, tr("Show"));
    auto* grid = new QGridLayout;
    grid->setVerticalSpacing(m_theme.px(5));
    const auto box = [&](const QString& text, bool isOn, int row, int at) {
        auto* check = new QCheckBox(text);
        check->setChecked(isOn);
        check->setFont(m_theme.sans(12));
        grid->addWidget(check, row, at);
        connect(check, &QCheckBox::toggled, this, [this] { m_refresh.start(); });
        return check;
    };
    m_shown.legend = box(tr("Legend"), m_options.showLegend, 0, 0);
    m_shown.scaleBar = box(tr("Scale bar"), m_options.showScaleBar, 0, 1);
    m_shown.labels = box(tr("Span labels"), m_options.showLabels, 1, 0);
    m_shown.syncMarks = box(tr("Sync marks"), m_options.showSyncMarks, 1, 1);
    m_shown.magnified = box(tr("Magnified start"), m_options.showMagnified, 2, 0);
    m_shown.book = box(tr("Book references"), m_options.showBookResults, 2, 1);
    m_shown.notes = box(tr("Notes"), m_options.showNotes, 3, 1);
    m_shown.memory = box(tr("Memory"), m_options.showMemory, 4, 0);
    m_shown.notes->setEnabled(!m_options.notes.empty());
    m_shown.overlap = box(tr("Concurrency band"), m_options.showOverlap, 4, 1);
    m_shown.links = box(tr("Link use"), m_options.showLinks, 5, 0);
    m_shown.listing = box(tr("Listing"), m_options.showListing, 5, 1);
    m_shown.listing->setToolTip(tr("The listing with its switches and results, at the left of a slide"));
    m_hasRates = std::any_of(m_trace->lanes().begin(), m_trace->lanes().end(),
                             [&](const auto& lane) { return !m_trace->rates(lane.id).empty(); });
    const engine::trace::RunInfo& run = m_trace->run();
    QCheckBox* note = box(run.platform == engine::trace::PlatformKind::Virtual ? tr("“Simulated” note")
                          : engine::trace::isImported(run)                     ? tr("“Recorded” note")
                                                                               : tr("“Measured” note"),
                          true, 3, 0);
    note->setEnabled(false);
    note->setToolTip(tr("The figure always states where its numbers come from."));
    column.addLayout(grid);
}

void ExportDialog::addFormats(QVBoxLayout& column)
{
    addHeading(column, tr("Formats"));
    auto* grid = new QGridLayout;
    grid->setVerticalSpacing(m_theme.px(5));
    const auto add = [&](const QString& text, const QString& toolTip = {}) {
        auto* box = new QCheckBox(text);
        box->setFont(m_theme.sans(12));
        box->setToolTip(toolTip);
        box->setChecked(m_formats.empty());
        const int at = static_cast<int>(m_formats.size());
        grid->addWidget(box, at / 3, at % 3);
        connect(box, &QCheckBox::toggled, this, [this] { m_refresh.start(); });
        m_formats.push_back(box);
    };
    add(tr("&SVG"));
    add(tr("P&DF"));
    add(tr("&PNG 2×"));
    add(tr("Pa&ges"), tr("A PDF with one page per step: before, after and both; or the run as it proceeds"));
    add(tr("&Moving"), m_options.before ? tr("An SVG in which every operation moves from its old to its new place")
                                        : tr("Needs an earlier run: keep this one as “before”"));
    m_formats.back()->setEnabled(m_options.before != nullptr);
    column.addLayout(grid);
}

std::vector<ExportDialog::Output> ExportDialog::outputs() const
{
    std::vector<Output> chosen;
    for (std::size_t i = 0; i < m_formats.size(); ++i)
        if (m_formats[i]->isChecked())
            chosen.push_back(static_cast<Output>(i));
    return chosen;
}

void ExportDialog::choose(const std::vector<Output>& outputs)
{
    for (std::size_t i = 0; i < m_formats.size(); ++i)
        m_formats[i]->setChecked(m_formats[i]->isEnabled() &&
                                 std::find(outputs.begin(), outputs.end(), static_cast<Output>(i)) != outputs.end());
}

QWidget* ExportDialog::buildPreview()
{
    auto* side = new QWidget;
    look::setGround(*side, m_theme.tokens().sunken);
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(m_theme.px(24), m_theme.px(8), m_theme.px(24), m_theme.px(16));
    auto* top = new QHBoxLayout;
    auto* heading = new QLabel(tr("Preview"));
    heading->setFont(m_theme.sans(12, QFont::DemiBold));
    m_previewInfo = new QLabel;
    m_previewInfo->setFont(m_theme.sans(11.5));
    m_previewMode = makeChoice(tr("Preview"), {tr("Screen"), tr("Grayscale")}, 0);
    top->addWidget(heading);
    top->addWidget(m_previewInfo);
    top->addStretch(1);
    top->addWidget(m_previewMode);
    column->addLayout(top);
    m_preview = new Preview(m_theme);
    m_preview->setObjectName(QStringLiteral("figurePreview"));
    connect(m_preview, &Preview::drawn, this, &ExportDialog::showSize);
    column->addWidget(m_preview, 1);
    column->addLayout(buildPromises());
    return side;
}

/// Lists properties of figures; tests of this room verify them.
QLayout* ExportDialog::buildPromises()
{
    auto* row = new QHBoxLayout;
    row->setSpacing(m_theme.px(5));
    for (const QString& text : {QString(), tr("readable in grayscale: patterns differ"), tr("text stays text")}) {
        auto* tick = new QLabel;
        tick->setPixmap(
            m_theme.icon(QStringLiteral("check"), m_theme.tokens().text2).pixmap(m_theme.px(13), m_theme.px(13)));
        row->addWidget(tick);
        auto* label = caption(m_theme, text);
        label->setWordWrap(true);  // so that all fit beside each other in a narrow window
        row->addWidget(label, 1);
        if (m_labelSize == nullptr) {
            m_labelSize = label;  // until the figure is drawn, its labels have no size
            m_labelTick = tick;
            tick->hide();
        }
        row->addSpacing(m_theme.px(13));
    }
    return row;
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

void ExportDialog::readForm()
{
    // An unchanged text stays empty in the options: it is generated again when other options change.
    FigureOptions untouched = m_options;
    untouched.title.clear();
    untouched.caption.clear();
    const FigureTexts made = textsFor(*m_trace, untouched);
    const QString title = m_title->text().simplified(), text = m_caption->toPlainText().simplified();
    m_options.title = title == made.title ? QString() : title;
    m_options.caption = text == made.caption ? QString() : text;
    if (const auto what = static_cast<What>(m_what->current()); what != m_options.what) {
        m_options.what = untouched.what = what;
        const FigureTexts now = textsFor(*m_trace, untouched);
        const QSignalBlocker quietTitle(m_title), quietCaption(m_caption);
        if (m_options.title.isEmpty())
            m_title->setText(now.title);
        if (m_options.caption.isEmpty())
            m_caption->setPlainText(now.caption);
    }
    m_options.preset = static_cast<Preset>(m_size->current());
    m_options.size = QSize(m_width->value(), m_height->value());
    enableWhatHasAnEffect();
    m_options.showNotes = m_shown.notes->isChecked();
    m_options.colours = static_cast<Colours>(m_colours->current());
    m_options.showLegend = m_shown.legend->isChecked();
    m_options.showOverlap = m_shown.overlap->isChecked();
    m_options.showScaleBar = m_shown.scaleBar->isChecked();
    m_options.showLabels = m_shown.labels->isChecked();
    m_options.showSyncMarks = m_shown.syncMarks->isChecked();
    m_options.showMagnified = m_shown.magnified->isChecked();
    m_options.showMemory = m_shown.memory->isChecked();
    m_options.showLinks = m_shown.links->isChecked();
    m_options.showListing = m_shown.listing->isChecked();
    m_options.showBookResults = m_shown.book->isChecked();
    m_sizeFields->setVisible(m_options.preset == Preset::Custom);
}

/// Disables the parts that the chosen figure cannot have.
void ExportDialog::enableWhatHasAnEffect()
{
    const bool isCompared = whatOf(m_options) == What::Compare;
    const bool isOnLanes = isCompared || whatOf(m_options) == What::Timeline;
    const bool mayHaveListing = isOnLanes && mayShowListing(*m_trace, m_options);
    const bool hasListing = mayHaveListing && m_shown.listing->isChecked();
    for (QCheckBox* check : {m_shown.labels, m_shown.syncMarks, m_shown.book, m_shown.memory, m_shown.overlap})
        check->setEnabled(isOnLanes);
    m_shown.scaleBar->setEnabled(isOnLanes && !(isCompared && hasListing));
    m_shown.magnified->setEnabled(isOnLanes && !hasListing);
    m_shown.links->setEnabled(isOnLanes && m_hasRates);
    m_shown.listing->setEnabled(mayHaveListing);
    m_shown.notes->setEnabled(isOnLanes && !m_options.notes.empty());
}

/// Shows the size in millimetres for printed presets and in pixels otherwise, and the pixels of a PNG.
void ExportDialog::showSize()
{
    const QSizeF size = m_preview->figure();
    const QString pixels = tr("%1 × %2 px").arg(qRound(size.width())).arg(qRound(size.height()));
    QString text = pixels;
    if (m_options.preset == Preset::Page178mm || m_options.preset == Preset::Column85mm) {
        const auto millimetres = [](double units) {
            return QLocale().toString(std::round(units * 254 / kUnitsPerInch) / 10, 'g', 4);
        };
        text = tr("%1 × %2 mm; %3 at %4 dpi")
                   .arg(millimetres(size.width()), millimetres(size.height()), pixels)
                   .arg(qRound(kUnitsPerInch));
    }
    const QSize file = drawing::pngPixels(size, m_options.pngScale);
    if (m_formats[static_cast<std::size_t>(Output::Png)]->isChecked())
        text = tr("%1\nThe file: %2 × %3 px, %4 dpi")
                   .arg(text, QString::number(file.width()), QString::number(file.height()),
                        QString::number(qRound(kUnitsPerInch * m_options.pngScale)));
    m_sizeText->setText(text);
    showTextSize();
    const QString shown = tr("%1 × %2, shown at %3")
                              .arg(qRound(size.width()))
                              .arg(qRound(size.height()))
                              .arg(look::percentText(m_preview->zoom()));
    m_previewInfo->setText(m_preview->omitsMeasures() ? tr("%1; the table of measures fits on a page only").arg(shown)
                                                      : shown);
}

/// A slide with much on it is scaled down, which makes its texts smaller.
void ExportDialog::showTextSize()
{
    constexpr double kReadable = 9;
    const double points = m_preview->smallestText();
    const bool isReadable = points >= kReadable - 0.01;
    m_labelTick->setVisible(isReadable);
    m_labelSize->setText(isReadable ? tr("every label at least 9 pt")
                         : m_options.preset == Preset::Slide
                             ? tr("smallest label %1 pt on a slide 13.33 in wide").arg(pointsText(points))
                             : tr("smallest label %1 pt").arg(pointsText(points)));
    look::setTextColour(*m_labelSize, isReadable ? m_theme.tokens().text2 : m_theme.tokens().warn);
}

void ExportDialog::refresh()
{
    readForm();
    FigureOptions shown = m_options;
    if (m_previewMode->current() == 1)
        shown.colours = Colours::Grayscale;
    m_preview->show(m_trace, shown);
    const std::vector<Output> chosen = outputs();
    m_save->setEnabled(!chosen.empty());
    m_fileInfo->setText(chosen.empty()       ? tr("no format is chosen")
                        : chosen.size() == 1 ? suggestedName()
                                             : tr("%n files", nullptr, static_cast<int>(chosen.size())));
}

engine::Result<QByteArray> ExportDialog::bytes(Output output) const
{
    switch (output) {
        case Output::Svg:
            return renderFigure(*m_trace, m_options, Format::Svg);
        case Output::Pdf:
            return renderFigure(*m_trace, m_options, Format::Pdf);
        case Output::Png:
            return renderFigure(*m_trace, m_options, Format::Png);
        case Output::FlipBook:
            return renderFlipBook(m_options.what == What::Compare ? flipPages(m_trace, m_options)
                                                                  : replayPages(m_trace, m_options));
        case Output::Animation:
            break;
    }
    return renderFlip(*m_trace, m_options);
}

QString ExportDialog::suggestedName() const
{
    QString name = textsFor(*m_trace, m_options).title.toLower();
    for (QChar& c : name)
        if (!c.isLetterOrNumber())
            c = QLatin1Char('-');
    while (name.contains(QLatin1String("--")))
        name.replace(QLatin1String("--"), QLatin1String("-"));
    name = name.left(60);
    while (name.endsWith(QLatin1Char('-')))
        name.chop(1);
    return (name.isEmpty() ? QStringLiteral("figure") : name) +
           endingOf(outputs().empty() ? Output::Svg : outputs().front());
}

QStringList ExportDialog::pathsFor(const QString& path) const
{
    const std::vector<Output> chosen = outputs();
    QString base = path;
    const auto named = std::find_if(chosen.begin(), chosen.end(), [&](Output output) {
        return path.endsWith(endingOf(output), Qt::CaseInsensitive);
    });
    if (named != chosen.end())
        base.chop(endingOf(*named).size());
    QStringList paths;
    for (const Output output : chosen)
        paths << base + endingOf(output);
    return paths;
}

engine::Status ExportDialog::write(const QStringList& paths) const
{
    const std::vector<Output> chosen = outputs();
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const engine::Result<QByteArray> made = bytes(chosen[i]);
        if (!made)
            return made.error();
        const QString& path = paths[static_cast<qsizetype>(i)];
        if (const engine::Status status = drawing::writeBytes(*made, QFile::encodeName(path).toStdString()); !status)
            return status;
    }
    return {};
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
    readForm();
    const std::vector<Output> chosen = outputs();
    if (chosen.empty())
        return;
    const QString folder = m_folder.isEmpty()            ? QDir::homePath()
                           : QFileInfo(m_folder).isDir() ? m_folder
                                                         : QFileInfo(m_folder).absolutePath();
    QStringList names, patterns;
    for (const Output output : chosen) {
        const QString suffix = endingOf(output).section(QLatin1Char('.'), -1);
        if (!names.contains(suffix.toUpper())) {
            names << suffix.toUpper();
            patterns << QStringLiteral("*.") + suffix;
        }
    }
    const QString filter =
        QStringLiteral("%1 (%2)").arg(names.join(QStringLiteral(", ")), patterns.join(QLatin1Char(' ')));
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Save figure"), QDir(folder).filePath(suggestedName()), filter);
    if (path.isEmpty())
        return;
    const QStringList paths = pathsFor(path);
    if (!mayReplace(paths, path))
        return;
    if (const engine::Status written = write(paths); !written) {
        QMessageBox::warning(this, tr("Export figure"), look::messageText(written.error().message));
        return;
    }
    emit savedTo(paths);
    accept();
}

void ExportDialog::copy()
{
    readForm();
    QApplication::clipboard()->setMimeData(figureForClipboard(*m_trace, m_options).release());
    m_fileInfo->setText(tr("copied: picture, SVG and caption"));
}

}  // namespace ui::figure
