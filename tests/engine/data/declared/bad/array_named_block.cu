// out: block T[n]
// n: 1 .. 100

// line: 1
// says: `block` is the number of threads per block, so it cannot be declared.
// hint: Choose another name.
