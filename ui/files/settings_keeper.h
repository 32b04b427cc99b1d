#pragma once

#include "ui/files/session.h"
#include "ui/runs/banner.h"

#include <QCoreApplication>
#include <optional>

namespace ui::files {

/// Settings that this version does not understand as a whole, and where they were copied to.
struct KeptSettings {
    StrangeSettings strange;
    QString copy;  ///< empty: none could be made

    [[nodiscard]] runs::Banner::Message message() const;

private:
    Q_DECLARE_TR_FUNCTIONS(KeptSettings)
};

/// Copies such settings beside themselves, before this version writes its own over them; call it before that. None: all
/// is understood.
[[nodiscard]] std::optional<KeptSettings> keepStrangeSettings(const QSettings& settings);

}  // namespace ui::files
