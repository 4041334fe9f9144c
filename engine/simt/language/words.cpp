#include "engine/simt/language/words.h"

#include "engine/did_you_mean.h"
#include "engine/sentence.h"
#include "engine/simt/language/marks.h"

#include <map>
#include <set>
#include <unordered_map>
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
                                                          {"uchar", "unsigned char"},
                                                          {"ushort", "unsigned short"},
                                                          {"ulong", "unsigned long long"},
                                                          {"int8_t", "char"},
                                                          {"uint8_t", "unsigned char"},
                                                          {"int16_t", "short"},
                                                          {"uint16_t", "unsigned short"},
                                                          {"int32_t", "int"},
                                                          {"uint32_t", "unsigned"},
                                                          {"int64_t", "long long"},
                                                          {"uint64_t", "unsigned long long"},
                                                          {"intptr_t", "long long"},
                                                          {"uintptr_t", "unsigned long long"},
                                                          {"cudaError_t", "int"},
                                                          {"cudaError", "int"}};
    return words;
}

const std::set<std::string_view>& reserved() {
    static const std::set<std::string_view> words{
        "if",          "else",       "for",      "while",       "do",           "switch",     "case",
        "default",     "break",      "continue", "return",      "struct",       "typedef",    "using",
        "template",    "typename",   "const",    "constexpr",   "static",       "inline",     "extern",
        "volatile",    "auto",       "sizeof",   "static_cast", "true",         "false",      "nullptr",
        "__global__",  "__device__", "__host__", "__shared__",  "__restrict__", "__restrict", "reinterpret_cast",
        "threadIdx",   "blockIdx",   "blockDim", "gridDim",     "warpSize",     "const_cast", "__forceinline__",
        "goto",        "class",      "new",      "delete",      "namespace",    "operator",   "this",
        "__constant__"};
    return words;
}

/// The alternative tokens of C++ and the operators that they stand for.
constexpr std::pair<std::string_view, std::string_view> words_of_signs[] = {
    {"and", "&&"},  {"or", "||"},     {"not", "!"},     {"bitand", "&"}, {"bitor", "|"},  {"xor", "^"},
    {"compl", "~"}, {"not_eq", "!="}, {"and_eq", "&="}, {"or_eq", "|="}, {"xor_eq", "^="}};

