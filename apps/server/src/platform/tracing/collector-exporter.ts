import { OTLPExporterBase } from '@opentelemetry/otlp-exporter-base';
import { convertLegacyHttpOptions, createOtlpHttpExportDelegate } from '@opentelemetry/otlp-exporter-base/node-http';
import { JsonTraceSerializer, TraceExporterMetricsHelper } from '@opentelemetry/otlp-transformer';
import type { SpanExporter } from '@opentelemetry/sdk-trace';

/**
 * As the exporter of OpenTelemetry is made (exporter-trace-otlp-http), which also parses each answer: four megabytes of JSON take a
 * second of the process that takes orders, and nobody reads what they say.
 */
export function collectorExporter(): SpanExporter {
  const options = convertLegacyHttpOptions({}, 'TRACES', 'v1/traces', { 'Content-Type': 'application/json' });
  const serializer = { ...JsonTraceSerializer, deserializeResponse: () => ({}) };
  return new OTLPExporterBase(
    createOtlpHttpExportDelegate(
      options,
      serializer,
      'otlp_http_json_span_exporter',
      TraceExporterMetricsHelper,
      undefined,
    ),
  );
}
