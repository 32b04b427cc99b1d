#pragma once

#include "ui/desk/desk.h"
#include "ui/teach/lesson_player.h"

#include <optional>

namespace ui::teach {

/// Opens the program of a lesson's step with its listing, switches, parameters and machine. At the end of the lesson,
/// restores the program that the user had open before. Thread: GUI.
class StepProgram {
public:
    enum class Outcome : std::uint8_t {
        Missing,   ///< the program does not exist
        Opening,   ///< the program is being opened; a run follows
        Unchanged  ///< the program was open; a run follows only if its switches, levers, parameters or machine changed
    };
    enum class Change : std::uint8_t {
        Reopen,  ///< for a step: opens the program again unless its listing and settings are open already
        InPlace  ///< for an answer: changes the open program, so that spans move from their old to their new positions
    };

    StepProgram(desk::Desk& desk, files::ListingKeeper& listings, const machines::Machines& machines,
                const LessonPlayer& player)
        : m_desk(desk), m_listings(listings), m_machines(machines), m_player(player)
    {
    }

    /// Shows the current step's program with `setting`.
    [[nodiscard]] Outcome show(const Setting& setting, Change change);
    /// Whether the open program is the current step's.
    [[nodiscard]] bool isOpen() const;
    /// Cancels the loading of a program file that a previous step waits for.
    void forgetAwaited();

    /// Call this when another lesson begins. If the open listing does not belong to a lesson, drops the stored program;
    /// the next step then stores the open program for restore().
    void begin();
    /// If the lesson's listing is open, opens the program that was open before the lesson; if that fails, the user's
    /// listing of the lesson's program.
    void restore();
    /// The machine that was chosen before the lesson; empty: none to restore.
    [[nodiscard]] QString machineBefore() const { return m_own ? m_own->machine : QString(); }

private:
    struct Wanted;

    void storeOwn();
    void open(const QString& program, const QString& machine, const listing::ProgramState& state);
    void changeInPlace(const Wanted& wanted);
    void changeLevers(const Setting& setting);
    [[nodiscard]] bool hasListing(const Wanted& wanted) const;
    [[nodiscard]] bool hasSetting(const Wanted& wanted) const;
    [[nodiscard]] QString pathOf(const Step& step) const;

    desk::Desk& m_desk;
    files::ListingKeeper& m_listings;
    const machines::Machines& m_machines;
    const LessonPlayer& m_player;

    /// The program and machine before the lesson, restored at its end.
    struct OwnProgram {
        QString program, machine;
    };
    std::optional<OwnProgram> m_own;
};

}  // namespace ui::teach
