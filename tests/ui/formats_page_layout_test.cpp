#include "engine/error.h"
#include "support/runner.h"
#include "ui/pages/formats/arrays_view.h"
#include "ui/pages/formats/window_view.h"

#include <QTest>

using namespace warploom;
using namespace warploom::ui;

namespace {

// The matrix   4 .     stored in ELL, column by column, and in CSR; b owns what thread 1 reads.
//              b 5
const char* const answer = R"({
  "rows": 2, "cols": 2,
  "nonzeros": [{"row":0,"col":0,"value":4}, {"row":1,"col":0,"value":2.5}, {"row":1,"col":1,"value":5}],
  "formats": [
    {"format":"csr","reason":"","bytes":"48","value_slots":3,"padding":0,"arrays":[
      {"name":"row_pointer","element":"int","values":[0,1,3],"columns":0},
      {"name":"column","element":"int","values":[0,0,1],"columns":0},
      {"name":"value","element":"double","values":[4,2.5,5],"nonzero":[0,1,2],"columns":0}]},
    {"format":"ell","reason":"","bytes":56,"value_slots":4,"padding":1,"arrays":[
      {"name":"length","element":"int","values":[1,2],"columns":0},
      {"name":"column","element":"int","values":[0,0,0,1],"columns":2},
      {"name":"value","element":"double","values":[4,2.5,null,5],"nonzero":[0,1,-1,2],"columns":2}]},
    {"format":"dia","reason":"It would need 9 x the bytes of CSR.","bytes":null,"value_slots":null,"padding":null,"arrays":[]}],
  "owner": {"kernel":"csr-scalar","block":64,"machine":"simulated","threads":[
    {"nonzero":0,"block":0,"thread":0,"warp":0,"lane":0}, {"nonzero":1,"block":0,"thread":37,"warp":1,"lane":5}]}
})";

Json object(const QByteArray& text) { return Json::parse(text.begin(), text.end()); }

} // namespace

class FormatsPageLayoutTest : public QObject {
    Q_OBJECT
private slots:
    void a_layout_is_read_with_its_owners() {
        const protocol::Layout document = protocol::read_layout(object(answer));
        QCOMPARE(document.rows, 2);
        QCOMPARE(document.nonzeros.size(), 3U);
        QCOMPARE(document.nonzero_at(1, 0), 1);
        QCOMPARE(document.nonzero_at(0, 1), -1);
        QCOMPARE(document.formats.size(), 3U);
        QCOMPARE(std::int64_t{*document.formats[0].bytes}, 48); // as a string
        QCOMPARE(std::int64_t{*document.formats[1].bytes}, 56); // as a number
        QCOMPARE(document.formats[1].arrays[2].values[2].has_value(), false);
        QVERIFY(document.formats[2].reason.find("9 x") != std::string::npos);
        QCOMPARE(document.owner.kernel, std::string("csr-scalar"));
        QCOMPARE(ownerText(document.owners_of(1)), QStringLiteral("thread 37 of block 0 (warp 1, lane 5)"));
        QVERIFY(document.owners_of(2).empty());
    }

    void arrays_of_the_same_size_share_slots_but_pointers_do_not() {
        const protocol::Layout document = protocol::read_layout(object(answer));
        QVERIFY(document.formats[0].arrays[1].nonzero == (std::vector<int>{0, 1, 2}));
        QVERIFY(!document.formats[0].arrays[0].holds_entries()); // three row pointers, equal to the nonzeros
        QVERIFY(document.formats[1].arrays[1].nonzero == (std::vector<int>{0, 1, -1, 2}));
    }

