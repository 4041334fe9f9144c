#include "engine/error.h"
#include "engine/inflation_bound.h"
#include "engine/matrix/imports/compressed_lists.h"
#include "engine/matrix/imports/entry_list.h"
#include "engine/matrix/imports/import_source.h"
#include "engine/memory.h"
#include "engine/sentence.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <optional>

namespace warploom::imports {

namespace {

/// Data types in a MATLAB file ("MAT-File Format", The MathWorks, table 1-1).
enum DataType : std::uint32_t {
    mi_int8 = 1,
    mi_uint8 = 2,
    mi_int16 = 3,
    mi_uint16 = 4,
    mi_int32 = 5,
    mi_uint32 = 6,
    mi_single = 7,
    mi_double = 9,
    mi_int64 = 12,
    mi_uint64 = 13,
    mi_matrix = 14,
    mi_compressed = 15
};
/// Array classes in a MATLAB file ("MAT-File Format", table 1-3). All classes from double_array on are numeric.
enum ArrayClass : std::uint32_t {
    cell_array = 1,
    struct_array = 2,
    sparse_array = 5,
    double_array = 6,
    last_numeric = 15
};

constexpr std::size_t header_bytes = 128, longest_name = 63;
constexpr int deepest_struct = 8;

struct Element {
    std::uint32_t type = 0;
    std::string_view bytes;
};

/// A matrix found in a MATLAB file. The string views in its elements refer to the contents of the variable.
struct FoundArray {
    std::string name;
    bool is_sparse = false, is_complex = false, is_logical = false;
    std::int64_t rows = 0, cols = 0;
    Element row_indices, column_pointers, real, imaginary;
};

class MatFile {
public:
    explicit MatFile(const ImportSource& source) : source_(source) {}

    Matrix read() {
        const std::string& text = source_.text;
        if (text.size() < header_bytes) refuse(sentence("The file is truncated."));
        const std::string_view order = std::string_view(text).substr(126, 2);
        if (order != "IM" && order != "MI") refuse(sentence("The header does not specify the byte order."));
        is_swapped_ = order == "MI";
        std::string_view rest = std::string_view(text).substr(header_bytes);
        while (!rest.empty()) {
            source_.progress.check(static_cast<std::int64_t>(text.size() - rest.size()),
                                   static_cast<std::int64_t>(text.size()));
            const Element element = take_element(rest, false);
            if (element.type == mi_compressed) read_compressed(element.bytes);
            else if (element.type == mi_matrix) read_array(element.bytes, {}, 0);
            if (sparse_) break;
        }
        if (!sparse_ && !dense_)
            refuse_kind(source_, sentence("The MATLAB file does not contain a two-dimensional matrix."),
                        sentence("Save the matrix in MATLAB with `save('FILE.mat', 'A')` or `mmwrite('A.mtx', A)`."));
        return matrix_of(sparse_ ? *sparse_ : *dense_);
    }

private:
    [[noreturn]] void refuse(const std::string& problem) const { refuse_file(source_, problem); }
    [[noreturn]] void refuse_truncated() const { refuse(sentence("The MATLAB file is truncated or damaged.")); }

    template <class T> T number(const char* at) const {
        std::array<char, sizeof(T)> bytes;
        std::memcpy(bytes.data(), at, sizeof(T));
        if (is_swapped_) std::reverse(bytes.begin(), bytes.end());
        T value;
        std::memcpy(&value, bytes.data(), sizeof(T));
        return value;
    }

    /// Removes the next data element from `rest`. Uncompressed elements are padded to 8 bytes.
    Element take_element(std::string_view& rest, bool must_exist = true) const {
        if (rest.size() < 8) {
            if (must_exist) refuse_truncated();
            rest = {};
            return {};
        }
        Element element;
        const auto tag = number<std::uint32_t>(rest.data());
        if (tag >> 16 != 0) { // small data element: size and type share four bytes, and up to four bytes of data follow
            element.type = tag & 0xffff;
            element.bytes = rest.substr(4, std::min<std::uint32_t>(4, tag >> 16));
            rest.remove_prefix(8);
            return element;
        }
        element.type = tag;
        const std::size_t size = number<std::uint32_t>(rest.data() + 4);
        rest.remove_prefix(8);
        if (size > rest.size()) refuse_truncated();
        element.bytes = rest.substr(0, size);
        const std::size_t padded = tag == mi_compressed ? size : (size + 7) / 8 * 8;
        rest.remove_prefix(std::min(rest.size(), padded));
        return element;
    }

