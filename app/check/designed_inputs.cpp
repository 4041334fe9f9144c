#include "app/check/designed_inputs.h"

#include "app/check/covering_array.h"

#include <string>

namespace warploom::app {

namespace {

/// The values that one factor can have.
using Levels = std::vector<std::string>;

const std::vector<int>& block_sizes() {
    static const std::vector<int> sizes{256, 32, 64, 96, 128, 192, 512, 1024};
    return sizes;
}

/// Creates one input for each row of a covering array over `factors`, the block sizes and both precisions. `name_of` is
/// called with one level per factor.
template <class NameOf>
std::vector<TestInput> combined(const std::vector<Levels>& factors, bool takes_block, const NameOf& name_of) {
    std::vector<int> counts;
    for (const Levels& levels : factors) counts.push_back(static_cast<int>(levels.size()));
    counts.push_back(takes_block ? static_cast<int>(block_sizes().size()) : 1);
    counts.push_back(2); // the two precisions
    std::vector<TestInput> inputs;
    for (const std::vector<int>& row : covering_array(counts)) {
        Levels chosen;
        for (std::size_t f = 0; f < factors.size(); ++f) chosen.push_back(factors[f][static_cast<std::size_t>(row[f])]);
        TestInput input;
        input.in_other_precision = row.back() == 1;
        if (takes_block) input.block = block_sizes()[static_cast<std::size_t>(row[factors.size()])];
        name_of(chosen, input);
        inputs.push_back(std::move(input));
    }
    return inputs;
}

std::string seeded(std::string name) {
    std::uint64_t seed = 7; // each name gets a different seed, because equal seeds would produce equal values
    for (const char letter : name) seed = (seed * 31 + static_cast<unsigned char>(letter)) % 9973;
    return name + ",seed=" + std::to_string(seed);
}

/// Returns generator parameters for the row lengths of SpMV inputs. They are suitable for every format: even a format
/// that pads rows to the length of the longest row takes less than one megabyte.
Levels lengths_for(const std::string& format, bool is_short) {
    if (is_short)
        return {"n=90,lengths=0,length=8",   "n=40,lengths=1,length=32",
                "n=70,lengths=2,length=129", "n=260,lengths=3,group=64,length=256",
                "n=300,lengths=4",           "n=5,lengths=5,length=1200"};
    if (format == "dia") // each distinct distance from the main diagonal adds one diagonal
        return {"n=300,lengths=0,length=8", "n=130,lengths=1,length=32", "n=65,lengths=2,length=66",
                "n=257,lengths=0,length=3", "n=300,lengths=4",           "n=33,lengths=0,length=2"};
    const bool is_padded = format == "ell" || format == "ell-sorted";
    return {"n=300,lengths=0,length=8",
            "n=130,lengths=1,length=32",
            is_padded ? "n=79,lengths=2,length=513" : "n=79,lengths=2,length=1025",
            "n=1030,lengths=3,group=128,length=1024",
            "n=1100,lengths=4",
            "n=41,lengths=5,length=1200"};
}

std::vector<TestInput> products(const std::string& format, bool takes_block, bool is_short) {
    const bool is_dia = format == "dia";
    const Levels lengths = lengths_for(format, is_short);
    const Levels reversed{"", ",reverse=1"};
    const Levels cols =
        is_dia ? Levels{"", ",cols=40", ",cols=2500"} : Levels{"", ",cols=40", ",cols=2500", ",cols=70001"};
    const Levels zeros{"", ",zeros=1", ",zeros=2", ",zeros=3"};
    const Levels values{"", ",sign=1", ",sign=2", ",scale=-105", ",scale=105"};
    const Levels spread = is_dia ? Levels{",spread=0"} : Levels{",spread=1", ",spread=0", ",spread=2"};
    const Levels x{"", with_zeros_and_ones};
    return combined(
        {lengths, reversed, cols, zeros, values, spread, x}, takes_block, [](const Levels& level, TestInput& input) {
            const bool is_long = level[0].find(",length=1") != std::string::npos && level[2].size() < 9;
            const std::string columns = is_long ? ",cols=1300" : level[2]; // long rows require many columns
            input.name = seeded("test-rows:" + level[0] + level[1] + columns + level[3] + level[4] + level[5]);
            input.x = level[6];
        });
}

std::vector<TestInput> triangles(bool is_factor, bool takes_block) {
    // Rows are short, because factorization kernels search a row once per entry, often with a single thread.
    const Levels lengths{"lengths=0,length=4", "lengths=1,length=32",
                         is_factor ? "lengths=2,length=66" : "lengths=2,length=140", "lengths=5,length=280",
                         "lengths=4"};
    const Levels widths{"n=300,width=0", "n=70,width=1", "n=330,width=33", "n=310,width=257", "n=2200,width=1100"};
    const Levels zeros{"", ",zeros=2", ",zeros=3"};
    const Levels diagonal{",diagonal=3", ",diagonal=1", ",diagonal=2"};
    const Levels values{"", ",sign=1", ",sign=2", ",scale=-100", ",scale=100"};
    const Levels spread{",spread=1", ",spread=0", ",spread=2"};
    const Levels upper = is_factor ? Levels{",upper=3", ",upper=0", ",upper=6"} : Levels{"", ",upper=3"};
    const Levels b = is_factor ? Levels{""} : Levels{"", with_zeros_and_ones};
    return combined({widths, lengths, zeros, diagonal, values, spread, upper, b}, takes_block,
                    [](const Levels& level, TestInput& input) {
                        input.name = seeded("test-rows:" + level[0] + "," + level[1] + level[2] + level[3] + level[4] +
                                            level[5] + level[6]);
                        input.x = level[7];
                    });
}

std::vector<TestInput> systems(bool takes_block) {
    const Levels sizes{"n=300",
                       "n=1",
                       "n=2,systems=2",
                       "n=3",
                       "n=31",
                       "n=65",
                       "n=129,systems=3",
                       "n=513",
                       "n=1025",
                       "n=400,systems=200",
                       "n=640,systems=32",
                       "n=1920,systems=96",
                       "n=1200,systems=400"};
    const Levels kinds{",kind=21", ",kind=20", ",kind=6", ",kind=18"};
    const Levels solution{"", ",x=3"};
    const Levels powers{"0", "90", "-90"};
    return combined({sizes, kinds, solution, powers}, takes_block, [](const Levels& level, TestInput& input) {
        input.name = seeded("tridiagonal:" + level[0] + level[1] + level[2]);
        input.power = std::stoi(level[3]);
    });
}

std::vector<TestInput> dense(bool takes_block) {
    const Levels rows{"rows=33", "rows=1", "rows=2", "rows=17", "rows=70", "rows=140", "rows=1030"};
    const Levels cols{",cols=17", ",cols=1", ",cols=16", ",cols=33", ",cols=65", ",cols=130"};
    const Levels zeros{"", ",zeros=3"};
    return combined({rows, cols, zeros}, takes_block, [](const Levels& level, TestInput& input) {
        const bool is_wide = level[1] == ",cols=65" || level[1] == ",cols=130"; // C takes long for many rows
        input.name =
            seeded("dense:" + (is_wide && level[0] == "rows=1030" ? "rows=258" : level[0]) + level[1] + level[2]);
    });
}

} // namespace

std::vector<TestInput> designed_inputs(Operation operation, const std::string& format, bool takes_block,
                                       bool is_short) {
    switch (operation) {
    case Operation::tridiagonal: return systems(takes_block);
    case Operation::ata: return dense(takes_block);
    case Operation::trsv: return triangles(false, takes_block);
    case Operation::ilu: return triangles(true, takes_block);
    default: return products(format, takes_block, is_short);
    }
}

} // namespace warploom::app
