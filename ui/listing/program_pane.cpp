#include "ui/listing/program_pane.h"

#include "ui/look/in_language.h"
#include "ui/look/plain_texts.h"
#include "ui/look/widgets.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace ui::listing {

namespace {

/// Asks whether a program from a file or the listing of a trace may run; hidden after the user has allowed it.
class TrustStrip final : public QWidget {
public:
    TrustStrip(const look::Theme& theme, const ProgramDocument& document, QWidget* parent)
        : QWidget(parent), m_theme(theme), m_document(document)
    {
        setObjectName(QStringLiteral("trustStrip"));
        setAutoFillBackground(true);
        auto* row = new QHBoxLayout(this);
        m_question->setWordWrap(true);
        m_run->setProperty("role", QStringLiteral("small"));
        row->addWidget(m_question, 1);
        row->addWidget(m_run);
        hide();
        connect(&document, &ProgramDocument::opened, this, &TrustStrip::showTrust);
        connect(&document, &ProgramDocument::trustChanged, this, &TrustStrip::showTrust);
        connect(&theme, &look::Theme::changed, this, &TrustStrip::restyle);
        restyle();
        look::inLanguage(this, [this] { showTrust(); });
    }

    [[nodiscard]] QPushButton& run() { return *m_run; }

private:
    void showTrust()
    {
        const auto& path = m_document.program().path;
        m_run->setText(ProgramPane::tr("Run it"));
        setVisible(!m_document.isTrusted());
        m_question->setText(path ? ProgramPane::tr("This program comes from a file (%1). Run it?")
                                       .arg(look::fileNameText(QString::fromStdString(*path)))
                                 : ProgramPane::tr("This listing comes from a trace. Run it?"));
    }

    void restyle()
    {
        look::setGround(*this, m_theme.tokens().accentSoft);
        layout()->setContentsMargins(m_theme.px(12), m_theme.px(6), m_theme.px(12), m_theme.px(6));
        m_question->setFont(m_theme.sans(11.5));
    }

    const look::Theme& m_theme;
    const ProgramDocument& m_document;
    QLabel* m_question = new QLabel(this);
    QPushButton* m_run = new QPushButton(this);
};

}  // namespace

ProgramPane::ProgramPane(look::Theme& theme, ProgramDocument& document, ProgramModel& programs, model::TraceFeed& feed,
                         model::Selection& selection, QWidget* parent)
    : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("programPane"));
    auto* column = look::setFlushLayout<QVBoxLayout>(this);
    m_treeHeader = new TreeHeader(theme, this);
    column->addWidget(m_treeHeader);
    m_tree = new ProgramTree(theme, programs, this);
    m_treeHeader->setTree(*m_tree);
    column->addWidget(m_tree);
    m_treeLine = look::makeLine(Qt::Horizontal, this);
    column->addWidget(m_treeLine);
    m_header = new ListingHeader(theme, document, this);
    column->addWidget(m_header);
    auto* trust = new TrustStrip(theme, document, this);
    column->addWidget(trust);
    m_listing = new Listing(theme, document, feed, selection, this);
    m_find = new ListingFind(theme, document, *m_listing, this);
    column->addWidget(&m_find->bar());
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
    connect(&trust->run(), &QPushButton::clicked, this, &ProgramPane::runWanted);
    connect(m_tree, &ProgramTree::programChosen, this, &ProgramPane::programChosen);
    connectDocument(document);
    restyle();
}

void ProgramPane::connectDocument(ProgramDocument& document)
{
    connect(m_header, &ListingHeader::outputChosen, this, &ProgramPane::chooseOutput);
    connect(m_output, &OutputPane::unreadChanged, this, &ProgramPane::showUnread);
    connect(&document, &ProgramDocument::opened, this, [this, &document] {
        m_isOwn = document.program().group.empty();
        m_tree->setCurrentProgram(QString::fromStdString(document.program().id));
    });
    connect(&m_theme, &look::Theme::changed, this, &ProgramPane::restyle);
    const auto refit = [this] { QMetaObject::invokeMethod(this, &ProgramPane::fitTree, Qt::QueuedConnection); };
    connect(&document, &ProgramDocument::opened, this, refit);
    connect(&document.parameters(), &ProgramParameters::valuesChanged, this, refit);
    connect(m_listing, &QPlainTextEdit::blockCountChanged, this, refit);
    connect(m_tree, &QTreeView::expanded, this, refit);
    connect(m_tree, &QTreeView::collapsed, this, refit);
    connect(m_tree->model(), &QAbstractItemModel::modelReset, this, refit);
    connect(m_tree->model(), &QAbstractItemModel::rowsInserted, this, refit);
}

