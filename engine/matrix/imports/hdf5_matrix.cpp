#include "engine/error.h"
#include "engine/matrix/imports/compressed_lists.h"
#include "engine/matrix/imports/entry_list.h"
#include "engine/matrix/imports/hdf5_file.h"
#include "engine/matrix/imports/import_source.h"
#include "engine/protocol/serialization/json.h"
#include "engine/sentence.h"
#include "engine/terminal_text.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace warploom::imports {

namespace {

using Object = Hdf5File::Object;

constexpr int deepest_group = 8;
constexpr std::size_t longest_shown_name = 63; ///< in messages

/// Reads a sparse matrix from an HDF5 file: of MATLAB 7.3 or of Binsparse. If there is none, reads the first dense one.
class Hdf5Reader {
public:
    explicit Hdf5Reader(const ImportSource& source) : source_(source), file_(source) {}

    Matrix read() {
        search(file_.root(), {}, 0);
        if (sparse_) return sparse_->is_matlab ? read_matlab_sparse() : read_binsparse();
        if (dense_) return read_dense();
        refuse_kind(source_, sentence("The HDF5 file does not contain a two-dimensional matrix."),
                    sentence("Save the matrix in MATLAB with `save('FILE.mat', 'A', '-v7.3')`, or in the Binsparse "
                             "format."));
    }

private:
    struct Found {
        std::string name;
        Object object;
        bool is_matlab = false;
    };

    /// Searches a group and its members for matrices.
    void search(const Object& object, const std::string& name, int depth) {
        if (object.attributes.contains("MATLAB_sparse")) sparse_ = Found{name, object, true};
        else if (object.attributes.contains("binsparse")) sparse_ = Found{name.empty() ? "/" : name, object, false};
        if (sparse_) return;
        if (!object.is_group) {
            const bool is_matrix = object.array && object.array->type.is_number() && object.array->shape.size() == 2 &&
                                   !object.attributes.contains("MATLAB_empty") && object.text("MATLAB_class") != "char";
            if (is_matrix && !dense_) dense_ = Found{name, object, object.attributes.contains("MATLAB_class")};
            return;
        }
        if (depth == deepest_group) return;
        const char* const separator = source_.text.starts_with("MATLAB") ? "." : "/"; // groups of MATLAB are structs
        for (const auto& [member, address] : object.links) {
            if (member.starts_with('#')) continue; // where MATLAB stores the contents of cells
            const std::string shown = in_one_line(protocol::shortened(member, longest_shown_name));
            search(file_.open(address), name.empty() ? shown : name + separator + shown, depth + 1);
            if (sparse_) return;
        }
    }
    [[noreturn]] void refuse(const std::string& problem) const { refuse_file(source_, problem); }

    std::optional<Hdf5Array> member(const char* name) const {
        const auto found = sparse_->object.links.find(name);
        if (found == sparse_->object.links.end()) return std::nullopt;
        return file_.contents(file_.open(found->second));
    }
    Hdf5Array needed(const char* name) const {
        auto array = member(name);
        if (!array)
            refuse(sentence("The matrix `{name}` has no array `{array}`.", {{"name", sparse_->name}, {"array", name}}));
        return *std::move(array);
    }

    void require_order(std::int64_t rows, std::int64_t cols) const {
        if (rows < 0 || cols < 0 || std::max(rows, cols) > largest_order)
            refuse_kind(source_,
                        sentence("The matrix has more than 2147483647 rows or columns, which is not supported."));
    }

    /// Adds entry k of `values` to the list.
    static void add_entry(EntryList& list, std::int64_t row, std::int64_t col, const Hdf5Array& values,
                          std::int64_t k) {
        if (values.type.kind == Hdf5Type::Kind::complex) list.add(row, col, values.real(k), values.imaginary(k));
        else list.add(row, col, values.real(k));
    }
    static Field field_of(const Hdf5Type& type, bool is_logical = false) {
        return type.kind == Hdf5Type::Kind::complex ? Field::complex : is_logical ? Field::pattern : Field::real;
    }

