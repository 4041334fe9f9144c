#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// Each of these functions reads one matrix file format from the decompressed contents of a file.

namespace warploom::imports {

struct ImportSource {
    const std::string& path; ///< path of the file, for error messages
    std::string text;        ///< contents, possibly binary
    const Progress& progress;
    int threads = 0;
};

/// Reads a Harwell-Boeing (Duff, Grimes, Lewis 1992) or Rutherford-Boeing file with an assembled real, complex, integer
/// or pattern matrix of any symmetry. Keeps the first dense right-hand side.
Matrix read_harwell_boeing(const ImportSource& source);
/// Reads a METIS graph. Edge weights become matrix values. Vertex weights are ignored.
Matrix read_metis(const ImportSource& source);
/// Reads a list of edges. A line contains two indices and, optionally, a value, separated by spaces, tabs, commas or
/// semicolons. Lines that start with #, % or // are comments, and the first line can contain column names. Indices are
/// assumed to start at 0 if a 0 occurs, and at 1 otherwise.
Matrix read_edge_list(const ImportSource& source);
/// Reads a LIBSVM file: a label and INDEX:VALUE pairs per line. Labels are ignored. Indices are assumed to start at 0
/// if a 0 occurs, and at 1 otherwise.
Matrix read_libsvm(const ImportSource& source);
/// Reads a PETSc binary file with a sparse or dense matrix, with 4-byte or 8-byte indices and real or complex
/// double-precision values.
Matrix read_petsc(const ImportSource& source);
/// Reads a MATLAB file of version 5 or 7 (not 7.3). Returns the first sparse matrix in the file, which may be in a
/// struct. If there is none, returns the first dense matrix.
Matrix read_matlab(const ImportSource& source);
/// Reads an HDF5 file: a MATLAB file of version 7.3, or a Binsparse file with a matrix in the format CSR, CSC or COO.
/// Returns the first sparse matrix in the file. If there is none, returns the first dense matrix.
Matrix read_hdf5(const ImportSource& source);
/// Reads a dense NumPy array with one or two dimensions. Zeros are not stored as entries.
Matrix read_npy(const ImportSource& source);

class Lines {
public:
    Lines(const ImportSource& source, std::string_view text) : source_(source), rest_(text) {}

    /// Reads the next line, without its line ending, into `line`. Returns false at the end of the text.
    bool next(std::string_view& line);
    /// Returns the next line, or throws if there is none. `expected` describes the missing line in the message: for
    /// example, "the numbers of rows and columns".
    std::string_view take(const std::string& expected);
    /// Returns whether the last line has no line ending.
    bool is_cut() const { return is_cut_; }
    std::int64_t number() const { return number_; } ///< number of the last line read, counted from 1
    /// Throws Error("file.malformed") with the number of the last line read. `problem` is a complete sentence.
    [[noreturn]] void refuse(const std::string& problem) const;

private:
    const ImportSource& source_;
    std::string_view rest_;
    std::int64_t number_ = 0;
    bool is_cut_ = false;
};

/// Throws Error("file.malformed") without a line number. Used for binary files.
[[noreturn]] void refuse_file(const ImportSource& source, const std::string& problem);
/// Throws Error("file.unsupported").
[[noreturn]] void refuse_kind(const ImportSource& source, const std::string& problem, const std::string& hint = {});

/// Parses the entire word as an integer. Returns false if the word is not an integer.
bool parse_whole(std::string_view word, std::int64_t& number);
/// Parses the entire word as a number. Also accepts exponents with D or without a letter (1.5-100), as written by
/// Fortran. Numbers too small for a double become 0.
bool parse_number(std::string_view word, double& number);

} // namespace warploom::imports
