#pragma once

#include "engine/protocol/serialization/fields.h"
#include "engine/simulated/card.h"
#include "engine/simulated/trace.h"

#include <cstdint>
#include <string>

// Structs shared by several documents: the matrix, the simulated GPU, and the arrays of a traced kernel.

namespace warploom::protocol {

struct Input {
    std::string name;
    std::int64_t rows = 0, cols = 0, nonzeros = 0;
    std::uint64_t hash = 0;
    /// A note about ignored matrix entries; may be empty.
    std::string note = {};
    static const Fields<Input>& fields();
};

/// The simulated GPU of a document: all its parameters as JSON, and members for the values that charts need.
struct CardInUse {
    Json json = Json::object();
    std::string id, title;
    int multiprocessors = 0;
    double model_error = simulated::never_compared;
    int model_cells = 0;
    double measured_error = simulated::never_compared;
    int measured_pairs = 0;

    bool is_checked() const { return model_error > 0 || measured_error > 0; }
    static CardInUse of(const simulated::Card& card);
};
template <> struct Value<CardInUse> {
    static std::string kind() { return "card"; }
    static Json write(const CardInUse& card) { return card.json; }
    static void read(CardInUse& card, const Reader& in, const Rule&);
};

struct Array : simulated::TracedArray {
    static const Fields<Array>& fields();
};

} // namespace warploom::protocol
