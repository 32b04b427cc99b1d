#pragma once

#include "ui/look/languages.h"
#include "ui/look/placeholders.h"

#include <QHash>
#include <QList>
#include <QMutex>
#include <QTranslator>
#include <QVariant>

namespace ui::look {

/// What one language was asked for and answered, so that the same can be said in another one.
class Said {
public:
    void add(const QString& text, const Source& source);
    /// The source of `text` and what its placeholders stood for; std::nullopt if it was never said.
    struct Found {
        Source source;
        QStringList values;
        int number = -1;  ///< of %n
    };
    [[nodiscard]] std::optional<Found> find(const QString& text, const QStringList& classes) const;

    /// The same for a text whose marks were taken away.
    [[nodiscard]] std::optional<Found> findPlain(const QString& text, const QStringList& classes) const;

private:
    [[nodiscard]] std::optional<Found> findPattern(const QString& text, const QStringList& classes) const;

    QHash<QString, QList<Source>> m_texts, m_plain;
    QHash<QString, Placeholders> m_patterns;
};

/// The texts of one language. They are looked up by what they say, not by who says it: files of all rooms share them.
class Catalogue final : public QTranslator {
public:
    explicit Catalogue(Language language, QObject* parent = nullptr);

    [[nodiscard]] QString translate(const char* context, const char* source, const char* comment,
                                    int number) const override;
    /// English has its plurals only, and yet wants to hear what is said.
    [[nodiscard]] bool isEmpty() const override { return false; }
    [[nodiscard]] std::optional<Said::Found> find(const QString& text, const QStringList& classes) const;
    [[nodiscard]] std::optional<Said::Found> findPlain(const QString& text, const QStringList& classes) const;

private:
    mutable QMutex m_mutex;
    mutable Said m_said;
};

}  // namespace ui::look