void ProgramPane::fitTree()
{
    // The tree is as tall as its rows, but leaves room for all lines of the listing. If the listing is the user's own
    // and may grow, the tree leaves at least half of the pane. The tree keeps at least a fifth of the pane, between two
    // and six rows (in projector mode one row), unless the listing would get less than its minimum height.
    const int row = m_theme.px(24);
    const int least = m_theme.isProjected() ? row : std::clamp(height() / 5, 2 * row, 6 * row);
    const int lines = m_listing->document()->lineCount() * m_theme.px(17) + m_theme.px(6);
    const int listed = std::max(lines, m_isOwn ? height() / 2 : 0);
    const int shared = height() - heightOfOthers();
    const int room = std::min(std::max(least, shared - listed), shared - m_listing->minimumSizeHint().height());
    const int wanted = std::clamp(m_tree->sizeHint().height() + m_theme.px(6), 0, std::max(0, room));
    if (wanted == m_tree->height())
        return;
    m_tree->setFixedHeight(wanted);
    m_tree->scrollToTop();  // the tree may have been scrolled while it had fewer rows
    m_tree->scrollTo(m_tree->currentIndex());
}

/// The height of everything above, between and below the tree and the listing.
int ProgramPane::heightOfOthers() const
{
    int others = 0;
    for (int i = 0; i < layout()->count(); ++i) {
        const QLayoutItem& item = *layout()->itemAt(i);
        if (item.isEmpty() || item.widget() == m_tree || item.widget() == m_listing)
            continue;
        others += item.hasHeightForWidth() ? item.heightForWidth(width()) : item.sizeHint().height();
    }
    return others;
}

void ProgramPane::setOpensOutput(bool opens)
{
    m_opensOutput = opens;
    showUnread();
}

void ProgramPane::showUnread()
{
    const bool isOpen = m_opensOutput && m_output->hasPrinted();
    if (isOpen != isOutputShown() && (isOpen || m_isOutputOpenedByRun)) {
        setOutputShown(isOpen);
        m_isOutputOpenedByRun = isOpen;
    }
    m_output->setFixedHeight(std::clamp(m_output->heightOfText(), m_theme.px(52), m_theme.px(132)));
    showOutputButton();
}

void ProgramPane::chooseOutput(bool isShown)
{
    m_opensOutput = isShown;
    m_isOutputOpenedByRun = false;
    setOutputShown(isShown);
}

void ProgramPane::setOutputShown(bool isShown)
{
    m_isOutputShown = isShown;
    showOutput();
    showOutputButton();
    emit outputShownChanged(isShown);
}

void ProgramPane::showOutput()
{
    for (QWidget* part : {static_cast<QWidget*>(m_output), m_outputLine})
        part->setVisible(m_isOutputShown && !m_isStage);
}

void ProgramPane::showOutputButton()
{
    using Button = ListingHeader::OutputButton;
    m_header->showOutput(isOutputShown() ? Button::Pressed : m_output->hasUnread() ? Button::Released : Button::Hidden);
}

void ProgramPane::setStage(bool isStage)
{
    m_isStage = isStage;
    for (QWidget* part : std::initializer_list<QWidget*>{m_treeHeader, m_tree, m_treeLine, m_header})
        part->setVisible(!isStage);
    showOutput();
}

void ProgramPane::restyle()
{
    for (QWidget* line : {m_treeLine, m_outputLine, m_parameterLine})
        look::setGround(*line, m_theme.tokens().line);
    showUnread();
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
    // A parameter field that appears or disappears changes the height that is left for the listing.
    if (event->type() == QEvent::LayoutRequest)
        QMetaObject::invokeMethod(this, &ProgramPane::fitTree, Qt::QueuedConnection);
    return QWidget::event(event);
}

void ProgramPane::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), m_theme.tokens().panel);
}

}  // namespace ui::listing
