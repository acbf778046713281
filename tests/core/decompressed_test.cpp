// SPDX-License-Identifier: Apache-2.0
#include "core/import/decompressed.h"

#include "core/error.h"

#include <boost/iostreams/copy.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filter/lzma.hpp>
#include <boost/iostreams/filter/zstd.hpp>
#include <boost/iostreams/filtering_streambuf.hpp>

#include <gmock/gmock.h>

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace core {
namespace {

namespace io = boost::iostreams;

std::string pack(Compression compression, const std::string& text)
{
    io::filtering_streambuf<io::input> stream;
    if (compression == Compression::Gzip) stream.push(io::gzip_compressor());
    if (compression == Compression::Xz) stream.push(io::lzma_compressor());
    if (compression == Compression::Zstd) stream.push(io::zstd_compressor());
    std::istringstream plain(text);
    stream.push(plain);
    std::ostringstream packed;
    io::copy(stream, packed);
    return packed.str();
}

std::string contentOf(const std::filesystem::path& path)
{
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Text of over 1 MiB that no compressor makes tiny: more than one of the pieces that it is unpacked in.
std::string longText()
{
    std::string text;
    for (unsigned i = 0; i < 110'000; ++i) text += std::to_string(i * 2'654'435'761U);
    return text;
}

/// A file with these bytes for the length of a test.
class TemporaryFile {
public:
    explicit TemporaryFile(const std::string& bytes) { std::ofstream(m_path, std::ios::binary) << bytes; }
    ~TemporaryFile() { std::filesystem::remove(m_path); }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path =
        std::filesystem::temp_directory_path() / ("decompressed_test." + std::to_string(getpid()));
};

/// Another folder for temporary files for the length of a test.
class TemporaryFolder {
public:
    explicit TemporaryFolder(const char* folder) : m_before(std::filesystem::temp_directory_path())
    {
        setenv("TMPDIR", folder, 1);
    }
    ~TemporaryFolder() { setenv("TMPDIR", m_before.c_str(), 1); }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

private:
    std::filesystem::path m_before;
};

class Decompressed : public testing::TestWithParam<Compression> {};

TEST_P(Decompressed, FileIsRecognisedByItsFirstBytes)
{
    EXPECT_EQ(compressionOf(pack(GetParam(), "text")), GetParam());
}

TEST_P(Decompressed, ContentComesBack)
{
    const std::string text = longText();
    const TemporaryFile file(pack(GetParam(), text));
    const DecompressedFile unpacked(file.path(), GetParam());
    EXPECT_TRUE(contentOf(unpacked.path()) == text);
}

TEST_P(Decompressed, FileCutShortIsAnError)
{
    const std::string packed = pack(GetParam(), longText());
    for (const std::size_t size : {std::size_t{10}, packed.size() / 2, packed.size() - 1}) {
        const TemporaryFile file(packed.substr(0, size));
        EXPECT_THROW(DecompressedFile(file.path(), GetParam()), Error) << size;
    }
}

TEST_P(Decompressed, DamagedFileIsAnError)
{
    std::string packed = pack(GetParam(), longText());
    packed.replace(packed.size() / 2, 100, 100, 'x');
    const TemporaryFile file(packed);
    EXPECT_THROW(DecompressedFile(file.path(), GetParam()), Error);
}

TEST_P(Decompressed, MoreThanTheLimitIsRefused)
{
    const TemporaryFile file(pack(GetParam(), std::string(3'000'000, 'x'))); // a few hundred bytes
    EXPECT_THROW(DecompressedFile(file.path(), GetParam(), {}, {.bytes = 2'999'999}), Error);
    EXPECT_NO_THROW(DecompressedFile(file.path(), GetParam(), {}, {.bytes = 3'000'000}));
}

TEST_P(Decompressed, SeveralStreamsInOneFileAreOneContent)
{
    const TemporaryFile file(pack(GetParam(), "first, ") + pack(GetParam(), "second"));
    const DecompressedFile unpacked(file.path(), GetParam());
    EXPECT_EQ(contentOf(unpacked.path()), "first, second");
}

TEST_P(Decompressed, FreeDiskSpaceIsLeftAlone)
{
    const TemporaryFile file(pack(GetParam(), "text"));
    try {
        const DecompressedFile unpacked(file.path(), GetParam(), {}, {.free_disk_bytes = std::uint64_t{1} << 62U});
        FAIL() << "unpacked onto a full disk";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr("TMPDIR"));
    }
}

TEST_P(Decompressed, StopEndsIt)
{
    std::stop_source stop;
    stop.request_stop();
    const TemporaryFile file(pack(GetParam(), "text"));
    EXPECT_THROW(DecompressedFile(file.path(), GetParam(), stop.get_token()), Error);
}

TEST_P(Decompressed, FileThatUnpacksToNothingIsNamed)
{
    const TemporaryFile file(pack(GetParam(), ""));
    try {
        const DecompressedFile unpacked(file.path(), GetParam());
        FAIL() << "opened an empty file";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr(file.path().filename().string()));
    }
}

TEST_P(Decompressed, MissingTemporaryFolderIsAnError)
{
    const TemporaryFile file(pack(GetParam(), "text"));
    const TemporaryFolder missing("/no/such/folder");
    try {
        const DecompressedFile unpacked(file.path(), GetParam());
        FAIL() << "unpacked into a missing folder";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr("TMPDIR"));
    }
}

INSTANTIATE_TEST_SUITE_P(Formats, Decompressed, testing::Values(Compression::Gzip, Compression::Xz, Compression::Zstd));

TEST(Decompressed, OtherFilesAreNotRecognised)
{
    EXPECT_EQ(compressionOf("NVR"), std::nullopt);
    EXPECT_EQ(compressionOf(""), std::nullopt);
}

} // namespace
} // namespace core