constexpr ForeignWord foreign_words[] = {
    {"goto", sentence_pattern("Use a loop with `break` or `continue`."), true},
    {"class", sentence_pattern("Declare the class at the top of the file."), true},
    {"union", sentence_pattern("Use a `struct`."), true},
    {"enum", sentence_pattern("Declare the enumeration at the top of the file."), true,
     sentence_pattern("Enumerations are not supported inside a function.")},
    {"namespace", sentence_pattern("Declare the namespace at the top of the file."), true,
     sentence_pattern("`namespace` is not supported here.")},
    {"new", sentence_pattern("Use a local array of fixed size, shared memory, or a scratch array."), true,
     sentence_pattern("`{name}` is not supported because a kernel cannot allocate memory.")},
    {"delete", sentence_pattern("Use a local array of fixed size, shared memory, or a scratch array."), true,
     sentence_pattern("`{name}` is not supported because a kernel cannot allocate memory.")},
    {"malloc",
     sentence_pattern(
         "Use a scratch array: add a line `// scratch: name double[rows]` and a parameter of that name to run.")},
    {"free", sentence_pattern("Remove the call. Scratch arrays are freed automatically.")},
    {"cudaMalloc",
     sentence_pattern(
         "Use a scratch array: add a line `// scratch: name double[rows]` and a parameter of that name to run."),
     false, sentence_pattern("`{name}` is not needed. All arrays are passed to run as parameters.")},
    {"cudaFree", sentence_pattern("Remove the line."), false,
     sentence_pattern("`{name}` is not needed. Arrays are freed automatically.")},
    {"cudaMemcpy", sentence_pattern("Remove the line, or copy in a kernel."), false,
     sentence_pattern("`{name}` is not needed. All arrays of run are in GPU memory.")},
    {"cudaMemcpyToSymbol", sentence_pattern("Initialize the variable in its declaration."), false,
     sentence_pattern("`{name}` is not supported because run has no arrays of its own.")},
    {"cudaMemcpyFromSymbol", sentence_pattern("Copy the value to an array in a kernel."), false,
     sentence_pattern("`{name}` is not supported because run has no arrays of its own.")},
    {"cudaEventCreate", sentence_pattern("Remove it. Warploom measures the time of run."), false,
     sentence_pattern("CUDA events are not supported.")},
    {"cudaEventRecord", sentence_pattern("Remove it. Warploom measures the time of run."), false,
     sentence_pattern("CUDA events are not supported.")},
    {"main", sentence_pattern("Write a function `void run(...)` with the arrays of the matrix as parameters."), false,
     sentence_pattern("A source file must not define `main`.")},
    {"asm", sentence_pattern("Write the code in CUDA C++."), true,
     sentence_pattern("Inline assembly (`asm`) is not supported.")},
    {"try", sentence_pattern("Use `if` instead."), true, sentence_pattern("Exceptions are not supported.")},
    {"catch", sentence_pattern("Use `if` instead."), true, sentence_pattern("Exceptions are not supported.")},
    {"throw", sentence_pattern("Use `assert` or `return`."), true, sentence_pattern("Exceptions are not supported.")},
    {"virtual", sentence_pattern("Use a non-virtual method."), true,
     sentence_pattern("Virtual functions are not supported.")},
    {"operator", sentence_pattern("Write a named function."), true,
     sentence_pattern("Operator overloading (`operator`) is not supported.")},
    {"friend", sentence_pattern("Remove it."), true,
     sentence_pattern("`{name}` is not supported. All members of a struct are public.")},
    {"public", sentence_pattern("Remove it."), true,
     sentence_pattern("`{name}` is not supported. All members of a struct are public.")},
    {"private", sentence_pattern("Remove it."), true,
     sentence_pattern("`{name}` is not supported. All members of a struct are public.")},
    {"export", sentence_pattern("Remove it."), true, sentence_pattern("Modules are not supported.")},
    {"import", sentence_pattern("Remove it."), false, sentence_pattern("Modules are not supported.")},
    {"dynamic_cast", sentence_pattern("Use `static_cast`."), true},
    {"decltype", sentence_pattern("Write the type or `auto`."), true},
    {"__int128", sentence_pattern("Use `long long`. `__mul64hi` returns the high half of a product."), true,
     sentence_pattern("128-bit integers (`__int128`) are not supported.")},
    {"wchar_t", sentence_pattern("Use `char`."), true},
    {"char8_t", sentence_pattern("Use `char`."), true},
    {"char16_t", sentence_pattern("Use `char`."), true},
    {"char32_t", sentence_pattern("Use `char`."), true},
    {"thread_local", sentence_pattern("Remove it. Local variables of a kernel are private to a thread."), true},
    {"mutable", sentence_pattern("Remove it, and declare the method without `const`."), true},
    {"explicit", sentence_pattern("Remove it."), true,
     sentence_pattern("`{name}` is not supported because structs have no constructors.")},
    {"protected", sentence_pattern("Remove it."), true,
     sentence_pattern("`{name}` is not supported. All members of a struct are public.")},
    {"requires", sentence_pattern("Remove it. A template is checked where it is used."), true,
     sentence_pattern("Constraints (`requires`) are not supported.")},
    {"concept", sentence_pattern("Remove it. A template is checked where it is used."), true,
     sentence_pattern("Concepts are not supported.")},
    {"consteval", sentence_pattern("Use `constexpr`."), true},
    {"constinit", sentence_pattern("Use `constexpr`."), true},
    {"typeid", sentence_pattern("Write one function per type."), true},
    {"typeof", sentence_pattern("Write the type or `auto`."), true},
    {"__typeof__", sentence_pattern("Write the type or `auto`."), true},
    {"alignof", sentence_pattern("Write the number. Scalars are aligned to their size."), true},
    {"co_await", sentence_pattern("Use a loop."), true, sentence_pattern("Coroutines are not supported.")},
    {"co_return", sentence_pattern("Use `return`."), true, sentence_pattern("Coroutines are not supported.")},
    {"co_yield", sentence_pattern("Use a loop."), true, sentence_pattern("Coroutines are not supported.")},
    {"_Static_assert", sentence_pattern("Use `assert` inside the kernel."), true},
    {"_Pragma", sentence_pattern("Write `#pragma` on a separate line."), true},
    {"__pragma", sentence_pattern("Write `#pragma` on a separate line."), true},
    {"__attribute__", sentence_pattern("Remove the attribute."), true},
    {"__declspec", sentence_pattern("Remove it."), true},
    {"__grid_constant__", sentence_pattern("Remove it. Kernel parameters are constant."), true},
    {"__cluster_dims__", sentence_pattern("Remove it."), true,
     sentence_pattern("Thread block clusters (`__cluster_dims__`) are not supported.")},
    {"__texture__", sentence_pattern("Read through a `const` pointer, or with `__ldg`."), true,
     sentence_pattern("Textures are not supported.")},
    {"double4", sentence_pattern("Use two `double2` values.")},
    {"half2", sentence_pattern("Use `float2`.")},
    {"__half2", sentence_pattern("Use `float2`."), true},
    {"nv_bfloat16", sentence_pattern("Use `float`.")},
    {"__nv_bfloat16", sentence_pattern("Use `float`."), true},
    {"__float128", sentence_pattern("Use `double`."), true,
     sentence_pattern("`{name}` is not supported in device code.")},
    {"cudaStream_t",
     sentence_pattern(
         "Remove the stream. A launch takes the grid size, the block size, and the size of shared memory."),
     false, sentence_pattern("Streams are not supported. Kernel launches run one after another.")},
    {"cudaEvent_t", sentence_pattern("Remove it. Warploom measures the time of run."), false,
     sentence_pattern("CUDA events are not supported.")},
    {"cudaDeviceProp",
     sentence_pattern("Add the parameter `int block` to run, and compute the grid size from the matrix."), false,
     sentence_pattern("Device properties are not available.")},
    {"cudaMallocManaged",
     sentence_pattern(
         "Use a scratch array: add a line `// scratch: name double[rows]` and a parameter of that name to run."),
     false, sentence_pattern("`{name}` is not needed. All arrays are passed to run as parameters.")},
    {"cudaMallocAsync",
     sentence_pattern(
         "Use a scratch array: add a line `// scratch: name double[rows]` and a parameter of that name to run."),
     false, sentence_pattern("`{name}` is not needed. All arrays are passed to run as parameters.")},
    {"cudaMemcpyAsync", sentence_pattern("Remove the line, or copy in a kernel."), false,
     sentence_pattern("`{name}` is not needed. All arrays of run are in GPU memory.")},
    {"cudaMemcpyToSymbol", sentence_pattern("Pass the array to the kernel as a parameter."), false,
     sentence_pattern("`__constant__` memory is not supported.")},
    {"cudaLaunchKernel", sentence_pattern("Write kernel<<<blocks, threads>>>(...).")},
    {"cudaLaunchKernelEx", sentence_pattern("Write kernel<<<blocks, threads>>>(...).")},
    {"cudaLaunchCooperativeKernel", sentence_pattern("To synchronize the grid, launch a second kernel."), false,
     sentence_pattern("Cooperative launches are not supported.")},
    {"__trap", sentence_pattern("Use `assert(false);`.")},
    {"__brkpt", sentence_pattern("Remove it. The Warp page shows every step.")},
    {"__assume", sentence_pattern("Remove it.")},
    {"__builtin_assume", sentence_pattern("Remove it.")},
    {"__builtin_expect", sentence_pattern("Write only the condition.")},
    {"__builtin_unreachable", sentence_pattern("Use `assert(false);`.")},
    {"alloca", sentence_pattern("Use a local array of fixed size."), false,
     sentence_pattern("`{name}` is not supported because a kernel cannot allocate memory.")},
    {"memcpy", sentence_pattern("Assign the elements in a loop.")},
    {"memset", sentence_pattern("Assign the elements in a loop, or call `cudaMemset` in run.")},
    {"strlen", sentence_pattern("Use numbers only.")},
    {"rand", sentence_pattern("Use a linear congruential generator: `seed = 1664525u * seed + 1013904223u;`.")},
    {"curand_init", sentence_pattern("Use a linear congruential generator: `seed = 1664525u * seed + 1013904223u;`."),
     false, sentence_pattern("cuRAND is not supported.")},
    {"sincos", sentence_pattern("Call `sin` and `cos`.")},
    {"sincosf", sentence_pattern("Call `sinf` and `cosf`.")},
    {"modf", sentence_pattern("Write `trunc(x)` and `x - trunc(x)`.")},
    {"frexp", sentence_pattern("Extract the exponent bits with `__double_as_longlong`.")},
    {"ldexp", sentence_pattern("Write `x * exp2(n)`.")},
    {"swap", sentence_pattern("Write `T t = a; a = b; b = t;`.")},
    {"__stcs", sentence_pattern("Write `*address = value;`."), false,
     sentence_pattern("`{name}` is not supported. Stores have no cache hints.")},
    {"__stcg", sentence_pattern("Write `*address = value;`."), false,
     sentence_pattern("`{name}` is not supported. Stores have no cache hints.")},
    {"__stwb", sentence_pattern("Write `*address = value;`."), false,
     sentence_pattern("`{name}` is not supported. Stores have no cache hints.")},
    {"__stwt", sentence_pattern("Write `*address = value;`."), false,
     sentence_pattern("`{name}` is not supported. Stores have no cache hints.")},
    {"__isGlobal", sentence_pattern("Write one function per memory space.")},
    {"__isShared", sentence_pattern("Write one function per memory space.")},
    {"__cvta_generic_to_shared", sentence_pattern("Index the shared array.")},
    {"__shfl_sync_down", sentence_pattern("Write `__shfl_down_sync(0xffffffff, value, distance)`."), false,
     sentence_pattern("There is no function named `{name}`.")},
    {"atomicMin_block", sentence_pattern("Use `atomicMin`.")},
    {"atomicMax_block", sentence_pattern("Use `atomicMax`.")},
    {"atomicCAS_block", sentence_pattern("Use `atomicCAS`.")},
    {"static_assert", sentence_pattern("Use `assert` inside the kernel."), true},
    {"half", sentence_pattern("Use `float`."), false, sentence_pattern("`{name}` is not supported yet.")},
    {"__half", sentence_pattern("Use `float`."), true, sentence_pattern("`{name}` is not supported yet.")},
    {"__half2float", sentence_pattern("Use `float`."), false, sentence_pattern("`{name}` is not supported yet.")},
    {"__float2half", sentence_pattern("Use `float`."), false, sentence_pattern("`{name}` is not supported yet.")},
    {"__managed__", sentence_pattern("Pass the array to run as a parameter."), true,
     sentence_pattern("`__managed__` memory is not supported.")},
    {"texture", sentence_pattern("Read through a `const` pointer, or with `__ldg`."), false,
     sentence_pattern("Textures are not supported.")},
    {"cudaTextureObject_t", sentence_pattern("Read through a `const` pointer, or with `__ldg`."), false,
     sentence_pattern("Textures are not supported.")},
    {"cudaSurfaceObject_t", sentence_pattern("Write through a pointer."), false,
     sentence_pattern("Surfaces are not supported.")},
    {"tex1D", sentence_pattern("Read through a `const` pointer, or with `__ldg`."), false,
     sentence_pattern("Textures are not supported.")},
    {"tex2D", sentence_pattern("Read through a `const` pointer, or with `__ldg`."), false,
     sentence_pattern("Textures are not supported.")},
    {"tex1Dfetch", sentence_pattern("Read through a `const` pointer, or with `__ldg`."), false,
     sentence_pattern("Textures are not supported.")},
    {"__shfl", sentence_pattern("Write `__shfl_sync(0xffffffff, value, lane)`."), true,
     sentence_pattern("`{name}` was removed from CUDA because it has no mask of participating lanes.")},
    {"__shfl_down", sentence_pattern("Write `__shfl_down_sync(0xffffffff, value, distance)`."), false,
     sentence_pattern("`{name}` was removed from CUDA because it has no mask of participating lanes.")},
    {"__shfl_up", sentence_pattern("Write `__shfl_up_sync(0xffffffff, value, distance)`."), false,
     sentence_pattern("`{name}` was removed from CUDA because it has no mask of participating lanes.")},
    {"__shfl_xor", sentence_pattern("Write `__shfl_xor_sync(0xffffffff, value, mask)`."), false,
     sentence_pattern("`{name}` was removed from CUDA because it has no mask of participating lanes.")},
    {"__ballot", sentence_pattern("Write `__ballot_sync(0xffffffff, condition)`."), false,
     sentence_pattern("`{name}` was removed from CUDA because it has no mask of participating lanes.")},
    {"__any", sentence_pattern("Write `__any_sync(0xffffffff, condition)`."), false,
     sentence_pattern("`{name}` was removed from CUDA because it has no mask of participating lanes.")},
    {"__all", sentence_pattern("Write `__all_sync(0xffffffff, condition)`."), false,
     sentence_pattern("`{name}` was removed from CUDA because it has no mask of participating lanes.")},
    {"atomicAdd_block", sentence_pattern("Use `atomicAdd`.")},
    {"atomicAdd_system", sentence_pattern("Use `atomicAdd`.")},
    {"clock", sentence_pattern("Remove it. Warploom measures the time of run."), false,
     sentence_pattern("`{name}` is not supported. Times are measured only for a complete run.")},
    {"clock64", sentence_pattern("Remove it. Warploom measures the time of run."), false,
     sentence_pattern("`{name}` is not supported. Times are measured only for a complete run.")},
    {"__nanosleep", sentence_pattern("Remove it.")},
    {"fopen", sentence_pattern("Remove it."), false, sentence_pattern("A kernel cannot access files.")},
    {"cout", sentence_pattern("Use `printf(\"%d\\n\", value)`."), false,
     sentence_pattern("`{name}` is not available in device code.")},
    {"system", sentence_pattern("Remove it."), false, sentence_pattern("A kernel cannot start processes.")},
    {"std::vector", sentence_pattern("Use a pointer, such as `const double* values`."), false,
     sentence_pattern("`{name}` is not available in device code.")},
    {"std::array", sentence_pattern("Use a local array, such as `double values[4];`.")},
    {"std::string", sentence_pattern("Use numbers only."), false,
     sentence_pattern("`{name}` is not available in device code.")},
    {"std::cout", sentence_pattern("Use `printf(\"%d\\n\", value)`."), false,
     sentence_pattern("`{name}` is not available in device code.")},
    {"std::numeric_limits", sentence_pattern("Use INT_MAX, FLT_MAX, DBL_MAX, DBL_EPSILON, or INFINITY.")},
    {"std::pair", sentence_pattern("Use a struct with two fields.")},
    {"std::tuple", sentence_pattern("Use a struct.")},
    {"std::optional", sentence_pattern("Return a `bool`, and pass the value through a reference parameter.")},
    {"std::function", sentence_pattern("Call the function directly.")},
    {"std::complex", sentence_pattern("Use `double2` with the members x and y.")},
    {"std::atomic", sentence_pattern("Use atomic functions such as atomicAdd and atomicCAS.")},
    {"std::move", sentence_pattern("Write the value without `std::move`.")},
    {"std::forward", sentence_pattern("Write the value without `std::forward`.")},
    {"std::is_same", sentence_pattern("Write one function for `float` and one for `double`, or compare `sizeof(T)`.")},
    {"std::is_same_v",
     sentence_pattern("Write one function for `float` and one for `double`, or compare `sizeof(T)`.")},
    {"std::conditional_t", sentence_pattern("Write one function per type.")},
    {"std::enable_if_t", sentence_pattern("Write one function per type.")},
    {"std::integral_constant", sentence_pattern("Use a template parameter, such as `template <int n>`.")},
    {"std::swap", sentence_pattern("Write `T t = a; a = b; b = t;`.")},
    {"std::", sentence_pattern("min, max, abs, sqrt, and fma are available without std::."), false,
     sentence_pattern("`{name}` is not supported because the standard library is not available in device code.")},
    {"thrust::", sentence_pattern("Write the loop as a kernel."), false,
     sentence_pattern("`{name}` is not supported because Thrust is a host library.")},
    {"cuda::barrier::wait_parity",
     sentence_pattern("Write `auto token = bar.arrive();` and `bar.wait(token);`, or `bar.arrive_and_wait();`."), false,
     sentence_pattern("`{name}` is not supported. A barrier is used through arrive, wait, and arrive_and_wait.")},
    {"cuda::barrier::try_wait",
     sentence_pattern("Write `auto token = bar.arrive();` and `bar.wait(token);`, or `bar.arrive_and_wait();`."), false,
     sentence_pattern("`{name}` is not supported. A barrier is used through arrive, wait, and arrive_and_wait.")},
    {"cuda::barrier::try_wait_parity",
     sentence_pattern("Write `auto token = bar.arrive();` and `bar.wait(token);`, or `bar.arrive_and_wait();`."), false,
     sentence_pattern("`{name}` is not supported. A barrier is used through arrive, wait, and arrive_and_wait.")},
    {"cuda::barrier::try_wait_for",
     sentence_pattern("Write `auto token = bar.arrive();` and `bar.wait(token);`, or `bar.arrive_and_wait();`."), false,
     sentence_pattern("`{name}` is not supported. A barrier is used through arrive, wait, and arrive_and_wait.")},
    {"cuda::barrier::try_wait_until",
     sentence_pattern("Write `auto token = bar.arrive();` and `bar.wait(token);`, or `bar.arrive_and_wait();`."), false,
     sentence_pattern("`{name}` is not supported. A barrier is used through arrive, wait, and arrive_and_wait.")},
    {"cuda::barrier::arrive_and_drop",
     sentence_pattern("Write `auto token = bar.arrive();` and `bar.wait(token);`, or `bar.arrive_and_wait();`."), false,
     sentence_pattern("`{name}` is not supported. A barrier is used through arrive, wait, and arrive_and_wait.")},
    {"cuda::barrier::arrive_tx",
     sentence_pattern("Write `auto token = bar.arrive();` and `bar.wait(token);`, or `bar.arrive_and_wait();`."), false,
     sentence_pattern("`{name}` is not supported. A barrier is used through arrive, wait, and arrive_and_wait.")},
    {"cuda::atomic_ref::wait", sentence_pattern("Write a loop that calls `load()` until the value has changed."), false,
     sentence_pattern("`{name}` is not supported.")},
    {"cuda::atomic",
     sentence_pattern("Use `cuda::atomic_ref` for a number in an array, or functions such as `atomicAdd`.")},
    {"cuda::", sentence_pattern(
                   "Use `cuda::atomic_ref`, `cuda::barrier`, or built-in functions such as atomicAdd, __syncthreads, "
                   "__threadfence, and shuffles.")},
    {"nvcuda::", sentence_pattern("Compute the product in a loop."), false,
     sentence_pattern("`{name}` is not supported because there are no tensor cores.")},
    {"wmma::", sentence_pattern("Compute the product in a loop."), false,
     sentence_pattern("`{name}` is not supported because there are no tensor cores.")},
    {"cub::", sentence_pattern("Write the reduction with shuffles or shared memory.")},
    {"cooperative_groups::grid_group::sync",
     sentence_pattern("End the kernel, and launch the rest as a second kernel: it starts when all blocks have ended."),
     false, sentence_pattern("Barriers of the whole grid (`this_grid().sync()`) are not supported.")},
    {"cooperative_groups::thread_block::combined",
     sentence_pattern("Split the block with `tiled_partition<32>`, reduce each tile, and add up the results in shared "
                      "memory."),
     false, sentence_pattern("`reduce` combines the values of a tile or a coalesced group, not of a block.")},
    {"cooperative_groups::grid_group::combined",
     sentence_pattern("Reduce each tile of 32 lanes, and add up the results with `atomicAdd`."), false,
     sentence_pattern("`reduce` combines the values of a tile or a coalesced group, not of a grid.")},
    {"cooperative_groups::thread_block::shfl_up", sentence_pattern("Split the block with `tiled_partition<32>`."),
     false, sentence_pattern("Scans and shuffles exchange values in a tile or a coalesced group, not in a block.")},
    {"cooperative_groups::grid_group::shfl_up", sentence_pattern("Split the block with `tiled_partition<32>`."), false,
     sentence_pattern("Scans and shuffles exchange values in a tile or a coalesced group, not in a grid.")},
    {"cooperative_groups::",
     sentence_pattern(
         "Use `thread_block`, `thread_block_tile` with 32 lanes or fewer, `coalesced_threads`, `reduce`, and "
         "`inclusive_scan`.")},
    {"cg::", sentence_pattern("Write `namespace cg = cooperative_groups;` at the top of the file.")},
};

} // namespace

