#include "ui/shell/about.h"

#include <QApplication>
#include <QCoreApplication>
#include <QFile>
#include <QMessageBox>
#include <QObject>
#include <QString>

namespace warploom::ui {

namespace {

/// The notices that were generated from the linked libraries (tools/third-party-notices), beside the program; empty where this
/// build has none.
QString notices() {
    QFile file(QCoreApplication::applicationDirPath() + QStringLiteral("/../share/doc/warploom/THIRD-PARTY.txt"));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

void showAbout(QWidget* parent) {
    QMessageBox box(
        QMessageBox::NoIcon, QObject::tr("About Warploom"),
        QObject::tr("<h3>Warploom %1</h3><p>A workbench that shows how the warps of a GPU weave through a matrix.</p>"
                    "<p>Free software under the GNU General Public License, version 3 or later: use it, pass it on, "
                    "change it. It comes without any warranty.</p>"
                    "<p>It stands on Qt, QCustomPlot, QScintilla, Eigen, OpenBLAS, libsodium, zlib, nlohmann-json and "
                    "CLI11.</p>")
            .arg(QApplication::applicationVersion()),
        QMessageBox::Close, parent);
    box.setTextFormat(Qt::RichText);
    box.setIconPixmap(QApplication::windowIcon().pixmap(64));
    if (const QString text = notices(); !text.isEmpty()) box.setDetailedText(text);
    box.exec();
}

} // namespace warploom::ui
