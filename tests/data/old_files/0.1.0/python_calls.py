import warploom

warploom.info("laplace2d:n=64")[["rows", "nonzeros", "row_length.min", "row_length.max"]]

times = warploom.run("spmv", "laplace2d:n=64", machine="simulated:h200",
                     kernels=["csr-scalar", "csr-vector", "ell", "sell"])
print(times.attrs["kind"])
times[["kernel", "median_ns", "gflops", "speedup", "verdict"]]

measured = warploom.run("spmv", "laplace2d:n=64", kernels=["cpu-csr", "cpu-ell"], machine="cpu", quick=True)
measured[["kernel", "kind", "samples", "verdict"]]

try:
    warploom.together(times, measured)
except warploom.WarploomError as refusal:
    print(refusal)

counts = warploom.trace("spmv", "laplace2d:n=64", "csr-scalar", card="gtx295")
counts[["line", "array", "kind", "transactions", "ideal_transactions", "bytes_used", "bytes_fetched"]]

cells = warploom.experiment("it168-coo", quick=True, machine="none", no_host=True)
cells[["series", "published", "modelled", "measured"]].head(8)

