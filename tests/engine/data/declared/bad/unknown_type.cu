// in: a half[n]
// out: b T[n]
// n: 1 .. 100

// line: 1
// says: `half` is not a type of array elements.
// hint: Choose int, unsigned
