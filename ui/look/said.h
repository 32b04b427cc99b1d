#pragma once

#include "ui/look/languages.h"
#include "ui/look/placeholders.h"

#include <QHash>
#include <QList>
#include <QMutex>
#include <QTranslator>
#include <QVariant>

namespace ui::look {

/// Records the translations that were requested in one language, so that they can be repeated in another.
class Said {
public:
    void add(const QString& text, const Source& source);
    /// Finds the source of `text` and the values of its placeholders; std::nullopt if it was not requested.
    struct Found {
        Source source;
        QStringList values;
        int number = -1;  ///< value of %n
    };
    [[nodiscard]] std::optional<Found> find(const QString& text, const QStringList& classes) const;

    /// The same for a text whose mnemonic and "…" were removed.
    [[nodiscard]] std::optional<Found> findPlain(const QString& text, const QStringList& classes) const;

private:
    [[nodiscard]] std::optional<Found> findPattern(const QString& text, const QStringList& classes) const;

    QHash<QString, QList<Source>> m_texts, m_plain;
    QHash<QString, Placeholders> m_patterns;
};

/// The translator of one language. All rooms share one translation context, so a text is translated once.
class Catalogue final : public QTranslator {
public:
    explicit Catalogue(Language language, QObject* parent = nullptr);

    [[nodiscard]] QString translate(const char* context, const char* source, const char* comment,
                                    int number) const override;
    /// Not even for English, whose file contains only plural forms: Qt must call translate() so that requests are
    /// recorded.
    [[nodiscard]] bool isEmpty() const override { return false; }
    [[nodiscard]] std::optional<Said::Found> find(const QString& text, const QStringList& classes) const;
    [[nodiscard]] std::optional<Said::Found> findPlain(const QString& text, const QStringList& classes) const;

private:
    mutable QMutex m_mutex;
    mutable Said m_said;
};

}  // namespace ui::look
