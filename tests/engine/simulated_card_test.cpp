// GPU models: the contents of built-in files, errors for invalid files, and files of user-defined models.

#include "engine/error.h"
#include "engine/simulated/card.h"
#include "support/runner.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

#include <sys/stat.h>

using namespace warploom::simulated;
using warploom::Error;

namespace {

QByteArray text_of(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& path, const QByteArray& text) {
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

/// Returns code, message and hint of the error; empty if the file was accepted.
QString refusal(const std::string& text) {
    try {
        card_from_json(text, "drawn.json");
        return {};
    } catch (const Error& error) {
        return QString::fromStdString(error.code() + "|" + error.what() + "|" + error.hint());
    }
}

bool are_equal(const Card& a, const Card& b) {
    for (const auto& field : card_fields())
        if (a.*field.value != b.*field.value) return false;
    return a.id == b.id && a.title == b.title && a.compute_capability == b.compute_capability && a.about == b.about &&
           a.coalescing == b.coalescing && a.source == b.source && a.fitted == b.fitted &&
           (a.model_error == b.model_error || (std::isnan(a.model_error) && std::isnan(b.model_error))) &&
           a.model_cells == b.model_cells;
}

} // namespace

class SimulatedCardTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void the_built_in_cards_have_the_figures_of_their_data_sheets();
    void cards_that_were_never_checked_say_so();
    void every_figure_of_a_built_in_card_says_where_it_comes_from();
    void a_card_is_read_back_as_it_was_written();
    void a_broken_card_is_refused_with_the_reason_data();
    void a_broken_card_is_refused_with_the_reason();
    void every_figure_is_missed_and_checked_against_its_range();
    void figures_that_a_card_file_leaves_out_are_neutral();
    void a_card_that_is_cut_short_anywhere_is_refused();
    void an_unknown_card_is_answered_with_the_list();
    void a_card_is_found_by_its_path();
    void a_saved_card_stands_in_for_the_built_in_one();
    void a_copied_card_with_other_figures_was_never_compared();
    void a_broken_user_card_is_told_and_left_out();
    void what_only_looks_like_a_card_neither_ends_nor_holds_the_program();
    void a_card_with_an_unsafe_id_is_not_written_data();
    void a_card_with_an_unsafe_id_is_not_written();
    void a_card_that_cannot_be_written_leaves_nothing_behind();

private:
    std::unique_ptr<QTemporaryDir> home_;
};

void SimulatedCardTest::init() {
    home_ = std::make_unique<QTemporaryDir>();
    qputenv("XDG_DATA_HOME", home_->path().toUtf8());
}

void SimulatedCardTest::the_built_in_cards_have_the_figures_of_their_data_sheets() {
    QStringList ids;
    for (const auto& card : cards()) ids << QString::fromStdString(card.id);
    QCOMPARE(ids, QStringList({"gtx295", "c2050", "gtx460", "c2075", "v100", "t4", "a100", "rtx3060", "orin", "h100",
                               "rtx4090", "rtx4060", "h200", "b200", "rtx5080", "b300"}));

    const Card old = find_card("gtx295");
    QVERIFY(old.coalescing == Coalescing::half_warp_segments);
    QCOMPARE(old.multiprocessors * old.fp32_per_clock, 240.0); // cores
    QCOMPARE(old.shared_banks, 16.0);
    QCOMPARE(old.l1_bytes + old.l2_bytes, 0.0);
    QVERIFY(std::abs(old.dram_gbytes_per_s - 448 / 8 * 2 * 0.999) < 0.1);

    const Card fermi = find_card("c2050");
    QVERIFY(fermi.coalescing == Coalescing::lines_128);
    QCOMPARE(fermi.multiprocessors * fermi.fp32_per_clock, 448.0);
    QVERIFY(std::abs(fermi.multiprocessors * fermi.fp64_per_clock * 2 * fermi.clock_ghz - 515) < 1); // GFLOP/s

    const Card small = find_card("gtx460");
    QCOMPARE(small.multiprocessors * small.fp32_per_clock, 336.0);
    QCOMPARE(small.fp32_per_clock / small.fp64_per_clock, 12.0);

    const Card hopper = find_card("h200");
    QVERIFY(hopper.coalescing == Coalescing::sectors_32);
    QCOMPARE(hopper.multiprocessors * hopper.fp32_per_clock, 16896.0);
    QVERIFY(std::abs(hopper.multiprocessors * hopper.fp64_per_clock * 2 * hopper.clock_ghz - 33500) < 200);
}

