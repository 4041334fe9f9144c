// refused: 1:1 The function `run`, which launches the kernel, is missing.
int main() { return 0; }
