// SPDX-License-Identifier: Apache-2.0
// A launch whose counters its report can't give, though the report is there: the others of its launches may be whole.
#pragma once

#include "core/error.h"

namespace core {

class DamagedLaunch : public Error {
public:
    using Error::Error;
};

} // namespace core
