// SPDX-License-Identifier: GPL-3.0-or-later
// `list` and `render` as a shell sees them: exit codes, what comes on stdout and on stderr.
#include "app/list_command.h"
#include "app/render_command.h"

#include <QFile>
#include <QTemporaryDir>
#include <gmock/gmock.h>

#include <iostream>
#include <sstream>

namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

/// A disk without room.
class FullDisk : public std::streambuf {
    int overflow(int) override { return traits_type::eof(); }
};

struct Result {
    int code = 0;
    std::string out;
    std::string error;
};

using Command = int (*)(int argc, char** argv);

/// Runs a command with stdout going to `out`.
Result runInto(std::streambuf& out, Command command, std::vector<std::string> arguments)
{
    std::vector<char*> argv;
    for (auto& argument : arguments) argv.push_back(argument.data());
    std::ostringstream error;
    auto* const outBefore = std::cout.rdbuf(&out);
    auto* const errorBefore = std::cerr.rdbuf(error.rdbuf());
    const int code = command(static_cast<int>(argv.size()), argv.data());
    std::cout.rdbuf(outBefore);
    std::cerr.rdbuf(errorBefore);
    return {.code = code, .error = error.str()};
}

Result run(Command command, std::vector<std::string> arguments)
{
    std::stringbuf out;
    auto result = runInto(out, command, std::move(arguments));
    result.out = out.str();
    return result;
}

class Commands : public testing::Test {
protected:
    /// A session that ends early, and so has a note.
    std::string sessionCutShort() const
    {
        const QString path = m_folder.filePath(QStringLiteral("cut.ridgepoint.jsonl"));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly)) ADD_FAILURE() << "no temporary file";
        file.write("{\"event\":\"session_started\",\"format\":1}\n"
                   "{\"event\":\"kernel_measurement\",\"name\":\"copy\"}\n");
        return path.toStdString();
    }

private:
    QTemporaryDir m_folder;
};

TEST_F(Commands, ListSaysOnStderrWhatACsvHasNoPlaceFor)
{
    const auto csv = run(app::listCommand, {"list", sessionCutShort(), "--format", "csv"});
    EXPECT_EQ(csv.code, 0);
    EXPECT_THAT(csv.out, StartsWith("index,kind,"));
    EXPECT_THAT(csv.error, StartsWith("note: The session ends early"));

    const auto table = run(app::listCommand, {"list", sessionCutShort()});
    EXPECT_THAT(table.out, HasSubstr("note: The session ends early"));
    EXPECT_THAT(table.error, IsEmpty());
}

TEST_F(Commands, ListJudgesByTheRoofsChosen)
{
    const std::string file = RIDGEPOINT_SAMPLES "/torch_roofline.ncu-rep.xz";
    const auto best = run(app::listCommand, {"list", file, "--format", "json"});
    EXPECT_THAT(best.out, Not(HasSubstr("\"origin\":\"datasheet\"")));
    const auto datasheet = run(app::listCommand, {"list", file, "--format", "json", "--roofs", "datasheet"});
    EXPECT_EQ(datasheet.code, 0);
    EXPECT_THAT(datasheet.out, HasSubstr("\"method\":\"H200 datasheet, SXM: half of the 1,979 TFLOP/s"));
    EXPECT_EQ(run(app::listCommand, {"list", file, "--roofs", "guessed"}).code, 2);
}

TEST_F(Commands, JudgeByTheRoofsOfAnotherFileOfTheSameModel)
{
    const std::string file = RIDGEPOINT_SAMPLES "/torch_roofline.ncu-rep.xz";
    const std::string roofs = RIDGEPOINT_SAMPLES "/h200.ridgepoint.jsonl";
    const auto list =
        run(app::listCommand, {"list", file, "--format", "json", "--roofs", "measured", "--roofs-from", roofs});
    EXPECT_EQ(list.code, 0) << list.error;
    EXPECT_THAT(list.out, HasSubstr("\"binding\":\"dram\""));
    EXPECT_THAT(list.out, Not(HasSubstr("\"without_roof\"")));
    const auto none = run(app::listCommand, {"list", file, "--roofs-from", sessionCutShort()});
    EXPECT_EQ(none.code, 1);
    EXPECT_THAT(none.error, HasSubstr("holds no roofs of NVIDIA H200"));
}

