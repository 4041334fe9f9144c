#include "engine/simt/language/words.h"

#include "engine/nearest.h"

#include <map>
#include <set>
#include <utility>

namespace warploom::simt {

namespace {

const std::map<std::string, std::string>& number_words() {
    static const std::map<std::string, std::string> words{{"void", "void"},
                                                          {"bool", "bool"},
                                                          {"char", "char"},
                                                          {"short", "short"},
                                                          {"int", "int"},
                                                          {"long", "long long"},
                                                          {"unsigned", "unsigned"},
                                                          {"signed", "int"},
                                                          {"float", "float"},
                                                          {"double", "double"},
                                                          {"size_t", "unsigned long long"},
                                                          {"ptrdiff_t", "long long"},
                                                          {"uint", "unsigned"},
                                                          {"int8_t", "char"},
                                                          {"uint8_t", "unsigned char"},
                                                          {"int16_t", "short"},
                                                          {"uint16_t", "unsigned short"},
                                                          {"int32_t", "int"},
                                                          {"uint32_t", "unsigned"},
                                                          {"int64_t", "long long"},
                                                          {"uint64_t", "unsigned long long"}};
    return words;
}

const std::set<std::string_view>& reserved() {
    static const std::set<std::string_view> words{
        "if",         "else",       "for",      "while",       "do",           "switch",     "case",
        "default",    "break",      "continue", "return",      "struct",       "typedef",    "using",
        "template",   "typename",   "const",    "constexpr",   "static",       "inline",     "extern",
        "volatile",   "auto",       "sizeof",   "static_cast", "true",         "false",      "nullptr",
        "__global__", "__device__", "__host__", "__shared__",  "__restrict__", "__restrict", "reinterpret_cast",
        "threadIdx",  "blockIdx",   "blockDim", "gridDim",     "warpSize",     "const_cast", "__forceinline__",
        "goto",       "class",      "new",      "delete",      "namespace",    "operator",   "this"};
    return words;
}

/// C++ has words for some signs.
constexpr std::pair<std::string_view, std::string_view> words_of_signs[] = {
    {"and", "&&"},  {"or", "||"},     {"not", "!"},     {"bitand", "&"}, {"bitor", "|"},  {"xor", "^"},
    {"compl", "~"}, {"not_eq", "!="}, {"and_eq", "&="}, {"or_eq", "|="}, {"xor_eq", "^="}};

constexpr ForeignWord foreign_words[] = {
    {"goto", "`goto` is not in the language.", "Write a loop, `break` or `continue`.", true},
    {"class", "`class` is not in the language.", "Write a `struct`, which has fields and methods.", true},
    {"union", "`union` is not in the language.", "Write a `struct`.", true},
    {"enum", "`enum` is not in the language.", "Write `constexpr int NAME = 0;` for each value.", true},
    {"namespace", "There are no namespaces here.", "Write the functions without one.", true},
    {"new", "`new` is not in the language: a kernel has no memory to give.",
     "Use a local array of fixed size, shared memory, or a scratch array of run.", true},
    {"delete", "`delete` is not in the language.", "Nothing needs to be given back.", true},
    {"malloc", "`malloc` is not in the language.",
     "Let run take a scratch array: a line `// scratch: name double[rows]` and a parameter of that name."},
    {"free", "`free` is not in the language.", "Scratch arrays are given back by themselves."},
    {"cudaMalloc", "`cudaMalloc` is not needed: run is given all arrays.",
     "Let run take a scratch array: a line `// scratch: name double[rows]` and a parameter of that name."},
    {"cudaFree", "`cudaFree` is not needed: nothing was allocated.", "Remove the line."},
    {"cudaMemcpy", "`cudaMemcpy` is not needed: all arrays of run lie in the memory of the GPU.",
     "Remove the line, or copy in a kernel."},
    {"cudaEventCreate", "Times are not taken here.", "Warploom takes the time of the whole of run."},
    {"cudaEventRecord", "Times are not taken here.", "Warploom takes the time of the whole of run."},
    {"main", "A file has no `main`.",
     "Write a function `void run(...)` whose parameters name the arrays of the matrix."},
    {"asm", "`asm` is not in the language: no instructions of a real card are carried out.", "Write it in C.", true},
    {"try", "`try` is not in the language: a kernel throws nothing.", "Use `if`.", true},
    {"catch", "`catch` is not in the language: a kernel throws nothing.", "Use `if`.", true},
    {"throw", "`throw` is not in the language.", "Use `assert`, or return.", true},
    {"virtual", "`virtual` is not in the language: a struct inherits from no other.", "Write a plain method.", true},
    {"operator", "`operator` is not in the language.", "Write a function with a name.", true},
    {"friend", "`friend` is not in the language: the fields of a struct can all be seen.", "Remove it.", true},
    {"public", "`public` is not in the language: the fields of a struct can all be seen.", "Remove it.", true},
    {"private", "`private` is not in the language: the fields of a struct can all be seen.", "Remove it.", true},
    {"dynamic_cast", "`dynamic_cast` is not in the language.", "Write `static_cast`.", true},
    {"decltype", "`decltype` is not in the language.", "Write the type, or `auto`.", true},
    {"static_assert", "`static_assert` is not in the language.", "Write `assert` inside of the kernel.", true},
    {"half", "`half` is not in the language yet.", "Write `float`."},
    {"__half", "`__half` is not in the language yet.", "Write `float`.", true},
    {"__constant__", "`__constant__` memory is not in the language.",
     "Write `constexpr` for a number; an array travels as a parameter.", true},
    {"__managed__", "`__managed__` memory is not in the language.", "Let run take the array as a parameter.", true},
    {"texture", "Textures are not in the language.", "Read through a `const` pointer, or with `__ldg`."},
    {"tex1Dfetch", "Textures are not in the language.", "Read through a `const` pointer, or with `__ldg`."},
    {"__shfl", "`__shfl` was taken out of CUDA: it did not say which lanes take part.",
     "Write `__shfl_sync(0xffffffff, value, lane)`.", true},
    {"__shfl_down", "`__shfl_down` was taken out of CUDA: it did not say which lanes take part.",
     "Write `__shfl_down_sync(0xffffffff, value, distance)`."},
    {"__shfl_up", "`__shfl_up` was taken out of CUDA: it did not say which lanes take part.",
     "Write `__shfl_up_sync(0xffffffff, value, distance)`."},
    {"__shfl_xor", "`__shfl_xor` was taken out of CUDA: it did not say which lanes take part.",
     "Write `__shfl_xor_sync(0xffffffff, value, mask)`."},
    {"__ballot", "`__ballot` was taken out of CUDA: it did not say which lanes take part.",
     "Write `__ballot_sync(0xffffffff, condition)`."},
    {"__any", "`__any` was taken out of CUDA: it did not say which lanes take part.",
     "Write `__any_sync(0xffffffff, condition)`."},
    {"__all", "`__all` was taken out of CUDA: it did not say which lanes take part.",
     "Write `__all_sync(0xffffffff, condition)`."},
    {"__brev", "`__brev` is not in the language.", "Turn the bits round in a loop of shifts."},
    {"__mul24", "`__mul24` is not in the language: today's cards multiply all 32 bits as fast.", "Write `a * b`."},
    {"__umul24", "`__umul24` is not in the language: today's cards multiply all 32 bits as fast.", "Write `a * b`."},
    {"__match_any_sync", "`__match_any_sync` is not in the language.",
     "Let each lane hand its number round with `__shfl_sync`, and vote with `__ballot_sync` on being equal."},
    {"__match_all_sync", "`__match_all_sync` is not in the language.",
     "Write `__all_sync(mask, value == __shfl_sync(mask, value, 0))`."},
    {"__reduce_add_sync", "`__reduce_add_sync` is not in the language.", "Add up with five `__shfl_xor_sync`."},
    {"__reduce_max_sync", "`__reduce_max_sync` is not in the language.", "Take `max` with five `__shfl_xor_sync`."},
    {"__reduce_min_sync", "`__reduce_min_sync` is not in the language.", "Take `min` with five `__shfl_xor_sync`."},
    {"atomicAdd_block", "`atomicAdd_block` is not in the language.", "Write `atomicAdd`."},
    {"atomicAdd_system", "`atomicAdd_system` is not in the language.", "Write `atomicAdd`."},
    {"clock", "`clock` is not in the language: times are not taken here.",
     "Warploom takes the time of the whole of run."},
    {"clock64", "`clock64` is not in the language: times are not taken here.",
     "Warploom takes the time of the whole of run."},
    {"__nanosleep", "`__nanosleep` is not in the language.", "Leave it out: a loop may look again at once."},
    {"fopen", "A kernel cannot touch files.", "Remove it."},
    {"fprintf", "A kernel cannot touch files.", "Write `printf`."},
    {"cout", "`cout` lives on the host.", "Write `printf(\"%d\\n\", value)`."},
    {"system", "A kernel cannot start programs.", "Remove it."},
    {"std::vector", "`std::vector` lives on the host; a kernel takes a pointer.", "Write `const double* values`."},
    {"std::array", "`std::array` is not in the language.", "Write a local array: `double values[4];`."},
    {"std::string", "`std::string` lives on the host.", "A kernel works with numbers."},
    {"std::cout", "`std::cout` lives on the host.", "Write `printf(\"%d\\n\", value)`."},
    {"std::swap", "`std::swap` is not in the language.", "Write `T t = a; a = b; b = t;`."},
    {"std::", "is not in the language: the standard library lives on the host.",
     "min, max, abs, sqrt and fma need no std::."},
    {"thrust::", "lives on the host.", "Write the loop as a kernel."},
    {"cub::", "is not in the language.", "Write the reduction out with shuffles or shared memory."},
    {"cooperative_groups::", "is not in the language.", "Write __syncthreads(), __syncwarp() and the shuffles."},
    {"cg::", "is not in the language.", "Write __syncthreads(), __syncwarp() and the shuffles."},
};

} // namespace

bool is_reserved_word(const std::string& word) { return reserved().count(word) != 0 || is_number_word(word); }
bool is_number_word(const std::string& word) { return number_words().count(word) != 0; }
std::string plain_number(const std::string& word) {
    const auto known = number_words().find(word);
    return known == number_words().end() ? word : known->second;
}

std::string_view sign_of_word(std::string_view word) {
    for (const auto& [name, sign] : words_of_signs)
        if (word == name) return sign;
    return {};
}

const ForeignWord* find_foreign_word(const std::string& word) {
    for (const ForeignWord& foreign : foreign_words)
        if (word == foreign.word) return &foreign;
    return nullptr;
}

std::string nearest_type(const std::string& word, const std::vector<std::string>& records) {
    std::vector<std::string> known = records;
    for (const auto& [name, plain] : number_words()) known.push_back(name);
    return nearest(word, known);
}

} // namespace warploom::simt
