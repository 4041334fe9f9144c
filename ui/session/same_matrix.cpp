#include "ui/session/same_matrix.h"

#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "ui/session/session.h"
#include "ui/style/text.h"

#include <QFileInfo>

#include <cstdlib>
#include <string>

namespace warploom::ui {
namespace {

std::string text_in(const Json& object, const char* key) {
    if (!object.is_object()) return {};
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// Returns the matrix hash in a worker's response or event (a row, a run, a trace, advice, `info` or `cg_open`), or 0
/// if it contains no hash.
std::uint64_t hash_in(const Json& answer) {
    std::string text = text_in(answer, "matrix_hash");
    if (const Json result = answer.value("result", Json()); text.empty() && result.is_object()) {
        text = text_in(result, "matrix_hash");
        if (text.empty()) text = text_in(result, "hash");
        if (text.empty()) text = text_in(result.value("matrix", Json()), "hash");
    }
    return std::strtoull(text.c_str(), nullptr, 16);
}

/// Returns the host name in the `ssh` command that starts a remote worker, or an empty string for a local worker.
QString host_of(const QStringList& command) {
    if (command.isEmpty() || QFileInfo(command.first()).fileName() != QLatin1String("ssh")) return {};
    for (const QString& word : command.mid(1))
        if (!word.startsWith(QLatin1Char('-'))) return word;
    return {};
}

} // namespace

void requireSameMatrix(const LoadedMatrix& open, const QStringList& worker_command, const Json& request,
                       const Json& answer) {
    const std::string operation = text_in(request, "operation");
    // The input of these operations is not a sparse matrix, so there is nothing to compare.
    if (operation == "tridiagonal" || operation == "ata") return;
    if (text_in(request, "matrix") != open.matrix.name) return;
    const std::uint64_t hash = hash_in(answer);
    if (hash == 0 || hash == open.hash) return;
    const QString host = host_of(worker_command), name = QFileInfo(open.name()).fileName();
    const bool is_made = names_generator(open.matrix.name);
    QString sentence;
    if (is_made && host.isEmpty())
        sentence = Text::tr("The worker and the app generate different matrices for “%1”. The worker's results are not "
                            "shown for this matrix.");
    else if (is_made)
        sentence = Text::tr("The worker on %2 and the app generate different matrices for “%1”. The worker's results "
                            "are not shown for this matrix.");
    else if (host.isEmpty())
        sentence = Text::tr("The worker and the app loaded different files for “%1”. The worker's results are not "
                            "shown for this matrix.");
    else
        sentence = Text::tr("The worker on %2 and the app loaded different files for “%1”. The worker's results are "
                            "not shown for this matrix.");
    sentence = host.isEmpty() ? sentence.arg(name) : sentence.arg(name, host);
    const QString hint = is_made ? Text::tr("The app and the worker may be different versions.")
                                 : Text::tr("If the file has changed, open it again. If the worker runs on another "
                                            "computer, copy the file there.");
    throw Error("matrix.differs", sentence.toStdString(), hint.toStdString());
}

} // namespace warploom::ui
