#include "engine/sentence.h"
#include "support/runner.h"

#include <QTest>

using namespace warploom;

class SentenceTest : public QObject {
    Q_OBJECT

private slots:
    void placeholders_are_replaced_by_arguments() {
        QCOMPARE(sentence("Row {row} of {file} is empty.", {{"row", 7}, {"file", "a.mtx"}}),
                 std::string("Row 7 of a.mtx is empty."));
    }
    void integers_of_any_type_are_written_in_decimal() {
        QCOMPARE(sentence("{a} {b} {c}", {{"a", -1LL}, {"b", 18446744073709551615ULL}, {"c", std::size_t{3}}}),
                 std::string("-1 18446744073709551615 3"));
        const std::string text = "x";
        QCOMPARE(sentence("{a}{b}{c}", {{"a", text}, {"b", std::string_view("yz", 1)}, {"c", text + "z"}}),
                 std::string("xyxz"));
    }
    void a_plural_has_the_word_of_its_number() {
        const auto said = [](int n) { return sentence("{n} {n:row is|rows are} empty.", {{"n", n}}); };
        QCOMPARE(said(1), std::string("1 row is empty."));
        QCOMPARE(said(0), std::string("0 rows are empty."));
        QCOMPARE(said(2), std::string("2 rows are empty."));
    }
    void braces_that_are_no_placeholder_stay() {
        QCOMPARE(sentence("Write {order} or `if (x) {`.", {{"row", 1}}), std::string("Write {order} or `if (x) {`."));
    }
    void braces_in_an_argument_are_not_placeholders() {
        QCOMPARE(sentence("{a} and {b}", {{"a", "{b}"}, {"b", "2"}}), std::string("{b} and 2"));
    }
    void the_parts_of_a_text_are_remembered() {
        const std::string text = sentence("There is no file {file}.", {{"file", "x"}});
        const auto parts = parts_of_sentence(text);
        QVERIFY(parts.has_value());
        QCOMPARE(parts->pattern, std::string("There is no file {file}."));
        QCOMPARE(parts->arguments.at(0).second, std::string("x"));
        QVERIFY(!parts_of_sentence("There is no file y."));
    }
    void a_new_text_is_taken_once() {
        take_new_sentences();
        sentence("Only this once: {n}.", {{"n", 1}});
        sentence("Only this once: {n}.", {{"n", 1}});
        QCOMPARE(take_new_sentences().size(), std::size_t{1});
        sentence("Only this once: {n}.", {{"n", 1}});
        QVERIFY(take_new_sentences().empty());
    }
    void a_text_without_arguments_is_its_own_pattern() {
        take_new_sentences();
        QCOMPARE(sentence("Choose a smaller matrix."), std::string("Choose a smaller matrix."));
        QVERIFY(take_new_sentences().empty());
    }
    void a_plug_in_passes_its_sentences_on() {
        static std::string passed;
        forward_sentences([](const std::string& text, const SentenceParts& parts) {
            passed = parts.pattern;
            add_sentence(text, parts);
        });
        const std::string text = sentence("Passed on: {n}.", {{"n", 1}});
        forward_sentences(nullptr);
        QCOMPARE(passed, std::string("Passed on: {n}."));
        QVERIFY(parts_of_sentence(text).has_value());
    }
    void memory_is_bounded() {
        for (int n = 0; n < 20000; ++n) sentence("Sentence {n}", {{"n", n}});
        QVERIFY(take_new_sentences().size() <= 256);
        QVERIFY(!parts_of_sentence("Sentence 1"));
        QVERIFY(parts_of_sentence("Sentence 19999").has_value());
    }
};

WARPLOOM_TEST(SentenceTest);
#include "sentence_test.moc"
