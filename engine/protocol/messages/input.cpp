#include "engine/protocol/messages/input.h"

#include <cstdio>
#include <cstdlib>

namespace warploom::protocol {

WARPLOOM_FIELDS(Input,
                {"The matrix",
                 {{"name", "", &Input::name, "file name or generator", needed},
                  {"rows", "", &Input::rows, "number of rows", needed_count},
                  {"cols", "", &Input::cols, "number of columns", needed_count},
                  {"nonzeros", "", &Input::nonzeros, "number of nonzeros", needed_count},
                  {"hash", "", "hash of the matrix entries (16 hexadecimal digits)", false,
                   [](const Input& input) {
                       char text[17];
                       std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(input.hash));
                       return Json(text);
                   },
                   [](Input& input, const Reader& in) { input.hash = std::strtoull(in.text().c_str(), nullptr, 16); }},
                  Field<Input>{
                      "note", "", &Input::note,
                      "description of the entries that the operation ignores; absent if the operation uses all entries"}
                      .or_left_out()}})

CardInUse CardInUse::of(const simulated::Card& card) {
    CardInUse made;
    made.json = simulated::card_document(card);
    made.id = card.id;
    made.title = card.title;
    made.multiprocessors = static_cast<int>(card.multiprocessors);
    made.model_error = card.model_error;
    made.model_cells = card.model_cells;
    made.measured_error = card.measured_error;
    made.measured_pairs = card.measured_pairs;
    return made;
}

void Value<CardInUse>::read(CardInUse& card, const Reader& in, const Rule&) {
    in.expect_object();
    card.json = in.json();
    const auto take = [](auto& value, const Reader& at, const Rule& rule) {
        if (!at.is_nothing()) value = read_value<std::remove_reference_t<decltype(value)>>(at, rule);
    };
    take(card.id, in.member("id"), {});
    take(card.title, in.member("title"), {});
    const Reader figures = in.member("figures"), multiprocessors = figures.member("multiprocessors");
    take(card.multiprocessors, multiprocessors.member("value"), count);
    take(card.model_error, in.member("model_error"), not_negative);
    if (card.model_error == 0)
        card.model_error =
            simulated::never_compared; // in older files, 0 means that the card was never compared with measured times
    take(card.model_cells, in.member("model_cells"), count);
    take(card.measured_error, in.member("measured_error"), not_negative);
    take(card.measured_pairs, in.member("measured_pairs"), count);
}

WARPLOOM_FIELDS(Array, {"An array of a traced kernel",
                        {{"name", "", &Array::name, "name of the array in the kernel", needed},
                         {"space", "", &Array::space, "memory space", needed},
                         {"element_bytes", "bytes", &Array::element_bytes, "size of one element",
                          Rule{.is_needed = true, .least = 1, .greatest = 16}},
                         {"size", "", &Array::size, "number of elements", needed_count},
                         {"base", "", &Array::base,
                          "address of element 0; arrays in global memory are aligned to 256 bytes", needed_count}}})

} // namespace warploom::protocol
