#include "app/lesson/answer.h"
#include "engine/embedded_file.h"
#include "engine/error.h"
#include "engine/matrix/imports/foreign_matrix.h"
#include "engine/matrix/npz/npz_reader.h"
#include "engine/sentence.h"
#include "kernels/machine/registry.h"
#include "kernels/multi_gpu/split_matrix.h"

// Stubs for features that are not available in a web browser, such as files, host kernels and multiple GPUs.

namespace warploom {

namespace {

[[noreturn]] void refuse(const std::string& path) {
    throw Error("file.missing",
                sentence("'{name}' is not a generator, and pages cannot open files by "
                         "name.",
                         {{"name", path}}),
                sentence("Use a generator such as laplace2d:n=20."));
}

} // namespace

const std::vector<EmbeddedFile>& learned_files();
const std::vector<EmbeddedFile>& learned_files() { // empty, because pages do not use kernel times measured on real GPUs
    static const std::vector<EmbeddedFile> none;
    return none;
}

bool names_npz(std::string_view) { return false; }
Matrix read_npz(const std::string& path, const Progress&, int) { refuse(path); }
std::optional<Matrix> imports::read_foreign_matrix(const std::string&, const Progress&, int) { return std::nullopt; }

namespace kernels {

const std::vector<HostEntry>& host_entries() {
    static const std::vector<HostEntry> none;
    return none;
}

std::shared_ptr<const SplitMatrix> split_matrix(const std::string&, const CsrMatrix&, Precision, int,
                                                const FormatOptions&, const Progress&, std::int64_t) {
    throw Error("kernel.machine", sentence("Pages have a single simulated GPU."),
                sentence("To use several GPUs, run the desktop version of Warploom."));
}

} // namespace kernels

namespace app {

void answer_by_solving(const lesson::Question&, lesson::Answer&, Inputs&, const MachineList&, const Progress&) {
    throw Error("lesson.question", sentence("This answer is computed on the host, which is not available in a page."),
                sentence("To compute it, use the desktop version of Warploom."));
}

} // namespace app

} // namespace warploom
