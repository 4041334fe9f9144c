// in: a T[n]
// out: b T[n]
// n: 1 .. 100
// a: random

// line: 4
// says: `random` does not describe the elements of an array.
// hint: Write `uniform -1 .. 1`
