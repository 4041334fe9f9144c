// An otherwise empty shared library that loads BLAS and LAPACK as dependencies (host_blas.h). These references keep the
// linker from dropping them.
extern "C" {
void ssyrk_();
void dsyrk_();
void sgtsv_();
void dgtsv_();

extern void (*const warploom_blas_needs[])();
void (*const warploom_blas_needs[])() = {ssyrk_, dsyrk_, sgtsv_, dgtsv_};
}
