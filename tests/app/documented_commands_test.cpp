// Every warploom-engine command in README.md and docs/*.md must be accepted. Commands that need neither a GPU nor a
// cluster are executed with smaller matrices; for all others, only the options are checked.

#include "called_engine.h"
#include "engine/zip_file.h"
#include "support/runner.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace warploom;

namespace {

const QDir root(WARPLOOM_SOURCE_DIR);

QString text_of(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

struct Command {
    QString page; ///< "docs/cg.md:17"
    QString line; ///< as printed, without its comment
    QStringList words;
};

/// Returns the commands in the code blocks of a page that have no language. A description follows after "  # ".
QList<Command> commands_of(const QString& page, const QString& text) {
    static const QRegularExpression program("(^|[ /])warploom-engine ");
    QList<Command> commands;
    bool is_inside = false, is_shell = false;
    int number = 0;
    for (const QString& line : text.split('\n')) {
        ++number;
        if (line.startsWith("```")) {
            is_inside = !is_inside;
            is_shell = is_inside && line.trimmed() == "```";
        } else if (is_shell && !line.startsWith("scp ")) {
            const auto found = program.match(line);
            if (!found.hasMatch() || line.trimmed().startsWith('#')) continue;
            const QString call = line.mid(found.capturedEnd()).section("  # ", 0, 0).trimmed();
            commands << Command{page + ':' + QString::number(number), call, QProcess::splitCommand(call)};
        }
    }
    return commands;
}

QList<Command> all_commands() {
    QStringList pages{"README.md"};
    for (const QString& name : QDir(root.filePath("docs")).entryList({"*.md"}, QDir::Files)) pages << "docs/" + name;
    QList<Command> all;
    for (const QString& page : pages) all << commands_of(page, text_of(root.filePath(page)));
    return all;
}

/// Returns whether a command needs a GPU, a cluster or a package, or takes minutes for any matrix.
bool is_only_read(const Command& command) {
    static const QRegularExpression elsewhere(
        "cuda:|--over|--gpus|--package|--measure|--prove|^measure-card|^fit |^fidelity|^serve|^page |<|\\.\\.\\.");
    return elsewhere.match(command.line).hasMatch();
}

/// Limits matrices to a few thousand rows, and measuring to the minimum.
QStringList made_short(const Command& command) {
    static const QRegularExpression size("\\b(n|rows|cols|grid)=(\\d+)");
    QStringList words;
    for (QString word : command.words) {
        auto sizes = size.globalMatch(word);
        QString shorter;
        qsizetype at = 0;
        while (sizes.hasNext()) {
            const auto one = sizes.next();
            shorter += word.mid(at, one.capturedStart(2) - at) + QString::number(std::min(64, one.captured(2).toInt()));
            at = one.capturedEnd(2);
        }
        words << shorter + word.mid(at);
    }
    const bool measures = words.value(0) == "run" || (words.value(0) == "experiment" && words.value(1) == "run");
    if (measures && !words.contains("--quick")) words << "--quick";
    if (words.value(0) == "experiment" && words.value(1) == "run") words << "--no-host";
    return words;
}

/// Creates the user's files that the pages refer to.
void fill(const QDir& folder) {
    const auto write_bytes = [&](const QString& path, const QByteArray& bytes) {
        QVERIFY(folder.mkpath(QFileInfo(path).path()));
        QFile file(folder.filePath(path));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) > 0);
    };
    const auto write = [&](const QString& path, const QString& text) { write_bytes(path, text.toUtf8()); };
    const QString kernel = text_of(root.filePath("kernels/textbook/lesson_2_warp_a_row.cu"));
    for (const char* path : {"mine.cu", "kernels/spmv/mine.cu", "src/mine.cu"}) write(path, kernel);
    const QString side_by_side = text_of(root.filePath("kernels/textbook/lesson_5_format.cu"));
    for (const char* path : {"hand-ins/Ada Lovelace_4711_assignsubmission_file_/ada.cu", "term/warp-a-row/ada.cu",
                             "term/vector-sum/ada.cu", "answer.cu"})
        write(path, side_by_side); // the folder has the name that Moodle gives it
    write_bytes("all.zip", QByteArray::fromStdString(warploom::zip_of({{"ada.cu", side_by_side.toStdString()}})));
    write("homework.cu", text_of(root.filePath("tests/app/pasted/right/spmv_homework.cu")));
    write("town.inp", text_of(root.filePath("datasets/networks/hillside.inp")));
    write("FILE.mtx", "%%MatrixMarket matrix coordinate real symmetric\n3 3 5\n1 1 2\n2 2 2\n3 3 2\n2 1 -1\n3 2 -1\n");
    write("mine.md", text_of(root.filePath("datasets/lessons/01-warp.md")));
    const QString page = text_of(root.filePath("docs/experiments.md"));
    const auto begin = page.indexOf("{\n  \"warploom_experiment\"");
    QVERIFY(begin > 0);
    write("my-own.json", page.mid(begin, page.indexOf("```", begin) - begin));
}

