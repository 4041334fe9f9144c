// in: a T[n]
// out: b T[n]
// n: 1 .. 100
// a: integers 0.5 .. 2

// line: 4
// says: `integers 0.5 .. 2` does not describe the elements of an array.
// hint: Write `uniform -1 .. 1`
