#include "ui/listing/listing_edits.h"

#include "ui/listing/change.h"

#include <algorithm>
#include <utility>

namespace ui::listing {

void ListingEdits::reset()
{
    m_listing.setSource(text().original());
    for (const auto& [line, isOn] : std::map<int, bool>(text().switches().flips()))
        pushFlip(line, !isOn);
}

void ListingEdits::flip(int line)
{
    if (const auto* insertion = text().insertionAfter(line)) {
        m_listing.changeShown([copy = engine::frontend::Insertion(*insertion)](ListingText& shown) {
            shown.insert(copy);
            return true;
        });
        return;
    }
    if (text().switches().at(line) == nullptr)
        return;
    const bool isOn = !text().switches().isOn(line);
    const bool isText = m_listing.changeShown([line, isOn](ListingText& shown) {
        return (!isOn && shown.removeInserted(line)) || shown.rewriteCall(line, isOn);
    });
    if (!isText)
        pushFlip(line, isOn);
}

void ListingEdits::flipWait(int line)
{
    if (text().switches().at(line) != nullptr)
        flip(line);
}

/// Flips a wait without changing the text.
void ListingEdits::pushFlip(int line, bool isOn)
{
    const auto apply = [this, dialect = m_listing.dialect(), line](bool waits) {
        m_listing.setDialect(dialect);
        m_listing.changeShown([line, waits](ListingText& shown) {
            shown.switches().set(line, waits);
            return true;
        });
    };
    m_undo.push(new Change(
        tr("flip the wait on line %1").arg(line), [apply, isOn] { apply(isOn); }, [apply, isOn] { apply(!isOn); }));
}

void ListingEdits::setFlips(const std::map<int, bool>& flips)
{
    if (!m_listing.hasDialect(m_listing.dialect()))
        return;
    m_listing.changeShown([&flips](ListingText& shown) {
        shown.switches().setFlips(flips);
        return true;
    });
}

void ListingEdits::insertWaits(const std::vector<int>& lines)
{
    std::vector<engine::frontend::Insertion> found;
    for (const int line : lines)
        if (const auto* insertion = text().insertionAfter(line))
            found.push_back(*insertion);
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.line > b.line; });
    if (found.empty())
        return;
    m_listing.changeShown([&found](ListingText& shown) {
        for (const auto& insertion : found)  // from the last to the first, so that earlier lines keep their numbers
            shown.insert(insertion);
        return true;
    });
}

void ListingEdits::changeLever(int line, const std::string& name, const std::string& value)
{
    if (!m_listing.hasDialect(m_listing.dialect()))
        return;
    const engine::frontend::SyncPoint* point = text().switches().at(line);
    // The lever non_blocking is on if the wait of the copy is off, so flip the wait instead.
    if (name == "non_blocking" && point != nullptr && point->rewritesCall) {
        if (text().switches().isOn(line) == (value == "on"))
            flip(line);
    } else {
        m_listing.changeShown([&](ListingText& shown) { return shown.changeLever(line, name, value); });
    }
}

void ListingEdits::changeLevers(std::vector<LeverChange> changes, std::function<void()> then)
{
    m_listing.whenAnalysed([this, changes = std::move(changes), then = std::move(then)]() mutable {
        if (changes.empty()) {
            if (then)
                then();
            return;
        }
        const LeverChange first = changes.front();
        changes.erase(changes.begin());
        changeLever(first.line, first.name, first.value);
        changeLevers(std::move(changes), std::move(then));
    });
}

}  // namespace ui::listing
