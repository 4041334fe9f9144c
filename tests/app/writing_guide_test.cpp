// The first sections of docs/write-a-kernel.md: the commands beside each listing must print what the page says.
#include "support/runner.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

namespace {

struct Section {
    QString title, listing;
    QStringList commands; ///< arguments of warploom-engine
};

QString contents(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Returns the sections that have a listing.
QList<Section> sections() {
    static const QRegularExpression listing("```cuda\n(.*?)```", QRegularExpression::DotMatchesEverythingOption),
        command("^warploom-engine (.*)$", QRegularExpression::MultilineOption);
    QList<Section> all;
    for (const QString& text : contents(QStringLiteral(WARPLOOM_SOURCE_DIR "/docs/write-a-kernel.md")).split("\n## ")) {
        const auto found = listing.match(text);
        if (!found.hasMatch()) continue;
        Section section{text.section('\n', 0, 0), found.captured(1), {}};
        for (auto each = command.globalMatch(text); each.hasNext();) section.commands << each.next().captured(1);
        all << section;
    }
    return all;
}

} // namespace

class WritingGuideTest : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

    /// Returns the output of the engine with `listing` as mine.cu; empty if it fails.
    QString printed(const QString& listing, const QString& arguments) {
        QFile mine(folder_.filePath("mine.cu"));
        if (!mine.open(QIODevice::WriteOnly)) return {};
        mine.write(listing.toUtf8());
        mine.close();
        QProcess engine;
        engine.setWorkingDirectory(folder_.path());
        engine.start(QStringLiteral(WARPLOOM_BINARY_DIR "/bin/warploom-engine"), arguments.split(' '));
        if (!engine.waitForFinished(120'000) || engine.exitCode() != 0) return {};
        return QString::fromUtf8(engine.readAllStandardOutput());
    }

private slots:
    void every_command_of_a_listing_is_carried_out_data() {
        QTest::addColumn<QString>("listing");
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("verdict");
        // The first listing is the built-in kernel itself, the next ones are faster than it; the others compare with
        // another kernel, or with none.
        const QStringList verdicts{"same", "faster", "faster"};
        const QList<Section> all = sections();
        QCOMPARE(all.size(), 5);
        for (int s = 0; s < all.size(); ++s)
            for (const QString& command : all[s].commands)
                QTest::newRow(qPrintable(all[s].title + ": " + command.section(' ', 0, 0)))
                    << all[s].listing << command << (command.startsWith("run ") ? verdicts.value(s) : QString());
    }
    void every_command_of_a_listing_is_carried_out() {
        QFETCH(QString, listing);
        QFETCH(QString, command);
        QFETCH(QString, verdict);

        const QString said = printed(listing, command);

        QVERIFY(!said.isEmpty());
        QVERIFY2(said.contains("./mine.cu"), qPrintable(said));
        if (verdict.isEmpty()) return;
        const QString row = said.mid(said.indexOf("\n./mine.cu ")).section('\n', 1, 1);
        QVERIFY2(row.contains(' ' + verdict + ' '), qPrintable(said));
    }
};

WARPLOOM_TEST(WritingGuideTest);
#include "writing_guide_test.moc"
