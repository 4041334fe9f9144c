#include "engine/protocol/framing/trace_file.h"
#include "support/runner.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <zlib.h>

#include <optional>

using namespace warploom;
using namespace warploom::protocol;

namespace {

/// Returns `text` compressed with gzip.
QByteArray gzipped(const QByteArray& text) {
    z_stream out{};
    deflateInit2(&out, Z_BEST_SPEED, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    QByteArray packed(static_cast<qsizetype>(deflateBound(&out, static_cast<uLong>(text.size()))) + 64, '\0');
    out.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.constData()));
    out.avail_in = static_cast<uInt>(text.size());
    out.next_out = reinterpret_cast<Bytef*>(packed.data());
    out.avail_out = static_cast<uInt>(packed.size());
    deflate(&out, Z_FINISH);
    packed.truncate(static_cast<qsizetype>(out.total_out));
    deflateEnd(&out);
    return packed;
}

std::optional<Error> failure_of(const std::string& path) {
    try {
        read_trace_file(path);
    } catch (const Error& error) { return error; }
    return std::nullopt;
}

TraceFile small_trace() {
    TraceFile file;
    file.program = "0.2.0";
    file.trace = {{"operation", "spmv"}, {"modelled_ns", 1234.5}, {"accesses", Json::array({{{"array", "x"}}})}};
    file.warp = {{"steps", Json::array({1, 2, 3})}};
    return file;
}

} // namespace

