#include "engine/error.h"
#include "ui/pages/reproduce/experiment_store.h"

#include <QFile>
#include <QFileInfo>

#include <exception>

namespace warploom::ui {

ReadResult readResultFile(const QString& file) {
    ReadResult read;
    read.file = file;
    try {
        QFile in(file);
        if (!in.open(QIODevice::ReadOnly))
            throw Error("file.open",
                        QStringLiteral("'%1' could not be opened: %2.").arg(file, in.errorString()).toStdString(),
                        "Check the name, and whether the file may be read.");
        const std::string text = in.readAll().toStdString(), where = QFileInfo(file).fileName().toStdString();
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
