import { BEAT_EVERY_MS, parentMessage } from './messages.ts';
import type { ReadyAnswer } from '../health/readiness.ts';
import type { ChildMessage, ParentMessage, StartStep } from './messages.ts';

/** How this process reaches the database, and the news and the files if they have a server of their own. */
export type GivenLogin = Omit<Extract<ParentMessage, { type: 'login' }>, 'type'>;

export interface ParentLink {
  /** Comes as the first message. */
  readonly login: Promise<GivenLogin>;
  /** Says what this process does before it is ready. */
  step: (step: StartStep) => void;
  ready: (address: string | undefined) => void;
}

export interface ParentLinkDeps {
  readonly onStop: () => void;
  readonly metrics: () => Promise<string>;
  /** Left out: whoever is ready once stays so. */
  readonly health?: () => Promise<ReadyAnswer>;
}

/** What this file uses of `process`. */
export interface ParentProcess {
  readonly connected: boolean;
  send?(message: ChildMessage, handle: undefined, options: undefined, done: () => void): boolean;
  on(event: 'message', listener: (raw: unknown) => void): unknown;
}

/** The child's side of the link to its parent. main.ts detects a broken link, before anything else is loaded. */
export function linkToParent({ onStop, metrics, health }: ParentLinkDeps, parent: ParentProcess = process): ParentLink {
  const say = (message: ChildMessage): void => {
    if (parent.connected) parent.send?.(message, undefined, undefined, () => undefined);
  };
  const given = Promise.withResolvers<GivenLogin>();
  setInterval(() => say({ type: 'beat' }), BEAT_EVERY_MS).unref();
  parent.on('message', (raw) => {
    const message = parentMessage.safeParse(raw).data;
    if (message?.type === 'login') {
      const { type: _, ...login } = message;
      given.resolve(login);
    }
    if (message?.type === 'stop') onStop();
    if (message?.type === 'metrics')
      metrics().then(
        (text) => say({ type: 'metrics', text }),
        () => undefined,
      );
    if (message?.type === 'health')
      health?.().then(
        ({ isReady, checks }) => say({ type: 'health', isReady, checks }),
        () => undefined,
      );
  });
  return {
    login: given.promise,
    step: (step) => say({ type: 'step', step }),
    ready: (address) => say({ type: 'ready', ...(address === undefined ? {} : { address }) }),
  };
}
