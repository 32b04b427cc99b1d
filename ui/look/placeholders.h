#pragma once

#include <QList>
#include <QString>
#include <QStringList>
#include <optional>

namespace ui::look {

/// A text with %1 to %9 or %n, and what stands for them in a text made from it.
class Placeholders {
public:
    explicit Placeholders(const QString& text);

    /// How many letters the text has beside its placeholders; 0 without a placeholder or with too few letters to know
    /// the text by.
    [[nodiscard]] qsizetype letters() const { return m_letters; }
    /// What %1, %2… stand for in `text`; std::nullopt if it was not made from this one.
    [[nodiscard]] std::optional<QStringList> valuesIn(const QString& text) const;
    /// What %n stands for; -1 if nothing does.
    [[nodiscard]] int numberIn(const QString& text) const;

private:
    [[nodiscard]] std::optional<QStringList> match(const QString& text) const;

    QStringList m_parts;        ///< between the placeholders, one more than these
    QList<int> m_placeholders;  ///< 1 to 9, 0 for %n
    qsizetype m_letters = 0;
};

}  // namespace ui::look
