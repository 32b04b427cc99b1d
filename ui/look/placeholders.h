#pragma once

#include <QList>
#include <QString>
#include <QStringList>
#include <optional>

namespace ui::look {

/// A text with placeholders (%1 to %9, %n or {0} to {9}); extracts their values from a text that was made from it.
class Placeholders {
public:
    explicit Placeholders(const QString& text);

    /// Number of letters outside the placeholders; 0 if there is no placeholder, or if there are too few letters to
    /// recognise the text.
    [[nodiscard]] qsizetype letters() const { return m_letters; }
    /// The values of %1, %2, … in `text`; std::nullopt if `text` does not match.
    [[nodiscard]] std::optional<QStringList> valuesIn(const QString& text) const;
    /// The value of %n in `text`; -1 if there is no %n, or `text` does not match.
    [[nodiscard]] int numberIn(const QString& text) const;

private:
    [[nodiscard]] std::optional<QStringList> match(const QString& text) const;

    QStringList m_parts;        ///< the text between the placeholders; one more than there are placeholders
    QList<int> m_placeholders;  ///< 1 to 9, 0 for %n
    qsizetype m_letters = 0;
};

}  // namespace ui::look
