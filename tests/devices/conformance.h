#pragma once

#include "tests/devices/driver.h"

#include <string>
#include <vector>

/// What every kind of device must do, as plain functions. Two runners call them: one with Qt Test, one with a bare
/// main() for machines without Qt. A bug found on one device becomes a case for all.
namespace conformance {

/// A kind of device under test.
struct Subject {
    std::string name;
    Opener open;
    std::string problem;  ///< why it cannot be tested here; empty: it can
};

/// Collects what a case finds wrong.
class Checks {
public:
    Checks(const Subject& subject, device::PlatformOptions options) : m_subject(subject), m_options(options) {}

    void that(bool isTrue, const std::string& claim);
    /// The claim, and the error's sentence if it does not hold.
    void succeeds(const Status& status, const std::string& claim);
    /// The error is of this kind and says something.
    void fails(const Status& status, ErrorCode code, const std::string& claim);
    /// There is an error and it says something.
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
/// Of them, those about operations of training.
[[nodiscard]] const std::vector<Case>& trainingCases();

/// Of them, those about sums over several devices.
[[nodiscard]] const std::vector<Case>& collectiveCases();

/// This computer, a virtual machine of 1 and of 4 GPUs, and CUDA with the reason why it is not there.
[[nodiscard]] const std::vector<Subject>& subjects();

/// Of them, those about events of streams.
[[nodiscard]] const std::vector<Case>& eventCases();

/// The rules that each case runs under: both frameworks', and the naive policy.
struct Rules {
    const char* name;
    device::PlatformOptions options;
};
[[nodiscard]] std::vector<Rules> rules();

}  // namespace conformance
