import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod/mini';

const value = z.object({ stringValue: z.optional(z.string()), intValue: z.optional(z.number()) });
const attributes = z.array(z.object({ key: z.string(), value }));
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.optional(z.string()),
  name: z.string(),
  kind: z.number(),
  attributes,
  status: z.object({ code: z.optional(z.number()) }),
});
const body = z.object({
  resourceSpans: z.array(
    z.object({ resource: z.object({ attributes }), scopeSpans: z.array(z.object({ spans: z.array(span) })) }),
  ),
});

export interface CollectedSpan {
  readonly name: string;
  readonly kind: number;
  readonly trace: string;
  readonly id: string;
  readonly parent: string | undefined;
  readonly failed: boolean;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  readonly resource: Readonly<Record<string, string | number | undefined>>;
}

export interface Collector {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** All that came, as text. */
  readonly text: () => string;
  readonly stop: () => Promise<void>;
}

/**
 * What takes OTLP over HTTP as JSON. One that is silent takes connections and never answers; one that drips answers a byte a
 * tenth of a second, without an end.
 */
export async function startCollector({ isSilent = false, drips = false, answer = '{}' } = {}): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const texts: string[] = [];
  const server = createServer((request, response) => {
    if (isSilent) return;
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString();
      texts.push(text);
      for (const { resource, scopeSpans } of body.parse(JSON.parse(text)).resourceSpans)
        for (const one of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({
            name: one.name,
            kind: one.kind,
            trace: one.traceId,
            id: one.spanId,
            parent: one.parentSpanId,
            failed: one.status.code === 2,
            attributes: plain(one.attributes),
            resource: plain(resource.attributes),
          });
      if (drips) {
        const drip = setInterval(() => response.write(' '), 100);
        response.on('close', () => clearInterval(drip));
        return;
      }
      response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end(answer);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    text: () => texts.join('\n'),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function plain(list: z.infer<typeof attributes>): Record<string, string | number | undefined> {
  return Object.fromEntries(list.map(({ key, value: { stringValue, intValue } }) => [key, stringValue ?? intValue]));
}
