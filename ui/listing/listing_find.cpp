#include "ui/listing/listing_find.h"

#include "ui/look/in_language.h"

#include <algorithm>

namespace ui::listing {

ListingFind::ListingFind(const look::Theme& theme, ProgramDocument& document, Listing& listing, QWidget* parent)
    : QObject(parent), m_theme(theme), m_listing(listing), m_bar(new look::FindBar(theme, "listingFind", parent))
{
    look::inLanguage(m_bar, [this] { m_bar->setTexts(tr("Find in the listing"), tr("Text of the listing")); });
    connect(m_bar, &look::FindBar::textChanged, this, &ListingFind::search);
    connect(m_bar, &look::FindBar::stepped, this, &ListingFind::step);
    connect(m_bar, &look::FindBar::closed, this, &ListingFind::close);
    // The matches refer to the text, so clear the matches before the text is deleted.
    connect(&document.listing(), &ProgramListing::aboutToOpen, this, [this] {
        m_matches.clear();
        tint();
    });
    connect(&document.listing(), &ProgramListing::dialectChanged, this, &ListingFind::update);
    connect(&document.listing(), &ProgramListing::textChanged, this, &ListingFind::update);
    connect(&theme, &look::Theme::changed, this, &ListingFind::tint);
}

void ListingFind::open()
{
    const QTextCursor cursor = m_listing.textCursor();
    const QString selected = cursor.selectedText();
    m_from = cursor.selectionStart();
    m_bar->open();
    if (!selected.isEmpty() && !selected.contains(QChar::ParagraphSeparator))
        m_bar->setText(selected);
    search();
}

void ListingFind::search()
{
    update();
    const auto first = std::find_if(m_matches.begin(), m_matches.end(),
                                    [this](const QTextCursor& match) { return match.selectionStart() >= m_from; });
    if (!m_matches.empty())
        select(first == m_matches.end() ? 0 : static_cast<int>(first - m_matches.begin()));
}

void ListingFind::step(int direction)
{
    const QTextCursor at = m_listing.textCursor();
    const int count = static_cast<int>(m_matches.size());
    if (count == 0)
        return;
    const auto isBefore = [&](const QTextCursor& match) {
        return direction > 0 ? match.selectionStart() < at.selectionEnd() : match.selectionEnd() <= at.selectionStart();
    };
    const auto next = std::partition_point(m_matches.begin(), m_matches.end(), isBefore);
    const int index = static_cast<int>(next - m_matches.begin()) + (direction > 0 ? 0 : -1);
    select((index + count) % count);
    m_from = m_listing.textCursor().selectionStart();
}

void ListingFind::close()
{
    m_bar->hide();
    update();
    m_listing.setFocus();
}

void ListingFind::update()
{
    m_matches.clear();
    const QString text = m_bar->isHidden() ? QString() : m_bar->text();
    QTextCursor match(m_listing.document());
    while (!text.trimmed().isEmpty() && !(match = m_listing.document()->find(text, match)).isNull())
        m_matches.push_back(match);
    const auto current = std::find(m_matches.begin(), m_matches.end(), m_listing.textCursor());
    m_bar->setCount(current == m_matches.end() ? -1 : static_cast<int>(current - m_matches.begin()),
                    static_cast<int>(m_matches.size()));
    tint();
}

void ListingFind::select(int match)
{
    m_listing.setTextCursor(m_matches[match]);
    m_listing.ensureCursorVisible();
    m_bar->setCount(match, static_cast<int>(m_matches.size()));
}

void ListingFind::tint()
{
    QColor ground = m_theme.tokens().accent;
    ground.setAlphaF(0.2F);
    QTextCharFormat format;
    format.setBackground(ground);
    auto selections = m_listing.extraSelections();
    selections.clear();
    for (const QTextCursor& match : m_matches)
        selections.push_back({match, format});
    m_listing.setExtraSelections(selections);
}

}  // namespace ui::listing
