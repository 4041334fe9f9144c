#include "include_rules.h"

#include <QRegularExpression>
#include <QStringList>

namespace structure {

namespace {

struct Layer {
    const char* folder;    // the longest match counts
    const char* folders;   // of this project, separated by blanks
    const char* libraries; // beside the standard library and POSIX
};

constexpr Layer layers[] = {
    {"engine", "engine", "nlohmann zlib sanitizer"},
    {"engine/cuda", "engine", "cuda"},
    {"kernels", "engine kernels", "openmp"},
    {"kernels/cpu", "engine kernels", "openmp eigen"},
    {"kernels/cuda", "engine kernels", "cuda cusparse cublas"},
    {"ui", "engine ui", "qt qcustomplot nlohmann"},
    {"app", "engine kernels ui app", "qt qcustomplot nlohmann cli11"},
};

// The CUDA engine is for those who may see CUDA: everybody else meets a GPU through kernels/machine/machine.h.
constexpr const char* cuda_only[] = {"engine/cuda/", "kernels/cuda/"};

struct Library {
    const char* name;
    const char* pattern; // of the path between the brackets
};

constexpr Library libraries[] = {
    {"qcustomplot", "^qcustomplot\\.h$"},
    {"qt", "^(Q[A-Za-z]\\w*(/.+)?|q[a-z]+\\.h)$"},
    {"cusparse", "^cusparse"},
    {"cublas", "^cublas"},
    {"cuda", "^(cuda|nvtx3/|nvml|cub/|thrust/|cooperative_groups|device_launch|vector_types|mma\\.h)"},
    {"nlohmann", "^nlohmann/"},
    {"zlib", "^zlib\\.h$"},
    {"sanitizer", "^sanitizer/"},
    {"openmp", "^omp\\.h$"},
    {"eigen", "^Eigen/"},
    {"cli11", "^CLI/"},
    {"", "^(sys/|linux/)?[a-z0-9_]+(\\.h)?$"}, // the standard library and POSIX: everybody's
};

const Layer* layer_of(const QString& file) {
    const Layer* best = nullptr;
    for (const Layer& layer : layers)
        if (file.startsWith(QLatin1String(layer.folder) + '/') &&
            (!best || qstrlen(layer.folder) > qstrlen(best->folder)))
            best = &layer;
    return best;
}

bool lists(const char* words, const QString& word) { return QString::fromLatin1(words).split(' ').contains(word); }

bool is_cuda_folder(const QString& path) {
    for (const char* folder : cuda_only)
        if (path.startsWith(QLatin1String(folder))) return true;
    return false;
}

/// A text of CUDA C as students write it, which may include parts and nothing else of this tree.
bool is_text(const QString& file) {
    return file.startsWith("kernels/") && !is_cuda_folder(file) && (file.endsWith(".cu") || file.endsWith(".cuh"));
}

QString forbidden_own(const Layer& layer, const QString& file, const QString& path) {
    if (is_text(file)) {
        const bool is_header =
            path.startsWith("../headers/") || (file.startsWith("kernels/headers/") && !path.contains('/'));
        return is_header && path.endsWith(".cuh") ? QString() : "a kernel includes parts: \"../headers/warp_sum.cuh\"";
    }
    const QString folder = path.section('/', 0, 0);
    // Two sorts of file are made by the build and stand beside what includes them.
    if (!path.contains('/') && (path.endsWith(".moc") || path.startsWith("build_info"))) return {};
    if (!path.contains('/')) return "an own header is named from the repository root, as in \"engine/table.h\"";
    if (!lists(layer.folders, folder)) return QStringLiteral("%1 may not know %2").arg(layer.folder, folder);
    if (is_cuda_folder(path) && !is_cuda_folder(file)) return "only the CUDA half may include the CUDA half";
    return {};
}

} // namespace

QString forbidden_include(const QString& file, const QString& include) {
    const Layer* layer = layer_of(file);
    if (!layer) return "this folder has no line in the table of layers";
    const QString path = include.mid(1, include.size() - 2);
    if (include.startsWith('"')) return forbidden_own(*layer, file, path);
    for (const Library& library : libraries) {
        if (!QRegularExpression(library.pattern).match(path).hasMatch()) continue;
        const QString name = library.name;
        if (name.isEmpty() || lists(layer->libraries, name)) return {};
        if (name == "cuda" && is_text(file)) return {}; // read over here, and nvcc has words in it
        return QStringLiteral("%1 may not use the library %2").arg(layer->folder, name);
    }
    return "no library of the table has this header";
}

} // namespace structure
