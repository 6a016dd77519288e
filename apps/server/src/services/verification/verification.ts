import type { Db } from '../../platform/db/pool.ts';

/** The bank card that money is paid out to. */
export interface Payee {
  readonly bank: string;
  /** The first character, then stars. */
  readonly holder: string;
  /** Masked, for example `6222 **** **** 1234`. */
  readonly number: string;
  /** Holder and number in full, sealed: a withdrawal keeps them, and only an operator opens them. */
  readonly sealed: Buffer;
}

/** What a member has shown of themselves. */
export interface MemberVerification {
  readonly payee: Payee | undefined;
  readonly isVerified: boolean;
}

export type ReadVerification = (db: Db, memberId: bigint) => Promise<MemberVerification>;
