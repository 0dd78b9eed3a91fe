// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUPTI: metrics (of hardware counters).
def CUpti_MetricID : Typedef<"uint32_t">;
def CUpti_MetricCategory : Enum<[
    Value<"CUPTI_METRIC_CATEGORY_MEMORY", 0>,
    Value<"CUPTI_METRIC_CATEGORY_INSTRUCTION", 1>,
    Value<"CUPTI_METRIC_CATEGORY_MULTIPROCESSOR", 2>,
    Value<"CUPTI_METRIC_CATEGORY_CACHE", 3>,
    Value<"CUPTI_METRIC_CATEGORY_TEXTURE", 4>,
    Value<"CUPTI_METRIC_CATEGORY_NVLINK", 5>,
    Value<"CUPTI_METRIC_CATEGORY_PCIE", 6>,
    Value<"CUPTI_METRIC_CATEGORY_FORCE_INT", 2147483647>]>;
def CUpti_MetricEvaluationMode : Enum<[
    Value<"CUPTI_METRIC_EVALUATION_MODE_PER_INSTANCE", 1>,
    Value<"CUPTI_METRIC_EVALUATION_MODE_AGGREGATE", 2>,
    Value<"CUPTI_METRIC_EVALUATION_MODE_FORCE_INT", 2147483647>]>;
def CUpti_MetricValueKind : Enum<[
    Value<"CUPTI_METRIC_VALUE_KIND_DOUBLE", 0>,
    Value<"CUPTI_METRIC_VALUE_KIND_UINT64", 1>,
    Value<"CUPTI_METRIC_VALUE_KIND_PERCENT", 2>,
    Value<"CUPTI_METRIC_VALUE_KIND_THROUGHPUT", 3>,
    Value<"CUPTI_METRIC_VALUE_KIND_INT64", 4>,
    Value<"CUPTI_METRIC_VALUE_KIND_UTILIZATION_LEVEL", 5>,
    Value<"CUPTI_METRIC_VALUE_KIND_NVTX_EXTENDED_PAYLOAD", 6>,
    Value<"CUPTI_METRIC_VALUE_KIND_FORCE_INT", 2147483647>]>;
def CUpti_MetricValueUtilizationLevel : Enum<[
    Value<"CUPTI_METRIC_VALUE_UTILIZATION_IDLE", 0>,
    Value<"CUPTI_METRIC_VALUE_UTILIZATION_LOW", 2>,
    Value<"CUPTI_METRIC_VALUE_UTILIZATION_MID", 5>,
    Value<"CUPTI_METRIC_VALUE_UTILIZATION_HIGH", 8>,
    Value<"CUPTI_METRIC_VALUE_UTILIZATION_MAX", 10>,
    Value<"CUPTI_METRIC_VALUE_UTILIZATION_FORCE_INT", 2147483647>]>;
def CUpti_MetricAttribute : Enum<[
    Value<"CUPTI_METRIC_ATTR_NAME", 0>,
    Value<"CUPTI_METRIC_ATTR_SHORT_DESCRIPTION", 1>,
    Value<"CUPTI_METRIC_ATTR_LONG_DESCRIPTION", 2>,
    Value<"CUPTI_METRIC_ATTR_CATEGORY", 3>,
    Value<"CUPTI_METRIC_ATTR_VALUE_KIND", 4>,
    Value<"CUPTI_METRIC_ATTR_EVALUATION_MODE", 5>,
    Value<"CUPTI_METRIC_ATTR_FORCE_INT", 2147483647>]>;
def CUpti_MetricValue : Union<8, [{
  double metricValueDouble;
  uint64_t metricValueUint64;
  int64_t metricValueInt64;
  double metricValuePercent;
  uint64_t metricValueThroughput;
  CUpti_MetricValueUtilizationLevel metricValueUtilizationLevel;
  uint64_t metricValueNvtxExtendedPayload;
}]>;
def CUpti_MetricPropertyDeviceClass : Enum<[
    Value<"CUPTI_METRIC_PROPERTY_DEVICE_CLASS_TESLA", 0>,
    Value<"CUPTI_METRIC_PROPERTY_DEVICE_CLASS_QUADRO", 1>,
    Value<"CUPTI_METRIC_PROPERTY_DEVICE_CLASS_GEFORCE", 2>,
    Value<"CUPTI_METRIC_PROPERTY_DEVICE_CLASS_TEGRA", 3>]>;
