// Grading of a class's submissions, each in a separate process.

#include "app/exercise/grade.h"
#include "app/exercise/grade_formats.h"
#include "app/exercise/unpacked_class.h"
#include "engine/error.h"
#include "engine/exercise/exercise.h"
#include "engine/exercise/hand_in.h"
#include "engine/zip_file.h"
#include "support/runner.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cstdio>
#include <sstream>

using namespace warploom;
using app::Graded;

class GradeTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> class_;
    std::string reference_, starter_;

    void hand_in(const char* file, const std::string& text) {
        const QString path = class_->filePath(QLatin1String(file));
        QDir().mkpath(QFileInfo(path).path());
        QFile out(path);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(QByteArray::fromStdString(text));
    }
    std::vector<Graded> graded(int seconds = 10) {
        app::GradeSettings settings;
        settings.exercise = "ell-side-by-side";
        settings.program = WARPLOOM_BINARY_DIR "/bin/warploom-engine";
        settings.at_once = 2;
        settings.seconds = seconds;
        return app::grade_class(class_->path().toStdString(), settings);
    }
    static std::string remarks(const Graded& graded) {
        std::string all;
        for (const std::string& remark : graded.remarks) all += remark + ";";
        return all;
    }

private slots:
    void initTestCase() {
        QFile file(QStringLiteral(WARPLOOM_SOURCE_DIR "/kernels/textbook/lesson_5_format.cu"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        reference_ = file.readAll().toStdString();
        starter_ = exercise::find_exercise("ell-side-by-side").starter;
    }
    void init() { class_ = std::make_unique<QTemporaryDir>(); }

    void a_class_can_be_an_archive_data() {
        QTest::addColumn<QStringList>("members");
        QTest::addColumn<QStringList>("files");
        QTest::newRow("a folder in the archive")
            << QStringList{"class/", "class/ada.cu", "class/ben_77/answer.cu", "class/jon.txt", "__MACOSX/class/ada.cu"}
            << QStringList{"ada.cu", "ben_77/answer.cu", "jon.txt"};
        QTest::newRow("files") << QStringList{"ada.cu", "ben_77/answer.cu"}
                               << QStringList{"ada.cu", "ben_77/answer.cu"};
        QTest::newRow("one folder with two answers")
            << QStringList{"class/ada.cu", "class/ben.cu"} << QStringList{"ada.cu", "ben.cu"};
        QTest::newRow("one student") << QStringList{"ada_1/answer.cu"} << QStringList{"ada_1/answer.cu"};
    }
    void a_class_can_be_an_archive() {
        QFETCH(QStringList, members);
        QFETCH(QStringList, files);
        std::vector<ZipEntry> entries;
        for (const QString& member : members)
            entries.push_back({member.toStdString(), member.endsWith('/') ? "" : "x"});
        hand_in("all.zip", zip_of(entries));
        QDir folder;
        {
            const app::UnpackedClass unpacked(class_->filePath("all.zip").toStdString());
            folder.setPath(QString::fromStdString(unpacked.folder()));
            QStringList found;
            QDirIterator all(folder.path(), QDir::Files, QDirIterator::Subdirectories);
            while (all.hasNext()) found << folder.relativeFilePath(all.next());
            found.sort();
            QCOMPARE(found, files);
            QCOMPARE(QFileInfo(folder.filePath(files.first())).size(), 1);
            if (files.contains("jon.txt")) QCOMPARE(QFileInfo(folder.filePath("jon.txt")).size(), 0);
        }
        QVERIFY(!folder.exists());
        const app::UnpackedClass plain(class_->path().toStdString());
        QCOMPARE(plain.folder(), class_->path().toStdString());
    }
    void an_archive_cannot_write_outside_of_its_folder() {
        for (const char* const member : {"../ada.cu", "a/../../ada.cu", "/tmp/ada.cu"}) {
            hand_in("all.zip", zip_of({{"ben.cu", "x"}, {member, "x"}}));
            try {
                const app::UnpackedClass unpacked(class_->filePath("all.zip").toStdString());
                QFAIL(member);
            } catch (const Error& error) {
                QCOMPARE(error.code(), std::string("file.malformed"));
                QVERIFY2(QString(error.what()).contains(member), error.what());
            }
        }
    }

    void a_right_answer_has_all_points_and_a_starter_has_none() {
        hand_in("ada.cu", reference_);
        hand_in("ben/kernel.cu", starter_);

        const auto all = graded();

        QCOMPARE(all.size(), std::size_t{2});
        QCOMPARE(all[0].name, std::string("ada"));
        QCOMPARE(all[0].judgement.points, all[0].judgement.out_of);
        QCOMPARE(all[1].name, std::string("ben"));
        QCOMPARE(all[1].judgement.points, 0.0);
        QCOMPARE(remarks(all[1]), std::string("unchanged starter;"));
    }

    void equal_texts_and_altered_ones_are_flagged() {
        const std::string sealed = exercise::seal_text(reference_, "ell-side-by-side", "Ada Lovelace");
        hand_in("a.cu", sealed);
        hand_in("b.cu", "// all my own work\n" + reference_);
        hand_in("c.cu", sealed + "\n// and one more line");

        const auto all = graded();

        QCOMPARE(all[0].name, std::string("Ada Lovelace"));
        QVERIFY(remarks(all[0]).find("identical to b.cu") != std::string::npos);
        QVERIFY(remarks(all[1]).find("identical to a.cu") != std::string::npos);
        QVERIFY(remarks(all[0]).find("altered") == std::string::npos);
        QVERIFY(remarks(all[2]).find("modified after it was sealed") != std::string::npos);
    }

    void a_link_is_named_and_not_followed() {
        QTemporaryDir elsewhere;
        const auto write = [&](const QString& path, const char* text) {
            QFile out(path);
            QVERIFY(out.open(QIODevice::WriteOnly));
            out.write(text);
        };
        write(elsewhere.filePath("secret.txt"), "secret_word 3;\n");
        write(elsewhere.filePath("other.cu"), "secret_word 4;\n");
        hand_in("ada.cu", reference_);
        QVERIFY(QFile::link(elsewhere.filePath("secret.txt"), class_->filePath("ben.cu")));
        QVERIFY(QFile::link(elsewhere.path(), class_->filePath("cleo"))); // a link to a folder
        QVERIFY(QDir().mkpath(class_->filePath("dora")));
        QVERIFY(QFile::link(elsewhere.filePath("other.cu"), class_->filePath("dora/kernel.cu")));
        QVERIFY(QFile::link(elsewhere.filePath("not there"), class_->filePath("eve.cu")));
        QVERIFY(QFile::link(class_->filePath("ada.cu"), class_->filePath("fred.cu"))); // another student's answer

        const auto all = graded();

        QCOMPARE(all.size(), std::size_t{6});
        QVERIFY(all[0].judgement.points > 0 && remarks(all[0]).empty());
        const char* const files[] = {"ben.cu", "cleo", "dora/kernel.cu", "eve.cu", "fred.cu"};
        for (std::size_t i = 1; i < all.size(); ++i) {
            QCOMPARE(all[i].file, std::string(files[i - 1]));
            QCOMPARE(all[i].judgement.points, 0.0);
            QCOMPARE(all[i].judgement.gates[0].sentence, std::string("Symbolic links are not graded."));
            QCOMPARE(remarks(all[i]), std::string("symbolic link, not graded;"));
        }
        std::ostringstream csv;
        write_csv(csv, app::grade_table("grades", all));
        QVERIFY2(csv.str().find("secret") == std::string::npos, csv.str().c_str());
        QVERIFY2(csv.str().find("symbolic link, not graded") != std::string::npos, csv.str().c_str());
    }

    void a_folder_that_is_a_link_is_the_teachers_own() {
        hand_in("ada.cu", starter_);
        QTemporaryDir elsewhere;
        const QString link = elsewhere.filePath("class");
        QVERIFY(QFile::link(class_->path(), link));
        app::GradeSettings settings;
        settings.exercise = "ell-side-by-side";
        settings.program = "/bin/false";
        QCOMPARE(app::grade_class(link.toStdString(), settings).size(), std::size_t{1});
    }

    void a_table_of_many_equal_texts_stays_small() {
        for (int i = 0; i < 300; ++i)
            hand_in(qPrintable(QStringLiteral("student-%1.cu").arg(i, 3, 10, QChar('0'))), "int x;");
        app::GradeSettings settings;
        settings.exercise = "ell-side-by-side";
        settings.program = "/bin/false"; // comments are written before anything is graded
        const auto all = app::grade_class(class_->path().toStdString(), settings);
        QCOMPARE(remarks(all[0]), std::string("identical to student-001.cu and 298 others;"));
        QCOMPARE(remarks(all[299]), std::string("identical to student-000.cu and 298 others;"));
        std::ostringstream csv;
        write_csv(csv, app::grade_table("grades", all));
        QVERIFY2(csv.str().size() < 60'000, qPrintable(QString::number(csv.str().size())));
    }

    void an_endless_and_a_greedy_answer_end_and_get_nothing() {
        std::string endless = reference_, greedy = reference_;
        const std::string loop = "for (int k = 0; k < end; ++k)";
        endless.replace(endless.find(loop), loop.size(), "for (int k = 0; k < end || k >= 0; k += 0)");
        greedy.insert(greedy.find("template"), "// scratch: much double[rows * 100000]\n");
        greedy.replace(greedy.rfind("int block)"), 10, "double* much, int block)");
        hand_in("endless.cu", endless);
        hand_in("greedy.cu", greedy);

        const auto all = graded(3);

        QCOMPARE(all[0].judgement.points, 0.0);
        QVERIFY2(!all[0].judgement.gates[0].sentence.empty(), "an endless loop is told");
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        return; // sanitizers reserve terabytes of address space, which prevents memory limits: see app::bind_to_limits
#endif
        QCOMPARE(all[1].judgement.points, 0.0);
        QVERIFY2(all[1].judgement.gates[0].sentence.find("emory") != std::string::npos,
                 all[1].judgement.gates[0].sentence.c_str());
    }

    void the_table_has_name_points_and_every_gate() {
        hand_in("ada.cu", reference_);
        const Table table = app::grade_table("grades", graded());
        std::ostringstream csv;
        write_csv(csv, table);
        QCOMPARE(csv.str(),
                 std::string("name,points,out_of,clean,right,transactions,padding,remarks,likeness,feedback,file\n"
                             "ada,8,8,1,2,3,2,,,,ada.cu\n"));
    }

    void remarks_points_and_feedback_of_each_kind_stand_in_the_table() {
        const std::string altered = exercise::seal_text("int x;", "ell-side-by-side", "Eve") + "\nint z;";
        hand_in("a.cu", reference_);
        hand_in("b.cu", "// mine\n" + reference_);
        hand_in("c.cu", "// mine, too\n" + reference_);
        hand_in("d.cu", exercise::seal_text("int run(", "warp-a-row", "Dora"));
        hand_in("e.cu", altered);
        hand_in("f.cu", altered);
        hand_in("g.cu", starter_);
        const Table table = app::grade_table("grades", graded());
        const auto cell = [&](std::size_t row, const char* column) {
            for (std::size_t c = 0; c < table.columns.size(); ++c)
                if (table.columns[c].name == column) return table.rows[row][c];
            return Cell();
        };
        const auto text = [&](std::size_t row, const char* column) { return std::get<std::string>(cell(row, column)); };
        QCOMPARE(text(0, "remarks"), std::string("identical to b.cu and 1 other"));
        QCOMPARE(text(2, "remarks"), std::string("identical to a.cu and 1 other"));
        QCOMPARE(text(3, "remarks"), std::string("sealed for the exercise warp-a-row"));
        QCOMPARE(text(4, "remarks"), std::string("modified after it was sealed; identical to f.cu"));
        QCOMPARE(text(6, "remarks"), std::string("unchanged starter"));
        QCOMPARE(text(3, "name"), std::string("Dora"));
        QVERIFY2(text(3, "feedback").find("d.cu:2:") != std::string::npos, text(3, "feedback").c_str());
        QCOMPARE(std::get<double>(cell(0, "right")), 2.0);
        for (const char* const gate : {"clean", "right", "transactions", "padding"})
            QCOMPARE(std::get<double>(cell(6, gate)), 0.0);
    }

    void feedback_says_why_a_right_answer_has_no_points_yet_and_no_figures_of_a_wrong_one() {
        std::string wrong = reference_;
        wrong.replace(wrong.find("sum += value[slot]"), 18, "sum -= value[slot]");
        hand_in("ben.cu", starter_);
        hand_in("eve.cu", wrong);
        const Table table = app::grade_table("grades", graded());
        const auto feedback = [&](std::size_t row) {
            return std::get<std::string>(table.rows[row][table.columns.size() - 2]);
        };
        QVERIFY2(feedback(0).find("it passes no more gates than the starter. To earn points, ") != std::string::npos,
                 feedback(0).c_str());
        QVERIFY2(feedback(1).find("should be") != std::string::npos, feedback(1).c_str());
        QVERIFY2(feedback(1).find("transactions") == std::string::npos, feedback(1).c_str());
    }

    void a_folder_without_hand_ins_is_refused() {
        for (const char* other : {"", "jon.txt"}) {
            if (other[0] != '\0') hand_in(other, reference_);
            try {
                graded();
                QFAIL("it was taken");
            } catch (const Error& error) {
                QCOMPARE(error.code(), std::string("grade.folder"));
                QVERIFY2(std::string(error.what()).find(other) != std::string::npos, error.what());
            }
        }
    }

    void a_file_that_is_no_kernel_has_a_row_that_says_so() {
        hand_in("README.md", "the names of kernels come first, whatever the alphabet says");
        hand_in("ada.cu", starter_);
        hand_in("ben/kernel.cu", starter_);
        hand_in("ben/notes.txt", "beside the kernel, no hand-in of its own");
        hand_in("cleo/answer.zip", "PK");
        hand_in("dora/src/kernel.cu", starter_); // nested too deeply
        hand_in("jon.txt", reference_);
        hand_in("kim.zip", "PK");
        hand_in("leo.CU", reference_);
        hand_in("mia", reference_);
        const auto all = graded();
        const std::vector<std::pair<std::string, std::string>> others{
            {"README.md", "Submit the kernel as a .cu file."},
            {"cleo/answer.zip", "Unpack the archive and submit the .cu file."},
            {"dora", "Submit the kernel as a .cu file."},
            {"jon.txt", "Submit the kernel as a .cu file."},
            {"kim.zip", "Unpack the archive and submit the .cu file."},
            {"leo.CU", "Rename the file so that its name ends in .cu (lowercase)."},
            {"mia", "Submit the kernel as a .cu file."}};
        QCOMPARE(all.size(), others.size() + 2);
        for (std::size_t i = 0; i < others.size(); ++i) {
            const Graded& one = all[i + 2];
            QCOMPARE(one.file, others[i].first);
            QVERIFY(!one.is_hand_in && one.judgement.points == 0);
            QCOMPARE(remarks(one), std::string(one.file == "dora" ? "not graded: no .cu file in this folder;"
                                                                  : "not graded: not a .cu file;"));
            QCOMPARE(one.judgement.gates[0].sentence, others[i].second);
            QCOMPARE(one.judgement.sentence, others[i].second);
        }
        const std::string junit = app::grades_as("junit", "ell-side-by-side", all);
        QVERIFY2(junit.find("<testsuite name=\"jon\" tests=\"4\" failures=\"0\" errors=\"0\" skipped=\"4\">") !=
                     std::string::npos,
                 junit.c_str());
    }

    void hidden_files_are_counted_and_have_no_row() {
        hand_in("ada.cu", starter_);
        hand_in("._ada.cu", "of a Mac");
        hand_in(".hidden.cu", starter_);
        hand_in("ben/kernel.cu", starter_);
        hand_in("ben/._kernel.cu", "of a Mac");
        hand_in("__MACOSX/ada.cu", "of a Mac");
        QCOMPARE(graded().size(), std::size_t{2});
        QCOMPARE(app::hidden_files_in(class_->path().toStdString()), std::int64_t{4});
    }

    void a_text_in_utf_16_is_judged_and_told() {
        for (const bool is_little : {true, false}) {
            std::string text = is_little ? "\xff\xfe" : "\xfe\xff";
            for (const char c : reference_) text += is_little ? std::string{c, '\0'} : std::string{'\0', c};
            hand_in(is_little ? "ada.cu" : "ben.cu", text);
        }
        for (const Graded& one : graded()) {
            QCOMPARE(one.judgement.points, one.judgement.out_of);
            QVERIFY2(remarks(one).find("encoded in UTF-16; save the file as UTF-8;") == 0, remarks(one).c_str());
        }
    }

    void a_name_that_is_not_utf_8_or_has_control_characters_leaves_every_form_valid() {
        hand_in("ada.cu", starter_);
        const QByteArray latin = class_->path().toLocal8Bit() + "/M\xfcller\x1b[2J.cu"; // as in ZIP files from Windows
        QFile::rename(class_->filePath("ada.cu"), class_->filePath("ben.cu"));
        QVERIFY(std::rename(class_->filePath("ben.cu").toLocal8Bit().constData(), latin.constData()) == 0);
        hand_in("eve.cu", "// hand-in: ell-side-by-side by \xef\xbc\x9d"
                          "1+1\x80, seal 0\n" +
                              starter_);
        const auto all = graded();
        QCOMPARE(all.size(), std::size_t{2});
        QCOMPARE(all[0].file, std::string("M\\xfcller\\x1b[2J.cu"));
        QCOMPARE(all[1].name, std::string("\xef\xbc\x9d"
                                          "1+1\\x80"));
        std::ostringstream csv;
        write_csv(csv, app::grade_table("grades", all));
        for (const std::string& text : {csv.str(), app::grades_as("junit", "ell-side-by-side", all)}) {
            const QByteArray bytes = QByteArray::fromStdString(text);
            QCOMPARE(QString::fromUtf8(bytes).toUtf8(), bytes);
            QVERIFY(!bytes.contains('\x1b') && !bytes.contains('\0'));
        }
        QVERIFY2(csv.str().find("\n'\xef\xbc\x9d"
                                "1+1") != std::string::npos,
                 csv.str().c_str());
    }

    void a_seal_of_another_person_has_a_remark() {
        const auto sealed = [&](const char* name, const char* more) {
            return exercise::seal_text(starter_ + more, "ell-side-by-side", name);
        };
        hand_in("ada/kernel.cu", sealed("Ada Lovelace", ""));
        hand_in("ben/kernel.cu", sealed("Ben", "\nint b;"));
        hand_in("mallory/kernel.cu", sealed("Ada Lovelace", "\nint c;"));
        const auto all = graded();
        QVERIFY2(remarks(all[0]).find("same author name as in mallory/kernel.cu;") != std::string::npos,
                 remarks(all[0]).c_str());
        QVERIFY(remarks(all[0]).find("in the folder") == std::string::npos);
        QVERIFY(remarks(all[1]).find("name") == std::string::npos);
        QVERIFY2(remarks(all[2]).find("sealed by Ada Lovelace, but found in the folder mallory;") != std::string::npos,
                 remarks(all[2]).c_str());
    }

    void a_name_that_no_seal_can_have_is_not_taken() {
        hand_in("ada.cu", "// hand-in: ell-side-by-side by " + std::string(201, 'a') + ", seal 0\n" + starter_);
        const auto all = graded();
        QCOMPARE(all[0].name, std::string("ada"));
        QVERIFY(remarks(all[0]).find("modified after it was sealed") != std::string::npos);
    }

    void a_text_that_asks_for_the_judge_has_a_remark() {
        hand_in("ada.cu", "#ifdef __WARPLOOM__\n#endif\n" + reference_);
        hand_in("ben.cu", "// __WARPLOOM__\n" + reference_);
        const auto all = graded();
        QVERIFY2(remarks(all[0]).find("uses the macro __WARPLOOM__") == 0, remarks(all[0]).c_str());
        QVERIFY(remarks(all[1]).find("__WARPLOOM__") == std::string::npos);
    }
};

WARPLOOM_TEST(GradeTest);
#include "grade_test.moc"
