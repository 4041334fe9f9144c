#pragma once

#include <QByteArray>
#include <QFile>
#include <QRegularExpression>
#include <QString>
#include <QTemporaryDir>

#include <string>

/// Returns whether an error for a Matrix Market file says what is expected: in words, or as a declared number.
inline bool says_what_is_expected(const QString& refusal) {
    static const QRegularExpression wanted(
        "Expected [a-z0-9]|Lines must end in |Sizes must not be negative |declares \\d+( entry| entries|\\.)|"
        "an array of \\d+ x \\d+ (requires \\d+|has more than 2\\^63 values)\\.|array of \\d+ x \\d+ has \\d+ values?,|"
        "This appears to be a list of edges or triplets without a header\\."); // the hint has the banner
    return wanted.match(refusal).hasMatch();
}

/// A temporary folder with files.
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
