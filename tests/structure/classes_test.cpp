// Large classes are divided into parts: a class has few methods, and their bodies are in few files.
#include "class_members.h"

#include "support/runner.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QMap>
#include <QTest>

using namespace structure;

namespace {

const QDir root(WARPLOOM_SOURCE_DIR);

constexpr int most_methods = 40, most_files = 2;

/// Calls `each` with the path and the text of every source of ui and app with one of the given suffixes.
template <class F> void for_each_source(const QStringList& patterns, F&& each) {
    for (const char* layer : {"ui", "app"})
        for (QDirIterator it(root.filePath(layer), patterns, QDir::Files, QDirIterator::Subdirectories);
             it.hasNext();) {
            QFile file(it.next());
            if (file.open(QIODevice::ReadOnly))
                each(root.relativeFilePath(file.fileName()), QString::fromUtf8(file.readAll()));
        }
}

int methods_of(const QString& name, const QString& source) {
    for (const ClassSize& each : classes_in(source))
        if (each.name == name) return each.methods;
    return -1;
}

} // namespace

class ClassesTest : public QObject {
    Q_OBJECT

private slots:
    void all_kinds_of_methods_are_counted() {
        const QString source =
            "/// Not a method: void comment();\n"
            "class Page : public Base<int(*)(int)> {\n"
            "    Q_OBJECT\n"
            "    Q_PROPERTY(int size READ size)\n"
            "public:\n"
            "    explicit Page(Session& session, QWidget* parent = nullptr) : Base(parent), a_(1), b_{2} {}\n"
            "    ~Page() override;\n"
            "    int size() const { if (a_ > 0) { return call(); } return 0; }\n"
            "    std::function<void(int)> handler() const;\n"
            "    template <class T, class = std::enable_if_t<(sizeof(T) > 1)>> T* show();\n"
            "    bool operator==(const Page&) const = default;\n"
            "    bool operator<(const Page& other) const { return a_ < other.a_; }\n"
            "    int operator()(int x) const;\n"
            "    Page& operator=(const Page&) = delete;\n"
            "signals:\n"
            "    void changed(const QString& text = QStringLiteral(\"a; b { (\")); // void comment();\n"
            "private slots:\n"
            "    void update();\n"
            "};\n";
        QCOMPARE(methods_of("Page", source), 11);
    }

    void data_types_and_friends_are_no_methods() {
        const QString source = "struct Row {\n"
                               "    int a = compute(1), b{2};\n"
                               "    std::function<void(int)> done;\n"
                               "    std::vector<std::pair<int, QString>> pairs{{1, \"x();\"}};\n"
                               "    static constexpr int most = limit();\n"
                               "    using Handler = void (*)(int);\n"
                               "    enum class Kind { first = value(1), second };\n"
                               "    friend bool same(const Row&, const Row&);\n"
                               "    friend class Page;\n"
                               "    struct Inner { void one(); void two(); } inner;\n"
                               "    class Later;\n"
                               "    Q_DISABLE_COPY(Row)\n"
                               "    void last();\n"
                               "};\n";
        QCOMPARE(methods_of("Row", source), 1);
        QCOMPARE(methods_of("Row::Inner", source), 2);
        QCOMPARE(methods_of("Later", source), -1);
    }

    void functions_outside_of_classes_are_not_counted() {
        const QString source = "namespace a {\nstruct Empty {};\nclass Empty two(int x) { return f(x); }\n"
                               "void three();\nenum class Kind { one };\n} // namespace a\nstruct One { void f(); };\n";
        QCOMPARE(methods_of("Empty", source), 0);
        QCOMPARE(methods_of("One", source), 1);
        QCOMPARE(classes_in(source).size(), 2);
    }

    void a_class_with_one_method_too_many_is_found() {
        QString source = "class Large {\n";
        for (int i = 0; i <= most_methods; ++i) source += QStringLiteral("    void method_%1();\n").arg(i);
        QCOMPARE(methods_of("Large", source + "};\n"), most_methods + 1);
    }

    void bodies_are_found_in_a_source() {
        const QString source = "Page::Page(int x) : x_(Other::make(x)) {}\n"
                               "QList<Chart*> Page::charts() const {\n    Third::call();\n}\n"
                               "bool Store::Entry::operator==(const Entry& o) const { return true; }\n"
                               "const auto made = Fourth::make();\n"
                               "// Fifth::comment()\n"
                               "int free_function(Sixth::Kind kind) { return 0; }\n";
        QCOMPARE(classes_with_bodies_in(source), (QSet<QString>{"Page", "Store::Entry"}));
    }

    void no_class_of_ui_and_app_has_too_many_methods() {
        /// Classes that are larger today, with the number of their methods, which may only decrease.
        const QMap<QString, int> larger{{"Debugger", 43}, {"Session", 67}};
        QMap<QString, int> sizes;
        for_each_source({"*.h", "*.cpp"}, [&](const QString&, const QString& text) {
            for (const ClassSize& each : classes_in(text)) sizes[each.name] = std::max(sizes[each.name], each.methods);
        });
        QVERIFY2(sizes.size() > 400, "hardly any class was found: is the source folder still there?");
        QStringList wrong;
        for (auto each = sizes.begin(); each != sizes.end(); ++each) {
            const int most = larger.value(each.key(), most_methods);
            if (each.value() > most)
                wrong << QStringLiteral(
                             "%1 has %2 methods; at most %3 are allowed. Move some of them, with their state, "
                             "to a part.")
                             .arg(each.key())
                             .arg(each.value())
                             .arg(most);
        }
        for (auto each = larger.begin(); each != larger.end(); ++each)
            if (sizes.value(each.key()) < each.value())
                wrong
                    << QStringLiteral("%1 has %2 methods now: lower its limit.").arg(each.key()).arg(sizes[each.key()]);
        QVERIFY2(wrong.isEmpty(), qPrintable('\n' + wrong.join('\n')));
    }

    void no_class_of_ui_and_app_has_bodies_in_too_many_files() {
        /// Classes whose bodies are in more files today, with the number of files, which may only decrease.
        const QMap<QString, int> larger{{"AtaWalkthrough", 3}, {"Debugger", 4}, {"RequestHandler", 8}};
        QMap<QString, QStringList> files;
        for_each_source({"*.cpp"}, [&](const QString& path, const QString& text) {
            for (const QString& name : classes_with_bodies_in(text)) files[name] << path;
        });
        QVERIFY2(files.size() > 200, "hardly any body was found: is the source folder still there?");
        QStringList wrong;
        for (auto each = files.begin(); each != files.end(); ++each)
            if (each->size() > larger.value(each.key(), most_files))
                wrong << QStringLiteral("%1: %2").arg(each.key(), each->join(", "));
        for (auto each = larger.begin(); each != larger.end(); ++each)
            if (files.value(each.key()).size() < each.value())
                wrong << QStringLiteral("%1 is in fewer files now: lower its limit.").arg(each.key());
        QVERIFY2(wrong.isEmpty(), qPrintable("Divide these classes:\n" + wrong.join('\n')));
    }
};

WARPLOOM_TEST(ClassesTest);
#include "classes_test.moc"