class TraceFileTest : public QObject {
    Q_OBJECT
private slots:
    void what_was_written_is_read_again() {
        const std::string path = at("a.warploom-trace");
        write_trace_file(path, small_trace());
        const TraceFile read = read_trace_file(path);
        QCOMPARE(read.program, std::string("0.2.0"));
        QVERIFY(read.trace == small_trace().trace);
        QVERIFY(read.warp == small_trace().warp);
        QFile file(QString::fromStdString(path));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.read(2) == QByteArray("\x1f\x8b"));
    }

    void one_of_the_two_parts_is_enough() {
        TraceFile file = small_trace();
        file.warp = nullptr;
        write_trace_file(at("b"), file);
        QVERIFY(read_trace_file(at("b")).warp.is_null());
        QVERIFY(read_trace_file(at("b")).trace == file.trace);
    }

    void a_text_of_several_megabytes_comes_back_whole() {
        TraceFile file = small_trace();
        for (std::int64_t i = 0; i < 400000; ++i) file.trace["accesses"].push_back(i * 7919 % 104729);
        write_trace_file(at("long"), file);
        QVERIFY(read_trace_file(at("long")).trace == file.trace);
    }

    void an_old_file_is_replaced_and_nothing_else_is_left_in_the_folder() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("t").toStdString();
        write_trace_file(path, small_trace());
        TraceFile second = small_trace();
        second.program = "0.3.0";
        write_trace_file(path, second);
        QCOMPARE(read_trace_file(path).program, std::string("0.3.0"));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{"t"});
    }

    void a_link_stays_a_link() {
        QTemporaryDir folder;
        write_trace_file(folder.filePath("t").toStdString(), small_trace());
        QVERIFY(QFile::link(folder.filePath("t"), folder.filePath("link")));
        TraceFile second = small_trace();
        second.program = "0.3.0";
        write_trace_file(folder.filePath("link").toStdString(), second);
        QVERIFY(QFileInfo(folder.filePath("link")).isSymLink());
        QCOMPARE(read_trace_file(folder.filePath("t").toStdString()).program, std::string("0.3.0"));
    }

    void a_place_that_cannot_be_written_is_refused() {
        for (const std::string& path : {at("no/such/folder/t"), folder_.path().toStdString()}) {
            try {
                write_trace_file(path, small_trace());
                QFAIL("was written");
            } catch (const Error& error) {
                QCOMPARE(error.code(), std::string("file.write"));
                QVERIFY(!error.hint().empty());
            }
        }
    }

    void what_is_no_trace_is_refused_with_the_reason_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("part"); // expected in the message
        const auto row = [](const char* name, const QByteArray& bytes, const char* code, const char* part) {
            QTest::newRow(name) << bytes << QString(code) << QString(part);
        };
        const QByteArray good = R"({"warploom_trace":1,"program":"0.1","trace":{"a":1},"warp":null})";
        row("good, not packed", good, "", "");
        row("good, packed", gzipped(good), "", "");
        row("nothing", "", "trace.format", "The file is empty.");
        row("words", "hello", "trace.format", "This is not valid JSON.");
        row("a list", "[1,2]", "trace.format", "not a JSON object");
        row("a card", R"({"warploom_card":1})", "trace.format", "no version number");
        row("a version in words", R"({"warploom_trace":"one","trace":{}})", "trace.format", "no version number");
        row("the version after this", R"({"warploom_trace":2,"trace":{}})", "trace.version",
            "has version 2, but this program reads version 1");
        row("version 0", gzipped(R"({"warploom_trace":0,"trace":{}})"), "trace.version", "version 0");
        row("a version of twenty digits", R"({"warploom_trace":18446744073709551615,"trace":{}})", "trace.version",
            "18446744073709551615");
        row("no parts", R"({"warploom_trace":1})", "trace.format", "neither a trace nor a warp");
        row("empty parts", R"({"warploom_trace":1,"trace":null,"warp":null})", "trace.format", "neither");
        row("a part that is a list", R"({"warploom_trace":1,"trace":[]})", "trace.format", "'trace' is not an object");
        row("cut in the packed text", gzipped(good).chopped(9), "trace.format", "truncated");
        row("cut in the header", gzipped(good).left(5), "trace.format", "truncated");
        row("damaged", gzipped(good).replace(14, 6, "xxxxxx"), "trace.format", "damaged");
        row("wrong checksum", gzipped(good).chopped(8) + QByteArray(8, 'x'), "trace.format", "damaged");
        row("something behind it", gzipped(good) + "more", "trace.format", "extra data");
        row("cut in the text", gzipped(good.chopped(3)), "trace.format", "This is not valid JSON.");
        row("nested too deeply", gzipped(R"({"warploom_trace":1,"trace":)" + QByteArray(100000, '[')), "trace.format",
            "nested too deeply");
        row("bytes of no text", QByteArray("\x00\xff\xfe\x01", 4), "trace.format", "This is not valid JSON.");
    }

    void what_is_no_trace_is_refused_with_the_reason() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, code);
        QFETCH(QString, part);
        QFile file(QString::fromStdString(at("case")));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(bytes);
        file.close();
        const auto error = failure_of(at("case"));
        QCOMPARE(error.has_value(), !code.isEmpty());
        if (!error) return;
        QCOMPARE(QString::fromStdString(error->code()), code);
        QVERIFY2(QString(error->what()).contains(part), error->what());
        QVERIFY(!error->hint().empty());
    }

    void a_file_that_unpacks_to_more_than_512_megabytes_is_refused_before_it_is_read() {
        // 600 MB of spaces compress to 600 kB.
        z_stream out{};
        deflateInit2(&out, Z_BEST_SPEED, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
        const QByteArray spaces(1 << 20, ' ');
        QByteArray packed, piece(1 << 20, '\0');
        for (int i = 0; i <= 600; ++i) {
            out.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(spaces.constData()));
            out.avail_in = i < 600 ? static_cast<uInt>(spaces.size()) : 0;
            out.next_out = reinterpret_cast<Bytef*>(piece.data());
            out.avail_out = static_cast<uInt>(piece.size());
            deflate(&out, i < 600 ? Z_NO_FLUSH : Z_FINISH);
            packed.append(piece.constData(), piece.size() - static_cast<qsizetype>(out.avail_out));
        }
        deflateEnd(&out);
        QFile file(QString::fromStdString(at("bomb")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(packed);
        file.close();
        const auto error = failure_of(at("bomb"));
        QVERIFY(error.has_value());
        QCOMPARE(error->code(), std::string("trace.large"));
        QVERIFY2(QString(error->what()).contains("512 MB"), error->what());
    }

    void a_file_that_is_not_there_or_is_a_folder_is_refused() {
        for (const std::string& path : {at("nowhere"), folder_.path().toStdString()}) {
            const auto error = failure_of(path);
            QVERIFY(error.has_value());
            QCOMPARE(error->code(), std::string("file.missing"));
        }
        QCOMPARE(failure_of("/dev/zero")->code(), std::string("file.missing"));
    }

private:
    std::string at(const char* name) const { return folder_.filePath(name).toStdString(); }
    QTemporaryDir folder_;
};

WARPLOOM_TEST(TraceFileTest);
#include "trace_file_test.moc"
