// Fuzz target: a matrix file of another program.
#include "engine/matrix/imports/foreign_matrix.h"
#include "engine/matrix/imports/import_source.h"
#include "fuzz/read_matrix.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace warploom;
    const fuzz::MemoryFile file(data, size);
    fuzz::expect_answer_or_refusal([&] {
        if (const auto matrix = imports::read_foreign_matrix(file.path(), {}, 1)) fuzz::require_sound(matrix->csr);
    });
    const Progress none;
    const std::string path = "a.graph";
    const std::string text(reinterpret_cast<const char*>(data), size);
    using Read = Matrix (*)(const imports::ImportSource&);
    for (const Read read :
         {&imports::read_metis, &imports::read_harwell_boeing, &imports::read_matlab, &imports::read_hdf5})
        fuzz::expect_answer_or_refusal([&] { fuzz::require_sound(read({path, text, none, 1}).csr); });
    return 0;
}