    /// A sparse matrix of MATLAB is a group with the row indices `ir`, the column pointers `jc` and the values `data`.
    /// A matrix without nonzeros has only `jc`.
    Matrix read_matlab_sparse() const {
        const Hdf5Array pointers = needed("jc");
        const Hdf5Array& row_count = sparse_->object.attributes.at("MATLAB_sparse");
        const std::int64_t rows = row_count.type.is_number() ? row_count.index(0) : -1, cols = pointers.size() - 1;
        if (cols < 0 || rows < 0)
            refuse(sentence("The size of the matrix `{name}` is damaged.", {{"name", sparse_->name}}));
        require_order(rows, cols);
        const bool is_empty = !sparse_->object.links.contains("data") && pointers.index(cols) == 0;
        const Hdf5Array indices = is_empty ? Hdf5Array{{}, {0}, {}} : needed("ir"),
                        values = is_empty ? Hdf5Array{{}, {0}, {}} : needed("data");
        EntryList list(source_.path, source_.progress);
        for_each_entry(
            source_, {sparse_->name, cols, rows, pointers.size(), std::min(indices.size(), values.size())},
            [&](std::int64_t col) { return pointers.index(col); }, [&](std::int64_t k) { return indices.index(k); },
            [&](std::int64_t col, std::int64_t row, std::int64_t k) { add_entry(list, row, col, values, k); });
        const bool is_logical = sparse_->object.text("MATLAB_class") == "logical";
        Matrix matrix =
            std::move(list).build(rows, cols, field_of(values.type, is_logical), Symmetry::general, source_.threads);
        matrix.remark =
            sentence("The first sparse matrix in the MATLAB file, `{name}`, was loaded.", {{"name", sparse_->name}});
        return matrix;
    }

    /// MATLAB stores a dense matrix by columns, so the rows and columns of the array are swapped.
    Matrix read_dense() const {
        const Hdf5Array values = file_.contents(dense_->object);
        const bool is_matlab = dense_->is_matlab;
        const std::int64_t rows = values.shape[is_matlab ? 1 : 0], cols = values.shape[is_matlab ? 0 : 1];
        require_order(rows, cols);
        EntryList list(source_.path, source_.progress);
        for (std::int64_t row = 0; row < rows; ++row)
            for (std::int64_t col = 0; col < cols; ++col) {
                const std::int64_t k = is_matlab ? col * rows + row : row * cols + col;
                const bool is_complex = values.type.kind == Hdf5Type::Kind::complex;
                if (values.real(k) != 0 || (is_complex && values.imaginary(k) != 0))
                    add_entry(list, row, col, values, k);
            }
        Matrix matrix = std::move(list).build(rows, cols, field_of(values.type), Symmetry::general, source_.threads);
        matrix.remark =
            is_matlab
                ? sentence(
                      "The MATLAB file does not contain a sparse matrix. The first dense matrix, `{name}`, was loaded.",
                      {{"name", dense_->name}})
                : sentence(
                      "The HDF5 file does not contain a sparse matrix. The first dense matrix, `{name}`, was loaded.",
                      {{"name", dense_->name}});
        return matrix;
    }

    /// The description of a matrix in the attribute `binsparse` (Binsparse specification, version 0.1).
    struct Description {
        std::string format, structure, value_type;
        std::int64_t rows = 0, cols = 0;
    };
    Description description() const {
        const std::string text = sparse_->object.text("binsparse");
        const Json whole = Json::parse(text, nullptr, false);
        const auto is_object = [](const Json& json) { return json.is_object(); };
        const Json& json = is_object(whole) && whole.contains("binsparse") ? whole["binsparse"] : whole;
        const auto word = [&](const char* key) {
            return json.contains(key) && json[key].is_string() ? json[key].get<std::string>() : std::string();
        };
        Description found;
        if (!is_object(json) || word("format").empty() || !json.contains("shape") || !json["shape"].is_array() ||
            json["shape"].size() != 2 || !json["shape"][0].is_number_integer() || !json["shape"][1].is_number_integer())
            refuse(sentence("The attribute `binsparse` does not describe a matrix with two dimensions."));
        found.format = word("format");
        found.structure = word("structure");
        found.rows = json["shape"][0].get<std::int64_t>();
        found.cols = json["shape"][1].get<std::int64_t>();
        if (json.contains("data_types") && is_object(json["data_types"]) && json["data_types"].contains("values") &&
            json["data_types"]["values"].is_string())
            found.value_type = json["data_types"]["values"].get<std::string>();
        return found;
    }

