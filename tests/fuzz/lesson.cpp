#include "ui/teach/lesson.h"
#include "tests/fuzz/fuzz.h"

using namespace ui::teach;

/// Fuzzes lesson files: reads an input, and writes the lesson that was read.
namespace {

bool read(std::string_view input)
{
    const QByteArray bytes(input.data(), static_cast<qsizetype>(input.size()));
    const auto lesson = fuzz::reading([&] { return readLesson(bytes, QStringLiteral("a.lesson")); });
    if (!lesson) {
        fuzz::require(lesson.error().english().find("a.lesson") != std::string::npos, "an error names the file");
        return false;
    }
    fuzz::require(!lesson->steps.empty() && lesson->steps.size() <= kMaxSteps,
                  "a lesson has a bounded number of steps");
    static_cast<void>(contentsOf(*lesson));
    const auto again = readLesson(writeLesson(*lesson), QStringLiteral("b.lesson"));
    fuzz::require(again && *again == *lesson, "a lesson is read as written");
    return true;
}

std::vector<std::string> seeds()
{
    return fuzz::filesOf("resources/lessons", ".json", 6);
}

}  // namespace

const fuzz::Target fuzz::kTarget = {read, seeds};
