// refused: 1:1 There is no function `run`, which launches the kernel.
int main() { return 0; }
