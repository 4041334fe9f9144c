#pragma once

// Input and results of a random kernel, shared by the simulator and the compiled program. A header without
// dependencies, because a compiler reads it for every batch of programs.

namespace warploom::fuzz {

constexpr int lanes_run = 32, whole_inputs = 8, real_inputs = 4, whole_results = 28, real_results = 16;

/// The arrays of a random kernel. Column c of lane l is element l + 32 c.
struct DifferentialData {
    int in[lanes_run * whole_inputs];
    double real_in[lanes_run * real_inputs];
    long long out[lanes_run * whole_results];
    double real_out[lanes_run * real_results];
};

inline unsigned mixed(unsigned x) {
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

/// Fills the inputs with small numbers, large ones, extreme values of types, and one that all lanes share.
inline void fill(DifferentialData& data) {
    const int ends[8] = {-2147483647 - 1, 2147483647, 0, -1, 1, 65535, -32768, 255};
    const double odd[8] = {0.0, -0.0, 1e300, -1e-300, 0.5, -2147483649.0, 4294967296.0, 1e-40};
    for (int l = 0; l < lanes_run; ++l) {
        const unsigned r = mixed(static_cast<unsigned>(l) + 1);
        int* const in = data.in + l;
        in[0] = l;
        in[32] = l - 16;
        in[64] = static_cast<int>(r);
        in[96] = static_cast<int>(r % 100);
        in[128] = ends[l % 8];
        in[160] = 12;
        in[192] = static_cast<int>(1u << l);
        in[224] = static_cast<int>(mixed(r));
        double* const real = data.real_in + l;
        real[0] = l * 0.37 - 5;
        real[32] = static_cast<int>(r) / 65536.0;
        real[64] = odd[l % 8];
        real[96] = l / 4;
    }
    for (long long& number : data.out) number = 0;
    for (double& number : data.real_out) number = 0;
}

/// Returns the bits of a number. All NaNs are considered equal.
inline unsigned long long bits_of(double number) {
    unsigned long long bits = 0x7ff8000000000000u;
    if (number == number) __builtin_memcpy(&bits, &number, sizeof bits);
    return bits;
}

inline unsigned long long hash_of(unsigned long long hash, unsigned long long bits) {
    return (hash ^ bits ^ bits >> 32) * 1099511628211u;
}
/// `printed`: the output of lane 0, then of lane 1, and so on.
inline unsigned long long hash_of(const DifferentialData& data, const char* printed, unsigned long long length) {
    unsigned long long hash = 14695981039346656037u;
    for (const long long number : data.out) hash = hash_of(hash, static_cast<unsigned long long>(number));
    for (const double number : data.real_out) hash = hash_of(hash, bits_of(number));
    for (unsigned long long c = 0; c < length; ++c) hash = hash_of(hash, static_cast<unsigned char>(printed[c]));
    return hash;
}

} // namespace warploom::fuzz
