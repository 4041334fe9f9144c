// out: h int[bin]
// bins: 256

// line: 1
// says: `bin`, in the size of array `h`, is not declared.
// hint: Did you mean "bins"?
