// out: b T[n]
// n: -5 .. 10

// line: 2
// says: `n` is the size of an array, so it cannot be negative.
// hint: Write `n: 0 .. 10`.
