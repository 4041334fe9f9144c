// Lists of fields, one per struct, which determine how it is written, read with all checks, and shown as columns.
#include "engine/error.h"
#include "engine/protocol/serialization/fields.h"

#include "support/runner.h"

#include <QElapsedTimer>
#include <QTest>

#include <limits>

using namespace warploom;
using namespace warploom::protocol;

namespace {

enum class Fruit { apple, pear };
constexpr auto words_of(Fruit) { return std::array{"apple", "pear"}; }

struct Inner {
    double size = 0;
    std::optional<std::int64_t> row;
    static const Fields<Inner>& fields() {
        static const Fields<Inner> list{
            "Inner",
            {{"size_ns", "ns", &Inner::size, "", not_negative}, {"row", "", &Inner::row, "", protocol::count}}};
        return list;
    }
};

struct Outer {
    std::string name;
    Fruit fruit = Fruit::apple;
    Inner inner;
    std::vector<Inner> list;
    Lanes lanes;
    Wide wide;
    bool is_new = false;
    static const Fields<Outer>& fields();
    void settle(const Reader& in) {
        if (list.size() > 2) in.member("list").refuse("a list of at most 2");
    }
};

} // namespace

const Fields<Outer>& Outer::fields() {
    static const Fields<Outer> fields{
        "Outer",
        {{"name", "", &Outer::name, "", needed},
         {"fruit", "", &Outer::fruit, ""},
         protocol::Field<Outer>{"inner", "", &Outer::inner, ""}.column("inner_"),
         {"list", "", &Outer::list, ""},
         {"lanes", "", &Outer::lanes, ""},
         {"wide", "", &Outer::wide, ""},
         protocol::Field<Outer>{"new", "", &Outer::is_new, ""}.or_left_out().no_column()}};
    return fields;
}

namespace {

DocumentSource source() { return {"test.malformed", "The document is damaged", "Try another one."}; }

QString refusal(const char* json) {
    try {
        read<Outer>(Json::parse(json), source());
    } catch (const Error& error) { return QString::fromUtf8(error.what()); }
    return {};
}

QString told_of(const DocumentSource& file) {
    try {
        parse(file);
    } catch (const Error& error) { return QString::fromUtf8(error.what()); }
    return {};
}

} // namespace

class WireFieldsTest : public QObject {
    Q_OBJECT
private slots:
    void what_is_written_is_read_again() {
        Outer outer;
        outer.name = "one";
        outer.fruit = Fruit::pear;
        outer.inner = {2.5, 7};
        outer.list = {{1, {}}, {std::numeric_limits<double>::quiet_NaN(), 3}};
        outer.lanes = {0x80000001};
        outer.wide = {std::int64_t{1} << 60};
        const Json json = write(outer);
        QCOMPARE(json.dump(), std::string(R"({"name":"one","fruit":"pear","inner":{"size_ns":2.5,"row":7},)"
                                          R"("list":[{"size_ns":1,"row":null},{"size_ns":null,"row":3}],)"
                                          R"("lanes":"80000001","wide":"1152921504606846976"})"));
        const Outer again = read<Outer>(json, source());
        Json same = json;
        same["list"][1]["size_ns"] = 0; // null leaves the member unchanged
        QCOMPARE(write(again).dump(), same.dump());
    }

    void what_does_not_fit_is_refused_with_its_path_data() {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("told");
        const auto row = [](const char* name, const char* json, const char* told) {
            QTest::newRow(name) << json << told;
        };
        row("not an object", "[]", "The document must be an object");
        row("missing", "{}", "'name' is missing");
        row("null where something must be", R"({"name":null})", "'name' is missing");
        row("another type", R"({"name":7})", "'name' must be a string");
        row("a word that there is not", R"({"name":"","fruit":"plum"})", "'fruit' must be one of apple, pear");
        row("negative", R"({"name":"","inner":{"size_ns":-1}})", "'inner.size_ns' must be a number that is not neg");
        row("no number", R"({"name":"","inner":{"size_ns":[]}})", "'inner.size_ns' must be a number");
        row("no whole number", R"({"name":"","list":[{},{"row":1.5}]})", "'list[1].row' must be an integer");
        row("out of range", R"({"name":"","list":[{"row":1e17}]})", "'list[0].row' must be an integer");
        row("an object for a list", R"({"name":"","list":{}})", "'list' must be a list");
        row("digits of a mask", R"({"name":"","lanes":"12"})", "'lanes' must be eight hexadecimal digits");
        row("half a number", R"({"name":"","wide":"12x"})", "'wide' must be an integer");
        row("what fields are together", R"({"name":"","list":[{},{},{}]})", "'list' must be a list of at most 2");
    }
    void what_does_not_fit_is_refused_with_its_path() {
        QFETCH(QString, json);
        QFETCH(QString, told);
        const QString sentence = refusal(qPrintable(json));
        QVERIFY2(sentence.startsWith("The document is damaged: " + told), qPrintable(sentence));
    }

    void a_file_is_refused_with_the_line() {
        DocumentSource file = source();
        file.text = "{\n \"name\": \"\",\n \"list\": [\n  {},\n  {\"row\": true}\n ]\n}";
        try {
            read<Outer>(parse(file), file);
            QFAIL("it was taken");
        } catch (const Error& error) {
            QCOMPARE(QString(error.what()),
                     QString("The document is damaged. Line 5: 'list[1].row' must be an integer."));
            QCOMPARE(error.code(), std::string("test.malformed"));
            QCOMPARE(error.hint(), std::string("Try another one."));
        }
    }

