// The points of a class in several exercises, in one table.
#include "app/exercise/gradebook.h"
#include "app/page/gradebook_page.h"
#include "called_engine.h"
#include "engine/zip_file.h"
#include "support/runner.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sstream>

using namespace warploom;
using app::Graded;

namespace {

Graded graded_as(const char* name, double points, std::vector<std::string> remarks = {}) {
    Graded graded;
    graded.name = name;
    graded.judgement.points = points;
    graded.remarks = std::move(remarks);
    return graded;
}

std::string gradebook_csv(const app::Gradebook& book) {
    std::ostringstream text;
    write_csv(text, app::gradebook_table(book));
    return text.str();
}

std::string bytes_in(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

void put_in(const QString& path, const std::string& text) {
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(text));
}

} // namespace

class GradebookTest : public QObject {
    Q_OBJECT

    static app::Gradebook two_exercises() {
        return app::make_gradebook(
            {{"sums", "Sums & products", 8, {graded_as("Ben", 3.5), graded_as("ada lovelace", 8)}},
             {"tiles",
              "Tiles",
              9.25,
              {graded_as("Ada Lovelace_77_assignsubmission_file_", 1, {"unchanged starter"}),
               graded_as("Ada Lovelace", 4), graded_as("<b>Eve</b>", 9.25)}}});
    }

private slots:
    void submissions_of_one_student_are_one_row() {
        QCOMPARE(gradebook_csv(two_exercises()),
                 std::string("name,sums,tiles,total,out_of,remarks\n"
                             "<b>Eve</b>,,9.25,9.25,17.25,\n"
                             "ada lovelace,8,4,12,17.25,tiles: unchanged starter; tiles: several submissions; the best "
                             "one counts\n"
                             "Ben,3.5,,3.5,17.25,\n"));
    }

    void names_that_differ_in_a_space_are_two_students() {
        const auto book = app::make_gradebook({{"sums", "Sums", 8, {graded_as("Li An", 3), graded_as("li  an ", 5)}},
                                               {"tiles", "Tiles", 8, {graded_as("Lian", 8)}}});
        QCOMPARE(book.rows.size(), std::size_t{2});
        QCOMPARE(book.rows[0].total, 5.0);
        QCOMPARE(book.rows[1].total, 8.0);
    }

    void remarks_name_no_exercise_if_there_is_only_one() {
        const app::Gradebook book =
            app::make_gradebook({{"sums", "Sums", 8, {graded_as("Ben", 3, {"symbolic link, not graded"})}}});
        QCOMPARE(gradebook_csv(book),
                 std::string("name,sums,total,out_of,remarks\nBen,3,3,8,\"symbolic link, not graded\"\n"));
    }

    void the_page_has_a_cell_for_each_exercise_and_escapes_names() {
        const std::string html = app::gradebook_html(two_exercises());
        for (const char* text : {"&lt;b&gt;Eve&lt;/b&gt;", "Sums &amp; products (of 8)", "Total (of 17.25)", ">9.25<",
                                 "not submitted", "default-src 'none'"})
            QVERIFY2(html.find(text) != std::string::npos, text);
        QVERIFY(html.find("<b>Eve") == std::string::npos);
        QVERIFY(html.find("<script") == std::string::npos);
        QCOMPARE(QString::fromStdString(html).count("<td"), 3 * 4);
    }

    void a_folder_with_a_subfolder_and_an_archive_is_graded() {
        const QTemporaryDir folder;
        const std::string right =
            bytes_in(QStringLiteral(WARPLOOM_SOURCE_DIR "/tests/data/old_files/0.1.0/hand-ins/sealed.cu"));
        const std::string sums = "// problem: vector-add\n"
                                 "template <typename T>\n"
                                 "__global__ void add(int n, const T* a, const T* b, T* c) {\n"
                                 "    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                 "    if (i < n) c[i] = a[i] + b[i];\n"
                                 "}\n"
                                 "template <typename T>\n"
                                 "void run(int n, const T* a, const T* b, T* c, int block) {\n"
                                 "    add<<<(n + block - 1) / block, block>>>(n, a, b, c);\n"
                                 "}\n";
        QVERIFY(!right.empty());
        put_in(folder.filePath("warp-a-row/any.cu"), right);
        put_in(folder.filePath("vector-sum.zip"),
               zip_of({{"Ada Lovelace_12_assignsubmission_file_/sum.cu", sums}, {"ben/sum.cu", "int main() {}"}}));
        const QString csv = folder.filePath("grades.csv"), html = folder.filePath("grades.html");

        const test::CalledEngine called = test::call_engine(
            {"grade", folder.path(), "--exercise", "warp-a-row,vector-sum", "--csv", csv, "--html", html});

        QVERIFY2(called.status == 0, qPrintable(called.error));
        QCOMPARE(bytes_in(csv), std::string("name,warp-a-row,vector-sum,total,out_of,remarks\n"
                                            "Ada Lovelace,8,8,16,16,\n"
                                            "ben,,0,0,16,\n"));
        QVERIFY2(called.out.contains("Ada Lovelace           8           8     16"), qPrintable(called.out));
        QVERIFY(bytes_in(html).find("Ada Lovelace") != std::string::npos);
    }

    void an_exercise_without_submissions_is_an_error() {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir("warp-a-row"));
        const test::CalledEngine called =
            test::call_engine({"grade", folder.path(), "--exercise", "warp-a-row", "--exercise", "half-of-ata"});
        QCOMPARE(called.status, 1);
        QVERIFY2(called.error.contains("no subfolder and no ZIP archive for the exercise half-of-ata"),
                 qPrintable(called.error));
    }

    void a_platform_format_supports_only_one_exercise() {
        const QTemporaryDir folder;
        const test::CalledEngine called =
            test::call_engine({"grade", folder.path(), "--exercise", "warp-a-row,vector-sum", "--format", "junit",
                               "--out", folder.filePath("grades.xml")});
        QCOMPARE(called.status, 1);
        QVERIFY2(called.error.contains("support only one exercise"), qPrintable(called.error));
        QVERIFY(!QFile::exists(folder.filePath("grades.xml")));
    }
};

WARPLOOM_TEST(GradebookTest);
#include "gradebook_test.moc"
