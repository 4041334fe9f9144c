// Checks that the number of long sentences in the documentation does not increase (lower the limit here when it falls),
// and the spelling of documentation, comments and interface texts.

#include "support/runner.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace {

const QDir root(WARPLOOM_SOURCE_DIR);

constexpr int most_words = 30;
/// Must never be raised.
constexpr int long_sentences_allowed = 0;

/// Returns paragraphs and list items, each as one line, without headings, tables, HTML and code.
QStringList paragraphs_of(const QString& markdown) {
    static const QRegularExpression item("^([-*+]|\\d+\\.)\\s"), no_prose("^[|#<]");
    QStringList found;
    QString paragraph;
    bool code = false;
    const auto end = [&] {
        if (!paragraph.isEmpty()) found << paragraph;
        paragraph.clear();
    };
    for (const QString& line : markdown.split('\n')) {
        const QString text = line.trimmed();
        const bool fence = text.startsWith("```") || text.startsWith("~~~");
        if (fence) code = !code;
        const bool indented = line.startsWith("    ") && paragraph.isEmpty();
        if (fence || code || indented || text.isEmpty() || no_prose.match(text).hasMatch()) {
            end();
            continue;
        }
        if (item.match(text).hasMatch()) end();
        paragraph += paragraph.isEmpty() ? text : ' ' + text;
    }
    end();
    return found;
}

/// Splits at . ! or ? before a blank and an uppercase letter, a digit or code.
QStringList sentences_of(const QString& paragraph) {
    static const QRegularExpression between("(?<=[.!?])[\"')*`]*\\s+(?=[\"'(`*\\[]*[A-Z`\\d])");
    return paragraph.split(between);
}

/// Counts words, which are separated by blanks; single dashes and other signs do not count.
int words_of(const QString& sentence) {
    static const QRegularExpression word("\\S*\\w\\S*", QRegularExpression::UseUnicodePropertiesOption);
    int words = 0;
    for (auto found = word.globalMatch(sentence); found.hasNext(); found.next()) ++words;
    return words;
}

QString text_of(const QString& path) {
    QFile file(root.filePath(path));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

class WordsTest : public QObject {
    Q_OBJECT

private slots:
    void the_spelling_is_american_and_right() {
        const QString tool = QStandardPaths::findExecutable("codespell");
        if (tool.isEmpty()) QSKIP("codespell is not installed");
        const auto misspelled = [&](const QStringList& options, const QStringList& places) {
            QProcess process;
            process.setWorkingDirectory(root.path());
            process.start(tool, options + QStringList{"-I", "tools/spelling-words.txt"} + places);
            return process.waitForFinished(120000) ? QString::fromUtf8(process.readAllStandardOutput())
                                                   : QString("codespell did not finish");
        };
        const QStringList documents{
            "README.md",           "CHANGELOG.md", "SUPPORT.md",       "CODE_OF_CONDUCT.md", "MAINTAINERS.md",
            "SECURITY.md",         "docs",         "datasets/lessons", "datasets/exercises", ".github",
            "datasets/experiments"};
        const QString british = misspelled({"--builtin", "clear,en-GB_to_en-US", "--skip", "*.png,*.ipynb"}, documents);
        QVERIFY2(british.isEmpty(), qPrintable('\n' + british.left(4000)));
        const QString wrong = misspelled({"--skip", "*.png,*.svg"}, {"app", "engine", "kernels", "ui", "packaging"});
        QVERIFY2(wrong.isEmpty(), qPrintable('\n' + wrong.left(4000)));

        QTemporaryDir folder; // a test must be able to fail
        QFile file(folder.filePath("a.md"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("This colour is recieved.\n");
        file.close();
        const QString found = misspelled({"--builtin", "clear,en-GB_to_en-US"}, {file.fileName()});
        QVERIFY2(found.contains("colour") && found.contains("recieved"), qPrintable(found));
    }

    void sentences_and_words_are_counted_as_a_reader_counts_them() {
        QCOMPARE(paragraphs_of("# One\nTwo\nthree.\n- Four.\n- Five\n  six.\n\n| seven |\n```\neight\n```\n"),
                 QStringList({"Two three.", "- Four.", "- Five six."}));
        QCOMPARE(sentences_of("Run `a.b` at 1.5. `c` is read. 2 are left."),
                 QStringList({"Run `a.b` at 1.5.", "`c` is read.", "2 are left."}));
        QCOMPARE(words_of("- L x = b, in 3 - not 4 - steps."), 8);
    }

    void long_sentences_of_the_documents_become_fewer() {
        QStringList pages{"README.md",  "CONTRIBUTING.md", "CHANGELOG.md",
                          "SUPPORT.md", "MAINTAINERS.md",  "CODE_OF_CONDUCT.md"},
            found;
        for (const QString& page : QDir(root.filePath("docs")).entryList({"*.md"})) pages << "docs/" + page;
        int sentences = 0;

        for (const QString& page : pages)
            for (const QString& paragraph : paragraphs_of(text_of(page)))
                for (const QString& sentence : sentences_of(paragraph)) {
                    ++sentences;
                    if (words_of(sentence) > most_words) found << page + ": " + sentence;
                }

        const QString said = QStringLiteral("\n%1\n%2 sentences have more than %3 words, %4 are allowed.")
                                 .arg(found.join('\n'))
                                 .arg(found.size())
                                 .arg(most_words)
                                 .arg(long_sentences_allowed);
        QVERIFY2(found.size() <= long_sentences_allowed, qPrintable(said));
        QVERIFY(sentences > 1000);
    }
};

WARPLOOM_TEST(WordsTest);
#include "words_test.moc"
