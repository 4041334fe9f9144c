#include "ui/session/matrix_names.h"

#include "engine/compression.h"
#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "engine/network/network_source.h"
#include "engine/ordering/order.h"
#include "ui/style/qt_text.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStringList>

#include <algorithm>

namespace warploom::ui {
namespace {

/// Removes the ordering (the part after the vertical bar) and the parameters from the name of a network.
QString fileOf(const QString& name) {
    std::string file = name.toStdString();
    try {
        file = ordering::without_orders(file);
    } catch (const Error&) {} // ignore the error here, because opening the matrix reports it
    return QString::fromStdString(network::file_of_name(file));
}

/// Returns whether a generator parameter determines the matrix size. Titles omit these parameters and show the numbers
/// of rows and columns instead.
bool isSize(const std::string& parameter) { return parameter == "n" || parameter == "cols" || parameter == "rows"; }

} // namespace

QString matrixTitle(const QString& name, std::int64_t rows, std::int64_t columns) {
    const auto translated = [](const char* text) { return QCoreApplication::translate("MatrixNames", text); };
    const QString recipe = name.section(QLatin1Char('|'), 0, 0), order = name.section(QLatin1Char('|'), 1);
    QStringList parts;
    const std::string word = recipe.section(QLatin1Char(':'), 0, 0).toStdString();
    const auto generator = std::find_if(generators().begin(), generators().end(),
                                        [&](const GeneratorInfo& each) { return each.name == word; });
    if (generator == generators().end() || !names_generator(name.toStdString())) return shortName(name);
    parts.append(toQString(generator->title));
    if (rows >= 0) parts.append(translated("%1 × %2").arg(rows).arg(columns));
    for (const QString& pair : recipe.section(QLatin1Char(':'), 1).split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        const QString key = pair.section(QLatin1Char('='), 0, 0), value = pair.section(QLatin1Char('='), 1);
        const auto& known = generator->parameters;
        const auto parameter = std::find_if(
            known.begin(), known.end(), [&](const GeneratorParameter& each) { return each.name == key.toStdString(); });
        const bool is_told = parameter != known.end() && isSize(parameter->name) && rows >= 0;
        const bool is_default =
            parameter != known.end() && value.toDouble() == parameter->default_value && !isSize(parameter->name);
        if (is_told || is_default) continue;
        const bool is_size = parameter != known.end() && isSize(parameter->name);
        parts.append((is_size ? translated("%1 = %2") : translated("%1 %2")).arg(key, value));
    }
    if (!order.isEmpty()) parts.append(translated("ordering %1").arg(order));
    return parts.join(translated(", "));
}

QString wholeName(const QString& name) {
    if (names_generator(name.toStdString())) return name;
    const QString path = fileOf(name);
    const QFileInfo file(path);
    return file.exists() ? file.absoluteFilePath() + name.mid(path.size()) : name;
}

QString shortName(const QString& name) {
    if (names_generator(name.toStdString())) return name;
    const QString path = fileOf(name);
    return QFileInfo(path).fileName() + name.mid(path.size());
}

QString menuName(QString name) { return name.replace(QLatin1Char('&'), QLatin1String("&&")); }

bool canBeOpened(const QString& name) {
    if (names_generator(name.toStdString())) return true;
    const QString path = fileOf(name);
    return QFileInfo::exists(path) || find_embedded_file(built_in_networks(), path.toStdString()) != nullptr;
}

bool looksLikeMatrixFile(const QString& file) {
    static const QStringList endings{".mtx", ".npz",   ".npy", ".mat",    ".h5",  ".hdf5",  ".rsa",   ".rua",
                                     ".psa", ".pua",   ".hb",  ".rb",     ".el",  ".edges", ".graph", ".csv",
                                     ".tsv", ".petsc", ".svm", ".libsvm", ".tar", ".zip"};
    const std::string lower = file.toLower().toStdString();
    const QString plain = QString::fromStdString(std::string(without_compression_extension(lower)));
    return network::names_network(file.toStdString()) ||
           std::any_of(endings.begin(), endings.end(),
                       [&](const QString& ending) { return plain.endsWith(ending, Qt::CaseInsensitive); });
}

QString matrixFileFilter() {
    return QCoreApplication::translate(
        "MatrixNames",
        "Matrices and networks (*.mtx *.mtx.gz *.mtx.bz2 *.mtx.xz *.mm *.npz *.npy *.mat *.h5 *.hdf5 *.rsa *.rua *.psa "
        "*.pua "
        "*.hb *.rb *.el *.edges *.graph *.csv *.tsv *.petsc *.svm *.libsvm *.tar.gz *.tar.bz2 *.tar.xz *.tar *.zip "
        "*.inp *.INP *.inp.gz *.INP.gz);;"
        "Matrix Market (*.mtx *.mtx.gz *.mtx.bz2 *.mtx.xz *.mm);;Archives (*.tar.gz *.tar.bz2 *.tar.xz *.tar "
        "*.zip);;SciPy and NumPy (*.npz *.npy);;MATLAB and HDF5 (*.mat *.h5 *.hdf5);;"
        "Harwell-Boeing and Rutherford-Boeing (*.rsa *.rua *.psa *.pua *.hb *.rb);;"
        "Graphs and edge lists (*.el *.edges *.graph *.csv *.tsv);;"
        "Water networks of EPANET (*.inp *.INP *.inp.gz *.INP.gz);;All files (*)");
}

} // namespace warploom::ui
