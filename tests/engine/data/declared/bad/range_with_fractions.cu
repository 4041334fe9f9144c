// out: b T[n]
// n: 0.5 .. 3

// line: 2
// says: `0.5 .. 3` is not a range of integers.
// hint: Write `1 .. 1000`
