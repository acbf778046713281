// SPDX-License-Identifier: Apache-2.0
// What a report says about its run: tool, version, date, replay mode, devices. Not about its host or its user.
#pragma once

#include "core/import/ncu_device.h"
#include "core/session.h"

#include <protozero/data_view.hpp>

namespace core::ncu {

/// Adds what one block tells; each block tells a part. Throws protozero::exception if the message is damaged.
void readSessionDetails(protozero::data_view message, Source& source, DeviceTable& devices);

} // namespace core::ncu