void SimulatedCardTest::cards_that_were_never_checked_say_so() {
    // GFLOP/s according to the data sheets, in single and double precision.
    struct Rates {
        const char* id;
        double single_rate, double_rate;
    };
    for (const Rates& rates : {Rates{"t4", 8100, 254}, Rates{"v100", 15700, 7800}, Rates{"a100", 19500, 9700},
                               Rates{"rtx3060", 12700, 199}, Rates{"rtx4060", 15100, 236},
                               Rates{"rtx4090", 82600, 1290}, Rates{"rtx5080", 56300, 880}, Rates{"h100", 66900, 33500},
                               Rates{"b200", 75000, 37000}, Rates{"b300", 75000, 1200}, Rates{"orin", 5300, 83}}) {
        const Card card = find_card(rates.id);
        QVERIFY2(!card.is_checked() || card.id == "h100", rates.id); // its products were measured
        QVERIFY2(card.is_checked() !=
                     (card.about.find("Counts are exact; times were not validated on this card") != std::string::npos),
                 rates.id);
        const double per_clock = 2 * card.multiprocessors * card.clock_ghz;
        QVERIFY2(std::abs(card.fp32_per_clock * per_clock / rates.single_rate - 1) < 0.03, rates.id);
        QVERIFY2(std::abs(card.fp64_per_clock * per_clock / rates.double_rate - 1) < 0.05, rates.id);
    }
    QVERIFY(find_card("h200").is_checked());
}

void SimulatedCardTest::every_figure_of_a_built_in_card_says_where_it_comes_from() {
    for (const auto& card : cards()) {
        for (const auto& field : card_fields()) QVERIFY2(card.source.at(field.key).size() > 8, field.key);
        QVERIFY(card.fitted.size() <= 3);
        QVERIFY(!card.about.empty());
    }
}

void SimulatedCardTest::a_card_is_read_back_as_it_was_written() {
    for (Card card : cards()) {
        QVERIFY(are_equal(card, card_from_json(card_to_json(card), "again")));
        card.clock_ghz = 1.0 / 3;
        card.model_error = 0.123456789012345;
        card.model_cells = 54;
        card.fitted = {"dram_efficiency", "transaction_ns"};
        card.about = "quotes \" and \\ and a line\nend, ä, ☃";
        QVERIFY(are_equal(card, card_from_json(card_to_json(card), "again")));
    }
}

void SimulatedCardTest::a_broken_card_is_refused_with_the_reason_data() {
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* file, const char* expected) { QTest::newRow(file) << QString(expected); };
    row("not_json", "card.format|The card drawn.json cannot be used. Line 3: This is not valid JSON.|");
    row("an_array", "card.format|The card drawn.json cannot be used: It is not a JSON object.|");
    row("later_version", "card.version|The card drawn.json has version 2, but this program reads version 1.|");
    row("no_version", "The key \"warploom_card\" is missing");
    row("unknown_key", "The key \"titel\" is unknown.|Did you mean \"title\"?");
    row("unknown_figure", "The key \"multiprocessor\" of \"figures\" is unknown.|Did you mean \"multiprocessors\"?");
    row("unknown_rule", "The coalescing rule \"32-byte sector\" is unknown.|Did you mean \"32-byte sectors\"?");
    row("missing_figure", "The key \"clock_ghz\" of \"figures\" is missing");
    row("missing_source", "The key \"source\" of \"clock_ghz\" is missing");
    row("out_of_range", "\"clock_ghz\" must be between 0.01 and 100, but it is -1.");
    row("huge_number", ": A number is too large.");
    row("not_whole", "\"multiprocessors\" must be an integer, but it is 13.5.");
    row("a_text_for_a_number", "\"clock_ghz\" must be a number");
    row("key_twice", "The key \"clock_ghz\" occurs twice.");
    row("unsafe_id", "Its ID cannot be used as a file name.");
    row("odd_banks", "\"shared_banks\" must be 16 or 32, but it is 24.");
    row("odd_line", "\"l1_line_bytes\" must be 128, but it is 100.");
    row("four_fitted", "It has 4 fitted values, but at most 3 are allowed.");
}

