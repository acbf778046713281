// SPDX-License-Identifier: Apache-2.0
#include "core/import/ncu_session_details.h"

#include "core/import/ncu_wire.h"

#include <protozero/pbf_reader.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <ctime>
#include <string_view>

namespace core::ncu {
namespace {

/// "2025.3.1" of "2025.3.1.0 (build 36398880) (public-release)".
std::string shortVersion(std::string_view full)
{
    std::size_t end = 0;
    for (int part = 0; end < full.size(); ++end)
        if (full[end] == ' ' || (full[end] == '.' && ++part == 3)) break;
    return std::string(full.substr(0, end));
}

std::string isoDate(std::uint64_t unixSeconds)
{
    const auto seconds = static_cast<std::time_t>(unixSeconds);
    std::tm parts{};
    std::array<char, 32> text{};
    if (gmtime_r(&seconds, &parts) == nullptr) return {};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

std::string lowercase(std::string_view text)
{
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower;
}

void readVersion(protozero::pbf_reader message, Source& source)
{
    std::string provider;
    std::string version;
    while (message.next()) {
        switch (message.tag_and_type()) {
        case asBytes(named_value::name): provider = message.get_string(); break;
        case asBytes(named_value::value): version = message.get_string(); break;
        default: message.skip();
        }
    }
    if (provider == "Nsight Compute Target") source.tool_version = shortVersion(version);
    if (provider == "Display Driver Version") source.driver = version;
}

void readSettings(protozero::pbf_reader message, Source& source)
{
    while (message.next()) {
        switch (message.tag_and_type()) {
        case asBytes(settings::clock_control): source.clock_control = lowercase(message.get_string()); break;
        case asBytes(settings::replay_mode): source.replay_mode = lowercase(message.get_string()); break;
        default: message.skip();
        }
    }
}

/// An option of ncu whose value is kept, and what ncu does without it (Nsight Compute CLI, Command Line Options).
struct CommandLineOption {
    std::string_view flag;
    std::string_view default_value;
    std::optional<std::string> Source::*member;
};
constexpr std::array commandLineOptions = {
    CommandLineOption{"--cache-control", "all", &Source::cache_control},
    CommandLineOption{"--clock-control", "base", &Source::clock_control},
    CommandLineOption{"--replay-mode", "kernel", &Source::replay_mode},
};

/// The word behind `flag`, as in "--flag value" or "--flag=value"; empty without it.
std::string_view optionValue(std::string_view line, std::string_view flag)
{
    for (auto at = line.find(flag); at != std::string_view::npos; at = line.find(flag, at + 1)) {
        auto rest = line.substr(at + flag.size());
        if (rest.empty() || (rest.front() != ' ' && rest.front() != '=')) continue;
        rest.remove_prefix(std::min(rest.find_first_not_of(" =\"'"), rest.size()));
        return rest.substr(0, rest.find_first_of(" \"'"));
    }
    return {};
}

/// Takes three words from the command line and leaves the rest, which may hold paths and secrets.
void readCommandLine(std::string_view line, Source& source)
{
    if (line.empty()) return;
    for (const auto& option : commandLineOptions) {
        auto& target = source.*option.member;
        if (target) continue;
        const auto value = optionValue(line, option.flag);
        target = std::string(value.empty() ? option.default_value : value);
    }
}

void readDevice(protozero::pbf_reader message, DeviceTable& devices)
{
    std::uint64_t index = 0;
    std::string name;
    std::vector<DeviceAttribute> attributes;
    while (message.next()) {
        switch (message.tag_and_type()) {
        case asNumber(device::index): index = message.get_uint64(); break;
        case asBytes(device::name): name = message.get_string(); break;
        case asBytes(device::attribute): attributes.push_back(readDeviceAttribute(message.get_view())); break;
        default: message.skip();
        }
    }
    devices.add(index, name, attributes);
}

} // namespace

void readSessionDetails(protozero::data_view view, Source& source, DeviceTable& devices)
{
    protozero::pbf_reader message(view);
    while (message.next()) {
        switch (message.tag_and_type()) {
        case asNumber(session_details::creation_time):
            if (const auto date = isoDate(message.get_uint64()); !date.empty()) source.date = date;
            break;
        case asBytes(session_details::device): readDevice(message.get_message(), devices); break;
        case asBytes(session_details::version): readVersion(message.get_message(), source); break;
        case asBytes(session_details::settings): readSettings(message.get_message(), source); break;
        case asBytes(session_details::command_line): {
            const auto line = message.get_view();
            readCommandLine({line.data(), line.size()}, source);
            break;
        }
        default: message.skip();
        }
    }
}

} // namespace core::ncu
