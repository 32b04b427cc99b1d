#include "tests/devices/conformance.h"

#include <cstdio>
#include <string_view>

/// The conformance suite for machines without Qt. Prints failed claims; exits with 1 if a case failed, with 77 if none
/// ran. A first argument selects the devices whose names contain it, a second one selects cases in the same way.
int main(int argc, char** argv)
{
    constexpr int kSkipped = 77;
    const char* word = argc > 1 ? argv[1] : "";
    const char* caseWord = argc > 2 ? argv[2] : "";
    std::setvbuf(stdout, nullptr, _IOLBF, 0);  // keeps the output printed before a crash
    int broken = 0;
    int passed = 0;
    bool isReasoned = false;  // true if the output states why no case ran
    for (const conformance::Subject& subject : conformance::subjects()) {
        if (subject.name.find(word) == std::string::npos)
            continue;
        if (!subject.problem.empty()) {
            std::printf("SKIP   %s: %s\n", subject.name.c_str(), subject.problem.c_str());
            isReasoned = true;
            continue;
        }
        for (const conformance::Rules& rules : conformance::rules())
            for (const conformance::Case& one : conformance::cases()) {
                if (std::string_view(one.name).find(caseWord) == std::string_view::npos)
                    continue;
                conformance::Checks checks(subject, rules.options);
                checks.run(one);
                for (const std::string& claim : checks.broken())
                    std::printf("FAIL   %s, %s: %s: %s\n", subject.name.c_str(), rules.name, one.name, claim.c_str());
                ++(checks.broken().empty() ? passed : broken);
            }
    }
    if (passed + broken == 0) {
        if (!isReasoned)
            std::printf("skipped: no device and case contain these words\n");
        return kSkipped;
    }
    std::printf("%d passed, %d failed\n", passed, broken);
    return broken == 0 ? 0 : 1;
}