    Symmetry symmetry_of(const std::string& structure) const {
        if (structure.empty() || structure == "general") return Symmetry::general;
        for (const auto& [prefix, symmetry] :
             {std::pair{"symmetric_", Symmetry::symmetric}, std::pair{"skew_symmetric_", Symmetry::skew_symmetric},
              std::pair{"hermitian_", Symmetry::hermitian}})
            if (structure.starts_with(prefix)) return symmetry;
        refuse_kind(source_, sentence("The structure \"{structure}\" of the Binsparse matrix is not supported.",
                                      {{"structure", protocol::shortened(structure, 40)}}));
    }

    Matrix read_binsparse() const {
        const Description found = description();
        require_order(found.rows, found.cols);
        const bool is_rows = found.format == "CSR", is_columns = found.format == "CSC";
        const bool is_list = found.format == "COO" || found.format == "COOR" || found.format == "COOC";
        if (!is_rows && !is_columns && !is_list)
            refuse_kind(source_,
                        sentence("The Binsparse format \"{format}\" is not supported.",
                                 {{"format", protocol::shortened(found.format, 40)}}),
                        sentence("Save the matrix in the format CSR, CSC or COO."));
        Hdf5Array values = needed("values");
        if (found.value_type.starts_with("complex["))
            refuse_kind(source_, sentence("Complex Binsparse matrices are not supported."));
        // All entries of an iso matrix have the same value, which is stored once.
        const bool is_iso = found.value_type.starts_with("iso[");
        if (is_iso && values.size() < 1)
            refuse(sentence("The list of values of `{name}` is empty.", {{"name", sparse_->name}}));
        const Hdf5Array indices = needed("indices_1");
        const std::int64_t count = is_iso ? indices.size() : std::min(indices.size(), values.size());
        EntryList list(source_.path, source_.progress);
        const auto add = [&](std::int64_t row, std::int64_t col, std::int64_t k) {
            add_entry(list, row, col, values, is_iso ? 0 : k);
        };
        const auto index = [&](std::int64_t k) { return indices.index(k); };
        if (is_list) {
            const Hdf5Array row_indices = needed("indices_0");
            if (row_indices.size() != indices.size() || count != indices.size())
                refuse(sentence("The lists of indices and values of `{name}` have different lengths.",
                                {{"name", sparse_->name}}));
            for (std::int64_t k = 0; k < count; ++k) {
                const std::int64_t row = row_indices.index(k), col = index(k);
                if (row < 0 || row >= found.rows || col < 0 || col >= found.cols)
                    refuse(sentence("Entry {entry} of `{name}` is outside of the matrix.",
                                    {{"entry", k}, {"name", sparse_->name}}));
                add(row, col, k);
            }
        } else {
            const Hdf5Array pointers = needed("pointers_to_1");
            const auto pointer = [&](std::int64_t major) { return pointers.index(major); };
            const CompressedLists lists{sparse_->name, is_rows ? found.rows : found.cols,
                                        is_rows ? found.cols : found.rows, pointers.size(), count};
            for_each_entry(source_, lists, pointer, index, [&](std::int64_t major, std::int64_t minor, std::int64_t k) {
                is_rows ? add(major, minor, k) : add(minor, major, k);
            });
        }
        return std::move(list).build(found.rows, found.cols, field_of(values.type), symmetry_of(found.structure),
                                     source_.threads);
    }

    const ImportSource& source_;
    Hdf5File file_;
    std::optional<Found> sparse_, dense_;
};

} // namespace

Matrix read_hdf5(const ImportSource& source) { return Hdf5Reader(source).read(); }

} // namespace warploom::imports
