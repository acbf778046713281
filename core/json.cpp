// SPDX-License-Identifier: Apache-2.0
#include "core/json.h"

#include "core/error.h"

#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <boost/json/value_stack.hpp>
#include <boost/nowide/utf/convert.hpp>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace core {
namespace {

namespace json = boost::json;

/// Builds the value as boost::json::parse does, but for doubles, which it converts from their text.
class ExactHandler {
public:
    static constexpr std::size_t max_object_size = json::object::max_size();
    static constexpr std::size_t max_array_size = json::array::max_size();
    static constexpr std::size_t max_key_size = json::string::max_size();
    static constexpr std::size_t max_string_size = json::string::max_size();

    json::value release() { return m_stack.release(); }

    bool on_document_begin(json::error_code&)
    {
        m_stack.reset();
        return true;
    }
    bool on_document_end(json::error_code&) { return true; }
    bool on_array_begin(json::error_code&) { return true; }
    bool on_array_end(std::size_t n, json::error_code&) { return m_stack.push_array(n), true; }
    bool on_object_begin(json::error_code&) { return true; }
    bool on_object_end(std::size_t n, json::error_code&) { return m_stack.push_object(n), true; }
    bool on_string_part(json::string_view part, std::size_t, json::error_code&)
    {
        return m_stack.push_chars(part), true;
    }
    bool on_string(json::string_view part, std::size_t, json::error_code&) { return m_stack.push_string(part), true; }
    bool on_key_part(json::string_view part, std::size_t, json::error_code&) { return m_stack.push_chars(part), true; }
    bool on_key(json::string_view part, std::size_t, json::error_code&) { return m_stack.push_key(part), true; }
    bool on_number_part(json::string_view part, json::error_code&) { return m_number.append(part), true; }
    bool on_int64(std::int64_t value, json::string_view, json::error_code&)
    {
        m_number.clear();
        return m_stack.push_int64(value), true;
    }
    bool on_uint64(std::uint64_t value, json::string_view, json::error_code&)
    {
        m_number.clear();
        return m_stack.push_uint64(value), true;
    }
    bool on_double(double inexact, json::string_view part, json::error_code&)
    {
        m_number.append(part);
        double exact = inexact; // kept where from_chars sees an overflow or underflow
        std::from_chars(m_number.data(), m_number.data() + m_number.size(), exact);
        m_number.clear();
        return m_stack.push_double(exact), true;
    }
    bool on_bool(bool value, json::error_code&) { return m_stack.push_bool(value), true; }
    bool on_null(json::error_code&) { return m_stack.push_null(), true; }
    bool on_comment_part(json::string_view, json::error_code&) { return true; }
    bool on_comment(json::string_view, json::error_code&) { return true; }

private:
    json::value_stack m_stack;
    std::string m_number; ///< text of the number being parsed
};

void writeBits(std::string& out, double value)
{
    std::array<char, 16> digits{};
    digits.fill('0');
    const auto bits = std::bit_cast<std::uint64_t>(value); // its first digit is never 0: all exponent bits are set
    std::to_chars(digits.data(), digits.data() + digits.size(), bits, 16);
    out.append(R"({"bits":")").append(digits.data(), digits.size()).append(R"("})");
}

double readBits(const json::value& json)
{
    const auto* object = json.if_object();
    const auto* bits = object ? object->if_contains("bits") : nullptr;
    const auto* digits = bits ? bits->if_string() : nullptr;
    std::uint64_t value = 0;
    if (!digits || digits->size() != 16) throw Error("expected a number");
    const auto [end, error] = std::from_chars(digits->data(), digits->data() + digits->size(), value, 16);
    if (error != std::errc() || end != digits->data() + digits->size())
        throw Error("expected 16 hexadecimal digits in \"bits\"");
    return std::bit_cast<double>(value);
}

} // namespace

boost::json::value parseJson(std::string_view text)
{
    json::basic_parser<ExactHandler> parser{json::parse_options()};
    json::error_code error;
    const auto parsed = parser.write_some(false, text.data(), text.size(), error);
    if (!error && parsed < text.size()) error = json::error::extra_data;
    if (error) throw Error("invalid JSON at byte " + std::to_string(parsed) + " (" + error.message() + ")");
    return parser.handler().release();
}

void writeJson(std::string& out, double value)
{
    if (!std::isfinite(value)) return writeBits(out, value);
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    const std::string_view digits(text.data(), static_cast<std::size_t>(end - text.data()));
    out += digits;
    if (digits.find_first_of(".e") == std::string_view::npos) out += ".0";
}

void readJson(const boost::json::value& json, double& value)
{
    if (const auto* real = json.if_double()) {
        value = *real;
    } else if (const auto* whole = json.if_int64()) {
        value = static_cast<double>(*whole);
    } else if (const auto* large = json.if_uint64()) {
        value = static_cast<double>(*large);
    } else {
        value = readBits(json);
    }
}

std::string validUtf8(std::string_view text)
{
    return boost::nowide::utf::convert_string<char>(text.data(), text.data() + text.size());
}

void writeJson(std::string& out, std::string_view text)
{
    out += json::serialize(validUtf8(text));
}

std::string snakeCase(std::string_view pascalCase)
{
    std::string result;
    for (const char letter : pascalCase) {
        const bool isUpper = letter >= 'A' && letter <= 'Z';
        if (isUpper && !result.empty()) result += '_';
        result += isUpper ? static_cast<char>(letter - 'A' + 'a') : letter;
    }
    return result;
}

} // namespace core
