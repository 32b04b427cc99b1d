#include "ui/figure/detail/figure_form.h"

#include "engine/trace/imported.h"
#include "ui/look/widgets.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLocale>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

namespace ui::figure {

namespace {

QSpinBox* sizeField(int value)
{
    auto* field = new QSpinBox;
    field->setRange(240, 8192);
    field->setValue(value);
    field->setButtonSymbols(QAbstractSpinBox::NoButtons);
    return field;
}

}  // namespace

QLabel* makeLabel(const look::Theme& theme, const QString& text, QWidget* buddy)
{
    auto* label = new QLabel(text);
    look::setTextStyle(*label, theme.sans(11.5, QFont::Medium), theme.tokens().text2);
    label->setBuddy(buddy);
    return label;
}

FigureForm::FigureForm(look::Theme& theme, engine::trace::TracePtr trace, FigureOptions options)
    : m_theme(theme), m_trace(std::move(trace)), m_options(std::move(options))
{
    setFixedWidth(m_theme.px(336));
    look::setGround(*this, m_theme.tokens().panel);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(m_theme.px(20), m_theme.px(6), m_theme.px(20), m_theme.px(12));
    column->setSpacing(m_theme.px(5));
    addWhat(*column);
    addTexts(*column);
    addSize(*column);
    m_colours = addChoice(*column, tr("Colours"), {tr("Colour"), tr("Grayscale"), tr("Dark")},
                          static_cast<int>(m_options.colours));
    addShown(*column);
    addFormats(*column);
    column->addStretch(1);
}

void FigureForm::addHeading(QVBoxLayout& column, const QString& text, QWidget* buddy)
{
    column.addSpacing(m_theme.px(8));
    column.addWidget(makeLabel(m_theme, text, buddy));
}

look::Segmented* FigureForm::addChoice(QVBoxLayout& column, const QString& name, const QStringList& texts, int current,
                                       const QStringList& toolTips)
{
    addHeading(column, name);
    auto* choice = new look::Segmented(m_theme, look::Segmented::Size::Small);
    choice->setAccessibleName(name);
    choice->setSegments(texts, toolTips);
    choice->setCurrent(current);
    connect(choice, &look::Segmented::chosen, this, &FigureForm::changed);
    column.addWidget(choice);
    return choice;
}

void FigureForm::addWhat(QVBoxLayout& column)
{
    const bool isComparable = m_options.before != nullptr;
    m_what = addChoice(
        column, tr("Figure"), {tr("Timeline"), tr("Compare"), tr("Graph"), tr("Memory")},
        static_cast<int>(figureKindOf(m_options)),
        {{}, isComparable ? QString() : tr("Two runs are compared; keep this run as “before” and change something.")});
    m_what->setSegmentEnabled(static_cast<int>(FigureKind::Compare), isComparable);
}

void FigureForm::addTexts(QVBoxLayout& column)
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
    connect(m_title, &QLineEdit::textChanged, this, &FigureForm::changed);
    connect(m_caption, &QPlainTextEdit::textChanged, this, &FigureForm::changed);
}

void FigureForm::addSize(QVBoxLayout& column)
{
    m_size = addChoice(column, tr("Size"), {tr("Slide 16:9"), tr("178 mm"), tr("85 mm"), tr("Custom")},
                       static_cast<int>(m_options.preset));
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
    m_sizeText = makeLabel(m_theme, QString());
    m_sizeText->setObjectName(QStringLiteral("figureSize"));
    m_sizeText->setWordWrap(true);
    column.addWidget(m_sizeText);
    for (QSpinBox* field : {m_width, m_height})
        connect(field, &QSpinBox::valueChanged, this, &FigureForm::changed);
}

void FigureForm::addShown(QVBoxLayout& column)
{
    addHeading(column, tr("Show"));
    auto* grid = new QGridLayout;
    grid->setVerticalSpacing(m_theme.px(5));
    const auto box = [&](const QString& text, bool isOn, int row, int at) {
        auto* check = new QCheckBox(text);
        check->setChecked(isOn);
        check->setFont(m_theme.sans(12));
        grid->addWidget(check, row, at);
        connect(check, &QCheckBox::toggled, this, &FigureForm::changed);
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
    m_hasRates =
        std::ranges::any_of(m_trace->lanes(), [&](const auto& lane) { return !m_trace->rates(lane.id).empty(); });
    const engine::trace::RunInfo& run = m_trace->run();
    QCheckBox* note = box(run.platform == engine::trace::PlatformKind::Virtual ? tr("“Simulated” note")
                          : engine::trace::isImported(run)                     ? tr("“Recorded” note")
                                                                               : tr("“Measured” note"),
                          true, 3, 0);
    note->setEnabled(false);
    note->setToolTip(tr("The figure always states where its numbers come from."));
    column.addLayout(grid);
}

void FigureForm::addFormats(QVBoxLayout& column)
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
        connect(box, &QCheckBox::toggled, this, &FigureForm::changed);
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

std::vector<Output> FigureForm::outputs() const
{
    std::vector<Output> chosen;
    for (std::size_t i = 0; i < m_formats.size(); ++i)
        if (m_formats[i]->isChecked())
            chosen.push_back(static_cast<Output>(i));
    return chosen;
}

void FigureForm::choose(const std::vector<Output>& outputs)
{
    for (std::size_t i = 0; i < m_formats.size(); ++i)
        m_formats[i]->setChecked(m_formats[i]->isEnabled() &&
                                 std::ranges::find(outputs, static_cast<Output>(i)) != outputs.end());
}

const FigureOptions& FigureForm::read()
{
    // A text that the user has not changed stays empty in the options, so that it is generated again when other options
    // change.
    FigureOptions untouched = m_options;
    untouched.title.clear();
    untouched.caption.clear();
    const FigureTexts automatic = textsFor(*m_trace, untouched);
    const QString title = m_title->text().simplified(), text = m_caption->toPlainText().simplified();
    m_options.title = title == automatic.title ? QString() : title;
    m_options.caption = text == automatic.caption ? QString() : text;
    if (const auto what = static_cast<FigureKind>(m_what->current()); what != m_options.what) {
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
    return m_options;
}

/// Enables only the options that affect the chosen figure.
void FigureForm::enableWhatHasAnEffect()
{
    const bool isCompared = figureKindOf(m_options) == FigureKind::Compare;
    const bool isOnLanes = isCompared || figureKindOf(m_options) == FigureKind::Timeline;
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

/// Shows the size of the figure, in millimetres for printed presets and in pixels otherwise, and the pixels of a PNG.
void FigureForm::showSize(const QSizeF& size)
{
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
}

}  // namespace ui::figure
