// The words of documents and comments: long sentences, and comments whose subject has no name. Both counts may only fall: a change that
// lowers one lowers the number here too.

#include "support/runner.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

namespace {

const QDir root(WARPLOOM_SOURCE_DIR);

constexpr int most_words = 30;
/// Numbers that may only fall.
constexpr int long_sentences_allowed = 0;
constexpr int nameless_comments_allowed = 6;

/// Paragraphs and list items, each as one line. Headings, tables, HTML and code are left out.
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

/// A sentence ends at . ! or ? before a blank and a capital, a digit or code.
QStringList sentences_of(const QString& paragraph) {
    static const QRegularExpression between("(?<=[.!?])[\"')*`]*\\s+(?=[\"'(`*\\[]*[A-Z`\\d])");
    return paragraph.split(between);
}

/// Words are parted by blanks; a dash or a sign alone is none.
int words_of(const QString& sentence) {
    static const QRegularExpression word("\\S*\\w\\S*", QRegularExpression::UseUnicodePropertiesOption);
    int words = 0;
    for (auto found = word.globalMatch(sentence); found.hasNext(); found.next()) ++words;
    return words;
}

/// A comment whose subject has no name: one of these words stands anywhere behind //. In a comment each of them begins a clause, so
/// the place in the sentence is not looked at.
bool has_nameless_subject(const QString& line) {
    static const QRegularExpression comment(
        "(?:^|\\s)//.*\\b(?:who|whoever|nobody|somebody|everybody|what is|what was)\\b",
        QRegularExpression::CaseInsensitiveOption);
    return comment.match(line).hasMatch();
}

QString text_of(const QString& path) {
    QFile file(root.filePath(path));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

class WordsTest : public QObject {
    Q_OBJECT

private slots:
    void sentences_and_words_are_counted_as_a_reader_counts_them() {
        QCOMPARE(paragraphs_of("# One\nTwo\nthree.\n- Four.\n- Five\n  six.\n\n| seven |\n```\neight\n```\n"),
                 QStringList({"Two three.", "- Four.", "- Five six."}));
        QCOMPARE(sentences_of("Run `a.b` at 1.5. `c` is read. 2 are left."),
                 QStringList({"Run `a.b` at 1.5.", "`c` is read.", "2 are left."}));
        QCOMPARE(words_of("- L x = b, in 3 - not 4 - steps."), 8);
    }

    void a_comment_without_a_named_subject_is_noticed() {
        QVERIFY(has_nameless_subject("int a; ///< Who calls it waits."));
        QVERIFY(has_nameless_subject("/// Nobody waits, and what is lost is gone."));
        QVERIFY(!has_nameless_subject("/// The whole matrix waits."));
        QVERIFY(!has_nameless_subject("who(\"what is\");"));
    }

    void long_sentences_of_the_documents_become_fewer() {
        QStringList pages{"README.md", "CONTRIBUTING.md", "CHANGELOG.md"}, found;
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

    void comments_without_a_named_subject_become_fewer() {
        QStringList found;
        int lines = 0;
        for (const char* layer : {"engine", "kernels", "app", "ui"}) {
            QDirIterator files(root.filePath(layer), {"*.h", "*.cpp", "*.cu", "*.cuh"}, QDir::Files,
                               QDirIterator::Subdirectories);
            while (files.hasNext()) {
                const QString path = root.relativeFilePath(files.next());
                int number = 0;
                for (const QString& line : text_of(path).split('\n')) {
                    ++number, ++lines;
                    if (has_nameless_subject(line)) found << QStringLiteral("%1:%2").arg(path).arg(number);
                }
            }
        }

        const QString said =
            QStringLiteral("\n%1\n%2 lines of comments have who, whoever, nobody, somebody, everybody, "
                           "\"what is\" or \"what was\" for a subject, %3 are allowed.")
                .arg(found.join('\n'))
                .arg(found.size())
                .arg(nameless_comments_allowed);
        QVERIFY2(found.size() <= nameless_comments_allowed, qPrintable(said));
        QVERIFY(lines > 10000);
    }
};

WARPLOOM_TEST(WordsTest);
#include "words_test.moc"
