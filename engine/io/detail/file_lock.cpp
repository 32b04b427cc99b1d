#include "engine/io/detail/file_lock.h"

#include <cerrno>
#include <random>
#include <string_view>

#include <sys/file.h>
#include <sys/stat.h>

namespace engine::io::detail {

std::string randomLetters()
{
    constexpr std::string_view kCharacters = "abcdefghijklmnopqrstuvwxyz0123456789";
    std::random_device random;
    std::string letters;
    for (int i = 0; i < 6; ++i)
        letters += kCharacters[random() % kCharacters.size()];
    return letters;
}

bool lockNew(int descriptor)
{
    struct stat found = {};
    const bool isTaken = ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    return !isTaken && (::fstat(descriptor, &found) != 0 || found.st_nlink > 0);
}

bool lockAbandoned(int descriptor)
{
    return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0;
}

}  // namespace engine::io::detail
