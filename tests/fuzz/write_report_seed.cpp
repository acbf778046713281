// SPDX-License-Identifier: Apache-2.0
// Writes the small report of the tests as a seed: random bytes alone would hardly ever get past a block header.
#include "tests/core/report_builder.h"

#include <fstream>

int main(int argc, char** argv)
{
    if (argc != 2) return 2;
    std::ofstream(argv[1], std::ios::binary) << report::sample();
    return 0;
}
