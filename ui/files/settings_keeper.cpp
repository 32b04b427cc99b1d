#include "ui/files/settings_keeper.h"

#include <QFile>
#include <QFileInfo>

namespace ui::files {

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The version goes into a name.
QString tagOf(const StrangeSettings& strange)
{
    QString tag;
    for (const QChar letter : strange.version.left(16))
        if (letter.isLetterOrNumber() || letter == QLatin1Char('.'))
            tag += letter;
    return tag.isEmpty() ? QStringLiteral("broken") : tag;
}

/// A copy beside the file; one that is there already and is the same will do. Empty: none could be made.
QString copied(const QString& path, const QString& tag)
{
    constexpr int kMost = 100;
    QString copy = path + QLatin1Char('.') + tag;
    for (int number = 2; QFile::exists(copy) && contentOf(copy) != contentOf(path); ++number) {
        if (number > kMost)
            return {};
        copy = QStringLiteral("%1.%2.%3").arg(path, tag, QString::number(number));
    }
    return QFile::exists(copy) || QFile::copy(path, copy) ? copy : QString();
}

}  // namespace

std::optional<KeptSettings> keepStrangeSettings(const QSettings& settings)
{
    KeptSettings kept{strangeSettings(settings), {}};
    if (kept.strange.isEmpty() || !QFileInfo::exists(settings.fileName()))
        return std::nullopt;
    kept.copy = copied(settings.fileName(), tagOf(kept.strange));
    return kept;
}

runs::Banner::Message KeptSettings::message() const
{
    const QString title = strange.version.isEmpty()
                              ? tr("Some of the settings were not understood")
                              : tr("The settings were written by another version of Overlap (%1)").arg(strange.version);
    const QString text = copy.isEmpty()
                             ? tr("What was understood is here. A copy of the old settings could not be made.")
                             : tr("What was understood is here. All of the old settings are kept in %1.").arg(copy);
    return {runs::Banner::Tone::Info, title, text, {}, {}, true};
}

}  // namespace ui::files