void SimulatedCardTest::a_broken_card_is_refused_with_the_reason() {
    QFETCH(QString, expected);
    const QByteArray text =
        text_of(QString(WARPLOOM_SOURCE_DIR "/tests/data/cards/%1.json").arg(QTest::currentDataTag()));
    QVERIFY(!text.isEmpty());
    const QString told = refusal(text.toStdString());
    QVERIFY2(told.contains(expected), qPrintable(told));
}

void SimulatedCardTest::every_figure_is_missed_and_checked_against_its_range() {
    const Card card = find_card("h200");
    for (const auto& field : card_fields()) {
        QString text = QString::fromStdString(card_to_json(card));
        text.replace(QString("\"%1\": {").arg(field.key),
                     QString("\"about\": \"no figure\", \"%1x\": {").arg(field.key));
        QVERIFY2(refusal(text.toStdString()).contains("unknown"), field.key);
        for (const double beyond : {field.least - 1, field.greatest + 1}) {
            Card changed = card;
            changed.*field.value = beyond;
            const QString told = refusal(card_to_json(changed));
            QVERIFY2(told.contains(QString("\"%1\" must be between").arg(field.key)), qPrintable(told));
        }
    }
}

void SimulatedCardTest::figures_that_a_card_file_leaves_out_are_neutral() {
    // If optional values are missing, none are made up.
    auto document = card_document(find_card("h200"));
    for (const auto& field : card_fields())
        if (field.may_be_absent) document["figures"].erase(field.key);
    const Card card = card_from_document(document, "bare");
    int left_out = 0;
    for (const auto& field : card_fields())
        if (field.may_be_absent) {
            ++left_out;
            QCOMPARE(card.*field.value, 0.0);
            QVERIFY(QString::fromStdString(card.source.at(field.key)).contains("unknown"));
        }
    QCOMPARE(left_out, 16);
    QVERIFY(find_card("h200").atomic_ns > 0);
    QCOMPARE(find_card("c2050").atomic_ns, 0.0);
    QCOMPARE(find_card("gtx295").dram_partitions, 7.0);
}

void SimulatedCardTest::a_card_that_is_cut_short_anywhere_is_refused() {
    const std::string text = card_to_json(find_card("gtx295"));
    const std::size_t end = text.find_last_of('}');
    for (std::size_t length = 0; length <= end; length += 7)
        QVERIFY2(refusal(text.substr(0, length)).startsWith("card.format|"), qPrintable(QString::number(length)));
}

void SimulatedCardTest::an_unknown_card_is_answered_with_the_list() {
    try {
        find_card("riva128");
        QFAIL("found");
    } catch (const Error& error) {
        QCOMPARE(error.code(), std::string("card.unknown"));
        QVERIFY2(QString(error.hint().c_str()).contains("gtx295, c2050, gtx460, c2075, v100, t4"),
                 error.hint().c_str());
    }
    try {
        find_card("simulated:h20");
        QFAIL("found");
    } catch (const Error& error) { QVERIFY2(error.hint().starts_with("Did you mean \"h200\"?"), error.hint().c_str()); }
    QVERIFY_THROWS_EXCEPTION(Error, find_card("/nowhere/card.json"));
}

void SimulatedCardTest::a_card_is_found_by_its_path() {
    Card card = find_card("h200");
    card.id = "my-card";
    const QString path = home_->filePath("some.json");
    write(path, QByteArray::fromStdString(card_to_json(card)));
    QCOMPARE(find_card(path.toStdString()).id, std::string("my-card"));
}

void SimulatedCardTest::a_saved_card_stands_in_for_the_built_in_one() {
    Card card = find_card("c2050");
    card.multiprocessors = 16;
    QCOMPARE(QString::fromStdString(save_user_card(card)), home_->filePath("warploom/cards/c2050.json"));
    QCOMPARE(find_card("c2050").multiprocessors, 16.0);
    card.multiprocessors = 15;
    save_user_card(card); // overwrites the first one
    QCOMPARE(find_card("c2050").multiprocessors, 15.0);
    card.id = "what-if";
    save_user_card(card);
    QCOMPARE(cards().size(), std::size_t{17});
    QCOMPARE(cards().back().id, std::string("what-if"));
    QCOMPARE(QDir(home_->filePath("warploom/cards")).entryList(QDir::Files | QDir::Hidden).size(), 2);
}

