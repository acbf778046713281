// SPDX-License-Identifier: Apache-2.0
// JSON of described types: a field's name is its key, absent optionals are left out, enumerators are in snake_case.
// Reading is tolerant where Boost.JSON's own is not: unknown keys are ignored and missing ones keep their default.
#pragma once

#include "core/error.h"
#include "core/json.h"
#include "core/resource.h"

#include <boost/describe/enumerators.hpp>
#include <boost/describe/members.hpp>
#include <boost/json/value.hpp>
#include <boost/mp11/algorithm.hpp>

#include <array>
#include <concepts>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace core {

template <typename T>
concept DescribedStruct = boost::describe::has_describe_members<T>::value;
template <typename T>
concept DescribedEnum = boost::describe::has_describe_enumerators<T>::value;

/// Name of an enumerator in snake_case.
template <DescribedEnum Enum> std::string enumeratorName(Enum value)
{
    std::string name;
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<Enum>>([&](auto enumerator) {
        if (enumerator.value == value) name = snakeCase(enumerator.name);
    });
    return name;
}

// --- Writing: appends to `out`.

template <DescribedStruct T> void writeJson(std::string& out, const T& value);

inline void writeJson(std::string& out, const std::string& value)
{
    writeJson(out, std::string_view(value));
}

inline void writeJson(std::string& out, const Resource& value)
{
    writeJson(out, std::string_view(toString(value)));
}

template <std::integral T> void writeJson(std::string& out, T value)
{
    if constexpr (std::same_as<T, bool>) {
        out += value ? "true" : "false";
    } else {
        out += std::to_string(value);
    }
}

template <DescribedEnum Enum> void writeJson(std::string& out, Enum value)
{
    writeJson(out, std::string_view(enumeratorName(value)));
}

template <typename Range>
requires requires(const Range& range)
{
    typename Range::value_type;
    range.size();
}
void writeJson(std::string& out, const Range& values)
{
    out += '[';
    for (const auto& value : values) {
        if (out.back() != '[') out += ',';
        writeJson(out, value);
    }
    out += ']';
}

inline void writeKey(std::string& out, std::string_view key)
{
    if (out.back() != '{') out += ',';
    writeJson(out, key);
    out += ':';
}

template <typename T> void writeMember(std::string& out, std::string_view key, const T& value)
{
    writeKey(out, key);
    writeJson(out, value);
}

template <typename T> void writeMember(std::string& out, std::string_view key, const std::optional<T>& value)
{
    if (value) writeMember(out, key, *value);
}

/// The members between the braces, for an object that has more than them.
template <DescribedStruct T> void writeMembers(std::string& out, const T& value)
{
    using Members = boost::describe::describe_members<T, boost::describe::mod_public>;
    boost::mp11::mp_for_each<Members>([&](auto member) { writeMember(out, member.name, value.*member.pointer); });
}

template <DescribedStruct T> void writeJson(std::string& out, const T& value)
{
    out += '{';
    writeMembers(out, value);
    out += '}';
}

// --- Reading: throws Error where a value isn't of its field's type or out of its range.

template <DescribedStruct T> void readJson(const boost::json::value& json, T& value);

inline void readJson(const boost::json::value& json, std::string& value)
{
    const auto* text = json.if_string();
    if (!text) throw Error("expected a string");
    value.assign(text->data(), text->size());
}

inline void readJson(const boost::json::value& json, Resource& value)
{
    std::string name;
    readJson(json, name);
    const auto resource = parseResource(name);
    if (!resource) throw Error("unknown resource '" + name + "'");
    value = *resource;
}

template <std::integral T> void readJson(const boost::json::value& json, T& value)
{
    if constexpr (std::same_as<T, bool>) {
        const auto* truth = json.if_bool();
        if (!truth) throw Error("expected true or false");
        value = *truth;
    } else {
        boost::json::error_code error;
        value = json.to_number<T>(error);
        if (error) throw Error("expected a whole number of at most " + std::to_string(std::numeric_limits<T>::max()));
    }
}

template <DescribedEnum Enum> void readJson(const boost::json::value& json, Enum& value)
{
    std::string name;
    readJson(json, name);
    bool isKnown = false;
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<Enum>>([&](auto enumerator) {
        if (name != snakeCase(enumerator.name)) return;
        value = enumerator.value;
        isKnown = true;
    });
    if (!isKnown) throw Error("unknown value '" + name + "'");
}

inline const boost::json::array& arrayOf(const boost::json::value& json)
{
    const auto* array = json.if_array();
    if (!array) throw Error("expected an array");
    return *array;
}

template <typename T> void readJson(const boost::json::value& json, std::vector<T>& values)
{
    values.clear();
    for (const auto& element : arrayOf(json)) readJson(element, values.emplace_back());
}

template <typename T, std::size_t N> void readJson(const boost::json::value& json, std::array<T, N>& values)
{
    const auto& array = arrayOf(json);
    if (array.size() != N) throw Error("expected " + std::to_string(N) + " elements");
    for (std::size_t i = 0; i < N; ++i) readJson(array[i], values[i]);
}

/// null is as good as no key.
template <typename T> void readJson(const boost::json::value& json, std::optional<T>& value)
{
    value.reset();
    if (!json.is_null()) readJson(json, value.emplace());
}

/// Reads the value of a key, which the message names if it can't be read; a missing key changes nothing.
template <typename T> void readMember(const boost::json::object& object, std::string_view key, T& value)
{
    const auto* json = object.if_contains({key.data(), key.size()});
    if (!json) return;
    try {
        readJson(*json, value);
    } catch (const Error& error) {
        throw Error(std::string(key), error.what());
    }
}

template <DescribedStruct T> void readJson(const boost::json::value& json, T& value)
{
    const auto* object = json.if_object();
    if (!object) throw Error("expected an object");
    using Members = boost::describe::describe_members<T, boost::describe::mod_public>;
    boost::mp11::mp_for_each<Members>([&](auto member) { readMember(*object, member.name, value.*member.pointer); });
}

} // namespace core
