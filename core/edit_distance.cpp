// SPDX-License-Identifier: Apache-2.0
#include "core/edit_distance.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace core {

std::size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0U);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const auto change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, change}));
        }
    }
    return row.back();
}

} // namespace core
