import { memberEvent, productTopic, tickTopic } from '@candor/contract/live';
import * as z from 'zod/mini';
import type { Bus } from '../platform/bus/bus.ts';
import type { LiveHub } from '../platform/live/live-hub.ts';

const code = z.string();
const ticks = z.array(z.looseObject({ product: code }));
const products = z.array(z.looseObject({ code }));
const members = z.array(z.object({ memberId: z.string(), d: memberEvent }));

/** Bus → sockets. A message of unknown shape comes from another version and is skipped. */
export function forwardToSockets(bus: Bus, hub: LiveHub): () => void {
  const stops = [
    bus.subscribe('tick', (message) => {
      for (const { product, ...tick } of ticks.safeParse(message).data ?? []) hub.publish(tickTopic(product), tick);
    }),
    bus.subscribe('product', (message) => {
      for (const product of products.safeParse(message).data ?? []) hub.publish(productTopic(product.code), product);
    }),
    bus.subscribe('me', (message) => {
      for (const { memberId, d } of members.safeParse(message).data ?? []) hub.publishToMember(BigInt(memberId), d);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
