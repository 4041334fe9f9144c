#include "engine/atomic_file.h"
#include "engine/error.h"
#include "support/runner.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using warploom::AtomicFile;
using warploom::Error;

class WholeFileTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::string path(const char* name) const { return folder_.filePath(name).toStdString(); }
    QByteArray content(const char* name) const {
        QFile file(folder_.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(no file)");
    }
    QStringList files() const { return QDir(folder_.path()).entryList(QDir::Files | QDir::Hidden); }

private slots:
    void a_file_appears_when_it_is_finished() {
        AtomicFile file(path("a"));
        file.write("one ");
        file.write("two");
        QCOMPARE(content("a"), QByteArray("(no file)"));
        file.finish();
        QCOMPARE(content("a"), QByteArray("one two"));
        QCOMPARE(files(), QStringList{"a"});
    }

    void what_is_not_finished_leaves_the_old_file_and_nothing_else() {
        warploom::write_whole_file(path("a"), "old");
        {
            AtomicFile file(path("a"));
            file.write("new");
        }
        QCOMPARE(content("a"), QByteArray("old"));
        QCOMPARE(files(), QStringList{"a"});
    }

    void a_link_stays_a_link() {
        warploom::write_whole_file(path("a"), "old");
        QVERIFY(QFile::link("a", folder_.filePath("link")));
        warploom::write_whole_file(path("link"), "new", true);
        QVERIFY(QFileInfo(folder_.filePath("link")).isSymLink());
        QCOMPARE(content("a"), QByteArray("new"));
        QVERIFY(QFile::remove(folder_.filePath("link")));
    }

    void a_link_to_a_file_that_is_not_there_yet_makes_that_file() {
        QVERIFY(QFile::link("later", folder_.filePath("early")));
        warploom::write_whole_file(path("early"), "text");
        QVERIFY(QFileInfo(folder_.filePath("early")).isSymLink());
        QCOMPARE(content("later"), QByteArray("text"));
        for (const char* name : {"early", "later"}) QVERIFY(QFile::remove(folder_.filePath(name)));
    }

    void mode_owner_and_group_stay() {
        warploom::write_whole_file(path("kept"), "old");
        QCOMPARE(::chmod(path("kept").c_str(), 0640), 0);
        const bool is_root = ::geteuid() == 0;
        if (is_root) QCOMPARE(::chown(path("kept").c_str(), 12345, 23456), 0);
        warploom::write_whole_file(path("kept"), "new");
        struct stat status {};
        QCOMPARE(::stat(path("kept").c_str(), &status), 0);
        QCOMPARE(status.st_mode & 07777, mode_t{0640});
        if (is_root) QCOMPARE(status.st_uid, uid_t{12345});
        if (is_root) QCOMPARE(status.st_gid, gid_t{23456});
        QCOMPARE(content("kept"), QByteArray("new"));
        QVERIFY(QFile::remove(folder_.filePath("kept")));
    }

    void a_name_may_be_as_long_as_the_file_system_allows() {
        const QByteArray longest(255, 'n'), too_long(256, 'n');
        warploom::write_whole_file(path(longest), "text");
        QCOMPARE(content(longest), QByteArray("text"));
        QVERIFY_THROWS_EXCEPTION(Error, warploom::require_writable(path(too_long)));
        QVERIFY(QFile::remove(folder_.filePath(longest)));
    }

    void asking_whether_a_file_can_be_written_leaves_it_alone() {
        warploom::write_whole_file(path("a"), "old");
        warploom::require_writable(path("a"));
        warploom::require_writable(path("new"));
        QCOMPARE(content("a"), QByteArray("old"));
        QCOMPARE(files(), QStringList{"a"});
    }

    void a_file_that_may_not_be_written_is_not_replaced() {
        if (::geteuid() == 0) QSKIP("root may write to every file");
        warploom::write_whole_file(path("locked"), "old");
        QCOMPARE(::chmod(path("locked").c_str(), 0444), 0);
        QVERIFY_THROWS_EXCEPTION(Error, warploom::write_whole_file(path("locked"), "new"));
        QCOMPARE(content("locked"), QByteArray("old"));
        QVERIFY(QFile::remove(folder_.filePath("locked")));
    }

    void a_device_is_written_to_and_not_replaced() {
        warploom::write_whole_file("/dev/null", "gone");
        QVERIFY(!QFileInfo("/dev/null").isFile());
    }

    void refusals_name_the_path_and_what_to_try_data() {
        QTest::addColumn<QString>("where");
        QTest::newRow("a folder that is not there") << folder_.filePath("no/a");
        QTest::newRow("a folder") << folder_.path();
        QTest::newRow("no name") << "";
    }
    void refusals_name_the_path_and_what_to_try() {
        QFETCH(QString, where);
        try {
            warploom::write_whole_file(where.toStdString(), "text");
            QFAIL("it was written");
        } catch (const Error& error) {
            QCOMPARE(error.code(), std::string("file.write"));
            QVERIFY(QString(error.what()).contains("'" + where + "'"));
            QVERIFY(!error.hint().empty());
        }
    }

    void a_full_disk_leaves_the_old_file() {
        warploom::write_whole_file(path("a"), "old");
        std::signal(SIGXFSZ, SIG_IGN); // a file size limit makes a write fail in the middle, like a full disk
        rlimit before{};
        getrlimit(RLIMIT_FSIZE, &before);
        rlimit small = before;
        small.rlim_cur = 1000;
        setrlimit(RLIMIT_FSIZE, &small);
        std::string code;
        try {
            warploom::write_whole_file(path("a"), std::string(5000, 'x'));
        } catch (const Error& error) { code = error.code(); }
        setrlimit(RLIMIT_FSIZE, &before);
        QCOMPARE(code, std::string("file.write"));
        QCOMPARE(content("a"), QByteArray("old"));
        QCOMPARE(files(), QStringList{"a"});
    }
};

WARPLOOM_TEST(WholeFileTest);
#include "whole_file_test.moc"
