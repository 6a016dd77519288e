/** Messages between the processes of one site. Delivered at most once; HTTP can always return the same data. */
export type Channel = 'tick' | 'product' | 'me' | 'everyone' | 'order';

export interface Bus {
  publish(channel: Channel, message: unknown): Promise<void>;
  /** Returns a function that stops listening. */
  subscribe(channel: Channel, listener: (message: unknown) => void): () => void;
  close(): Promise<void>;
}
