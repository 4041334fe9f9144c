#pragma once

#include "engine/protocol/serialization/fields.h"

#include <optional>
#include <string>
#include <vector>

// The representation of a window of the matrix in each storage format, and the size of the whole matrix in each format.

namespace warploom::protocol {

struct LayoutNonzero {
    std::int64_t row = 0, col = 0;
    double value = 0; ///< stored value; NaN if the value is NaN or infinite
    static const Fields<LayoutNonzero>& fields();
};

/// The contents of one array of a storage format.
struct LayoutArray {
    std::string name, element; ///< name in the kernel, and element type: "int", "int64", "float" or "double"
    std::vector<std::optional<double>> values; ///< value in each slot; std::nullopt for padding
    /// Index of the nonzero in each slot; -1 for padding. The list is empty if no slot contains a nonzero.
    std::vector<int> nonzero;
    std::int64_t columns = 0; ///< number of slots per displayed row; 0 to show as many as fit
    static const Fields<LayoutArray>& fields();

    bool holds_entries() const { return !nonzero.empty(); }
};

struct FormatLayout {
    /// Name of the storage format, and the reason why it cannot store the window, if applicable.
    std::string format, reason;
    /// Total size of the arrays. This member and the following ones are not set if the format cannot store the window.
    std::optional<Wide> bytes;
    std::optional<std::int64_t> value_slots, padding;
    std::vector<LayoutArray> arrays;
    static const Fields<FormatLayout>& fields();
};

struct LayoutOwner {
    std::int64_t nonzero = 0, block = 0;
    int thread = 0, warp = 0, lane = 0;
    static const Fields<LayoutOwner>& fields();
};

struct LayoutOwners {
    std::string kernel; ///< kernel whose threads are listed; empty if the request contained none
    int block = 0;
    std::string machine = "simulated";
    std::vector<LayoutOwner> threads;
    std::string reason; ///< reason why there are no threads; otherwise empty
    static const Fields<LayoutOwners>& fields();
};

struct Layout {
    std::int64_t rows = 0, cols = 0;
    std::vector<LayoutNonzero> nonzeros; ///< nonzeros of the window in row order
    std::vector<FormatLayout> formats;
    LayoutOwners owner;
    static const Fields<Layout>& fields();

    /// Checks that the positions of all arrays refer to existing nonzeros. If several arrays of a format have the same
    /// size, a document can list the nonzeros of only one of them. This function then copies the list to the other
    /// arrays.
    void settle(const Reader& in);
    /// Returns the index of the nonzero at a position in the window, or -1 if there is none.
    int nonzero_at(std::int64_t row, std::int64_t col) const;
    std::vector<LayoutOwner> owners_of(int nonzero) const;
};

/// Parses a `layout` document. Errors: "layout.malformed" with the name of the field.
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
/// Parses a `footprints` document. Errors: "layout.malformed" with the name of the field.
Footprints read_footprints(const Json& json);

} // namespace warploom::protocol