    void a_line_is_found_whatever_the_keys_are_called() {
        DocumentSource file = source();
        file.text = "{\"list[0]\": 1,\n \"a.b\": 2,\n \"\": 3,\n \"a\": {\n \"b\": 4},\n \"list\": [[],\n 5]}";
        const Json json = parse(file);
        const Reader whole(json, file), a = whole.member("a"), list = whole.member("list");
        QCOMPARE(whole.line(), 1);
        QCOMPARE(whole.member("a.b").line(), 2);
        QCOMPARE(whole.member("").line(), 3);
        QCOMPARE(a.member("b").line(), 5);
        QCOMPARE(a.member("c").line(), 4); // a missing member is reported at its object
        QCOMPARE(list.item(0).line(), 6);
        QCOMPARE(list.item(1).line(), 7);
        QVERIFY(list.item(2).is_missing());
        QCOMPARE(list.item(1).path(), std::string("list[1]"));
    }

    void what_is_above_a_limit_is_refused_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("told");
        const auto row = [](const char* name, const QByteArray& text, const char* told) {
            QTest::newRow(name) << text << QString(told);
        };
        row("at every limit", R"([{"a":1,"b":[],"c":"four"},[]])", "");
        row("bytes", QByteArray(2 << 20, ' ') + "[]", "The document is larger than 1 megabyte.");
        row("levels", "[\n[[[]]]]", "Line 2: Brackets are nested too deeply.");
        row("keys", "{\"a\":1,\n\"b\":2,\"c\":3,\"d\":4}", "Line 2: This object has more than 3 keys.");
        row("values", "[1,2,3,4,5,\n6,7]", "Line 2: There are more than 7 values.");
        row("a text", R"(["fives"])", "Line 1: A string is longer than 4 bytes.");
        row("a key", R"({"fives":1})", "Line 1: A string is longer than 4 bytes.");
    }
    void what_is_above_a_limit_is_refused() {
        QFETCH(QByteArray, text);
        QFETCH(QString, told);
        DocumentSource file = source();
        file.text = text.toStdString();
        file.limits = {.bytes = 1 << 20, .levels = 3, .keys = 3, .values = 7, .one_text = 4};
        try {
            parse(file);
            QVERIFY(told.isEmpty());
        } catch (const Error& error) {
            QCOMPARE(QString(error.what()),
                     (told.startsWith("Line") ? "The document is damaged. " : "The document is damaged: ") + told);
            QCOMPARE(error.hint(), std::string("Try another one."));
        }
    }

    void half_a_million_brackets_and_a_sentence_of_megabytes_are_a_short_sentence() {
        DocumentSource file = source();
        file.text = std::string(500'000, '[');
        QVERIFY(told_of(file).endsWith("nested too deeply."));
        file.text = "{\"" + std::string(3 << 20, 'k') + "\":1,\"" + std::string(3 << 20, 'k') + "\":2}";
        QVERIFY2(told_of(file).size() < 1000, qPrintable(told_of(file)));
    }

    void an_object_of_many_keys_is_read_in_time_that_grows_with_its_length() {
        DocumentSource large = source();
        large.limits.keys = 1'000'000;
        std::string text = "{";
        for (int i = 0; i < 300'000; ++i) text += (i > 0 ? ",\"" : "\"") + std::to_string(i) + "\":[0]";
        QElapsedTimer clock;
        clock.start();
        const Json json = parse(text + "}", large);
        // Comparing each key with all others would take minutes.
        QVERIFY2(clock.elapsed() < 30000, "each key was compared with every other one");
        QCOMPARE(json.size(), std::size_t{300'000});
        QCOMPARE(json.get_ref<const Json::object_t&>().back().first, std::string("299999"));
        QVERIFY_THROWS_EXCEPTION(Error, parse(text + ",\"7\":0}", large));
    }

    void text_that_is_no_json_is_refused_with_the_line_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("told");
        QTest::newRow("a comma too many") << "{\n\"a\": 1,\n}"
                                          << "Line 3: This is not valid JSON.";
        QTest::newRow("cut short") << "{\"a\": [1, 2"
                                   << "Line 1: This is not valid JSON.";
        QTest::newRow("twice") << "{\"a\": 1,\n\"a\": 2}"
                               << "Line 2: The key \"a\" occurs twice.";
        QTest::newRow("deep") << QString(100, '[') << "Line 1: Brackets are nested too deeply.";
        QTest::newRow("too large") << "[1,\n1e999]"
                                   << "Line 2: A number is too large.";
    }
    void text_that_is_no_json_is_refused_with_the_line() {
        QFETCH(QString, text);
        QFETCH(QString, told);
        DocumentSource file = source();
        file.text = text.toStdString();
        try {
            parse(file);
            QFAIL("it was taken");
        } catch (const Error& error) { QVERIFY2(QString(error.what()).contains(told), error.what()); }
    }

    void the_list_is_the_columns_of_a_table() {
        QStringList headers;
        for (const Column& column : Outer::fields().columns()) headers << QString::fromStdString(column.header());
        QCOMPARE(headers, (QStringList{"name", "fruit", "inner_size_ns", "inner_row"}));
        Outer outer;
        outer.name = "n";
        std::vector<Cell> cells;
        Outer::fields().add_cells(outer, cells);
        QCOMPARE(cells, (std::vector<Cell>{std::string("n"), std::string("apple"), 0.0, Cell()}));
    }
};

WARPLOOM_TEST(WireFieldsTest);
#include "wire_fields_test.moc"
