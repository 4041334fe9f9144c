#pragma once

#include "engine/protocol/serialization/value.h"
#include "engine/sentence.h"
#include "engine/table.h"

#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

// Lists of the fields of serializable structs. The JSON writer, the validating reader, the columns of tables and CSV
// files, and the tables in docs/protocol.md are all derived from these lists.

namespace warploom::protocol {

/// Converts a value to table cells. A struct can take several columns. Lists and nested documents take none.
template <class T> struct Cells;
template <class T> constexpr bool has_own_columns = HasFields<T>;
template <class T> constexpr bool has_own_columns<std::optional<T>> = HasFields<T>;

/// Functions that write, read and tabulate values of one type. All fields of that type share one instance.
struct Codec {
    Json (*write)(const void* value);
    void (*read)(void* value, const Reader& in, const Rule& rule);
    void (*add_cells)(const void* value, std::vector<Cell>& row);
    std::vector<Column> (*columns)(const std::string& name, const std::string& unit);
    std::string (*kind)();
};
template <class M>
inline constexpr Codec codec_of{
    [](const void* value) { return Value<M>::write(*static_cast<const M*>(value)); },
    [](void* value, const Reader& in, const Rule& rule) { Value<M>::read(*static_cast<M*>(value), in, rule); },
    [](const void* value, std::vector<Cell>& row) { Cells<M>::add(*static_cast<const M*>(value), row); },
    [](const std::string& name, const std::string& unit) { return Cells<M>::columns(name, unit); },
    [] { return Value<M>::kind(); }};

/// Accesses the value of a field in an object of type T. Like the lists of fields, these objects are never destroyed.
/// Field refers to its FieldAccess through a pointer, because a template parameter for the member type would slow down
/// compilation.
template <class T> struct FieldAccess : Kept {
    virtual Json write(const T& of) const = 0;
    virtual void read(T& of, const Reader& in, const Rule& rule) const = 0;
    virtual void add_cells(const T&, std::vector<Cell>&) const {}
};
template <class T, class M, class B> struct MemberAccess final : FieldAccess<T> {
    explicit MemberAccess(M B::*of) : member(of) {}
    Json write(const T& of) const override { return codec_of<M>.write(&(of.*member)); }
    void read(T& of, const Reader& in, const Rule& rule) const override { codec_of<M>.read(&(of.*member), in, rule); }
    void add_cells(const T& of, std::vector<Cell>& row) const override { codec_of<M>.add_cells(&(of.*member), row); }
    M B::*member;
};
template <class T, class M> struct PlaceAccess final : FieldAccess<T> {
    explicit PlaceAccess(M& (*of)(T&)) : place(of) {}
    Json write(const T& of) const override { return codec_of<M>.write(&place(const_cast<T&>(of))); }
    void read(T& of, const Reader& in, const Rule& rule) const override { codec_of<M>.read(&place(of), in, rule); }
    M& (*place)(T&);
};
template <class T, class M, class B> struct FigureAccess final : FieldAccess<T> {
    explicit FigureAccess(M (B::*of)() const) : figure(of) {}
    Json write(const T& of) const override { return Value<M>::write((of.*figure)()); }
    void read(T&, const Reader&, const Rule&) const override {}
    void add_cells(const T& of, std::vector<Cell>& row) const override { Cells<M>::add((of.*figure)(), row); }
    M (B::*figure)() const;
};
template <class T> struct MadeAccess final : FieldAccess<T> {
    using Write = std::function<Json(const T&)>;
    using Read = std::function<void(T&, const Reader&)>;
    MadeAccess(Write write_it, Read read_it) : writes(std::move(write_it)), reads(std::move(read_it)) {}
    Json write(const T& of) const override { return writes(of); }
    void read(T& of, const Reader& in, const Rule&) const override { reads(of, in); }
    Write writes;
    Read reads;
};
/// Accesses a field of T in an object of type O, where T is the type of a member or base class of O.
template <class O, class T, class Part> struct PartAccess final : FieldAccess<O> {
    PartAccess(Part of, const FieldAccess<T>* field) : part(of), inner(field) {}
    Json write(const O& of) const override { return inner->write(part(of)); }
    void read(O& of, const Reader& in, const Rule& rule) const override {
        inner->read(const_cast<T&>(part(of)), in, rule);
    }
    void add_cells(const O& of, std::vector<Cell>& row) const override { inner->add_cells(part(of), row); }
    Part part;
    const FieldAccess<T>* inner;
};
template <class T> struct ConditionalAccess final : FieldAccess<T> {
    ConditionalAccess(bool (*when)(const T&), std::size_t cells, const FieldAccess<T>* field)
        : holds(when), empty(cells), inner(field) {}
    Json write(const T& of) const override { return holds(of) ? inner->write(of) : Json(nullptr); }
    void read(T& of, const Reader& in, const Rule& rule) const override { inner->read(of, in, rule); }
    void add_cells(const T& of, std::vector<Cell>& row) const override {
        if (holds(of)) inner->add_cells(of, row);
        else row.resize(row.size() + empty);
    }
    bool (*holds)(const T&);
    std::size_t empty;
    const FieldAccess<T>* inner;
};

/// A serializable field of a struct T. The strings passed to the constructors must outlive the field, so use string
/// literals.
template <class T> class Field {
public:
    /// Creates a field for a data member. `field_name` is the JSON key. If the key ends with the unit, as in
    /// `solve_ns`, the unit is omitted from the column name.
    template <class M, class B>
    requires std::is_base_of_v<B, T> Field(const char* field_name, const char* field_unit, M B::*member,
                                           const char* what, Rule rule = {})
        : Field(field_name, field_unit, what, rule, &codec_of<M>, new MemberAccess<T, M, B>(member)) {
        if constexpr (has_own_columns<M>) column_ = "";
    }
    /// Creates a field for a computed value, which is written but never read.
    template <class M, class B>
    requires std::is_base_of_v<B, T> Field(const char* field_name, const char* field_unit, M (B::*figure)() const,
                                           const char* what)
        : Field(field_name, field_unit, what, Rule{}, &codec_of<M>, new FigureAccess<T, M, B>(figure)) {}
    /// Creates a field for a value in a nested member of T. The field has no table column.
    template <class M>
    Field(const char* field_name, const char* field_unit, M& (*place)(T&), const char* what, Rule rule = {})
        : Field(field_name, field_unit, what, rule, &codec_of<M>, new PlaceAccess<T, M>(place)) {
        has_column_ = false;
    }
    /// Creates a field with custom functions for writing and reading JSON. The field has no table column.
    Field(const char* field_name, const char* field_unit, const char* what, bool must_be,
          typename MadeAccess<T>::Write write_it, typename MadeAccess<T>::Read read_it)
        : Field(field_name, field_unit, what, Rule{.is_needed = must_be}, nullptr,
                new MadeAccess<T>(std::move(write_it), std::move(read_it))) {}

    /// Writes null and an empty table cell for objects for which `holds` returns false. Does not affect reading.
    Field only_if(bool (*holds)(const T&)) && {
        access_ = new ConditionalAccess<T>(holds, columns().size(), access_);
        return std::move(*this);
    }
    /// Omits the field from JSON documents if its value is null, false, or an empty list, string or object.
    Field or_left_out() && {
        may_be_left_out = true;
        return std::move(*this);
    }
    /// Sets the name of the table column. For a struct, sets the prefix of its column names.
    Field column(const char* column_name) && {
        column_ = column_name;
        return std::move(*this);
    }
    Field no_column() && {
        has_column_ = false;
        return std::move(*this);
    }

    std::string kind() const { return codec_ != nullptr ? codec_->kind() : std::string(); }
    Json write(const T& of) const { return access_->write(of); }
    void read(T& of, const Reader& in) const { access_->read(of, in, rule_); }
    std::vector<Column> columns() const {
        if (!has_column_) return {};
        const std::string own = name, suffix = std::string("_") + unit;
        const bool says_unit = *unit != '\0' && own.size() > suffix.size() && own.ends_with(suffix);
        if (column_ != nullptr) return codec_->columns(column_, unit);
        return codec_->columns(says_unit ? own.substr(0, own.size() - suffix.size()) : own, unit);
    }
    void add_cells(const T& of, std::vector<Cell>& row) const {
        if (has_column_) access_->add_cells(of, row);
    }
    /// Converts this field of T to a field of O. `part` returns a reference to the T in an object of type O.
    template <class O, class Part> Field<O> of_whole(Part part) const {
        Field<O> field(name, unit, about, rule_, codec_, new PartAccess<O, T, Part>(part, access_));
        field.may_be_left_out = may_be_left_out;
        field.column_ = column_;
        field.has_column_ = has_column_;
        return field;
    }

    const char* name;
    const char* unit;
    const char* about;
    bool is_needed, may_be_left_out = false;

private:
    template <class O> friend class Field;
    Field(const char* field_name, const char* field_unit, const char* what, const Rule& rule, const Codec* codec,
          const FieldAccess<T>* access)
        : name(field_name), unit(field_unit), about(what), is_needed(rule.is_needed), has_column_(codec != nullptr),
          rule_(rule), codec_(codec), access_(access) {}

    bool has_column_;
    Rule rule_;
    const char* column_ = nullptr;
    const Codec* codec_; ///< functions for the type of the data member; null if the field has custom functions
    const FieldAccess<T>* access_;
};

template <class T> class Fields {
public:
    /// Constructs a list of fields. `title` is the heading of this struct's table in docs/protocol.md.
    Fields(const char* title, std::vector<Field<T>> list) : title_(title), list_(std::move(list)) {}
    /// Appends the fields of a base class of T.
    template <class B> Fields with(const Fields<B>& base) && {
        const auto part = [](const T& of) -> const B& { return of; };
        for (const Field<B>& field : base) list_.push_back(field.template of_whole<T>(part));
        return std::move(*this);
    }

    /// Converts these fields to fields of a struct that contains a T. The converted fields have no table columns.
    template <class O> Fields<O> held_by(T O::*member) const {
        const auto part = [member](const O& of) -> const T& { return of.*member; };
        std::vector<Field<O>> all;
        for (const Field<T>& field : list_) all.push_back(field.template of_whole<O>(part).no_column());
        return {title_.c_str(), std::move(all)};
    }

    /// Appends the fields of a member, as if they were fields of T itself. These fields have no table columns.
    template <class M> Fields and_of(M T::*member) && {
        for (Field<T>& field : M::fields().held_by(member).list_) list_.push_back(std::move(field));
        return std::move(*this);
    }

    const std::string& title() const { return title_; }
    auto begin() const { return list_.begin(); }
    auto end() const { return list_.end(); }
    std::size_t size() const { return list_.size(); }

    void write_into(Json& object, const T& value) const {
        for (const Field<T>& field : list_) {
            Json json = field.write(value);
            if (field.may_be_left_out && is_empty(json)) continue;
            object[field.name] = std::move(json);
        }
    }
    void read_from(const Reader& in, T& value) const {
        for (const Field<T>& field : list_) {
            const Reader at = in.member(field.name);
            if (!at.is_nothing()) field.read(value, at);
            else if (field.is_needed && at.source().is_request) field.read(value, at); // throws: wrong type
            else if (field.is_needed) at.refuse_saying(sentence("'{field}' is missing.", {{"field", at.path()}}));
        }
    }
    std::vector<Column> columns() const {
        std::vector<Column> all;
        for (const Field<T>& field : list_)
            for (Column& column : field.columns()) all.push_back(std::move(column));
        return all;
    }
    void add_cells(const T& value, std::vector<Cell>& row) const {
        for (const Field<T>& field : list_) field.add_cells(value, row);
    }

private:
    static bool is_empty(const Json& json) {
        return json.is_null() || (json.is_boolean() && !json.get<bool>()) || (json.is_string() && json == "") ||
               (json.is_structured() && json.empty());
    }

    std::string title_;
    std::vector<Field<T>> list_;
};

/// Defines T::fields(), which creates the list of fields on the first call. The arguments can refer to T as `Self`.
#define WARPLOOM_FIELDS(T, ...)                                                                                        \
    const ::warploom::protocol::Fields<T>& T::fields() {                                                               \
        using Self [[maybe_unused]] = T;                                                                               \
        static const ::warploom::protocol::Fields<Self> list = __VA_ARGS__;                                            \
        return list;                                                                                                   \
    }

template <HasFields T> struct Value<T> {
    static std::string kind() { return "object"; }
    static Json write(const T& value) {
        Json object = Json::object();
        T::fields().write_into(object, value);
        return object;
    }
    static void read(T& value, const Reader& in, const Rule&) {
        in.expect_object();
        T::fields().read_from(in, value);
        if constexpr (HasSettle<T>) value.settle(in);
    }
};

template <class T> struct Cells {
    static std::vector<Column> columns(const std::string&, const std::string&) { return {}; }
    static void add(const T&, std::vector<Cell>&) {}
};
template <class T>
requires(std::is_arithmetic_v<T> || std::is_same_v<T, std::string> || HasWords<T>) struct Cells<T> {
    static std::vector<Column> columns(const std::string& name, const std::string& unit) { return {{name, unit}}; }
    static void add(const T& value, std::vector<Cell>& row) {
        if constexpr (std::is_floating_point_v<T>) row.push_back(std::isfinite(value) ? Cell(value) : Cell());
        else if constexpr (std::is_same_v<T, std::string>) row.emplace_back(value);
        else if constexpr (HasWords<T>) row.emplace_back(std::string(to_string(value)));
        else row.emplace_back(static_cast<std::int64_t>(value));
    }
};
/// Puts all strings of a list in one table cell, joined by plus signs, as in "registers+padding".
template <> struct Cells<std::vector<std::string>> {
    static std::vector<Column> columns(const std::string& name, const std::string&) { return {{name, ""}}; }
    static void add(const std::vector<std::string>& names, std::vector<Cell>& row) {
        std::string all;
        for (const std::string& name : names) all += (all.empty() ? "" : "+") + name;
        row.emplace_back(all);
    }
};
template <class T> struct Cells<std::optional<T>> {
    static std::vector<Column> columns(const std::string& name, const std::string& unit) {
        return Cells<T>::columns(name, unit);
    }
    static void add(const std::optional<T>& value, std::vector<Cell>& row) {
        if (value) Cells<T>::add(*value, row);
        else row.resize(row.size() + columns({}, {}).size());
    }
};
/// Converts a struct to several table cells. The name of the struct's column becomes the prefix of the names of its
/// columns.
template <HasFields T> struct Cells<T> {
    static std::vector<Column> columns(const std::string& prefix, const std::string&) {
        std::vector<Column> all = T::fields().columns();
        for (Column& column : all) column.name = prefix + column.name;
        return all;
    }
    static void add(const T& value, std::vector<Cell>& row) { T::fields().add_cells(value, row); }
};

/// Converts a complete JSON document to a struct and validates it.
template <class T> T read(const Json& json, const DocumentSource& source) {
    return read_value<T>(Reader(json, source), Rule{.is_needed = true});
}

} // namespace warploom::protocol
