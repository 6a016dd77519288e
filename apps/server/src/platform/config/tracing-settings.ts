import * as z from 'zod/mini';

/** Where traces go is read from the environment by the exporter itself (OTEL_EXPORTER_OTLP_*), and so are names of the service. */
export interface TracingSettings {
  readonly sampler: (typeof SAMPLERS)[number];
  readonly ratio: number;
  /** How many spans may wait for the collector. */
  readonly queueMax: number;
  /** Certificates and a key for the collector. */
  readonly files: readonly string[];
}

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const optionalText = z.optional(z.string());
const collector = z.optional(z.url({ protocol: /^https?$/ }));

/** Those of OpenTelemetry that decide what is loaded and recorded. */
export const tracingEnvironment = z.object({
  OTEL_SDK_DISABLED: optionalText,
  OTEL_TRACES_EXPORTER: z._default(z.enum(['otlp', 'none']), 'otlp'),
  OTEL_EXPORTER_OTLP_ENDPOINT: collector,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector,
  OTEL_EXPORTER_OTLP_PROTOCOL: z.optional(z.enum(['http/json'])),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: z.optional(z.enum(['http/json'])),
  OTEL_TRACES_SAMPLER: z._default(z.enum(SAMPLERS), 'parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z._default(z.string().check(z.regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'a number from 0 to 1')), '1'),
  OTEL_BSP_MAX_QUEUE_SIZE: z._default(z.string().check(z.regex(/^[1-9]\d{0,5}$/, 'a whole number from 1')), '2048'),
  OTEL_EXPORTER_OTLP_CERTIFICATE: optionalText,
  OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE: optionalText,
  OTEL_EXPORTER_OTLP_CLIENT_KEY: optionalText,
  OTEL_EXPORTER_OTLP_TRACES_CERTIFICATE: optionalText,
  OTEL_EXPORTER_OTLP_TRACES_CLIENT_CERTIFICATE: optionalText,
  OTEL_EXPORTER_OTLP_TRACES_CLIENT_KEY: optionalText,
});

export function tracingOf(e: z.infer<typeof tracingEnvironment>): TracingSettings | undefined {
  const isNamed = (e.OTEL_EXPORTER_OTLP_ENDPOINT ?? e.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined;
  if (!isNamed || e.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || e.OTEL_TRACES_EXPORTER === 'none') return undefined;
  return {
    sampler: e.OTEL_TRACES_SAMPLER,
    ratio: Number(e.OTEL_TRACES_SAMPLER_ARG),
    queueMax: Number(e.OTEL_BSP_MAX_QUEUE_SIZE),
    files: [
      e.OTEL_EXPORTER_OTLP_CERTIFICATE,
      e.OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE,
      e.OTEL_EXPORTER_OTLP_CLIENT_KEY,
      e.OTEL_EXPORTER_OTLP_TRACES_CERTIFICATE,
      e.OTEL_EXPORTER_OTLP_TRACES_CLIENT_CERTIFICATE,
      e.OTEL_EXPORTER_OTLP_TRACES_CLIENT_KEY,
    ].filter((file) => file !== undefined),
  };
}
