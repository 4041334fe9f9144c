// Checks that every header includes what it uses. Compiling each header separately would give the same result: that is
// the target `headers` (docs/contributing.md), which takes minutes, while this takes a second.

#include "support/runner.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QHash>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

namespace {

const QDir root(WARPLOOM_SOURCE_DIR);

struct Header {
    QString code;            // without comments and string literals
    QStringList own;         // own headers, relative to the root
    QSet<QString> libraries; // all other headers
};

/// Names declared by each header of the standard library. Add a name here if it is missing.
const QHash<QString, QStringList>& standard_names() {
    static const QHash<QString, QStringList> names = [] {
        const QHash<QString, QString> lines{
            {"algorithm", "min max sort is_sorted find find_if count_if clamp any_of all_of none_of fill fill_n "
                          "stable_sort copy transform "
                          "unique lower_bound upper_bound shuffle min_element max_element reverse"},
            {"any", "any"},
            {"array", "array"},
            {"atomic", "atomic atomic_ref memory_order_relaxed memory_order_release memory_order_acquire"},
            {"bit", "bit_cast bit_width countl_zero countr_zero endian popcount"},
            {"charconv", "chars_format errc from_chars from_chars_result to_chars to_chars_result"},
            {"chrono", "chrono nano"},
            {"cmath", "sqrt abs fabs floor ceil fma frexp isfinite isinf isnan ldexp log2 lround pow rint"},
            {"concepts", "convertible_to derived_from integral same_as unsigned_integral"},
            {"condition_variable", "condition_variable"},
            {"cstddef", "byte max_align_t"},
            {"cstdint", "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t uintptr_t"},
            {"cstdio", "fprintf fputs snprintf"},
            {"cstdlib", "_Exit atoi calloc free strtod"},
            {"cstring", "memchr memcpy memset strlen"},
            {"ctime", "strftime time time_t timespec tm"},
            {"deque", "deque"},
            {"exception", "current_exception exception exception_ptr rethrow_exception set_terminate"},
            {"filesystem", "filesystem"},
            {"fstream", "ifstream ofstream"},
            {"functional", "function greater hash invoke less"},
            {"future", "async future launch"},
            {"initializer_list", "initializer_list"},
            {"iterator", "begin end forward_iterator_tag size"},
            {"limits", "numeric_limits"},
            {"map", "map"},
            {"memory", "make_shared make_unique shared_ptr unique_ptr weak_ptr"},
            {"new", "bad_alloc"},
            {"mutex", "lock_guard mutex once_flag scoped_lock unique_lock"},
            {"numeric", "accumulate iota"},
            {"optional", "nullopt optional"},
            {"ostream", "ostream"},
            {"random", "mt19937 mt19937_64"},
            {"set", "set"},
            {"span", "span"},
            {"sstream", "istringstream ostringstream"},
            {"stdexcept", "runtime_error"},
            {"string", "string to_string stoi"},
            {"string_view", "string_view"},
            {"system_error", "errc error_code"},
            {"thread", "this_thread thread"},
            {"tuple", "get tie tuple"},
            {"type_traits",
             "conditional_t decay_t enable_if_t integral_constant invoke_result_t is_arithmetic_v is_base_of_v "
             "is_enum_v is_floating_point_v is_integral_v is_signed_v "
             "is_same_v is_trivially_copyable_v remove_const_t remove_cvref_t remove_pointer_t"},
            {"unordered_map", "unordered_map"},
            {"unordered_set", "unordered_set"},
            {"utility", "declval exchange forward index_sequence make_index_sequence move pair swap"},
            {"variant", "get get_if holds_alternative monostate variant visit"},
            {"vector", "vector"},
            // For references only.
            {"iosfwd", "ostream istream"},
        };
        QHash<QString, QStringList> made;
        for (auto line = lines.begin(); line != lines.end(); ++line)
            for (const QString& name : line.value().split(' ')) made[name] << line.key();
        // Every container header provides these.
        for (const char* container :
             {"algorithm", "array", "functional", "map", "memory", "optional", "string", "vector"})
            for (const char* name : {"size_t", "ptrdiff_t", "move", "pair", "forward"}) made[name] << container;
        for (const char* name : {"size_t", "ptrdiff_t"}) made[name] << "cstddef";
        return made;
    }();
    return names;
}

Header read_header(const QString& path) {
    QFile file(root.filePath(path));
    if (!file.open(QIODevice::ReadOnly)) qFatal("%s cannot be read", qPrintable(path));
    Header header;
    header.code = QString::fromUtf8(file.readAll());
    static const QRegularExpression include("^\\s*#\\s*include\\s*(?:\"([^\"]+)\"|<([^>]+)>)",
                                            QRegularExpression::MultilineOption);
    for (auto found = include.globalMatch(header.code); found.hasNext();) {
        const auto match = found.next();
        if (match.captured(1).isEmpty()) header.libraries << match.captured(2);
        else header.own << match.captured(1);
    }
    static const QRegularExpression left_out("//[^\\n]*|/\\*.*?\\*/|\"(?:\\\\.|[^\"\\\\\\n])*\"",
                                             QRegularExpression::DotMatchesEverythingOption);
    header.code.remove(include).remove(left_out);
    return header;
}

QSet<QString> words_of(const QString& code, const QRegularExpression& pattern) {
    QSet<QString> words;
    for (auto found = pattern.globalMatch(code); found.hasNext();) words << found.next().captured(1);
    return words;
}

/// The headers of the four layers, by path relative to the root.
class Headers {
public:
    Headers() {
        for (const char* layer : {"engine", "kernels", "ui", "app"}) {
            QDirIterator files(root.filePath(layer), {"*.h"}, QDir::Files, QDirIterator::Subdirectories);
            while (files.hasNext()) {
                const QString path = root.relativeFilePath(files.next());
                headers_.insert(path, read_header(path));
            }
        }
        static const QRegularExpression definition(
            "^(?:template\\s*<[^\\n]*>\\s*)?(?:struct|class|enum class|enum)\\s+([A-Z]\\w+)[^;{}()]*\\{",
            QRegularExpression::MultilineOption);
        for (auto header = headers_.begin(); header != headers_.end(); ++header)
            for (const QString& name : words_of(header->code, definition)) defined_in_[name] << header.key();
    }

