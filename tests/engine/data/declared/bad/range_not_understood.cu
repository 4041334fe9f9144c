// out: b T[n]
// n: any

// line: 2
// says: `any` is not a range of integers.
// hint: Write `1 .. 1000`
