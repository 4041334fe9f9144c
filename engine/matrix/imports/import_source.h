#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// The readers for each format. Each takes the whole contents of a file, decompressed.

namespace warploom::imports {

struct ImportSource {
    const std::string& path; ///< for messages
    std::string text;        ///< contents, possibly binary
    const Progress& progress;
    int threads = 0;
};

/// Harwell-Boeing (Duff, Grimes, Lewis 1992) and Rutherford-Boeing, assembled: real, complex, integer or pattern, with
/// every symmetry. The first dense right-hand side is kept.
Matrix read_harwell_boeing(const ImportSource& source);
/// A METIS graph: the weights of edges are values, those of vertices are ignored.
Matrix read_metis(const ImportSource& source);
/// Lines of two indices and possibly a value, separated by spaces, tabs, commas or semicolons. Lines that start with #,
/// % or // are comments, and the first line can contain column names. Indices start at 0 if a 0 occurs, otherwise at 1.
Matrix read_edge_list(const ImportSource& source);
/// LIBSVM: a label and pairs INDEX:VALUE per line. Labels are ignored. Indices start at 0 if a 0 occurs, otherwise at 1.
Matrix read_libsvm(const ImportSource& source);
/// PETSc binary, with 4-byte or 8-byte indices, real or complex double-precision values, sparse or dense.
Matrix read_petsc(const ImportSource& source);
/// MATLAB version 5 and 7 (not 7.3): the first sparse matrix of the file, also in a struct, or else the first dense one.
Matrix read_matlab(const ImportSource& source);
/// A dense NumPy array with one or two dimensions. Zeros are not stored.
Matrix read_npy(const ImportSource& source);

/// Reads the lines of a text.
class Lines {
public:
    Lines(const ImportSource& source, std::string_view text) : source_(source), rest_(text) {}

    /// Sets `line` to the next line without its line ending. Returns false at the end.
    bool next(std::string_view& line);
    /// Returns the next line. Throws if there is none; `expected` describes it: "the numbers of rows and columns".
    std::string_view take(const std::string& expected);
    /// Returns whether the last line has no line ending.
    bool is_cut() const { return is_cut_; }
    std::int64_t number() const { return number_; } ///< number of the last line, counted from 1
    /// Throws Error("file.malformed") for the last line. `problem` is a complete sentence.
    [[noreturn]] void refuse(const std::string& problem) const;

private:
    const ImportSource& source_;
    std::string_view rest_;
    std::int64_t number_ = 0;
    bool is_cut_ = false;
};

/// Throws Error("file.malformed") without a line number, as for binary files.
[[noreturn]] void refuse_file(const ImportSource& source, const std::string& problem);
/// Throws Error("file.unsupported").
[[noreturn]] void refuse_kind(const ImportSource& source, const std::string& problem, const std::string& hint = {});

/// Parses a whole word. Returns false if it is not a number of this kind.
bool parse_whole(std::string_view word, std::int64_t& number);
/// Also accepts D exponents and exponents without a letter (1.5-100), as written by Fortran. Numbers too small for a
/// double become 0.
bool parse_number(std::string_view word, double& number);

} // namespace warploom::imports
