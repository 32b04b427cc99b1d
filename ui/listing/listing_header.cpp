#include "ui/listing/listing_header.h"

#include "ui/look/in_language.h"
#include "ui/look/languages.h"
#include "ui/look/widgets.h"

#include <QHBoxLayout>

namespace ui::listing {

using Dialect = engine::frontend::Dialect;

ListingHeader::ListingHeader(look::Theme& theme, ProgramDocument& document, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_document(document)
{
    setObjectName(QStringLiteral("listingHeader"));
    auto* row = new QHBoxLayout(this);
    m_dialects = new look::Segmented(theme, look::Segmented::Size::Small, this);
    m_dialects->setSegments({QStringLiteral("PyTorch"), QStringLiteral("MXNet")});
    m_output = new QToolButton(this);
    m_output->setCheckable(true);
    m_count = new QLabel(this);
    m_count->setObjectName(QStringLiteral("syncCount"));
    row->addWidget(m_dialects);
    row->addStretch(1);
    row->addWidget(m_output);
    row->addWidget(m_count);
    ProgramListing& listing = document.listing();
    connect(m_dialects, &look::Segmented::chosen, this,
            [&listing](int id) { listing.chooseDialect(id == 0 ? Dialect::Torch : Dialect::MXNet); });
    connect(m_output, &QToolButton::clicked, this, &ListingHeader::outputChosen);
    connect(&listing, &ProgramListing::dialectChanged, this, &ListingHeader::showDialects);
    connect(&listing, &ProgramListing::switchesChanged, this, &ListingHeader::showCount);
    connect(&document.listing(), &ProgramListing::problemChanged, this, &ListingHeader::showCount);
    connect(&theme, &look::Theme::changed, this, &ListingHeader::restyle);
    restyle();
    look::inLanguage(this, [this] {
        m_dialects->setAccessibleName(tr("Dialect"));
        look::setTipAndName(*m_output, tr("Output of the program"));
        showDialects();
    });
}

void ListingHeader::showOutput(OutputButton button)
{
    m_output->setChecked(button == OutputButton::Pressed);
    m_output->setVisible(button != OutputButton::Hidden);
}

void ListingHeader::showDialects()
{
    const ProgramListing& listing = m_document.listing();
    m_dialects->setSegmentEnabled(0, listing.hasDialect(Dialect::Torch));
    m_dialects->setSegmentEnabled(1, listing.hasDialect(Dialect::MXNet));
    m_dialects->setCurrent(listing.dialect() == Dialect::Torch ? 0 : 1);
    showCount();
}

void ListingHeader::showCount()
{
    if (const auto& problem = m_document.listing().problem()) {
        m_count->setText(problem->line > 0 ? tr("line %1 is not Python").arg(problem->line)
                                           : tr("the listing cannot be read"));
        m_count->setToolTip(look::messageText(problem->message));
        return;
    }
    const SyncSwitches& switches = m_document.text().switches();
    const int all = static_cast<int>(switches.points().size()), on = switches.onCount();
    m_count->setToolTip(tr("Each line that can wait has a switch; if it is on, the program waits there."));
    m_count->setText(all == 0   ? tr("no waits")
                     : all == 1 ? tr("%1 of 1 wait on").arg(on)
                                : tr("%1 of %2 waits on").arg(on).arg(all));
}

void ListingHeader::restyle()
{
    setFixedHeight(m_theme.px(38));
    layout()->setContentsMargins(m_theme.px(12), 0, m_theme.px(12), 0);
    look::styleIconButton(m_theme, *m_output, QStringLiteral("python"), 26, 15);
    look::setTextStyle(*m_count, m_theme.sans(11.5), m_theme.tokens().text3);
}

}  // namespace ui::listing
