/** Messages between the processes of one site. At most once: HTTP is always able to tell the same. */
export type Channel = 'tick' | 'product' | 'me';

export interface Bus {
  publish(channel: Channel, message: unknown): Promise<void>;
  /** Returns the way to stop listening. */
  subscribe(channel: Channel, listener: (message: unknown) => void): () => void;
  close(): Promise<void>;
}
