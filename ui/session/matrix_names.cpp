#include "ui/session/matrix_names.h"

#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "engine/network/network_source.h"
#include "engine/ordering/order.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace warploom::ui {
namespace {

/// Removes the ordering after the bar, and the parameters of a network name.
QString fileOf(const QString& name) {
    std::string file = name.toStdString();
    try {
        file = ordering::without_orders(file);
    } catch (const Error&) {} // the error is reported when the matrix is opened
    return QString::fromStdString(network::file_of_name(file));
}

} // namespace

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
    return file.endsWith(QLatin1String(".mtx"), Qt::CaseInsensitive) ||
           file.endsWith(QLatin1String(".mtx.gz"), Qt::CaseInsensitive) || file.endsWith(QLatin1String(".npz")) ||
           network::names_network(file.toStdString());
}

QString matrixFileFilter() {
    return QCoreApplication::translate(
        "MatrixNames", "Matrices and networks (*.mtx *.mtx.gz *.mm *.npz *.inp *.INP *.inp.gz *.INP.gz);;"
                       "Matrix Market (*.mtx *.mtx.gz *.mm);;SciPy (*.npz);;"
                       "Water networks of EPANET (*.inp *.INP *.inp.gz *.INP.gz);;All files (*)");
}

} // namespace warploom::ui
