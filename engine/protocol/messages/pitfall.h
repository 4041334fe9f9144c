#pragma once

#include "engine/measure/statistics.h"
#include "engine/protocol/serialization/fields.h"
#include "engine/table.h"

#include <string>
#include <vector>

// Demonstrations of common measurement mistakes (pitfalls).

namespace warploom::protocol {

/// Converts a table to and from JSON. The title of the table is stored as its `name`. A cell is a string, a number or
/// null. If a row is too short, the missing cells are empty.
template <> struct Value<Table> {
    static std::string kind() { return "table"; }
    static Json write(const Table& table);
    static void read(Table& table, const Reader& in, const Rule&);
};

struct Pitfall {
    std::string name; ///< name of the pitfall: `clock`, `first-run`, `precision`, `cache-end` or `copies`
    measure::TimeKind kind = measure::TimeKind::measured;
    std::string machine, sentence;
    std::vector<Table> tables;
    static const Fields<Pitfall>& fields();

    bool is_modelled() const { return kind == measure::TimeKind::modelled; }
    /// Returns the table with this name, or a table without columns if there is none.
    const Table& table(const std::string& name) const;
};

/// Parses a `pitfall` document. Errors: "pitfall.malformed" with the name of the field.
Pitfall read_pitfall(const Json& json);

} // namespace warploom::protocol
