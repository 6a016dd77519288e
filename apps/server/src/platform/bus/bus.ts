/**
 * Messages between the processes of one site. Delivered at most once; HTTP can always return the same data. Any login of
 * the database may send one, so a message is a hint: what is acted on or sent to members is read from the tables.
 */
export type Channel = 'tick' | 'product' | 'me' | 'everyone' | 'order';

export interface Bus {
  publish(channel: Channel, message: unknown): Promise<void>;
  /** Returns a function that stops listening. */
  subscribe(channel: Channel, listener: (message: unknown) => void): () => void;
  close(): Promise<void>;
}
