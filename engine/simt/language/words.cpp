#include "engine/simt/language/words.h"

#include "engine/did_you_mean.h"

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
                                                          {"uint64_t", "unsigned long long"},
                                                          {"intptr_t", "long long"},
                                                          {"uintptr_t", "unsigned long long"},
                                                          {"cudaError_t", "int"},
                                                          {"cudaError", "int"}};
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

/// Alternative tokens of C++ for operators.
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
    {"__int128", "128-bit integers (`__int128`) are not supported.",
     "Use `long long`; `__mul64hi` gives the high half of a product.", true},
    {"wchar_t", "`wchar_t` is not supported.", "Use `char`.", true},
    {"char8_t", "`char8_t` is not supported.", "Use `char`.", true},
    {"char16_t", "`char16_t` is not supported.", "Use `char`.", true},
    {"char32_t", "`char32_t` is not supported.", "Use `char`.", true},
    {"thread_local", "`thread_local` is not supported.", "Remove it: a kernel's variables belong to one thread.", true},
    {"mutable", "`mutable` is not supported.", "Remove it, and make the method non-const.", true},
    {"explicit", "`explicit` is not supported: a struct has no constructors.", "Remove it.", true},
    {"protected", "`protected` is not supported: all fields of a struct are public.", "Remove it.", true},
    {"requires", "Constraints (`requires`) are not supported.", "Remove it: a template is checked where it is used.",
     true},
    {"concept", "Concepts are not supported.", "Remove it: a template is checked where it is used.", true},
    {"consteval", "`consteval` is not supported.", "Write `constexpr`.", true},
    {"constinit", "`constinit` is not supported.", "Write `constexpr`.", true},
    {"typeid", "`typeid` is not supported.", "Write a function for each type.", true},
    {"typeof", "`typeof` is not supported.", "Write the type, or `auto`.", true},
    {"__typeof__", "`__typeof__` is not supported.", "Write the type, or `auto`.", true},
    {"alignof", "`alignof` is not supported.", "Write the number: a scalar is aligned to its size.", true},
    {"co_await", "Coroutines are not supported.", "Write a loop.", true},
    {"co_return", "Coroutines are not supported.", "Write `return`.", true},
    {"co_yield", "Coroutines are not supported.", "Write a loop.", true},
    {"_Static_assert", "`_Static_assert` is not supported.", "Write `assert` inside the kernel.", true},
    {"_Pragma", "`_Pragma` is not supported.", "Write `#pragma` on a line of its own.", true},
    {"__pragma", "`__pragma` is not supported.", "Write `#pragma` on a line of its own.", true},
    {"__attribute__", "`__attribute__` is not supported.", "Remove the attribute.", true},
    {"__declspec", "`__declspec` is not supported.", "Remove it.", true},
    {"__grid_constant__", "`__grid_constant__` is not supported.", "Remove it: parameters are constant here.", true},
    {"__cluster_dims__", "Thread block clusters (`__cluster_dims__`) are not supported.", "Remove it.", true},
    {"__texture__", "Textures are not supported.", "Read through a `const` pointer, or with `__ldg`.", true},
    {"int3", "`int3` is not supported.", "Use `int4`, or a struct with three fields."},
    {"uint3", "`uint3` is not supported.", "Use `dim3`, which also has x, y and z."},
    {"float3", "`float3` is not supported.", "Use `float4`, or a struct with three fields."},
    {"double3", "`double3` is not supported.", "Use a struct with three fields."},
    {"double4", "`double4` is not supported.", "Use two `double2`, which is the widest access of a thread."},
    {"char2", "`char2` is not supported.", "Use a struct with two fields."},
    {"char4", "`char4` is not supported.", "Use a struct with four fields."},
    {"uchar4", "`uchar4` is not supported.", "Use a struct with four fields."},
    {"short2", "`short2` is not supported.", "Use a struct with two fields."},
    {"longlong2", "`longlong2` is not supported.", "Use a struct with two fields."},
    {"half2", "`half2` is not supported.", "Use `float2`."},
    {"__half2", "`__half2` is not supported.", "Use `float2`.", true},
    {"nv_bfloat16", "`nv_bfloat16` is not supported.", "Use `float`."},
    {"__nv_bfloat16", "`__nv_bfloat16` is not supported.", "Use `float`.", true},
    {"__float128", "`__float128` is not supported: a GPU has no such type.", "Use `double`.", true},
    {"cudaStream_t", "Streams are not supported: launches follow one another.",
     "Remove the stream; a launch takes the grid, the block and the bytes of shared memory."},
    {"cudaEvent_t", "Events are not supported.", "Warploom takes the time of the whole of run."},
    {"cudaDeviceProp", "Device properties are not available: the text runs on many cards.",
     "Let run take `int block`, and compute the grid from the matrix."},
    {"cudaMallocManaged", "`cudaMallocManaged` is not needed: run is given all arrays.",
     "Let run take a scratch array: a line `// scratch: name double[rows]` and a parameter of that name."},
    {"cudaMallocAsync", "`cudaMallocAsync` is not needed: run is given all arrays.",
     "Let run take a scratch array: a line `// scratch: name double[rows]` and a parameter of that name."},
    {"cudaMemcpyAsync", "`cudaMemcpyAsync` is not needed: all arrays of run lie in the memory of the GPU.",
     "Remove the line, or copy in a kernel."},
    {"cudaMemcpyToSymbol", "`__constant__` memory is not supported.", "Pass the array to the kernel as a parameter."},
    {"cudaLaunchKernel", "`cudaLaunchKernel` is not supported.", "Write kernel<<<blocks, threads>>>(...)."},
    {"cudaLaunchKernelEx", "`cudaLaunchKernelEx` is not supported.", "Write kernel<<<blocks, threads>>>(...)."},
    {"cudaLaunchCooperativeKernel", "Cooperative launches are not supported.",
     "Launch a second kernel where the whole grid has to wait."},
    {"__trap", "`__trap` is not supported.", "Write `assert(false);`."},
    {"__brkpt", "`__brkpt` is not supported.", "Remove it; the page Warp shows each step."},
    {"__assume", "`__assume` is not supported.", "Remove it."},
    {"__builtin_assume", "`__builtin_assume` is not supported.", "Remove it."},
    {"__builtin_expect", "`__builtin_expect` is not supported.", "Write the condition alone."},
    {"__builtin_unreachable", "`__builtin_unreachable` is not supported.", "Write `assert(false);`."},
    {"alloca", "`alloca` is not supported: a kernel cannot allocate memory.", "Use a local array of fixed size."},
    {"memcpy", "`memcpy` is not supported.", "Assign the elements in a loop."},
    {"memset", "`memset` is not supported.", "Assign the elements in a loop, or call `cudaMemset` in run."},
    {"strlen", "`strlen` is not supported.", "A kernel works with numbers."},
    {"rand", "`rand` is not supported.",
     "Compute the numbers with integer arithmetic: `seed = 1664525u * seed + 1013904223u;`."},
    {"curand_init", "cuRAND is not supported.",
     "Compute the numbers with integer arithmetic: `seed = 1664525u * seed + 1013904223u;`."},
    {"sincos", "`sincos` is not supported.", "Call `sin` and `cos`."},
    {"sincosf", "`sincosf` is not supported.", "Call `sinf` and `cosf`."},
    {"modf", "`modf` is not supported.", "Write `trunc(x)` and `x - trunc(x)`."},
    {"frexp", "`frexp` is not supported.", "Take the bits of the exponent with `__double_as_longlong`."},
    {"ldexp", "`ldexp` is not supported.", "Write `x * exp2(n)`."},
    {"swap", "`swap` is not supported.", "Write `T t = a; a = b; b = t;`."},
    {"atomicDec", "`atomicDec` is not supported.", "Write `atomicSub`, or `atomicInc`."},
    {"__stcs", "`__stcs` is not supported: stores have no cache hints.", "Write `*address = value;`."},
    {"__stcg", "`__stcg` is not supported: stores have no cache hints.", "Write `*address = value;`."},
    {"__stwb", "`__stwb` is not supported: stores have no cache hints.", "Write `*address = value;`."},
    {"__stwt", "`__stwt` is not supported: stores have no cache hints.", "Write `*address = value;`."},
    {"__isGlobal", "`__isGlobal` is not supported.", "Pass the pointer to a function for one kind of memory."},
    {"__isShared", "`__isShared` is not supported.", "Pass the pointer to a function for one kind of memory."},
    {"__cvta_generic_to_shared", "`__cvta_generic_to_shared` is not supported.", "Index the shared array."},
    {"__shfl_sync_down", "There is no `__shfl_sync_down`.", "Write `__shfl_down_sync(0xffffffff, value, distance)`."},
    {"__reduce_and_sync", "`__reduce_and_sync` is not supported.", "Combine the values with five `__shfl_xor_sync`."},
    {"__reduce_or_sync", "`__reduce_or_sync` is not supported.", "Combine the values with five `__shfl_xor_sync`."},
    {"__reduce_xor_sync", "`__reduce_xor_sync` is not supported.", "Combine the values with five `__shfl_xor_sync`."},
    {"atomicMin_block", "`atomicMin_block` is not supported.", "Write `atomicMin`."},
    {"atomicMax_block", "`atomicMax_block` is not supported.", "Write `atomicMax`."},
    {"atomicCAS_block", "`atomicCAS_block` is not supported.", "Write `atomicCAS`."},
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
    {"cout", "`cout` lives on the host.", "Write `printf(\"%d\\n\", value)`."},
    {"system", "A kernel cannot start programs.", "Remove it."},
    {"std::vector", "`std::vector` lives on the host; a kernel takes a pointer.", "Write `const double* values`."},
    {"std::array", "`std::array` is not in the language.", "Write a local array: `double values[4];`."},
    {"std::string", "`std::string` lives on the host.", "A kernel works with numbers."},
    {"std::cout", "`std::cout` lives on the host.", "Write `printf(\"%d\\n\", value)`."},
    {"std::numeric_limits", "`std::numeric_limits` is not supported.",
     "Write INT_MAX, FLT_MAX, DBL_MAX, DBL_EPSILON or INFINITY."},
    {"std::pair", "`std::pair` is not supported.", "Write a struct with two fields."},
    {"std::tuple", "`std::tuple` is not supported.", "Write a struct."},
    {"std::optional", "`std::optional` is not supported.", "Return a `bool`, and the value through a reference."},
    {"std::function", "`std::function` is not supported.", "Call the function by its name."},
    {"std::complex", "`std::complex` is not supported.", "Use `double2`, with x and y."},
    {"std::atomic", "`std::atomic` is not supported.", "Use atomicAdd, atomicCAS and the like."},
    {"std::swap", "`std::swap` is not in the language.", "Write `T t = a; a = b; b = t;`."},
    {"std::", "is not in the language: the standard library lives on the host.",
     "min, max, abs, sqrt and fma need no std::."},
    {"thrust::", "lives on the host.", "Write the loop as a kernel."},
    {"cuda::", "is not supported.", "Use the built-in functions: atomicAdd, __syncthreads, __threadfence, shuffles."},
    {"nvcuda::", "is not supported: there are no tensor cores here.", "Write the product as a loop."},
    {"wmma::", "is not supported: there are no tensor cores here.", "Write the product as a loop."},
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

bool is_runtime_function(const std::string& word) {
    return word.size() > 4 && word.rfind("cuda", 0) == 0 && word[4] >= 'A' && word[4] <= 'Z';
}

std::string nearest_type(const std::string& word, const std::vector<std::string>& records) {
    std::vector<std::string> known = records;
    for (const auto& [name, plain] : number_words()) known.push_back(name);
    return did_you_mean(word, known);
}

} // namespace warploom::simt
