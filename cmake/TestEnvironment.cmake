# Read by ctest: what all tests run with. Their expectations were recorded or confirmed on an H100 or
# an H200, so that the devices are modelled on those; tests of other models name theirs.
set(ENV{ANYWARP_DEVICE_MODEL} sm_90)
