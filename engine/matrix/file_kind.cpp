#include "engine/matrix/file_kind.h"

#include "engine/sentence.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace warploom {

namespace {

bool is_whitespace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool is_decimal(char c) { return c >= '0' && c <= '9'; }

std::string lowercase(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower;
}

/// Removes the first line from `text` and returns it without its line ending.
std::string_view take_line(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(text.size(), end + 1));
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    return line;
}

bool has_only_numbers(std::string_view line) {
    return std::any_of(line.begin(), line.end(), is_decimal) &&
           std::all_of(line.begin(), line.end(), [](char c) { return is_decimal(c) || is_whitespace(c); });
}

/// Returns whether the second line of a file contains only numbers and the third line starts with a Harwell-Boeing type
/// code, such as RSA or PUA.
bool is_harwell_boeing(std::string_view head) {
    take_line(head);
    if (!has_only_numbers(take_line(head))) return false;
    const std::string code = lowercase(take_line(head).substr(0, 3));
    return code.size() == 3 && std::string_view("rcpiq").find(code[0]) != std::string_view::npos &&
           std::string_view("suhzr").find(code[1]) != std::string_view::npos && (code[2] == 'a' || code[2] == 'e');
}

/// Splits a line at spaces, tabs, commas and semicolons.
std::vector<std::string_view> fields_of(std::string_view line) {
    std::vector<std::string_view> fields;
    for (std::size_t at = 0; at < line.size();) {
        const auto separates = [](char c) { return is_whitespace(c) || c == ',' || c == ';'; };
        while (at < line.size() && separates(line[at])) ++at;
        const std::size_t begin = at;
        while (at < line.size() && !separates(line[at])) ++at;
        if (at > begin) fields.push_back(line.substr(begin, at - begin));
    }
    return fields;
}

bool is_index(std::string_view word) {
    return !word.empty() && word.size() < 11 && std::all_of(word.begin(), word.end(), is_decimal);
}
bool is_number(std::string_view word) {
    return std::any_of(word.begin(), word.end(), is_decimal) && std::all_of(word.begin(), word.end(), [](char c) {
               return is_decimal(c) || std::string_view("+-.eEdD").find(c) != std::string_view::npos;
           });
}

bool is_comment(std::string_view line) {
    return line.empty() || line[0] == '#' || line[0] == '%' || line.starts_with("//");
}

/// Returns whether each of the first lines contains two indices and, optionally, a number. Comments and a line with
/// column names may precede these lines. The last line of `head` may be incomplete.
bool is_edge_list(std::string_view head) {
    int lines = 0;
    bool may_be_names = true;
    while (!head.empty() && lines < 3) {
        const std::string_view line = take_line(head);
        if (is_comment(line)) continue;
        const auto fields = fields_of(line);
        if (fields.size() < 2 || fields.size() > 3) return false;
        const bool is_entry =
            is_index(fields[0]) && is_index(fields[1]) && (fields.size() == 2 || is_number(fields[2]));
        if (!is_entry && !(may_be_names && lines == 0)) return false;
        may_be_names = false;
        if (is_entry) ++lines;
    }
    return lines > 0;
}

/// Returns whether the first line, other than blank lines and comments, is the heading of an EPANET section. The name
/// of a section is recognized by its first four letters.
bool is_epanet(std::string_view head) {
    while (!head.empty()) {
        std::string_view line = take_line(head);
        while (!line.empty() && is_whitespace(line.front())) line.remove_prefix(1);
        if (line.empty() || line.front() == ';') continue;
        const std::string begin = lowercase(line.substr(0, 5));
        const std::array sections{"[titl", "[junc", "[rese", "[tank", "[pipe", "[pump", "[valv", "[opti"};
        return std::find(sections.begin(), sections.end(), begin) != sections.end();
    }
    return false;
}

/// Returns whether each of the first lines contains a label followed by INDEX:VALUE pairs.
bool is_libsvm(std::string_view head) {
    int pairs = 0;
    for (int lines = 0; !head.empty() && lines < 3; ++lines) {
        const std::string_view all = take_line(head), line = all.substr(0, all.find('#'));
        if (head.empty() && lines > 0) break; // the last line may be incomplete
        const auto fields = fields_of(line);
        if (fields.empty() || !is_number(fields[0])) return false;
        for (std::size_t f = 1; f < fields.size(); ++f) {
            const std::size_t colon = fields[f].find(':');
            if (colon == std::string_view::npos) return false;
            if (fields[f].starts_with("qid:") || (head.empty() && f + 1 == fields.size())) continue;
            if (!is_index(fields[f].substr(0, colon)) || !is_number(fields[f].substr(colon + 1))) return false;
            ++pairs;
        }
    }
    return pairs > 0;
}

