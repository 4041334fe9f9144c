#pragma once

#include "engine/table.h"
#include "engine/wire/value.h"

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

// One list of fields a struct: the JSON writer, the checked reader, the columns of tables and CSV files, and the tables of
// docs/protocol.md all come from it.

namespace warploom::wire {

/// What a value puts into a row of a table: no column for lists and whole documents, several for a struct.
template <class T> struct Cells;
template <class T> constexpr bool has_own_columns = HasFields<T>;
template <class T> constexpr bool has_own_columns<std::optional<T>> = HasFields<T>;

/// One field of T.
template <class T> class Field {
public:
    /// `name` is that of the JSON; a unit that stands in it (`solve_ns`) does not stand in the column's name again.
    template <class M, class B>
    requires std::is_base_of_v<B, T> Field(const char* field_name, const char* field_unit, M B::*member,
                                           const char* what, Rule rule = {})
        : Field(
              field_name, field_unit, what, rule.is_needed,
              [member](const T& of) { return Value<M>::write(of.*member); },
              [member, rule](T& of, const Reader& in) { Value<M>::read(of.*member, in, rule); }) {
        kind = Value<M>::kind();
        if constexpr (has_own_columns<M>) column_ = "";
        cells_ = [member](const T& of, std::vector<Cell>& row) { Cells<M>::add(of.*member, row); };
        columns_ = [](const std::string& own, const std::string& of_unit) { return Cells<M>::columns(own, of_unit); };
    }
    /// One that follows from others: it is written, has a column, and is not read.
    template <class M, class B>
    requires std::is_base_of_v<B, T> Field(const char* field_name, const char* field_unit, M (B::*figure)() const,
                                           const char* what)
        : Field(
              field_name, field_unit, what, false, [figure](const T& of) { return Value<M>::write((of.*figure)()); },
              [](T&, const Reader&) {}) {
        kind = Value<M>::kind();
        cells_ = [figure](const T& of, std::vector<Cell>& row) { Cells<M>::add((of.*figure)(), row); };
        columns_ = [](const std::string& own, const std::string& of_unit) { return Cells<M>::columns(own, of_unit); };
    }
    /// One that is no member, but is made of them and read into them. No column.
    Field(const char* field_name, const char* field_unit, const char* what, bool must_be,
          std::function<Json(const T&)> write_it, std::function<void(T&, const Reader&)> read_it)
        : name(field_name), unit(field_unit), about(what), is_needed(must_be), write(std::move(write_it)),
          read(std::move(read_it)) {}

    /// Null, and no cell, unless `holds`; reading takes null as ever.
    Field only_if(bool (*holds)(const T&)) && {
        write = [holds, inner = std::move(write)](const T& of) { return holds(of) ? inner(of) : Json(nullptr); };
        const std::size_t empty = columns().size(); // asked for before the cells move
        if (cells_ != nullptr)
            cells_ = [holds, empty, inner = std::move(cells_)](const T& of, std::vector<Cell>& row) {
                if (holds(of)) inner(of, row);
                else row.resize(row.size() + empty);
            };
        return std::move(*this);
    }
    /// Not written at all where it is null, false, or an empty list, text or object.
    Field or_left_out() && {
        may_be_left_out = true;
        return std::move(*this);
    }
    /// The column's name; of a struct, what stands before the names of its columns.
    Field column(const char* column_name) && {
        column_ = column_name;
        return std::move(*this);
    }
    Field no_column() && {
        cells_ = nullptr;
        return std::move(*this);
    }

    std::vector<Column> columns() const {
        if (cells_ == nullptr) return {};
        const std::string suffix = "_" + unit;
        const bool says_unit = !unit.empty() && name.size() > suffix.size() && name.ends_with(suffix);
        const std::string own = says_unit ? name.substr(0, name.size() - suffix.size()) : name;
        return columns_(column_ != nullptr ? column_ : own, unit);
    }
    void add_cells(const T& of, std::vector<Cell>& row) const {
        if (cells_ != nullptr) cells_(of, row);
    }
    /// The same field of a struct that is made from T.
    template <class D> Field<D> of_derived() const {
        Field<D> field(name.c_str(), unit.c_str(), about.c_str(), is_needed, write, read);
        field.kind = kind;
        field.may_be_left_out = may_be_left_out;
        field.cells_ = cells_;
        field.columns_ = columns_;
        field.column_ = column_;
        return field;
    }

    std::string name, unit, about, kind;
    bool is_needed, may_be_left_out = false;
    std::function<Json(const T&)> write;
    std::function<void(T&, const Reader&)> read;

private:
    template <class D> friend class Field;
    std::function<void(const T&, std::vector<Cell>&)> cells_;
    std::function<std::vector<Column>(const std::string&, const std::string&)> columns_;
    const char* column_ = nullptr;
};

template <class T> class Fields {
public:
    /// `title` is what the tables of docs/protocol.md call the struct.
    Fields(const char* title, std::vector<Field<T>> list) : title_(title), list_(std::move(list)) {}
    /// The fields of a struct that T is made from, behind its own.
    template <class B> Fields with(const Fields<B>& base) && {
        for (const Field<B>& field : base) list_.push_back(field.template of_derived<T>());
        return std::move(*this);
    }

    /// The same fields of a struct that holds T, as if they were its own. No columns.
    template <class O> Fields<O> held_by(T O::*member) const {
        std::vector<Field<O>> all;
        for (const Field<T>& field : list_) {
            Field<O> held(
                field.name.c_str(), field.unit.c_str(), field.about.c_str(), field.is_needed,
                [member, write = field.write](const O& of) { return write(of.*member); },
                [member, read = field.read](O& of, const Reader& in) { read(of.*member, in); });
            held.kind = field.kind;
            all.push_back(std::move(held));
        }
        return {title_.c_str(), std::move(all)};
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
            else if (field.is_needed) at.refuse_saying("'" + at.path() + "' is missing");
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

/// Defines T::fields(): the list of its fields, made once. `Self` is T in it.
#define WARPLOOM_FIELDS(T, ...)                                                                                        \
    const ::warploom::wire::Fields<T>& T::fields() {                                                                   \
        using Self [[maybe_unused]] = T;                                                                               \
        static const ::warploom::wire::Fields<Self> list = __VA_ARGS__;                                                \
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
requires(std::is_arithmetic_v<T> || std::is_same_v<T, std::string> || HasNames<T>) struct Cells<T> {
    static std::vector<Column> columns(const std::string& name, const std::string& unit) { return {{name, unit}}; }
    static void add(const T& value, std::vector<Cell>& row) {
        if constexpr (std::is_floating_point_v<T>) row.push_back(std::isfinite(value) ? Cell(value) : Cell());
        else if constexpr (std::is_same_v<T, std::string>) row.emplace_back(value);
        else if constexpr (HasNames<T>) row.emplace_back(std::string(to_string(value)));
        else row.emplace_back(static_cast<std::int64_t>(value));
    }
};
/// Names side by side: "registers+padding".
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
/// What was given for the column stands before the names of the struct's columns.
template <HasFields T> struct Cells<T> {
    static std::vector<Column> columns(const std::string& prefix, const std::string&) {
        std::vector<Column> all = T::fields().columns();
        for (Column& column : all) column.name = prefix + column.name;
        return all;
    }
    static void add(const T& value, std::vector<Cell>& row) { T::fields().add_cells(value, row); }
};

/// A whole document, checked.
template <class T> T read(const Json& json, const Source& source) {
    return read_value<T>(Reader(json, source), Rule{.is_needed = true});
}

} // namespace warploom::wire
