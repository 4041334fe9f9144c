#include "engine/error.h"
#include "engine/regular_file.h"
#include "support/own_time.h"
#include "support/runner.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace warploom;

class RegularFileTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::string path(const char* name) const { return folder_.filePath(name).toStdString(); }
    void write(const char* name, const QByteArray& bytes) const {
        QFile file(folder_.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    /// Returns "code|message" of the error; empty if the file is read.
    static QString refusal(const std::string& path, std::size_t limit) {
        try {
            read_regular_file(path, limit);
            return {};
        } catch (const Error& error) { return QString::fromStdString(error.code() + "|" + error.what()); }
    }

private slots:
    void the_bytes_of_a_file_are_read() {
        write("three", QByteArray("a\0b", 3));
        QCOMPARE(read_regular_file(path("three"), 3), std::string("a\0b", 3));
        write("none", "");
        QCOMPARE(read_regular_file(path("none"), 0), std::string());
        QVERIFY(QFile::link(folder_.filePath("three"), folder_.filePath("link")));
        QCOMPARE(read_regular_file(path("link"), 3).size(), std::size_t{3});
    }

    void one_byte_too_many_is_refused() {
        write("four", "four");
        QCOMPARE(refusal(path("four"), 3),
                 QString("file.large|'%1' is larger than 3 bytes.").arg(folder_.filePath("four")));
    }

    void a_file_that_states_no_size_is_read_up_to_the_limit() {
        QVERIFY(read_regular_file("/proc/self/status", 1 << 20).find("VmRSS") != std::string::npos);
        QVERIFY(refusal("/proc/self/status", 100).startsWith("file.large|"));
    }

    void a_pipe_a_device_and_a_folder_are_refused_and_not_waited_for() {
        QCOMPARE(::mkfifo(path("pipe").c_str(), 0600), 0);
        QVERIFY(QFile::link("/dev/zero", folder_.filePath("zeros")));
        const warploom::test::OwnTime time;
        QCOMPARE(refusal(path("pipe"), 100),
                 QString("file.missing|Cannot read '%1': it is not a regular file.").arg(folder_.filePath("pipe")));
        QVERIFY(refusal(path("zeros"), 100).endsWith("it is not a regular file."));
        QVERIFY(refusal(folder_.path().toStdString(), 100).endsWith("it is a folder."));
        QVERIFY(time.ms() < 2000);
    }

    void what_is_not_there_is_refused_with_the_reason() {
        QCOMPARE(refusal("no-such-file", 100),
                 QString("file.missing|Cannot read 'no-such-file': no such file or directory."));
    }
};

WARPLOOM_TEST(RegularFileTest);
#include "regular_file_test.moc"
