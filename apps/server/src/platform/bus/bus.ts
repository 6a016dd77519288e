/**
 * Messages between the processes of one site. Delivered at most once; HTTP can always return the same data. Any login of
 * the database may send one, so a message is a hint: what is acted on or sent to members is read from the tables.
 */
export const CHANNELS = ['tick', 'product', 'me', 'everyone', 'order'] as const;
export type Channel = (typeof CHANNELS)[number];

/**
 * `gap`: it listens again after a time in which it heard nothing, so messages were missed. `lost`: a message was not sent, or not
 * understood.
 */
export type BusTrouble = 'gap' | 'lost';

export interface Bus {
  /** Whether a message that is published now can be sent. Without a connection it is lost. */
  isOpen(): boolean;
  /** Hears of every trouble. Returns a function that stops it. */
  watch(listener: (trouble: BusTrouble) => void): () => void;
  publish(channel: Channel, message: unknown): Promise<void>;
  /** Returns a function that stops listening. */
  subscribe(channel: Channel, listener: (message: unknown) => void): () => void;
  close(): Promise<void>;
}
