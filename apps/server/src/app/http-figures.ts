import { Counter, Histogram } from '@prometheus-io/client';
import type { Metrics } from './metrics.ts';

/** Counts what is answered. A call is named by its declaration, so there are as many names as declarations, whatever is asked. */
export interface HttpFigures {
  readonly answered: (call: string | undefined, seconds: number) => void;
  readonly refused: (call: string | undefined, error: string) => void;
}

/** Pages, files, health, and what is nowhere. */
const OTHER = 'other';
/** A waiting call of a reader without a WebSocket takes 20 s by itself. */
const BUCKETS_SEC = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 30];

export function httpFigures({ registry }: Pick<Metrics, 'registry'>): HttpFigures {
  const seconds = new Histogram({
    name: 'candor_http_request_seconds',
    help: 'Time from the head of a request to the end of its answer, by call',
    labelNames: ['call'],
    buckets: BUCKETS_SEC,
    registers: [registry],
  });
  const errors = new Counter({
    name: 'candor_http_errors_total',
    help: 'Answers that refuse or fail, by call and key; most have HTTP status 200. FAULT and OUTCOME_UNKNOWN are our own',
    labelNames: ['call', 'error'],
    registers: [registry],
  });
  return {
    answered: (call = OTHER, took) => seconds.observe({ call }, took),
    refused: (call = OTHER, error) => errors.inc({ call, error }),
  };
}
