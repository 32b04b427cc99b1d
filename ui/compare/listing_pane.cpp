#include "ui/compare/listing_pane.h"

#include "ui/compare/labels.h"
#include "ui/look/in_language.h"
#include "ui/look/widgets.h"

#include <QVBoxLayout>

namespace ui::compare {

using engine::analysis::Finding;

namespace {

/// Maximum number of listed findings of one type; further findings are only counted.
constexpr int kMaxFindings = 12;

QString iconOf(Finding::Subject what)
{
    switch (what) {
        case Finding::Subject::Wait:
            return QStringLiteral("flag");
        case Finding::Subject::Blocks:
            return QStringLiteral("clock");
        case Finding::Subject::Statement:
        case Finding::Subject::Dialect:
            return QStringLiteral("python");
        case Finding::Subject::Edges:
            return QStringLiteral("graph");
        case Finding::Subject::Machine:
            return QStringLiteral("chip");
        default:
            break;
    }
    return QStringLiteral("info");
}

}  // namespace

ListingPane::ListingPane(const look::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("listingPane"));
    auto* column = look::setFlushLayout<QVBoxLayout>(this);
    m_header = new QWidget(this);
    auto* row = new QHBoxLayout(m_header);
    m_icon = new QLabel(m_header);
    m_title = new QLabel(m_header);
    m_swap = new QPushButton(m_header);
    m_swap->setObjectName(QStringLiteral("swapSides"));
    m_close = new QToolButton(m_header);
    m_close->setObjectName(QStringLiteral("closeCompare"));
    row->addWidget(m_icon);
    row->addWidget(m_title);
    row->addStretch(1);
    row->addWidget(m_swap);
    row->addWidget(m_close);
    m_scroll = look::makeVerticalScroll(this);
    m_body = new QWidget;
    auto* body = new QVBoxLayout(m_body);
    m_a = new SideCard(theme, Which::A, m_body);
    m_b = new SideCard(theme, Which::B, m_body);
    m_findings = new QWidget(m_body);
    m_findings->setObjectName(QStringLiteral("findings"));
    new QVBoxLayout(m_findings);
    body->addWidget(m_a);
    body->addWidget(m_b);
    body->addWidget(m_findings);
    body->addStretch(1);
    m_scroll->setWidget(m_body);
    column->addWidget(m_header);
    column->addWidget(m_scroll, 1);
    look::inLanguage(this, [this] {
        m_title->setText(tr("Compare"));
        m_swap->setText(look::besideIcon(tr("Swap")));
        m_swap->setAccessibleName(tr("Swap"));
        m_swap->setToolTip(tr("A becomes B, B becomes A"));
        look::setTipAndName(*m_close, tr("Close the comparison (Esc)"));
        if (m_pair)
            setPair(m_pair);
    });
    connect(m_swap, &QPushButton::clicked, this, &ListingPane::swapWanted);
    connect(m_close, &QToolButton::clicked, this, &ListingPane::closeWanted);
    connect(m_a, &SideCard::chooserWanted, this, [this](QWidget* below) { emit chooserWanted(Which::A, below); });
    connect(m_b, &SideCard::chooserWanted, this, [this](QWidget* below) { emit chooserWanted(Which::B, below); });
    connect(&theme, &look::Theme::changed, this, &ListingPane::restyle);
    restyle();
}

void ListingPane::setPair(const PairPtr& pair)
{
    m_pair = pair;
    m_a->setPair(pair);
    m_b->setPair(pair);
    fillFindings(pair);
}

void ListingPane::fillFindings(const PairPtr& pair)
{
    for (QWidget* child : m_findings->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
        m_findings->layout()->removeWidget(child);
        delete child;
    }
    const auto& comparison = pair->comparison();
    const look::Tokens& tokens = m_theme.tokens();
    for (const bool isEqual : {false, true}) {
        int count = 0;
        for (const Finding& finding : comparison.findings) {
            if (finding.isEqual != isEqual)
                continue;
            if (++count == 1)
                addHeading(isEqual ? tr("What is equal") : tr("What differs"));
            if (count <= kMaxFindings)
                addFinding(isEqual ? QStringLiteral("check") : iconOf(finding.what),
                           isEqual                                  ? tokens.text3
                           : finding.what == Finding::Subject::Wait ? tokens.sync
                                                                    : tokens.text2,
                           findingText(finding));
        }
        if (count > kMaxFindings)
            addFinding(QStringLiteral("info"), tokens.text2, tr("and %n more", nullptr, count - kMaxFindings));
    }
}

void ListingPane::addHeading(const QString& text)
{
    auto* label = new QLabel(text, m_findings);
    label->setFont(m_theme.sans(12, QFont::DemiBold));
    label->setContentsMargins(0, m_theme.px(8), 0, m_theme.px(2));
    m_findings->layout()->addWidget(label);
}

void ListingPane::addFinding(const QString& icon, const QColor& colour, const QString& text)
{
    auto* line = new QWidget(m_findings);
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(m_theme.px(3), m_theme.px(2), 0, m_theme.px(2));
    row->setSpacing(m_theme.px(12));
    auto* picture = new QLabel(line);
    picture->setPixmap(m_theme.icon(icon, colour).pixmap(m_theme.px(14), m_theme.px(14)));
    auto* label = new QLabel(text, line);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    look::setTextStyle(*label, m_theme.sans(12), m_theme.tokens().text2);
    row->addWidget(picture, 0, Qt::AlignTop);
    row->addWidget(label, 1);
    m_findings->layout()->addWidget(line);
}

void ListingPane::restyle()
{
    const look::Tokens& tokens = m_theme.tokens();
    m_header->setFixedHeight(m_theme.px(38));
    m_header->layout()->setContentsMargins(m_theme.px(12), 0, m_theme.px(8), 1);
    m_header->layout()->setSpacing(m_theme.px(8));
    m_icon->setPixmap(m_theme.icon(QStringLiteral("compare"), tokens.text2).pixmap(m_theme.px(15), m_theme.px(15)));
    m_title->setFont(m_theme.sans(13, QFont::DemiBold));
    m_swap->setFont(m_theme.sans(12, QFont::Medium));
    m_swap->setIcon(m_theme.icon(QStringLiteral("swap"), tokens.text));
    m_swap->setIconSize(QSize(m_theme.px(14), m_theme.px(14)));
    look::styleIconButton(m_theme, *m_close, QStringLiteral("close"));
    m_body->layout()->setContentsMargins(m_theme.px(12), m_theme.px(10), m_theme.px(12), m_theme.px(10));
    m_body->layout()->setSpacing(m_theme.px(10));
    m_findings->layout()->setContentsMargins(m_theme.px(2), 0, m_theme.px(2), 0);
    m_findings->layout()->setSpacing(m_theme.px(1));
    look::setGround(*m_scroll, tokens.panel);
    look::setGround(*m_body, tokens.panel);
    if (m_pair)
        fillFindings(m_pair);
    update();
}

void ListingPane::paintEvent(QPaintEvent*)
{
    const look::Tokens& tokens = m_theme.tokens();
    look::paintGround(*this, tokens.panel, m_header->height() - 1, tokens.line);
}

}  // namespace ui::compare
