#pragma once

#include "tests/devices/driver.h"

#include <string>
#include <vector>

/// Cases that every device must pass, as plain functions. Two runners call them: one with Qt Test, one with a plain
/// main() for machines without Qt. A bug found on one device becomes a case for all devices.
namespace conformance {

/// A device that the cases test.
struct Subject {
    std::string name;
    Opener open;
    std::string problem;  ///< why the device cannot be tested here; empty if it can
};

struct Case;

/// Collects the failed claims of a case.
class Checks {
public:
    Checks(const Subject& subject, device::PlatformOptions options) : m_subject(subject), m_options(options) {}

    /// Runs a case. If the platform cannot be opened, this counts as a failed claim.
    void run(const Case& one);
    void that(bool isTrue, const std::string& claim);
    /// Fails with the claim and the error message if `status` is an error.
    void succeeds(const Status& status, const std::string& claim);
    /// Requires an error with this code and a message.
    void fails(const Status& status, ErrorCode code, const std::string& claim);
    /// Requires an error with a message.
    void refuses(const Status& status, const std::string& claim);
    void equal(const Result<Values>& found, const Values& expected, const std::string& claim);

    [[nodiscard]] const Opener& opener() const { return m_subject.open; }
    [[nodiscard]] const device::PlatformOptions& options() const { return m_options; }
    [[nodiscard]] bool isTorch() const { return m_options.semantics == device::Semantics::Torch; }
    [[nodiscard]] const std::vector<std::string>& broken() const { return m_broken; }

private:
    const Subject& m_subject;
    device::PlatformOptions m_options;
    std::vector<std::string> m_broken;
};

struct Case {
    const char* name;
    void (*run)(Checks&);
};

[[nodiscard]] const std::vector<Case>& cases();
/// The cases about operations of training, which cases() includes.
[[nodiscard]] const std::vector<Case>& trainingCases();

/// The cases about sums over several devices, which cases() includes.
[[nodiscard]] const std::vector<Case>& collectiveCases();

/// This computer, virtual machines, fake GPUs, and real GPUs or the reason why they are unavailable.
[[nodiscard]] const std::vector<Subject>& subjects();

/// The cases about events of streams, which cases() includes.
[[nodiscard]] const std::vector<Case>& eventCases();

/// A set of options. Each case runs with every set: both frameworks, the naive policy, and several workers.
struct Rules {
    const char* name;
    device::PlatformOptions options;
};
[[nodiscard]] std::vector<Rules> rules();

}  // namespace conformance
