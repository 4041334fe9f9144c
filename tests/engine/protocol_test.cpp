#include "engine/protocol/framing/line_reader.h"
#include "engine/protocol/framing/messages.h"
#include "engine/protocol/framing/request.h"
#include "engine/protocol/serialization/value.h"
#include "engine/simulated/card_limits.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <cstring>
#include <limits>

using namespace warploom;
using namespace warploom::protocol;

namespace {

/// Returns a reader that gets the text in pieces of `piece` bytes.
LineReader reader_of(const std::string& text, std::size_t piece, std::size_t limit = 16) {
    auto at = std::make_shared<std::size_t>(0);
    return LineReader(
        [=](char* buffer, std::size_t size) {
            const std::size_t count = std::min({size, piece, text.size() - *at});
            std::memcpy(buffer, text.data() + *at, count);
            *at += count;
            return count;
        },
        limit);
}

/// Returns everything that a reader returns, as readable text.
QString lines_of(LineReader reader) {
    QString all;
    std::string line;
    for (;;) {
        switch (reader.next(line)) {
        case LineReader::Status::line: all += "line(" + QString::fromStdString(line) + ") "; break;
        case LineReader::Status::too_long: all += "long(" + QString::fromStdString(line) + ") "; break;
        case LineReader::Status::partial: return all + "partial(" + QString::fromStdString(line) + ")";
        case LineReader::Status::end: return all + "end";
        }
    }
}

struct Asked {
    std::string name;
    std::vector<int> blocks;
    bool is_quick = false;
    Precision precision = Precision::float64;
    static const protocol::Fields<Asked>& fields();
};
WARPLOOM_FIELDS(Asked, {"What is asked",
                        {{"name", "", &Self::name, "", protocol::needed},
                         {"blocks", "", &Self::blocks, "", protocol::Rule{.is_lenient = true}},
                         {"quick", "", &Self::is_quick, ""},
                         {"precision", "", &Self::precision, ""}}})

} // namespace

class ProtocolTest : public QObject {
    Q_OBJECT
private slots:
    void text_is_split_into_lines_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("lines");
        QTest::newRow("nothing") << ""
                                 << "end";
        QTest::newRow("one line") << "abc\n"
                                  << "line(abc) end";
        QTest::newRow("empty lines") << "\n\na\n"
                                     << "line() line() line(a) end";
        QTest::newRow("carriage returns") << "a\r\nb\r\n"
                                          << "line(a) line(b) end";
        QTest::newRow("half a line") << "a\nbc"
                                     << "line(a) partial(bc)";
        QTest::newRow("exactly the limit") << "0123456789abcdef\nx\n"
                                           << "line(0123456789abcdef) line(x) end";
        QTest::newRow("one over the limit") << "0123456789abcdefg\nx\n"
                                            << "long() line(x) end";
        QTest::newRow("long without an end") << "0123456789abcdefghij"
                                             << "long() end";
    }

    void text_is_split_into_lines() {
        QFETCH(QString, text);
        for (const std::size_t piece : {1, 3, 16, 1000}) QTEST(lines_of(reader_of(text.toStdString(), piece)), "lines");
    }

    void a_line_of_a_gigabyte_needs_no_memory() {
        constexpr std::size_t gigabyte = std::size_t{1} << 30;
        std::size_t sent = 0;
        LineReader reader([&](char* buffer, std::size_t size) {
            if (sent >= gigabyte) return std::size_t{0};
            std::memset(buffer, 'x', size);
            sent += size;
            if (sent >= gigabyte) buffer[size - 1] = '\n';
            return size;
        });
        std::string line;
        QVERIFY(reader.next(line) == LineReader::Status::too_long);
        QVERIFY(line.capacity() < 1024);
        QVERIFY(reader.next(line) == LineReader::Status::end);
    }

    void numbers_that_are_not_finite_are_null() {
        const double infinity = std::numeric_limits<double>::infinity();
        QCOMPARE(to_line(warploom::protocol::write(
                     std::vector<double>{1.5, infinity, -infinity, std::numeric_limits<double>::quiet_NaN()})),
                 std::string("[1.5,null,null,null]"));
    }

    void integers_beyond_53_bits_are_texts() {
        QCOMPARE(to_line(wide(std::numeric_limits<std::int64_t>::max())), std::string("\"9223372036854775807\""));
        QCOMPARE(to_line(hash_text(0x1fu)), std::string("\"000000000000001f\""));
    }

    void an_error_names_code_sentence_and_hint() {
        QCOMPARE(
            to_line(error_event("4", Error("a.code", "A sentence.", "A hint."))),
            std::string(
                R"({"id":"4","event":"error","error":{"code":"a.code","message":"A sentence.","hint":"A hint."}})"));
        QCOMPARE(to_line(error_event(nullptr, Error("a", "B."))),
                 std::string(R"({"id":null,"event":"error","error":{"code":"a","message":"B.","hint":""}})"));
    }

    void text_that_is_not_utf8_stays_one_line_of_json() {
        const std::string line = to_line({{"name", "a\xff\n.mtx"}});
        QVERIFY(line.find('\n') == std::string::npos);
        QVERIFY(Json::accept(line));
    }

    void a_request_says_its_fields_on_top_of_what_is_usual() {
        const Json request{{"name", "a"}, {"blocks", 64}, {"quick", nullptr}, {"more", 3}};
        const Asked asked = read_request<Asked>(request, {"", {}, true});
        QCOMPARE(asked.name, std::string("a"));
        QCOMPARE(asked.blocks, std::vector<int>{64});
        QVERIFY(asked.is_quick);
    }

    void fields_of_the_wrong_type_are_refused_data() {
        QTest::addColumn<QString>("request");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* request, const char* sentence) {
            QTest::newRow(request) << request << sentence;
        };
        row("{}", "The field 'name' must be a string.");
        row(R"({"name":null})", "The field 'name' must be a string.");
        row(R"({"name":3})", "The field 'name' must be a string.");
        row(R"({"name":"a","blocks":"many"})", "The field 'blocks' must be a list of integers.");
        row(R"({"name":"a","blocks":[1,true]})", "The field 'blocks[1]' must be an integer.");
        row(R"({"name":"a","quick":3})", "The field 'quick' must be true or false.");
        row(R"({"name":"a","precision":"half"})", "There is no precision named 'half'.");
    }
    void fields_of_the_wrong_type_are_refused() {
        QFETCH(QString, request);
        QFETCH(QString, sentence);
        try {
            read_request<Asked>(Json::parse(request.toStdString()));
            QFAIL("It was taken.");
        } catch (const Error& error) {
            QCOMPARE(QString(error.what()), sentence);
            QCOMPARE(error.code(), std::string("protocol.field"));
        }
    }

    void an_error_of_shared_memory_says_the_bytes_that_were_asked_for() {
        const Json made = error_object(simulated::TooMuchShared("It asks for too much.", "Use smaller tiles.", 40960));
        QCOMPARE(made["shared_bytes"].get<std::string>(), std::string("40960"));
        QVERIFY(!error_object(Error("kernel.launch", "It asks for 40960 bytes of shared memory."))
                     .contains("shared_bytes"));
    }
};

WARPLOOM_TEST(ProtocolTest);
#include "protocol_test.moc"
