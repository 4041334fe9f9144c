// One name, one meaning: if two headers declare the same class name, readers must ask which one is meant.
#include "support/runner.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

namespace {

const QDir root(WARPLOOM_SOURCE_DIR);

/// Intended duplicates, with reasons.
const QMap<QString, QString> allowed{
    {"Array", "the library Warploom::simt, and the documents"},
    {"Counts", "the library Warploom::simt, and the documents"},
    {"Finding", "the library Warploom::simt, and the simulated GPU"},
    {"Refusal", "the library Warploom::simt, and the compiler"},
    {"Machine", "the interpreter of kernel code, and a device that kernels run on"},
    {"Run", "a run, its document, and its row in the window"},
    {"Trace", "a trace, and its document"},
    {"Plan", "one per CUDA method, in namespaces of their own"},
    {"Parts", "one per CUDA method, in namespaces of their own"},
    {"Share", "a part of an experiment, and a part of a tile"},
};

/// Returns the names of classes, structs and enumerations declared at the left margin, that is, at namespace scope,
/// without nested classes (`struct Outer::Inner`) and forward declarations.
QSet<QString> declared_in(const QString& header) {
    static const QRegularExpression declaration("^(?:struct|class|enum class|enum)\\s+(\\w+)\\b(?!::)[^;]*$",
                                                QRegularExpression::MultilineOption);
    static const QRegularExpression one_line("^(?:struct|class|enum class|enum)\\s+(\\w+)\\b(?!::)[^;{]*\\{.*\\};?$",
                                             QRegularExpression::MultilineOption);
    QSet<QString> names;
    for (const QRegularExpression& each : {declaration, one_line})
        for (auto matches = each.globalMatch(header); matches.hasNext();) names.insert(matches.next().captured(1));
    return names;
}

} // namespace

class NamesTest : public QObject {
    Q_OBJECT

private slots:
    void declarations_are_found_in_a_header() {
        QCOMPARE(declared_in(
                     "struct Row {\n    int a;\n};\nclass Later;\nenum class Kind { a, b };\nstruct Page::Part {\n};\n"
                     "    struct Inner {\n    };\n"),
                 (QSet<QString>{"Row", "Kind"}));
    }

    void a_class_name_is_declared_in_one_header() {
        QMap<QString, QStringList> headers;
        for (const char* layer : {"engine", "kernels", "ui", "app"})
            for (QDirIterator it(root.filePath(layer), {"*.h"}, QDir::Files, QDirIterator::Subdirectories);
                 it.hasNext();) {
                QFile file(it.next());
                QVERIFY(file.open(QIODevice::ReadOnly));
                for (const QString& name : declared_in(QString::fromUtf8(file.readAll())))
                    headers[name] << root.relativeFilePath(file.fileName());
            }
        QVERIFY(headers.size() > 500);
        QStringList several, alone;
        for (auto each = headers.begin(); each != headers.end(); ++each)
            if (each->size() > 1 && !allowed.contains(each.key())) several << each.key() + ": " + each->join(", ");
        for (const QString& name : allowed.keys())
            if (headers.value(name).size() < 2) alone << name;
        QVERIFY2(several.isEmpty(), qPrintable("Rename one of each:\n" + several.join('\n')));
        QVERIFY2(alone.isEmpty(), qPrintable("No pair any more, so not in the list: " + alone.join(", ")));
    }
};

WARPLOOM_TEST(NamesTest);
#include "names_test.moc"