    void read_compressed(std::string_view bytes) {
        std::string inflated;
        z_stream stream{};
        if (inflateInit(&stream) != Z_OK) throw std::bad_alloc();
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
        stream.avail_in = static_cast<uInt>(bytes.size());
        int state = Z_OK;
        try {
            while (state == Z_OK) {
                const std::size_t have = inflated.size(), more = std::max<std::size_t>(1 << 16, have);
                require_memory(static_cast<double>(have + more),
                               sentence("The contents of '{file}'", {{"file", source_.path}}));
                inflated.resize(have + more);
                stream.next_out = reinterpret_cast<Bytef*>(inflated.data() + have);
                stream.avail_out = static_cast<uInt>(std::min<std::size_t>(more, std::numeric_limits<uInt>::max()));
                const uInt room = stream.avail_out;
                state = inflate(&stream, Z_NO_FLUSH);
                inflated.resize(have + (room - stream.avail_out));
                if (state == Z_BUF_ERROR) break; // the compressed data ends prematurely
                inflated_ += room - stream.avail_out;
                if (grows_too_much(inflated_, static_cast<std::int64_t>(source_.text.size())))
                    throw Error("file.large",
                                sentence("'{file}' expands to more than {factor} times its size, which is implausible.",
                                         {{"file", source_.path}, {"factor", most_growth}}));
                source_.progress.check(0, 0);
            }
        } catch (...) {
            inflateEnd(&stream);
            throw;
        }
        inflateEnd(&stream);
        if (state != Z_STREAM_END) refuse_truncated();
        std::string_view rest = contents_.emplace_back(std::make_unique<std::string>(std::move(inflated)))->data();
        rest = *contents_.back();
        const Element element = take_element(rest);
        const bool had_array = dense_.has_value();
        if (element.type == mi_matrix) read_array(element.bytes, {}, 0);
        if (!sparse_ && dense_.has_value() == had_array)
            contents_.pop_back(); // the variable contains no matrix that is still needed, so discard it
    }

    /// Reads an array. Stores it if it is the first sparse or the first dense matrix in the file. `outer` is the name
    /// of the enclosing struct.
    void read_array(std::string_view rest, const std::string& outer, int depth) {
        // Skip empty elements, such as empty fields of a struct. Some programs write them as zeros.
        if (rest.find_first_not_of('\0') == std::string_view::npos) return;
        const Element flags = take_element(rest), sizes = take_element(rest), name = take_element(rest);
        if (flags.bytes.size() < 4 || sizes.bytes.size() < 4) refuse_truncated();
        const auto word = number<std::uint32_t>(flags.bytes.data());
        const std::uint32_t kind = word & 0xff;
        FoundArray array;
        array.name = outer + std::string(name.bytes.substr(0, longest_name));
        array.is_complex = (word >> 8 & 8) != 0;
        array.is_logical = (word >> 8 & 2) != 0;
        if (kind == struct_array) return read_struct(rest, sizes, array.name, depth);
        if (sizes.bytes.size() != 8) return; // skip arrays that do not have two dimensions
        array.rows = number<std::int32_t>(sizes.bytes.data());
        array.cols = number<std::int32_t>(sizes.bytes.data() + 4);
        if (array.rows < 0 || array.cols < 0) refuse(sentence("An array has a negative size."));
        array.is_sparse = kind == sparse_array;
        if (array.is_sparse) {
            array.row_indices = take_element(rest);
            array.column_pointers = take_element(rest);
        } else if (kind < double_array || kind > last_numeric || dense_) {
            return;
        }
        array.real = take_element(rest);
        if (array.is_complex) array.imaginary = take_element(rest);
        if (array.is_sparse) sparse_ = std::move(array);
        else dense_ = std::move(array);
    }

    /// Searches the fields of a struct for matrices. For example, files from the SuiteSparse collection contain
    /// `Problem.A`.
    void read_struct(std::string_view rest, const Element& sizes, const std::string& name, int depth) {
        if (depth >= deepest_struct) return;
        std::int64_t elements = 1;
        for (std::size_t d = 0; d + 4 <= sizes.bytes.size(); d += 4)
            elements *= std::clamp<std::int64_t>(number<std::int32_t>(sizes.bytes.data() + d), 0, 1 << 20);
        if (elements != 1) return;
        const Element length = take_element(rest), names = take_element(rest);
        if (length.bytes.size() < 4) refuse_truncated();
        const auto bytes_of_name = number<std::int32_t>(length.bytes.data());
        if (bytes_of_name < 1) refuse_truncated();
        const auto step = static_cast<std::size_t>(bytes_of_name);
        for (std::size_t at = 0; at + step <= names.bytes.size() && !sparse_; at += step) {
            const Element field = take_element(rest);
            if (field.type != mi_matrix) continue;
            std::string_view field_name = names.bytes.substr(at, step);
            field_name = field_name.substr(0, std::min(field_name.find('\0'), longest_name));
            read_array(field.bytes, name + (name.empty() ? "" : ".") + std::string(field_name), depth + 1);
        }
    }

