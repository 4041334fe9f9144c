#include "app/cli/commands.h"
#include "app/cli/text_output.h"
#include "app/collection/fetch_matrix.h"
#include "engine/sentence.h"

namespace warploom::app {

namespace {

/// Implements the command `fetch`, which lists or downloads matrices of the SuiteSparse collection.
class FetchCommand {
public:
    explicit FetchCommand(CommandLine& line) {
        CLI::App* const fetch =
            line.add(line.app, "fetch", "Downloads a matrix of the SuiteSparse Matrix Collection with curl.", this,
                     &FetchCommand::fetch);
        line.add_json(*fetch);
        fetch->add_option(
            "name", settings_.name,
            "The name of a listed matrix, or GROUP/NAME of any matrix. Without a name, lists matrices that "
            "papers use.");
        fetch->add_option("--folder", settings_.folder, "The folder for the file. Default: the current folder.");
        fetch->add_option("--from", settings_.from, "The address of a mirror. Default: https://sparse.tamu.edu.");
    }

private:
    ExitStatus fetch(const CommandCall& call) const {
        if (settings_.name.empty()) return list(call);
        const FetchedMatrix fetched = fetch_matrix(settings_, call.progress());
        const Matrix& matrix = fetched.matrix;
        const auto message =
            fetched.was_there ? sentence_pattern("{file} already exists: {rows} x {columns}, {n} {n:nonzero|nonzeros}.")
                              : sentence_pattern("Saved as {file}: {rows} x {columns}, {n} {n:nonzero|nonzeros}.");
        call.answer.give({{"address", fetched.address},
                          {"file", fetched.file},
                          {"rows", matrix.rows()},
                          {"columns", matrix.cols()},
                          {"nonzeros", matrix.csr.nonzeros()}},
                         sentence(message, {{"file", fetched.file},
                                            {"rows", matrix.rows()},
                                            {"columns", matrix.cols()},
                                            {"n", matrix.csr.nonzeros()}}) +
                             "\n");
        return exit_fine;
    }
    static ExitStatus list(const CommandCall& call) {
        Table table;
        table.title = sentence("Matrices of the SuiteSparse collection that papers use");
        table.columns = {{"name", ""}, {"group", ""}, {"rows", ""}, {"columns", ""}, {"nonzeros", ""}};
        for (const CollectionMatrix& each : collection_matrices())
            table.add_row({each.name, each.group, each.rows, each.columns, each.nonzeros});
        call.answer.give(table_document(table), table_text(table));
        return exit_fine;
    }

    FetchSettings settings_;
};

} // namespace

void add_fetch_command(CommandLine& line) { line.keep<FetchCommand>(); }

} // namespace warploom::app
