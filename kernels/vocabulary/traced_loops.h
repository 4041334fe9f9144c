// No include guard: what is included after this is a kernel again.
//
// In the traced target a loop says when it begins, turns and ends, so that the lanes of a warp can be brought together
// turn by turn. The kernel's text stays as it is: `for` and `while` are macros from here to kernels/vocabulary/plain_loops.h.

#undef for
#undef while
#define WARPLOOM_PASTE_AGAIN(a, b) a##b
#define WARPLOOM_PASTE(a, b) WARPLOOM_PASTE_AGAIN(a, b)
#define WARPLOOM_LOOP(number, word, ...)                                                                               \
    word(::warploom::simulated::LoopMark WARPLOOM_PASTE(loop_, number)(number); WARPLOOM_PASTE(loop_, number).once();) \
        word(__VA_ARGS__) if (const ::warploom::simulated::TurnMark WARPLOOM_PASTE(turn_, number); false) {}           \
    else
// A space before the parenthesis would make other macros of them.
// clang-format off
#define for(...) WARPLOOM_LOOP(__COUNTER__, for, __VA_ARGS__)
#define while(...) for (; __VA_ARGS__;)
// clang-format on
