#include "ui/listing/program_pane.h"

#include "ui/look/in_language.h"
#include "ui/look/languages.h"
#include "ui/look/widgets.h"

#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QPainter>
#include <QShortcut>
#include <QVBoxLayout>

namespace ui::listing {

namespace {

using Dialect = engine::frontend::Dialect;

}  // namespace

ProgramPane::ProgramPane(look::Theme& theme, ProgramDocument& document, ProgramModel& programs, model::TraceFeed& feed,
                         model::Selection& selection, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_document(document)
{
    setObjectName(QStringLiteral("programPane"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(buildTreeHeader());
    m_tree = new ProgramTree(theme, programs, this);
    column->addWidget(m_tree);
    m_treeLine = look::makeLine(Qt::Horizontal, this);
    column->addWidget(m_treeLine);
    column->addWidget(buildListingHeader());
    column->addWidget(buildTrustStrip());
    m_listing = new Listing(theme, document, feed, selection, this);
    column->addWidget(m_listing, 1);
    m_outputLine = look::makeLine(Qt::Horizontal, this);
    column->addWidget(m_outputLine);
    m_output = new OutputPane(theme, feed, this);
    column->addWidget(m_output);
    m_parameterLine = look::makeLine(Qt::Horizontal, this);
    column->addWidget(m_parameterLine);
    m_parameters = new ParameterPanel(theme, document, this);
    column->addWidget(m_parameters);
    m_output->hide();
    m_outputLine->hide();
    connectAll();
    restyle();
    look::inLanguage(this, [this] { setTexts(); });
    showDialects();
}

void ProgramPane::setTexts()
{
    m_title->setText(tr("Computational performance"));
    m_filter->setPlaceholderText(tr("Find a program"));
    m_filter->setAccessibleName(tr("Find a program"));
    m_search->setToolTip(tr("Find a program"));
    m_search->setAccessibleName(tr("Find a program"));
    m_dialects->setAccessibleName(tr("Dialect"));
    m_outputButton->setToolTip(tr("Output of the program"));
    m_outputButton->setAccessibleName(tr("Output of the program"));
    m_trustButton->setText(tr("Run it"));
    showCount();
    showTrust();
}

QWidget* ProgramPane::buildTreeHeader()
{
    auto* header = new QWidget(this);
    header->setObjectName(QStringLiteral("treeHeader"));
    auto* row = new QHBoxLayout(header);
    m_bookIcon = new QLabel(header);
    m_title = new QLabel(header);
    m_filter = new QLineEdit(header);
    m_filter->setClearButtonEnabled(true);
    m_filter->hide();
    m_search = new QToolButton(header);
    m_search->setCheckable(true);
    row->addWidget(m_bookIcon);
    row->addWidget(m_title, 1);
    row->addWidget(m_filter, 1);
    row->addWidget(m_search);
    return header;
}

QWidget* ProgramPane::buildListingHeader()
{
    auto* header = new QWidget(this);
    header->setObjectName(QStringLiteral("listingHeader"));
    auto* row = new QHBoxLayout(header);
    m_dialects = new look::Segmented(m_theme, look::Segmented::Size::Small, header);
    m_dialects->setSegments({QStringLiteral("PyTorch"), QStringLiteral("MXNet")});
    m_outputButton = new QToolButton(header);
    m_outputButton->setCheckable(true);
    m_count = new QLabel(header);
    m_count->setObjectName(QStringLiteral("syncCount"));
    row->addWidget(m_dialects);
    row->addStretch(1);
    row->addWidget(m_outputButton);
    row->addWidget(m_count);
    return header;
}

QWidget* ProgramPane::buildTrustStrip()
{
    m_trust = new QWidget(this);
    m_trust->setObjectName(QStringLiteral("trustStrip"));
    m_trust->setAutoFillBackground(true);
    auto* row = new QHBoxLayout(m_trust);
    m_trustText = new QLabel(m_trust);
    m_trustText->setWordWrap(true);
    m_trustButton = new QPushButton(m_trust);
    m_trustButton->setProperty("role", QStringLiteral("small"));
    row->addWidget(m_trustText, 1);
    row->addWidget(m_trustButton);
    m_trust->hide();
    return m_trust;
}

void ProgramPane::connectAll()
{
    connect(m_tree, &ProgramTree::programChosen, this, &ProgramPane::programChosen);
    connect(m_filter, &QLineEdit::textChanged, m_tree, &ProgramTree::setFilter);
    connect(m_filter, &QLineEdit::returnPressed, this, [this] {
        if (!m_filter->text().isEmpty() && m_tree->chooseFirst())
            m_search->setChecked(false);
    });
    new QShortcut(
        Qt::Key_Escape, m_filter, this,
        [this] {
            m_search->setChecked(false);
            m_tree->setFocus();
        },
        Qt::WidgetShortcut);
    new QShortcut(Qt::Key_Down, m_filter, m_tree, &ProgramTree::focusFirst, Qt::WidgetShortcut);
    connect(m_search, &QToolButton::toggled, this, [this](bool isOn) {
        m_filter->setVisible(isOn);
        m_title->setVisible(!isOn);
        if (isOn)
            m_filter->setFocus();
        else
            m_filter->clear();
    });
    connect(m_dialects, &look::Segmented::chosen, this,
            [this](int id) { m_document.listing().chooseDialect(id == 0 ? Dialect::Torch : Dialect::MXNet); });
    connect(m_outputButton, &QToolButton::clicked, this, &ProgramPane::chooseOutput);
    connect(m_output, &OutputPane::newsChanged, this, &ProgramPane::showNews);
    connect(m_trustButton, &QPushButton::clicked, this, &ProgramPane::runWanted);
    connect(&m_document.listing(), &ProgramListing::dialectChanged, this, &ProgramPane::showDialects);
    connect(&m_document, &ProgramDocument::opened, this, [this] {
        m_tree->setCurrentProgram(QString::fromStdString(m_document.program().id));
        showTrust();
    });
    connect(&m_document, &ProgramDocument::trustChanged, this, &ProgramPane::showTrust);
    connect(&m_document.listing(), &ProgramListing::switchesChanged, this, &ProgramPane::showCount);
    connect(&m_document.analysis(), &ListingAnalysis::problemChanged, this, &ProgramPane::showCount);
    connect(&m_theme, &look::Theme::changed, this, &ProgramPane::restyle);
    const auto refit = [this] { QMetaObject::invokeMethod(this, &ProgramPane::fitTree, Qt::QueuedConnection); };
    connect(&m_document, &ProgramDocument::opened, this, refit);
    connect(&m_document.parameters(), &ProgramParameters::valuesChanged, this, refit);
    connect(m_tree, &QTreeView::expanded, this, refit);
    connect(m_tree, &QTreeView::collapsed, this, refit);
    connect(m_tree->model(), &QAbstractItemModel::modelReset, this, refit);
    connect(m_tree->model(), &QAbstractItemModel::rowsInserted, this, refit);
}

void ProgramPane::fitTree()
{
    // The tree is as tall as its rows, but leaves room for all lines of the listing. It keeps at least six rows, or a
    // fifth of the height of a low pane.
    const int row = m_theme.px(24);
    const int least = std::clamp(height() / 5, 2 * row, 6 * row);
    const int listed = m_listing->blockCount() * m_theme.px(17) + m_theme.px(6);
    const int room = std::max(least, m_tree->height() + m_listing->height() - listed);
    const int wanted = std::min(m_tree->sizeHint().height() + m_theme.px(6), room);
    if (wanted == m_tree->height())
        return;
    m_tree->setFixedHeight(wanted);
    m_tree->scrollTo(m_tree->currentIndex());
}

void ProgramPane::setOpensOutput(bool opens)
{
    m_opensOutput = opens;
    showNews();
}

void ProgramPane::showNews()
{
    const bool isOpen = m_opensOutput && m_output->hasPrinted();
    if (isOpen != isOutputShown() && (isOpen || m_isOutputOpenedByRun)) {
        setOutputShown(isOpen);
        m_isOutputOpenedByRun = isOpen;
    }
    m_output->setFixedHeight(std::clamp(m_output->heightOfText(), m_theme.px(52), m_theme.px(132)));
    m_outputButton->setVisible(m_output->hasNews() || isOutputShown());
}

void ProgramPane::chooseOutput(bool isShown)
{
    m_opensOutput = isShown;
    m_isOutputOpenedByRun = false;
    setOutputShown(isShown);
}

void ProgramPane::setOutputShown(bool isShown)
{
    m_output->setVisible(isShown);
    m_outputLine->setVisible(isShown);
    m_outputButton->setChecked(isShown);
    m_outputButton->setVisible(isShown || m_output->hasNews());
    emit outputShownChanged(isShown);
}

void ProgramPane::startSearch()
{
    m_search->setChecked(true);
    m_filter->setFocus();
}

void ProgramPane::showDialects()
{
    m_dialects->setSegmentEnabled(0, m_document.listing().hasDialect(Dialect::Torch));
    m_dialects->setSegmentEnabled(1, m_document.listing().hasDialect(Dialect::MXNet));
    m_dialects->setCurrent(m_document.listing().dialect() == Dialect::Torch ? 0 : 1);
    showCount();
}

void ProgramPane::showCount()
{
    if (m_document.analysis().problem()) {
        const auto& problem = *m_document.analysis().problem();
        m_count->setText(problem.line > 0 ? tr("line %1 is not Python").arg(problem.line)
                                          : tr("the listing cannot be read"));
        m_count->setToolTip(look::inWords(problem.message));
        return;
    }
    const int all = static_cast<int>(m_document.text().switches().points().size());
    m_count->setToolTip(tr("Each line that can wait has a switch; if it is on, the program waits there."));
    const int on = m_document.text().switches().onCount();
    m_count->setText(all == 0   ? tr("no sync points")
                     : all == 1 ? tr("%1 of 1 sync point on").arg(on)
                                : tr("%1 of %2 sync points on").arg(on).arg(all));
}

void ProgramPane::showTrust()
{
    const auto& path = m_document.program().path;
    m_trust->setVisible(!m_document.isTrusted() && path.has_value());
    if (path)
        m_trustText->setText(tr("This program comes from a file (%1). Run it?")
                                 .arg(QFileInfo(QString::fromStdString(*path)).fileName()));
}

void ProgramPane::restyle()
{
    const look::Tokens& tokens = m_theme.tokens();
    for (QWidget* line : {m_treeLine, m_outputLine, m_parameterLine})
        look::setGround(*line, tokens.line);
    look::setGround(*m_trust, tokens.accentSoft);
    const auto headers = findChildren<QWidget*>();
    for (QWidget* header : headers) {
        if (header->objectName() == QLatin1String("treeHeader")) {
            header->setFixedHeight(m_theme.px(34));
            header->layout()->setContentsMargins(m_theme.px(12), 0, m_theme.px(5), 0);
            header->layout()->setSpacing(m_theme.px(7));
        } else if (header->objectName() == QLatin1String("listingHeader")) {
            header->setFixedHeight(m_theme.px(38));
            header->layout()->setContentsMargins(m_theme.px(12), 0, m_theme.px(12), 0);
        } else if (header->objectName() == QLatin1String("trustStrip")) {
            header->layout()->setContentsMargins(m_theme.px(12), m_theme.px(6), m_theme.px(12), m_theme.px(6));
        }
    }
    m_bookIcon->setPixmap(m_theme.icon(QStringLiteral("book"), tokens.text2).pixmap(m_theme.px(15), m_theme.px(15)));
    m_title->setFont(m_theme.sans(12, QFont::DemiBold));
    m_search->setIcon(m_theme.icon(QStringLiteral("search"), tokens.text2));
    m_outputButton->setIcon(m_theme.icon(QStringLiteral("python"), tokens.text2));
    for (QToolButton* button : {m_search, m_outputButton}) {
        button->setFixedSize(m_theme.px(26), m_theme.px(26));
        button->setIconSize(QSize(m_theme.px(15), m_theme.px(15)));
    }
    m_count->setFont(m_theme.sans(11.5));
    look::setTextColour(*m_count, tokens.text3);
    m_trustText->setFont(m_theme.sans(11.5));
    showNews();
    fitTree();
    update();
}

void ProgramPane::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    QMetaObject::invokeMethod(this, &ProgramPane::fitTree, Qt::QueuedConnection);
}

bool ProgramPane::event(QEvent* event)
{
    // A field that appears or disappears below changes the listing's height.
    if (event->type() == QEvent::LayoutRequest)
        QMetaObject::invokeMethod(this, &ProgramPane::fitTree, Qt::QueuedConnection);
    return QWidget::event(event);
}

void ProgramPane::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), m_theme.tokens().panel);
}

}  // namespace ui::listing