/// Returns options of a command that its help does not mention, and unknown commands.
QString unknown_words(const Command& command) {
    QStringList name;
    for (const QString& word : command.words) {
        static const QRegularExpression plain("^[a-z-]+$");
        if (word.startsWith("--") || !word.contains(plain) || name.size() == 2) break;
        name << word;
    }
    static const QString commands = test::call_engine({"--help"}).out;
    if (!commands.contains("\n  " + name.value(0) + ' ')) return "there is no such command";
    auto help = test::call_engine(name + QStringList("--help"));
    if (help.status != 0) help = test::call_engine({name.value(0), "--help"});
    QStringList unknown;
    for (const QString& word : command.words)
        if (word.startsWith("--") &&
            !help.out.contains(QRegularExpression(QRegularExpression::escape(word.section('=', 0, 0)) + "[\\s,\\[]")))
            unknown << word;
    return unknown.join(' ');
}

} // namespace

class DocumentedCommandsTest : public QObject {
    Q_OBJECT

private slots:
    void commands_are_found_in_pages() {
        const QString page = "```\nwarploom-engine info a  # what it is\nbuild/release/bin/warploom-engine kernels\n"
                             "mpirun -n 2 warploom-engine run spmv \"b c\"\n# warploom-engine no\n```\n"
                             "warploom-engine prose\n```json\nwarploom-engine other\n```\n";
        const auto commands = commands_of("page.md", page);
        QCOMPARE(commands.size(), 3);
        QCOMPARE(commands[0].words, QStringList({"info", "a"}));
        QCOMPARE(commands[0].page, QStringLiteral("page.md:2"));
        QCOMPARE(commands[2].words, QStringList({"run", "spmv", "b c"}));
    }

    void an_option_that_no_command_knows_is_noticed() {
        const auto of = [](const char* line) {
            return unknown_words(commands_of("p", QStringLiteral("```\nwarploom-engine %1\n```").arg(line))[0]);
        };
        QCOMPARE(of("run spmv laplace2d:n=8 --machine cuda:0"), QString());
        QCOMPARE(of("run spmv laplace2d:n=8 --machines cuda:0"), QStringLiteral("--machines"));
        QCOMPARE(of("dance --machine cuda:0"), QStringLiteral("there is no such command"));
    }

    void every_command_of_the_documents_is_accepted_data() {
        QTest::addColumn<int>("number");
        const auto all = all_commands();
        for (int i = 0; i < all.size(); ++i) QTest::newRow(qPrintable(all[i].page + ' ' + all[i].line)) << i;
        QVERIFY2(all.size() >= 60, qPrintable(QString::number(all.size())));
    }
    void every_command_of_the_documents_is_accepted() {
        QFETCH(int, number);
        const Command command = all_commands()[number];
        const QString unknown = unknown_words(command);
        QVERIFY2(unknown.isEmpty(), qPrintable(unknown));
        if (is_only_read(command)) return;
        const QTemporaryDir folder;
        QVERIFY(folder.isValid());
        fill(QDir(folder.path()));
        if (command.line.startsWith("exercise start")) QVERIFY(QFile::remove(folder.filePath("mine.cu")));
        QVERIFY(QDir::setCurrent(folder.path()));
        const auto called = test::call_engine(made_short(command));
        QVERIFY2(called.status == 0, qPrintable(QStringLiteral("status %1: %2").arg(called.status).arg(called.error)));
        QVERIFY(QDir::setCurrent(root.path()));
    }
};

WARPLOOM_TEST(DocumentedCommandsTest);
#include "documented_commands_test.moc"
