/** What an audit remembers of one price chain. */
import { count, hash, line, nullOr, objectOf, text } from '../../src/shape.ts';

export type ChainState = {
  readonly product: string;
  /** The newest tick that was checked. */
  readonly seq: number;
  readonly at: number;
  readonly hash: string;
  readonly epoch: number;
  readonly log: { readonly size: number; readonly root: string } | null;
  /** The newest tick of the last day whose sources and simulated prices need no second look. */
  readonly pathSeq: number;
  /** The newest hourly checkpoint that was followed. */
  readonly hour: string | null;
};

export const chainShape = objectOf<ChainState>({
  product: line,
  seq: count(0),
  at: count(0),
  hash,
  epoch: count(0),
  log: nullOr(objectOf({ size: count(0), root: hash })),
  pathSeq: count(1),
  hour: nullOr(text),
});
