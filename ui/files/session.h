#pragma once

#include "ui/listing/program_document.h"
#include "ui/look/languages.h"
#include "ui/look/theme.h"
#include "ui/model/playhead.h"
#include "ui/model/time_range.h"

#include <QByteArray>
#include <QHash>
#include <QJsonObject>
#include <QSettings>
#include <QString>
#include <optional>

namespace ui::files {

/// What a start takes over from the one before.
struct Session {
    QString program = QStringLiteral("13.3.1");
    QString machine = QStringLiteral("book-v100");
    QString machineFile;  ///< path of the reader's own machine, if that was chosen
    QHash<QString, listing::ProgramState> programs;
    std::optional<model::TimeRange> view;
    look::Mode theme = look::Mode::Light;
    double scale = 1.0;
    look::Language language = look::Language::System;
    model::Pace pace = model::Pace::Instant;
    look::Contrast contrast = look::Contrast::Normal;
    bool hasReducedMotion = false;
    QHash<QString, QString> keys;  ///< command -> its own keys, as QKeySequence writes them; only those changed
    bool isLeftPaneShown = true;
    bool isRightPaneShown = true;
    bool opensOutput = true;   ///< when a program prints more than its times
    QStringList toggledViews;  ///< shown or hidden against their default
    bool showsCriticalPath = false;
    QByteArray geometry;
    QByteArray splitter;
    QStringList recent;  ///< files, the one that was opened last first
    QString folder;      ///< of the last file dialog
    QJsonObject notes;   ///< program -> notes on its timeline
    QJsonObject views;   ///< program -> parts of it to come back to
};

/// Where file dialogs open: the folder of the last one, or the home folder if that is gone.
[[nodiscard]] QString dialogFolder(const Session& session);

/// What a reader did to a program as JSON, and back; what is missing or broken gives the defaults.
[[nodiscard]] QJsonObject toJson(const listing::ProgramState& state);
[[nodiscard]] listing::ProgramState stateFrom(const QJsonObject& json);

/// What of the settings is not as this version writes it.
struct StrangeSettings {
    QString version;        ///< of another Overlap; empty: it is this one's
    QStringList keys;       ///< whose values are not understood
    bool isBroken = false;  ///< there are lines that are no settings at all
    [[nodiscard]] bool isEmpty() const { return version.isEmpty() && keys.isEmpty() && !isBroken; }
};
[[nodiscard]] StrangeSettings strangeSettings(const QSettings& settings);

/// Reads a session, of another version what is understood. Values that are missing or broken give the defaults above.
[[nodiscard]] Session readSession(QSettings& settings);
void writeSession(QSettings& settings, const Session& session);

}  // namespace ui::files