def CUpti_MetricPropertyID : Enum<[
    Value<"CUPTI_METRIC_PROPERTY_MULTIPROCESSOR_COUNT", 0>,
    Value<"CUPTI_METRIC_PROPERTY_WARPS_PER_MULTIPROCESSOR", 1>,
    Value<"CUPTI_METRIC_PROPERTY_KERNEL_GPU_TIME", 2>,
    Value<"CUPTI_METRIC_PROPERTY_CLOCK_RATE", 3>,
    Value<"CUPTI_METRIC_PROPERTY_FRAME_BUFFER_COUNT", 4>,
    Value<"CUPTI_METRIC_PROPERTY_GLOBAL_MEMORY_BANDWIDTH", 5>,
    Value<"CUPTI_METRIC_PROPERTY_PCIE_LINK_RATE", 6>,
    Value<"CUPTI_METRIC_PROPERTY_PCIE_LINK_WIDTH", 7>,
    Value<"CUPTI_METRIC_PROPERTY_PCIE_GEN", 8>,
    Value<"CUPTI_METRIC_PROPERTY_DEVICE_CLASS", 9>,
    Value<"CUPTI_METRIC_PROPERTY_FLOP_SP_PER_CYCLE", 10>,
    Value<"CUPTI_METRIC_PROPERTY_FLOP_DP_PER_CYCLE", 11>,
    Value<"CUPTI_METRIC_PROPERTY_L2_UNITS", 12>,
    Value<"CUPTI_METRIC_PROPERTY_ECC_ENABLED", 13>,
    Value<"CUPTI_METRIC_PROPERTY_FLOP_HP_PER_CYCLE", 14>,
    Value<"CUPTI_METRIC_PROPERTY_GPU_CPU_NVLINK_BANDWIDTH", 15>]>;
def cuptiGetNumMetrics : LibraryFunction<[In<"uint32_t *", "numMetrics">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiEnumMetrics : LibraryFunction<[In<"size_t *", "arraySizeBytes">, In<"CUpti_MetricID *", "metricArray">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiDeviceGetNumMetrics : LibraryFunction<[In<"CUdevice", "device">, In<"uint32_t *", "numMetrics">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiDeviceEnumMetrics : LibraryFunction<[In<"CUdevice", "device">, In<"size_t *", "arraySizeBytes">, In<"CUpti_MetricID *", "metricArray">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiMetricGetAttribute : LibraryFunction<[In<"CUpti_MetricID", "metric">, In<"CUpti_MetricAttribute", "attrib">, In<"size_t *", "valueSize">, In<"void *", "value">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiMetricGetIdFromName : LibraryFunction<[In<"CUdevice", "device">, In<"const char *", "metricName">, In<"CUpti_MetricID *", "metric">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiMetricGetNumEvents : LibraryFunction<[In<"CUpti_MetricID", "metric">, In<"uint32_t *", "numEvents">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiMetricEnumEvents : LibraryFunction<[In<"CUpti_MetricID", "metric">, In<"size_t *", "eventIdArraySizeBytes">, In<"CUpti_EventID *", "eventIdArray">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiMetricGetNumProperties : LibraryFunction<[In<"CUpti_MetricID", "metric">, In<"uint32_t *", "numProp">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiMetricEnumProperties : LibraryFunction<[In<"CUpti_MetricID", "metric">, In<"size_t *", "propIdArraySizeBytes">, In<"CUpti_MetricPropertyID *", "propIdArray">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiMetricGetRequiredEventGroupSets : LibraryFunction<[In<"CUcontext", "context">, In<"CUpti_MetricID", "metric">, In<"CUpti_EventGroupSets **", "eventGroupSets">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiMetricCreateEventGroupSets : LibraryFunction<[In<"CUcontext", "context">, In<"size_t", "metricIdArraySizeBytes">, In<"CUpti_MetricID *", "metricIdArray">, In<"CUpti_EventGroupSets **", "eventGroupPasses">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiMetricGetValue : LibraryFunction<[In<"CUdevice", "device">, In<"CUpti_MetricID", "metric">, In<"size_t", "eventIdArraySizeBytes">, In<"CUpti_EventID *", "eventIdArray">, In<"size_t", "eventValueArraySizeBytes">, In<"uint64_t *", "eventValueArray">, In<"uint64_t", "timeDuration">, In<"CUpti_MetricValue *", "metricValue">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiMetricGetValue2 : LibraryFunction<[In<"CUpti_MetricID", "metric">, In<"size_t", "eventIdArraySizeBytes">, In<"CUpti_EventID *", "eventIdArray">, In<"size_t", "eventValueArraySizeBytes">, In<"uint64_t *", "eventValueArray">, In<"size_t", "propIdArraySizeBytes">, In<"CUpti_MetricPropertyID *", "propIdArray">, In<"size_t", "propValueArraySizeBytes">, In<"uint64_t *", "propValueArray">, In<"CUpti_MetricValue *", "metricValue">], Absent>, Because<"a CPU device has no hardware counters">;
