#include "app/collection/fetch_matrix.h"

#include "app/child_program/child_program.h"
#include "engine/did_you_mean.h"
#include "engine/embedded_file.h"
#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "engine/items.h"
#include "engine/sentence.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

namespace warploom {
const std::vector<EmbeddedFile>& collection_files(); // datasets/collection/*.csv
} // namespace warploom

namespace warploom::app {

namespace fs = std::filesystem;

namespace {

constexpr auto longest_download = std::chrono::hours(24);

bool is_plain_name(const std::string& word) {
    return !word.empty() && word.front() != '.' && word.front() != '-' &&
           std::all_of(word.begin(), word.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
                      c == '-' || c == '.' || c == '+';
           });
}

/// Returns the group, the name and the size of a matrix. The size is 0 if it is not known.
CollectionMatrix find_matrix(const std::string& name) {
    const auto& known = collection_matrices();
    const std::size_t slash = name.find('/');
    const std::string word = name.substr(slash == std::string::npos ? 0 : slash + 1);
    const auto found = std::find_if(known.begin(), known.end(), [&](const CollectionMatrix& each) {
        return slash == std::string::npos ? each.name == name : each.group + "/" + each.name == name;
    });
    if (found != known.end()) return *found;
    if (slash == std::string::npos)
        throw Error("fetch.unknown", sentence("There is no matrix named '{name}' in the list.", {{"name", name}}),
                    did_you_mean(name, transform_to_vector(known, [](const auto& each) { return each.name; })) + " " +
                        sentence("For other matrices of the SuiteSparse collection, specify GROUP/NAME."));
    const std::string group = name.substr(0, slash);
    if (!is_plain_name(group) || !is_plain_name(word))
        throw Error("fetch.unknown", sentence("'{name}' is not a valid GROUP/NAME.", {{"name", name}}),
                    sentence("Example: {example}", {{"example", "HB/bcsstk13"}}));
    CollectionMatrix matrix;
    matrix.group = group;
    matrix.name = word;
    return matrix;
}

/// Runs curl and returns its exit status. If the file exists, resumes the download.
int download(const std::string& curl, const std::string& address, const std::string& file, const Progress& progress) {
    const ProgramEnd end = run_program({curl, "--fail", "--location", "--silent", "--connect-timeout", "30",
                                        "--continue-at", "-", "--output", file, "--url", address},
                                       {}, longest_download, progress.cancelled);
    if (progress.cancelled != nullptr && progress.cancelled->load(std::memory_order_relaxed))
        throw Error("cancelled", sentence("The run was stopped."));
    return end.status;
}

void require_size(const CollectionMatrix& expected, const Matrix& matrix, const std::string& file) {
    const std::int64_t zeros = std::count(matrix.csr.value.begin(), matrix.csr.value.end(), 0.0);
    const std::int64_t nonzeros = matrix.csr.nonzeros() - zeros;
    if (expected.rows == 0 || (matrix.rows() == expected.rows && matrix.cols() == expected.columns &&
                               (matrix.csr.value.empty() || nonzeros == expected.nonzeros)))
        return;
    throw Error("fetch.mismatch",
                sentence("{file} contains a matrix of {rows} x {columns} with {nonzeros} nonzeros, but the collection "
                         "lists {expected_rows} x {expected_columns} with {expected_nonzeros} nonzeros.",
                         {{"file", file},
                          {"rows", matrix.rows()},
                          {"columns", matrix.cols()},
                          {"nonzeros", nonzeros},
                          {"expected_rows", expected.rows},
                          {"expected_columns", expected.columns},
                          {"expected_nonzeros", expected.nonzeros}}),
                sentence("Delete the file, and download it again."));
}

} // namespace

const std::vector<CollectionMatrix>& collection_matrices() {
    static const std::vector<CollectionMatrix> list = [] {
        std::vector<CollectionMatrix> matrices;
        std::istringstream lines(collection_files().front().text);
        std::string line;
        std::getline(lines, line); // skips the column names
        while (std::getline(lines, line)) {
            std::replace(line.begin(), line.end(), ',', ' ');
            std::istringstream fields(line);
            CollectionMatrix each;
            fields >> each.name >> each.group >> each.rows >> each.columns >> each.nonzeros;
            matrices.push_back(std::move(each));
        }
        return matrices;
    }();
    return list;
}

FetchedMatrix fetch_matrix(const FetchSettings& settings, const Progress& progress) {
    const CollectionMatrix wanted = find_matrix(settings.name);
    FetchedMatrix fetched;
    fetched.address = settings.from + "/MM/" + wanted.group + "/" + wanted.name + ".tar.gz";
    fetched.file = (fs::path(settings.folder) / (wanted.name + ".tar.gz")).string();
    std::error_code ignored;
    fetched.was_there = fs::exists(fetched.file, ignored);
    if (!fetched.was_there) {
        const std::string curl = find_program("curl"), part = fetched.file + ".part";
        if (curl.empty())
            throw Error(
                "fetch.curl", sentence("The program curl was not found."),
                sentence("Install curl, or download {address} with a browser.", {{"address", fetched.address}}));
        const bool is_continued = fs::exists(part, ignored);
        int status = download(curl, fetched.address, part, progress);
        if (status != 0 && is_continued && fs::remove(part, ignored)) // the server may not support resuming a download
            status = download(curl, fetched.address, part, progress);
        if (status != 0)
            throw Error("fetch.download",
                        sentence("{address} could not be downloaded (curl exited with status {status}).",
                                 {{"address", fetched.address}, {"status", status}}),
                        sentence("Check the network, then repeat the command, which continues the download. "
                                 "You can also download the file with a browser."));
        fs::rename(part, fetched.file);
    }
    fetched.matrix = load_matrix(fetched.file, progress);
    require_size(wanted, fetched.matrix, fetched.file);
    return fetched;
}

} // namespace warploom::app
