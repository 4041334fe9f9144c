// out: b T[n]
// n: a power of two, 33 .. 63

// line: 2
// says: There is no value for `n`: its range is empty.
// hint: Write the smaller number first.
