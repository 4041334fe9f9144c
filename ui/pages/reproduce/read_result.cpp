#include "engine/error.h"
#include "engine/regular_file.h"
#include "ui/pages/reproduce/experiment_store.h"

#include <QFileInfo>

#include <exception>

namespace warploom::ui {

ReadResult readResultFile(const QString& file) {
    ReadResult read;
    read.file = file;
    try {
        const std::string where = QFileInfo(file).fileName().toStdString();
        const std::string text = read_regular_file(file.toStdString(), experiment::largest_result);
        read.result = std::make_shared<experiment::Result>(experiment::result_from_text(text, where));
        read.seal = experiment::check_seal(text, where);
    } catch (const Error& error) {
        read.result.reset();
        read.sentence = QString::fromUtf8(error.what());
        read.hint = QString::fromStdString(error.hint());
    } catch (const std::exception& error) {
        read.result.reset();
        read.sentence = QObject::tr("'%1' could not be read: %2").arg(file, QString::fromUtf8(error.what()));
    }
    return read;
}

} // namespace warploom::ui