    static std::size_t bytes_of(std::uint32_t type) {
        switch (type) {
        case mi_int8:
        case mi_uint8: return 1;
        case mi_int16:
        case mi_uint16: return 2;
        case mi_int32:
        case mi_uint32:
        case mi_single: return 4;
        case mi_double:
        case mi_int64:
        case mi_uint64: return 8;
        default: return 0;
        }
    }
    std::int64_t count_of(const Element& element) const {
        const std::size_t bytes = bytes_of(element.type);
        if (bytes == 0) refuse(sentence("An array contains numbers of an unknown type."));
        return static_cast<std::int64_t>(element.bytes.size() / bytes);
    }
    double value_at(const Element& element, std::int64_t index) const {
        const char* const at = element.bytes.data() + static_cast<std::size_t>(index) * bytes_of(element.type);
        switch (element.type) {
        case mi_int8: return number<std::int8_t>(at);
        case mi_uint8: return number<std::uint8_t>(at);
        case mi_int16: return number<std::int16_t>(at);
        case mi_uint16: return number<std::uint16_t>(at);
        case mi_int32: return number<std::int32_t>(at);
        case mi_uint32: return number<std::uint32_t>(at);
        case mi_single: return static_cast<double>(number<float>(at));
        case mi_int64: return static_cast<double>(number<std::int64_t>(at));
        case mi_uint64: return static_cast<double>(number<std::uint64_t>(at));
        default: return number<double>(at);
        }
    }
    std::int64_t index_at(const Element& element, std::int64_t index) const {
        const double value = value_at(element, index);
        return value >= -1 && value <= 1e15 ? static_cast<std::int64_t>(value) : -1;
    }

    Matrix matrix_of(const FoundArray& array) const {
        EntryList list(source_.path, source_.progress);
        const auto add = [&](std::int64_t row, std::int64_t col, std::int64_t k) {
            if (array.is_complex) list.add(row, col, value_at(array.real, k), value_at(array.imaginary, k));
            else list.add(row, col, value_at(array.real, k));
        };
        const std::int64_t numbers = count_of(array.real);
        if (array.is_complex && count_of(array.imaginary) < numbers) refuse_truncated();
        if (array.is_sparse) {
            const CompressedLists lists{array.name, array.cols, array.rows, count_of(array.column_pointers),
                                        std::min(count_of(array.row_indices), numbers)};
            for_each_entry(
                source_, lists, [&](std::int64_t col) { return index_at(array.column_pointers, col); },
                [&](std::int64_t k) { return index_at(array.row_indices, k); },
                [&](std::int64_t col, std::int64_t row, std::int64_t k) { add(row, col, k); });
        } else {
            if (array.rows > 0 && numbers / array.rows < array.cols) refuse_truncated();
            for (std::int64_t col = 0; col < array.cols; ++col)
                for (std::int64_t row = 0; row < array.rows; ++row) {
                    const std::int64_t k = col * array.rows + row;
                    if (value_at(array.real, k) != 0 || (array.is_complex && value_at(array.imaginary, k) != 0))
                        add(row, col, k);
                }
        }
        const Field field = array.is_complex ? Field::complex : array.is_logical ? Field::pattern : Field::real;
        Matrix matrix = std::move(list).build(array.rows, array.cols, field, Symmetry::general, source_.threads);
        matrix.remark =
            array.is_sparse
                ? sentence("The first sparse matrix in the MATLAB file, `{name}`, was loaded.", {{"name", array.name}})
                : sentence(
                      "The MATLAB file does not contain a sparse matrix. The first dense matrix, `{name}`, was loaded.",
                      {{"name", array.name}});
        return matrix;
    }

    const ImportSource& source_;
    bool is_swapped_ = false;
    std::int64_t inflated_ = 0;
    /// Decompressed variables, to which the string views of the arrays refer.
    std::vector<std::unique_ptr<std::string>> contents_;
    std::optional<FoundArray> sparse_, dense_;
};

} // namespace

Matrix read_matlab(const ImportSource& source) { return MatFile(source).read(); }

} // namespace warploom::imports
