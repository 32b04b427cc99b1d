#pragma once

#include "engine/device/machine.h"
#include "tests/source_dir.h"

#include <QtGlobal>

#include <fstream>
#include <sstream>
#include <string>

namespace tests {

/// Reads the machine file `id` that Overlap ships.
[[nodiscard]] inline std::string machineText(const std::string& id)
{
    std::ifstream file(inSource("resources/machines/") + id + ".json");
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// Parses the text of a machine file, which must be valid.
[[nodiscard]] inline engine::device::Machine machineOf(const std::string& text)
{
    auto machine = engine::device::parseMachine(text, "machine.json");
    if (!machine)
        qFatal("%s", machine.error().english().c_str());
    return *std::move(machine);
}

}  // namespace tests
