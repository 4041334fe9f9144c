#pragma once

#include <QByteArray>
#include <QFile>
#include <QTemporaryDir>

#include <string>

/// A folder that goes when the test does, and files in it.
class TestFolder {
public:
    std::string path(const char* name) const { return folder_.filePath(QString::fromUtf8(name)).toStdString(); }

    std::string write(const char* name, const QByteArray& text) const {
        QFile file(folder_.filePath(QString::fromUtf8(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("cannot write a test file");
        return file.fileName().toStdString();
    }

private:
    QTemporaryDir folder_;
};