/// Returns whether the first member of a ZIP archive is a NumPy array.
bool is_npz(std::string_view head) {
    constexpr std::size_t name_at = 30;
    if (head.size() < name_at) return false;
    const std::size_t length =
        static_cast<unsigned char>(head[26]) | static_cast<std::size_t>(static_cast<unsigned char>(head[27])) << 8;
    return head.substr(name_at, length).ends_with(".npy");
}

/// Returns the name of the first file in a tar archive. It is stored in the first 100 bytes of the header.
std::string first_name_in_tar(std::string_view head) {
    std::string name(head.substr(0, std::min<std::size_t>(100, head.find('\0'))));
    for (char& c : name)
        if (static_cast<unsigned char>(c) < 32 || static_cast<unsigned char>(c) >= 127) c = '?';
    return name;
}

FileKind archive(const std::string& what, const std::string& command) {
    return {sentence("This is a {kind} archive, not a matrix.", {{"kind", what}}),
            sentence("Unpack it with `{command}`, then open the .mtx file that it contains.", {{"command", command}})};
}

FileKind compressed(const std::string& what, const std::string& command) {
    return {sentence("This file is compressed with {program}, which is not supported.", {{"program", what}}),
            sentence("Decompress it with `{command}`, or compress it with gzip instead.", {{"command", command}})};
}

FileKind matlab() {
    return {sentence("This is a MATLAB file."),
            sentence("Export the matrix: in MATLAB with `mmwrite('A.mtx', A)`, or in Python with "
                     "`scipy.io.mmwrite('A.mtx', scipy.io.loadmat('FILE.mat')['A'])`."),
            FileFormat::matlab};
}

/// Returns the description of a MATLAB 7.3 file, which is an HDF5 file that scipy.io.loadmat() cannot read.
FileKind matlab_73() {
    return {sentence("This is a MATLAB 7.3 file (HDF5)."),
            sentence("Save the matrix again in MATLAB with `save('FILE.mat', 'A', '-v7')`, or export it in Python with "
                     "`scipy.io.mmwrite('A.mtx', mat73.loadmat('FILE.mat')['A'])`."),
            FileFormat::hdf5};
}

/// Removes whitespace, XML declarations and comments at the beginning, which may precede the first element of a web
/// page.
std::string_view without_prologue(std::string_view text) {
    for (;;) {
        while (!text.empty() && is_whitespace(text.front())) text.remove_prefix(1);
        const char* const end = text.starts_with("<!--") ? "-->" : text.starts_with("<?xml") ? "?>" : nullptr;
        const std::size_t at = end == nullptr ? std::string_view::npos : text.find(end);
        if (at == std::string_view::npos) return text;
        text.remove_prefix(at + std::string_view(end).size());
    }
}

bool is_web_page(std::string_view text) {
    const std::string begin = lowercase(without_prologue(text).substr(0, 64));
    const std::array starts{"<!doctype html", "<html", "<head", "<body", "<title", "<meta", "<script"};
    return std::any_of(starts.begin(), starts.end(), [&](const char* start) { return begin.starts_with(start); });
}

} // namespace

std::optional<FileKind> failed_download_kind(std::string_view head) {
    if (head.starts_with("\xef\xbb\xbf")) head.remove_prefix(3);
    if (is_web_page(head))
        return FileKind{sentence("This is a web page, not a matrix."),
                        sentence("Save the file that the page links to instead of the page itself.")};
    while (!head.empty() && is_whitespace(head.front())) head.remove_prefix(1);
    if (head.starts_with("<?xml"))
        return FileKind{sentence("This is an XML or JSON file, not a matrix."), sentence("Open another file.")};
    if (head.starts_with("version https://git-lfs"))
        return FileKind{sentence("This is a Git LFS pointer, not the file itself."),
                        sentence("Download the file with `git lfs pull`.")};
    return std::nullopt;
}

