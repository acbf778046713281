// SPDX-License-Identifier: Apache-2.0
#include "corpus.h"

#include <boost/iostreams/copy.hpp>
#include <boost/iostreams/filter/lzma.hpp>
#include <boost/iostreams/filtering_stream.hpp>

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace core::test {

std::string unpacked(const std::filesystem::path& file)
{
    std::ifstream compressed(file, std::ios::binary);
    if (!compressed) throw std::runtime_error("cannot open " + file.string());
    boost::iostreams::filtering_istream in;
    in.push(boost::iostreams::lzma_decompressor());
    in.push(compressed);
    std::ostringstream out;
    boost::iostreams::copy(in, out);
    return std::move(out).str();
}

} // namespace core::test
