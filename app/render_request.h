// SPDX-License-Identifier: GPL-3.0-or-later
// What the command line of `ridgepoint render` asks for: everything of the window that decides its picture.
#pragma once

#include "app/chart_data.h"
#include "app/image_export.h"
#include "app/option_words.h"

#include <boost/program_options.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace app {

struct RenderRequest {
    std::string file;
    std::string roofs_from; ///< another file with roofs; empty: none
    QString output;
    ImageFormat format = ImageFormat::Png;
    PictureStyle style;
    ChartQuery query;                    ///< but for the page
    std::optional<Axis> axis;            ///< the page; none: that of the selection
    ChartOptions options;                ///< all but the selection
    std::vector<std::uint32_t> selected; ///< launches, by their place in the report
    bool all_levels = false;             ///< even of many kernels
    bool hide_files = false;
    std::string experiment = {}; ///< to be drawn in place of the roofline; empty: none
};

/// For --help.
boost::program_options::options_description renderOptions();

/// None: help is asked for. Throws UsageError or boost::program_options::error.
std::optional<RenderRequest> parseRenderRequest(int argc, char** argv);

} // namespace app