    void a_wrong_answer_is_refused_by_its_field_data() {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QString>("word");
        const auto row = [](const char* name, const char* from, const char* to, const char* word) {
            QTest::newRow(name) << QByteArray(from) << QByteArray(to) << QString::fromLatin1(word);
        };
        row("no rows", "\"rows\": 2,", "", "rows");
        row("rows is a word", "\"rows\": 2", "\"rows\": \"two\"", "rows");
        row("no nonzeros", "\"nonzeros\"", "\"others\"", "nonzeros");
        row("no formats", "\"formats\"", "\"shapes\"", "formats");
        row("nameless format", "{\"format\":\"csr\"", "{\"form\":\"csr\"", "formats[0].format");
        row("values is no list", "\"values\":[0,1,3]", "\"values\":7", "formats[0].arrays[0].values");
        row("a text among values", "[0,1,3]", "[0,\"one\",3]", "formats[0].arrays[0].values[1]");
        row("a slot of a nonzero that is not there", "\"nonzero\":[0,1,2]", "\"nonzero\":[0,1,9]",
            "formats[0].arrays[2].nonzero");
        row("too few slots named", "\"nonzero\":[0,1,2]", "\"nonzero\":[0,1]", "formats[0].arrays[2].nonzero");
        row("owner of a nonzero that is not there", "{\"nonzero\":1,", "{\"nonzero\":-4,", "owner.threads[1].nonzero");
    }
    void a_wrong_answer_is_refused_by_its_field() {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QString, word);
        QByteArray text(answer);
        QVERIFY(text.contains(from));
        text.replace(from, to);
        QVERIFY(Json::accept(text.begin(), text.end()));
        try {
            protocol::read_layout(object(text));
            QFAIL("accepted");
        } catch (const Error& error) {
            QCOMPARE(QString::fromStdString(error.code()), QStringLiteral("layout.malformed"));
            QVERIFY2(QString::fromUtf8(error.what()).contains(QLatin1Char('\'') + word + QLatin1Char('\'')),
                     error.what());
        }
    }

    void a_heading_that_is_short_of_room_has_the_style_of_the_others() {
        protocol::FormatLayout format;
        format.format = "csr-sorted";
        format.bytes = protocol::Wide{444};
        format.padding = 0;
        format.value_slots = 24;
        for (const QString& text : shorterFormatTexts(format, QStringLiteral("CSR, rows sorted")))
            QVERIFY2(!text.contains(QStringLiteral("bytes,")), qPrintable(text));
        QVERIFY(
            shorterFormatTexts(format, QString()).contains(QString::fromUtf8("csr-sorted · 444 bytes · 0 padding")));
    }

    void footprints_keep_refused_formats_with_the_reason() {
        const protocol::Footprints document = protocol::read_footprints(object(R"({"csr_bytes":"1000","formats":[
            {"format":"csr","bytes":"1000","value_slots":100,"padding":0,"conversion_ns":12.5,"reason":""},
            {"format":"ell","bytes":"2500","value_slots":400,"padding":300,"conversion_ns":80,"reason":""},
            {"format":"dia","bytes":null,"reason":"Too large."}]})"));
        const Table table = footprintTable(document);
        QCOMPARE(table.rows.size(), 3U);
        QCOMPARE(table.number(1, table.column("relative_to_csr")), 2.5);
        QCOMPARE(table.number(1, table.column("padding_share")), 75.0);
        QCOMPARE(table.text(2, table.column("status")), std::string("skipped"));
        QCOMPARE(table.text(2, table.column("reason")), std::string("Too large."));
        QVERIFY(std::isnan(table.number(2, table.column("footprint"))));
        QVERIFY_THROWS_EXCEPTION(Error, protocol::read_footprints(object(R"({"formats":[]})")));
    }

    void every_slot_has_its_own_place_inside_the_picture() {
        const protocol::Layout document = protocol::read_layout(object(answer));
        for (const double width : {150.0, 300.0, 900.0}) {
            const SlotLayout layout = layOut(document, width, SlotMetrics{});
            QCOMPARE(layout.headings.size(), 3U); // the unsupported format is still listed
            QCOMPARE(layout.cells.size(), 9U + 10U);
            for (std::size_t i = 0; i < layout.cells.size(); ++i) {
                QVERIFY(QRectF(QPointF(0, 0), layout.size).contains(layout.cells[i].rect));
                QCOMPARE(layout.slotAt(layout.cells[i].rect.center()), &layout.cells[i]);
                for (std::size_t k = i + 1; k < layout.cells.size(); ++k)
                    QVERIFY(!layout.cells[i].rect.adjusted(0.5, 0.5, -0.5, -0.5).intersects(layout.cells[k].rect));
            }
        }
        QCOMPARE(layOut(document, 300, SlotMetrics{}, 1).headings.size(), 1U);
    }

    void ell_is_drawn_column_by_column_with_its_padding() {
        const protocol::Layout document = protocol::read_layout(object(answer));
        const SlotLayout layout = layOut(document, 900, SlotMetrics{});
        const auto slot = [&](int array, int index) {
            for (const Slot& s : layout.cells)
                if (s.format == 1 && s.array == array && s.index == index) return s;
            return Slot{};
        };
        QVERIFY(slot(2, 2).padding);
        QVERIFY(slot(1, 2).padding); // the column array has the same padding
        QVERIFY(!slot(0, 0).padding);
        QCOMPARE(slot(2, 0).rect.top(), slot(2, 1).rect.top()); // first drawn row: first entries of both rows
        QVERIFY(slot(2, 2).rect.top() > slot(2, 0).rect.top());
        QCOMPARE(slot(2, 2).rect.left(), slot(2, 0).rect.left());
    }

    void a_nonzero_is_found_in_all_formats() {
        const protocol::Layout document = protocol::read_layout(object(answer));
        const SlotLayout layout = layOut(document, 500, SlotMetrics{});
        for (int nonzero = 0; nonzero < 3; ++nonzero) {
            QCOMPARE(layout.slotsOf(nonzero).size(), 4U); // column and value, in csr and ell
            for (const Slot* slot : layout.slotsOf(nonzero)) {
                const protocol::LayoutArray& array = document.formats[slot->format].arrays[slot->array];
                if (array.name != "value") continue;
                QCOMPARE(*array.values[slot->index], document.nonzeros[nonzero].value);
            }
        }
        QVERIFY(layout.slotsOf(-1).empty());
    }

    void the_windows_cells_and_pixels_agree() {
        const WindowGrid grid(QSizeF(320, 300), 16, 9, 30, 20);
        for (std::int64_t row = 0; row < 16; ++row)
            for (std::int64_t col = 0; col < 9; ++col) {
                const HoveredNonzero cell = grid.cellAt(grid.rect(row, col).center(), 16, 9);
                QCOMPARE(cell.row, row);
                QCOMPARE(cell.col, col);
            }
        QVERIFY(!grid.cellAt(QPointF(5, 5), 16, 9).isValid());
        QVERIFY(grid.area.bottom() <= 300 && grid.area.right() <= 320);
    }
};

WARPLOOM_WINDOW_TEST(FormatsPageLayoutTest);
#include "formats_page_layout_test.moc"
