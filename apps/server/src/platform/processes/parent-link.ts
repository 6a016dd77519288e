import { BEAT_EVERY_MS, parentMessage } from './messages.ts';
import type { ChildMessage } from './messages.ts';

export interface ParentLink {
  ready: (address: string | undefined) => void;
}

export interface ParentLinkDeps {
  readonly onStop: () => void;
  readonly metrics: () => Promise<string>;
}

/** The child's side of the link to its parent. main.ts detects a broken link, before anything else is loaded. */
export function linkToParent({ onStop, metrics }: ParentLinkDeps): ParentLink {
  const say = (message: ChildMessage): void => {
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  };
  setInterval(() => say({ type: 'beat' }), BEAT_EVERY_MS).unref();
  process.on('message', (raw) => {
    const message = parentMessage.safeParse(raw).data;
    if (message?.type === 'stop') onStop();
    if (message?.type === 'metrics')
      metrics().then(
        (text) => say({ type: 'metrics', text }),
        () => undefined,
      );
  });
  return { ready: (address) => say({ type: 'ready', ...(address === undefined ? {} : { address }) }) };
}