    QStringList paths() const { return headers_.keys(); }

    /// Returns the headers that provide names used here but are not included, neither directly nor through another own
    /// header.
    QStringList missing_in(const QString& path) const { return missing_in(path, headers_[path]); }
    QStringList missing_in(const QString& path, const Header& header) const {
        Reached reached;
        reach(header, reached);
        return missing_standard(header, reached) + missing_qt(header, reached) + missing_own(path, header, reached);
    }

private:
    struct Reached {
        QSet<QString> own, libraries, declared;
    };

    void reach(const Header& header, Reached& reached) const {
        static const QRegularExpression declaration(
            "\\b(?:class|struct|using|typename|enum class|enum)(?:\\s+|\\.\\.\\.\\s*)([A-Z]\\w+)");
        reached.libraries += header.libraries;
        reached.declared += words_of(header.code, declaration);
        for (const QString& own : header.own) {
            if (reached.own.contains(own) || !headers_.contains(own)) continue;
            reached.own << own;
            reach(headers_[own], reached);
        }
    }

    static QStringList missing_standard(const Header& header, const Reached& reached) {
        static const QRegularExpression name_of_std("\\bstd::([a-zA-Z_0-9]+)");
        QStringList missing;
        for (const QString& name : words_of(header.code, name_of_std)) {
            if (!standard_names().contains(name)) {
                missing << "std::" + name + ", which no line of this test's table has";
                continue;
            }
            bool is_there = false;
            for (const QString& bringer : standard_names()[name])
                is_there = is_there || reached.libraries.contains(bringer);
            if (!is_there) missing << "std::" + name;
        }
        return missing;
    }

    // Qt headers include each other, so one of them is enough.
    static QStringList missing_qt(const Header& header, const Reached& reached) {
        static const QRegularExpression qt_name("\\b(Q[A-Z][a-z]\\w*)\\b"), qt_header("^(Q[A-Z]\\w*|qcustomplot\\.h)$");
        for (const QString& library : reached.libraries)
            if (qt_header.match(library).hasMatch()) return {};
        QStringList missing;
        for (const QString& name : words_of(header.code, qt_name))
            if (!reached.declared.contains(name)) missing << name;
        return missing;
    }

    QStringList missing_own(const QString& path, const Header& header, const Reached& reached) const {
        static const QRegularExpression type_name("(?<!template )(?<![.>:\\w])([A-Z]\\w+)\\b");
        QStringList missing;
        for (const QString& name : words_of(header.code, type_name)) {
            if (!defined_in_.contains(name) || reached.declared.contains(name)) continue;
            bool is_there = false, is_visible = false;
            for (const QString& definer : defined_in_[name]) {
                is_there = is_there || definer == path || reached.own.contains(definer);
                is_visible = is_visible || definer.section('/', 0, 0) == path.section('/', 0, 0);
            }
            if (!is_there && is_visible) missing << name;
        }
        return missing;
    }

    QHash<QString, Header> headers_;
    QHash<QString, QStringList> defined_in_;
};

} // namespace

class HeadersTest : public QObject {
    Q_OBJECT

private slots:
    void a_name_without_its_header_is_noticed() {
        const Headers headers;
        Header header;
        header.code = "struct Mine { std::vector<int> a; Table table; QString b; };";

        QCOMPARE(headers.missing_in("engine/mine.h", header).size(), 3);
        header.libraries = {"vector", "QString"};
        QCOMPARE(headers.missing_in("engine/mine.h", header), QStringList{"Table"});
        header.own = QStringList{"engine/table.h"};
        QCOMPARE(headers.missing_in("engine/mine.h", header), QStringList());
    }

    void every_header_includes_what_it_names() {
        const Headers headers;
        QStringList broken;

        for (const QString& path : headers.paths())
            for (const QString& name : headers.missing_in(path)) broken << path + ": " + name;

        broken.sort();
        QVERIFY2(broken.isEmpty(), qPrintable("\n" + broken.join('\n')));
        QVERIFY(headers.paths().size() > 200);
    }
};

WARPLOOM_TEST(HeadersTest);
#include "headers_test.moc"
