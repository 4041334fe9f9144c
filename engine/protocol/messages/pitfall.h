#pragma once

#include "engine/measure/statistics.h"
#include "engine/protocol/serialization/fields.h"
#include "engine/table.h"

#include <string>
#include <vector>

// The document of a mistake of measuring.

namespace warploom::protocol {

/// The title is the name. A cell is a text, a number or null; cells that a row lacks are empty.
template <> struct Value<Table> {
    static std::string kind() { return "a table"; }
    static Json write(const Table& table);
    static void read(Table& table, const Reader& in, const Rule&);
};

struct Pitfall {
    std::string name;                                     ///< `clock`, `first-run`, `precision`, `cache-end`, `copies`
    measure::TimeKind kind = measure::TimeKind::measured; ///< of all times in it
    std::string machine, sentence;
    std::vector<Table> tables;
    static const Fields<Pitfall>& fields();

    bool is_modelled() const { return kind == measure::TimeKind::modelled; }
    /// By name; without columns where there is none.
    const Table& table(const std::string& name) const;
};

/// Errors: "pitfall.malformed" with the field.
Pitfall read_pitfall(const Json& json);

} // namespace warploom::protocol