std::optional<FileKind> foreign_file_kind(std::string_view head) {
    using namespace std::string_view_literals;
    const auto begins = [&](std::string_view bytes) { return head.starts_with(bytes); };
    if (head.size() > 262 && head.substr(257, 5) == "ustar") {
        FileKind kind = archive("tar", "tar xf");
        kind.format = FileFormat::tar;
        if (const std::string name = first_name_in_tar(head); !name.empty())
            kind.sentence = sentence("This is a tar archive whose first entry is {name}.", {{"name", name}});
        return kind;
    }
    if (begins("PK\3\4"sv)) {
        FileKind kind = archive("zip", "unzip");
        kind.format = is_npz(head) ? FileFormat::npz : FileFormat::zip;
        return kind;
    }
    if (begins("7z\xbc\xaf\x27\x1c"sv)) return archive("7-Zip", "7z x");
    if (begins("Rar!"sv)) return archive("RAR", "unrar x");
    if (begins("BZh"sv)) return compressed("bzip2", "bunzip2");
    if (begins("\xfd"
               "7zXZ\0"sv))
        return compressed("xz", "unxz");
    if (begins("\x28\xb5\x2f\xfd"sv)) return compressed("Zstandard", "unzstd");
    if (begins("MATLAB 5.0 MAT-file"sv)) return matlab();
    if (begins("MATLAB 7.3 MAT-file"sv)) return matlab_73();
    if (begins("\x89HDF\r\n\x1a\n"sv))
        return FileKind{sentence("This is an HDF5 file."),
                        sentence("Export the matrix as a Matrix Market file, for example, with scipy.io.mmwrite()."),
                        FileFormat::hdf5};
    if (begins("\x93NUMPY"sv))
        return FileKind{sentence("This is a dense NumPy array."),
                        sentence("Save it as a sparse matrix: `scipy.sparse.save_npz('A.npz', "
                                 "scipy.sparse.csr_matrix(numpy.load('FILE.npy')))`."),
                        FileFormat::npy};
    if (begins("\0\x12\x7b\x50"sv) || begins("\0\0\0\0\0\x12\x7b\x50"sv))
        return FileKind{sentence("This is a PETSc binary matrix."),
                        sentence("Export it with `MatView` and the viewer format PETSC_VIEWER_ASCII_MATRIXMARKET."),
                        FileFormat::petsc};
    if (begins("%PDF"sv))
        return FileKind{sentence("This is a PDF document, not a matrix."), sentence("Open another file.")};

    std::string_view text = head.starts_with("\xef\xbb\xbf") ? head.substr(3) : head;
    if (is_harwell_boeing(text))
        return FileKind{
            sentence("This file is in the Harwell-Boeing or Rutherford-Boeing format."),
            sentence("Convert it with `scipy.io.mmwrite('A.mtx', scipy.io.hb_read('FILE'))`, or download the "
                     "matrix in the Matrix Market format."),
            FileFormat::harwell_boeing};
    while (!text.empty() && is_whitespace(text.front())) text.remove_prefix(1);
    const std::string begin = lowercase(text.substr(0, 64));
    if (auto kind = failed_download_kind(text)) return kind;
    if (is_epanet(text))
        return FileKind{sentence("This is an EPANET water network."),
                        sentence("Rename it so that its name ends in .inp."), FileFormat::epanet};
    if (begin.starts_with("{"))
        return FileKind{sentence("This is an XML or JSON file, not a matrix."), sentence("Open another file.")};
    if (text.starts_with("%%")) return std::nullopt; // this is a Matrix Market banner, possibly misspelled
    if (is_edge_list(text))
        return FileKind{
            sentence("This appears to be a list of edges or triplets without a header."),
            sentence("Add a first line `%%MatrixMarket matrix coordinate pattern general` (or `real` instead of "
                     "`pattern`) and a second line with the numbers of rows, columns and entries. Indices start at "
                     "1."),
            FileFormat::edge_list};
    if (is_libsvm(text))
        return FileKind{
            sentence("This appears to be LIBSVM data."),
            sentence("Convert it with `scipy.io.mmwrite('A.mtx', sklearn.datasets.load_svmlight_file('FILE')[0])`."),
            FileFormat::libsvm};
    return std::nullopt;
}

} // namespace warploom
