import { tracingChannel } from 'node:diagnostics_channel';
import type { Channel } from './bus.ts';

/** What is told of a message to whoever watches: where it goes, and never what it says. */
export interface NewsMessage {
  readonly channel: Channel;
  readonly over: 'nats' | 'postgresql';
  /** Where the work that sent it is traced (W3C trace context): whoever watches sets it on what is sent, and finds it on what is heard. */
  traceparent: string | undefined;
  error?: unknown;
}

export const NEWS_SENT = tracingChannel<unknown, NewsMessage>('candor:news-sent');
export const NEWS_HEARD = tracingChannel<unknown, NewsMessage>('candor:news-heard');

export async function watchedSending(
  { channel, over }: Pick<NewsMessage, 'channel' | 'over'>,
  send: (traceparent: string | undefined) => Promise<void>,
): Promise<void> {
  if (!NEWS_SENT.start.hasSubscribers) return await send(undefined);
  const message: NewsMessage = { channel, over, traceparent: undefined };
  await NEWS_SENT.tracePromise(async () => await send(message.traceparent), message);
}

/** What listeners begin and do not wait for counts as a part of it, and may end later. */
export function watchedHearing(message: NewsMessage, hear: () => void): void {
  if (NEWS_HEARD.start.hasSubscribers) NEWS_HEARD.traceSync(hear, message);
  else hear();
}
