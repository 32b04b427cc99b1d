#include "tests/devices/conformance.h"

#include <cstdio>

/// The conformance suite for machines without Qt: prints failed claims and exits with 1 if a case failed. With a word,
/// only the devices whose names contain it.
int main(int argc, char** argv)
{
    const char* word = argc > 1 ? argv[1] : "";
    std::setvbuf(stdout, nullptr, _IOLBF, 0);  // keeps the output printed before a crash
    int broken = 0;
    int passed = 0;
    for (const conformance::Subject& subject : conformance::subjects()) {
        if (subject.name.find(word) == std::string::npos)
            continue;
        if (!subject.problem.empty()) {
            std::printf("SKIP   %s: %s\n", subject.name.c_str(), subject.problem.c_str());
            continue;
        }
        for (const conformance::Rules& rules : conformance::rules())
            for (const conformance::Case& one : conformance::cases()) {
                conformance::Checks checks(subject, rules.options);
                checks.run(one);
                for (const std::string& claim : checks.broken())
                    std::printf("FAIL   %s, %s: %s: %s\n", subject.name.c_str(), rules.name, one.name, claim.c_str());
                ++(checks.broken().empty() ? passed : broken);
            }
    }
    std::printf("%d passed, %d failed\n", passed, broken);
    return broken == 0 ? 0 : 1;
}