Keyword keyword_of(std::string_view word) {
    static const auto keywords = [] {
        constexpr std::string_view spellings[] = {
            "__align__", "__constant__", "__device__", "__forceinline__", "__global__", "__host__", "__inline__",
            "__launch_bounds__", "__maxnreg__", "__noinline__", "__restrict", "__restrict__", "__shared__", "alignas",
            "auto", "blockDim", "blockIdx", "break", "case", "class", "const", "const_cast", "constexpr", "continue",
            "default", "do", "else", "enum", "extern", "false", "final", "for", "gridDim", "if", "inline", "namespace",
            "noexcept", "NULL", "nullptr", "operator", "register", "reinterpret_cast", "restrict", "return", "sizeof",
            "static", "static_cast", "struct", "switch", "template", "this", "threadIdx", "true", "typedef", "typename",
            "union", "using", "void", "volatile", "warpSize",
            // The words must have the same order as the enumerators of Keyword.
            "while"};
        std::unordered_map<std::string_view, Keyword> map;
        for (const std::string_view spelling : spellings) map.emplace(spelling, static_cast<Keyword>(map.size() + 1));
        return map;
    }();
    const auto known = keywords.find(word);
    return known == keywords.end() ? Keyword::none : known->second;
}

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
    const std::string groups = "cooperative_groups::";
    return word.size() > groups.size() && word.starts_with(groups) ? find_foreign_word(groups) : nullptr;
}

Refusal refusal_of(const ForeignWord& word, const std::string& name, SourceLocation at) {
    Refusal refusal(at, sentence(word.sentence, {{"name", name}}), sentence(word.hint));
    // Words with the same message and the same replacement belong to the same feature.
    refusal.diagnostic.feature = std::string(word.sentence) + word.hint;
    return refusal;
}

bool is_runtime_function(const std::string& word) {
    return word.size() > 4 && word.rfind("cuda", 0) == 0 && word[4] >= 'A' && word[4] <= 'Z';
}

std::string nearest_type(const std::string& word, const std::vector<std::string>& records) {
    std::vector<std::string> known = records;
    for (const auto& [name, plain] : number_words()) known.push_back(name);
    return did_you_mean(word, known);
}

} // namespace warploom::simt
