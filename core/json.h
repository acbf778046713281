// SPDX-License-Identifier: Apache-2.0
// JSON text whose numbers come back bit for bit. Boost.JSON 1.81 parses doubles inexactly (1 in 37 real counters
// differed in the last digit) and writes NaN as invalid JSON; std::to_chars and std::from_chars do neither.
#pragma once

#include <boost/json/fwd.hpp>

#include <string>
#include <string_view>

namespace core {

/// Parses one JSON text; doubles are the nearest to their text. Throws Error if it isn't valid JSON in UTF-8.
boost::json::value parseJson(std::string_view text);

/// Shortest text that reads back as the same double; always with a '.' or an 'e', so that it comes back as a double.
/// NaN and infinities, which JSON doesn't have, become {"bits":"7ff8000000000000"}.
void writeJson(std::string& out, double value);
/// Inverse of the above; a whole number counts as a double too. Throws Error if the value is neither.
void readJson(const boost::json::value& json, double& value);

/// The text with U+FFFD for bytes that aren't UTF-8: JSON can't hold them.
std::string validUtf8(std::string_view text);
/// Quoted and escaped. Bytes that aren't UTF-8 become U+FFFD: JSON can't hold them.
void writeJson(std::string& out, std::string_view text);

/// "LowerBound" -> "lower_bound".
std::string snakeCase(std::string_view pascalCase);

} // namespace core