TEST_F(Commands, TheTableNamesWhatNoRoofIsKnownFor)
{
    const std::string file = RIDGEPOINT_SAMPLES "/torch_roofline.ncu-rep.xz";
    const auto list = run(app::listCommand, {"list", file, "--roofs", "datasheet"});
    EXPECT_THAT(list.out, HasSubstr("\nnote: no roof known, so not judged by: "));
}

TEST_F(Commands, SayThatNoRoofOfTheOriginAskedForIsKnown)
{
    const std::string file = RIDGEPOINT_SAMPLES "/torch_roofline.ncu-rep.xz";
    const auto list = run(app::listCommand, {"list", file, "--format", "json", "--roofs", "measured"});
    EXPECT_EQ(list.code, 0);
    EXPECT_THAT(list.error, StartsWith("No measured roofs of NVIDIA H200 are known: "));
    EXPECT_THAT(list.out, Not(HasSubstr("\"binding\":\"")));
    EXPECT_THAT(run(app::listCommand, {"list", file, "--roofs", "computed"}).error, IsEmpty());
}

TEST_F(Commands, ListOfRoofsAloneSaysWhereTheyAre)
{
    const std::string file = RIDGEPOINT_SAMPLES "/h200.ridgepoint.jsonl";
    const auto table = run(app::listCommand, {"list", file});
    EXPECT_EQ(table.code, 0);
    EXPECT_THAT(table.out, IsEmpty());
    EXPECT_THAT(table.error, StartsWith("h200.ridgepoint.jsonl holds no kernels, but 38 roofs measured on NVIDIA H200: "
                                        "--format json gives them."));
    EXPECT_THAT(run(app::listCommand, {"list", file, "--format", "csv"}).out, StartsWith("index,kind,"));
    EXPECT_THAT(run(app::listCommand, {"list", file, "--format", "json"}).error, IsEmpty());
}

TEST_F(Commands, ListThatCantBeWrittenIsAnError)
{
    for (const char* format : {"table", "csv", "json"}) {
        FullDisk disk;
        const auto result = runInto(disk, app::listCommand, {"list", sessionCutShort(), "--format", format});
        EXPECT_EQ(result.code, 1) << format;
        EXPECT_THAT(result.error, StartsWith("The list can't be written whole")) << format;
    }
}

TEST_F(Commands, MistakesInTheCommandLineEndWithTwo)
{
    EXPECT_EQ(run(app::listCommand, {"list"}).code, 2);
    EXPECT_EQ(run(app::listCommand, {"list", "a", "b"}).code, 2);
    const auto text = run(app::listCommand, {"list", "a", "--format", "text"});
    EXPECT_EQ(text.code, 2);
    EXPECT_THAT(text.error, HasSubstr("table, csv, json"));
    EXPECT_EQ(run(app::renderCommand, {"render", "a"}).code, 2);
    EXPECT_EQ(run(app::renderCommand, {"render", "a", "-o", "a.jpg"}).code, 2);
    EXPECT_EQ(run(app::renderCommand, {"render", "a", "-o", "a.png", "--size", "0x0"}).code, 2);
    EXPECT_EQ(run(app::renderCommand, {"render", "a", "-o", "a.png", "--select", "-1"}).code, 2);
}

TEST_F(Commands, HelpIsNoMistake)
{
    for (const Command command : {app::listCommand, app::renderCommand}) {
        const auto result = run(command, {"command", "--help"});
        EXPECT_EQ(result.code, 0);
        EXPECT_THAT(result.out, StartsWith("Usage: ridgepoint "));
    }
}

} // namespace
