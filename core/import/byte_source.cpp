// SPDX-License-Identifier: Apache-2.0
#include "core/import/byte_source.h"

#include "core/error.h"

#include <fcntl.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace core {
namespace {

std::string reason(int error)
{
    return std::generic_category().message(error);
}

FileIdentity identityOf(const struct stat& status)
{
    constexpr std::int64_t nsPerSecond = 1'000'000'000;
    return {.device = status.st_dev,
            .inode = status.st_ino,
            .size = static_cast<std::uint64_t>(status.st_size),
            .modified_ns = status.st_mtim.tv_sec * nsPerSecond + status.st_mtim.tv_nsec};
}

std::string noPermission(const std::string& name, const struct stat& status)
{
    const auto* owner = getpwuid(status.st_uid);
    return "No permission to read " + name + (owner ? std::string(" (owner ") + owner->pw_name + ")." : ".");
}

/// The file's status. Checked before opening, which would wait forever for a writer of a pipe.
struct stat checkedStatus(const std::filesystem::path& path, const std::string& name)
{
    struct stat status {};
    if (stat(path.c_str(), &status) != 0) {
        if (path.empty()) throw Error("The name of the file is empty.");
        if (errno == ENOENT) throw Error("There is no file " + path.string() + ".");
        if (errno == EACCES) throw Error("No permission to look into the folder of " + name + ".");
        throw Error(path.string() + " can't be opened: " + reason(errno) + ".");
    }
    if (S_ISDIR(status.st_mode)) throw Error(path.string() + " is a folder; choose a file in it.");
    if (!S_ISREG(status.st_mode)) throw Error(path.string() + " isn't a regular file; save its content to one first.");
    if (status.st_size == 0) throw Error(name + " is empty (0 bytes).");
    return status;
}

} // namespace

std::size_t MemorySource::read(std::uint64_t offset, std::span<char> into) const
{
    if (offset >= m_bytes.size()) return 0;
    return m_bytes.copy(into.data(), into.size(), offset);
}

FileSource::FileSource(const std::filesystem::path& path) : m_path(path), m_name(displayName(path))
{
    struct stat status = checkedStatus(path, m_name);
    m_descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (m_descriptor < 0) {
        if (errno == EACCES || errno == EPERM) throw Error(noPermission(m_name, status));
        throw Error(m_name + " can't be opened: " + reason(errno) + ".");
    }
    if (fstat(m_descriptor, &status) == 0) m_identity = identityOf(status);
}

FileSource::~FileSource()
{
    if (m_descriptor >= 0) close(m_descriptor);
}

std::size_t FileSource::read(std::uint64_t offset, std::span<char> into) const
{
    std::size_t done = 0;
    while (done < into.size()) {
        const auto got = pread(m_descriptor, into.data() + done, into.size() - done, static_cast<off_t>(offset + done));
        if (got == 0) break;
        if (got > 0) done += static_cast<std::size_t>(got);
        if (got < 0 && errno != EINTR)
            throw Error(m_name + " can't be read at byte " + std::to_string(offset + done) + ": " + reason(errno) +
                        ". Copy it to another disk and open the copy.");
    }
    return done;
}

bool FileSource::changed() const
{
    struct stat bytes {};
    struct stat path {};
    if (fstat(m_descriptor, &bytes) != 0 || identityOf(bytes) != m_identity) return true;
    return stat(m_path.c_str(), &path) == 0 && identityOf(path) != m_identity; // gone is told elsewhere
}

std::string displayName(const std::filesystem::path& path)
{
    return path.has_filename() ? path.filename().string() : path.string();
}

} // namespace core
