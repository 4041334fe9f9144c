#pragma once

#include "engine/protocol/serialization/fields.h"

#include <optional>
#include <string>
#include <vector>

// A window of the matrix in every storage format, and the size of the whole matrix in each format.

namespace warploom::protocol {

struct LayoutNonzero {
    std::int64_t row = 0, col = 0; ///< within the window
    double value = 0;              ///< NaN if the stored value is not finite
    static const Fields<LayoutNonzero>& fields();
};

/// One array of a format, slot by slot.
struct LayoutArray {
    std::string name, element;                 ///< name in the kernel, and type: "int", "int64", "float" or "double"
    std::vector<std::optional<double>> values; ///< empty optionals are padding
    std::vector<int> nonzero; ///< index of the nonzero in each slot, or -1 for padding; empty if slots hold no entries
    std::int64_t columns = 0; ///< slots per displayed row; if 0, as many as fit
    static const Fields<LayoutArray>& fields();

    bool holds_entries() const { return !nonzero.empty(); }
};

struct FormatLayout {
    std::string format, reason; ///< `reason` explains why the format cannot store the window; empty if it can
    std::optional<Wide> bytes;  ///< this and the next two members are not set if the format cannot store the window
    std::optional<std::int64_t> value_slots, padding;
    std::vector<LayoutArray> arrays;
    static const Fields<FormatLayout>& fields();
};

/// The first thread that reads a nonzero.
struct LayoutOwner {
    std::int64_t nonzero = 0, block = 0;
    int thread = 0, warp = 0, lane = 0;
    static const Fields<LayoutOwner>& fields();
};

struct LayoutOwners {
    std::string kernel; ///< the kernel whose threads are the owners; empty if not requested
    int block = 0;
    std::string machine = "simulated";
    std::vector<LayoutOwner> threads;
    std::string reason; ///< why there are no threads; empty if there are
    static const Fields<LayoutOwners>& fields();
};

struct Layout {
    std::int64_t rows = 0, cols = 0;
    std::vector<LayoutNonzero> nonzeros; ///< in row order
    std::vector<FormatLayout> formats;
    LayoutOwners owner;
    static const Fields<Layout>& fields();

    /// Checks that slots refer to existing nonzeros. Arrays of the same size have the same slots, so only one of them
    /// needs to list the nonzeros; this function copies the list to the others.
    void settle(const Reader& in);
    /// Returns the index of the nonzero at a position in the window, or -1 if there is none.
    int nonzero_at(std::int64_t row, std::int64_t col) const;
    std::vector<LayoutOwner> owners_of(int nonzero) const;
};

/// Parses a layout. Errors: "layout.malformed" with the field; the same applies to read_footprints.
Layout read_layout(const Json& json);

struct Footprint {
    std::string format;
    std::optional<Wide> bytes;
    std::optional<std::int64_t> value_slots, padding;
    std::optional<double> conversion_ns;
    std::string reason;
    static const Fields<Footprint>& fields();
};

struct Footprints {
    std::string precision;
    Wide csr_bytes;
    std::vector<Footprint> formats;
    static const Fields<Footprints>& fields();
};
Footprints read_footprints(const Json& json);

} // namespace warploom::protocol