void SimulatedCardTest::a_copied_card_with_other_figures_was_never_compared() {
    Card card = find_card("gtx295");
    QVERIFY(card.model_cells > 0);
    card.id = "mine";
    save_user_card(card); // the same figures, so the errors are those of this card
    QCOMPARE(find_card("mine").model_cells, card.model_cells);

    card.clock_ghz *= 2;
    save_user_card(card);
    QVERIFY(std::isnan(find_card("mine").model_error) && find_card("mine").model_cells == 0);

    card.model_error *= 1.5; // computed anew
    save_user_card(card);
    QCOMPARE(find_card("mine").model_error, card.model_error);
    QCOMPARE(find_card("mine").model_cells, card.model_cells);
}

void SimulatedCardTest::a_broken_user_card_is_told_and_left_out() {
    write(home_->filePath("warploom/cards/broken.json"), "{");
    write(home_->filePath("warploom/cards/other-name.json"),
          QByteArray::fromStdString(card_to_json(find_card("h200"))));
    std::vector<std::string> complaints;
    QCOMPARE(cards(&complaints).size(), std::size_t{16});
    QCOMPARE(complaints.size(), std::size_t{2});
    QVERIFY(QString::fromStdString(complaints[0]).contains("broken.json"));
    QVERIFY(QString::fromStdString(complaints[1]).contains("differs from the file name"));
}

void SimulatedCardTest::what_only_looks_like_a_card_neither_ends_nor_holds_the_program() {
    const QString folder = home_->filePath("warploom/cards/");
    write(folder + "1.json", QByteArray(500'000, '['));
    write(folder + "2.json", R"({"warploom_card":)" + QByteArray(500'000, '[') + QByteArray(500'000, ']') + "}");
    QByteArray keys = "{";
    for (int i = 0; i < 80'000; ++i) keys += (i > 0 ? ",\"" : "\"") + QByteArray::number(i) + "\":0";
    write(folder + "3.json", keys + "}");
    write(folder + "4.json", QByteArray(2 << 20, ' '));
    QCOMPARE(::mkfifo(qPrintable(folder + "5.json"), 0600), 0);
    QVERIFY(QFile::link("/dev/zero", folder + "6.json"));
    QElapsedTimer clock;
    clock.start();
    std::vector<std::string> complaints;
    QCOMPARE(cards(&complaints).size(), std::size_t{16});
    QVERIFY2(clock.elapsed() < 5000, "some seconds for what takes milliseconds");
    QCOMPARE(complaints.size(), std::size_t{6});
    const char* const told[] = {"nested too deeply",      "nested too deeply",        "more than 1000 keys",
                                "is larger than 1.0 MiB", "it is not a regular file", "it is not a regular file"};
    for (std::size_t i = 0; i < complaints.size(); ++i)
        QVERIFY2(QString::fromStdString(complaints[i]).contains(told[i]), complaints[i].c_str());
}

void SimulatedCardTest::a_card_with_an_unsafe_id_is_not_written_data() {
    QTest::addColumn<QString>("id");
    for (const char* id : {"", "../up", "a/b", ".hidden", "-option", "With Blank", "ä"})
        QTest::newRow(id) << QString(id);
    QTest::newRow("long") << QString(65, 'a');
}

void SimulatedCardTest::a_card_with_an_unsafe_id_is_not_written() {
    QFETCH(QString, id);
    Card card = find_card("h200");
    card.id = id.toStdString();
    QVERIFY_THROWS_EXCEPTION(Error, save_user_card(card));
    QVERIFY(QDir(home_->path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot).isEmpty());
}

void SimulatedCardTest::a_card_that_cannot_be_written_leaves_nothing_behind() {
    const Card card = find_card("h200");
    QVERIFY(QDir(home_->path()).mkpath("warploom/cards/h200.json/in_the_way")); // a folder in place of the file
    try {
        save_user_card(card);
        QFAIL("written");
    } catch (const Error& error) { QCOMPARE(error.code(), std::string("file.write")); }
    QCOMPARE(QDir(home_->filePath("warploom/cards")).entryList(QDir::AllEntries | QDir::NoDotAndDotDot),
             QStringList("h200.json"));
}

WARPLOOM_TEST(SimulatedCardTest);
#include "simulated_card_test.moc"
