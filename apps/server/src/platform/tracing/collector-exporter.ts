import { OTLPExporterBase } from '@opentelemetry/otlp-exporter-base';
import { convertLegacyHttpOptions, createOtlpHttpExportDelegate } from '@opentelemetry/otlp-exporter-base/node-http';
import { JsonTraceSerializer, TraceExporterMetricsHelper } from '@opentelemetry/otlp-transformer';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import * as z from 'zod/mini';

/** The longest answer that is read. One that tells of spans that were not taken has some hundred bytes. */
const ANSWER_BYTES_MAX = 4_096;

/** OTLP as JSON: a 64-bit number is a text. */
const partlyTaken = z.object({
  partialSuccess: z.object({ rejectedSpans: z.coerce.number().check(z.int(), z.gte(0)) }),
});

/**
 * As the exporter of OpenTelemetry is made (exporter-trace-otlp-http), which also parses each answer: four megabytes of JSON take a
 * second of the process that takes orders.
 *
 * @param onRejected how many spans of a batch the collector took over the network, and then threw away. Before that batch is done.
 */
export function collectorExporter(onRejected: (spans: number) => void): SpanExporter {
  const options = convertLegacyHttpOptions({}, 'TRACES', 'v1/traces', { 'Content-Type': 'application/json' });
  const deserializeResponse = (bytes: Uint8Array) => {
    const read = bytes.length > ANSWER_BYTES_MAX ? undefined : partlyTaken.safeParse(parsed(bytes)).data;
    if (read !== undefined) onRejected(read.partialSuccess.rejectedSpans);
    return {};
  };
  return new OTLPExporterBase(
    createOtlpHttpExportDelegate(
      options,
      { ...JsonTraceSerializer, deserializeResponse },
      'otlp_http_json_span_exporter',
      TraceExporterMetricsHelper,
      undefined,
    ),
  );
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
