/*
 * The witnesses that this app was built to trust, and whether they have seen the log that this device follows. A witness
 * cosigns one history only: if it has cosigned another one than this device is shown, the site has shown two.
 */

import { listLogWitnesses } from '@candor/contract/calls/order-log';
import type { ProofCrypto } from '@candor/proof/crypto-port';
import { judgeWitnesses, newestCosigned, parseWitnessPolicy } from '@candor/proof/order-log/witnessed';
import type { CosignedHead, WitnessJudgement, WitnessPolicy } from '@candor/proof/order-log/witnessed';
import type { TreeHead } from '@candor/proof/order-log/verify-proof';
import { call } from '../api/request.ts';
import { tracedKeys } from './key-pins.ts';
import type { KeptHead } from './kept-head.ts';
import { keptKeys } from './kept-proof.ts';
import type { SiteLog } from './site-log.ts';

/** What this device follows: the newest head that it has verified, and where its tiles come from. */
type Followed = { readonly head: KeptHead | null; readonly log: SiteLog };

/** Null if the app was built without witnesses. The build refuses a text that is not a policy. */
export async function chosenWitnesses(crypto: ProofCrypto): Promise<WitnessPolicy | null> {
  const text = document.querySelector('meta[name="candor-witnesses"]')?.getAttribute('content') ?? '';
  const policy = await parseWitnessPolicy(text, crypto);
  return policy.ok ? policy.value : null;
}

/** The notes that the site has from its witnesses. Nothing of them is believed yet. @throws ApiError */
export async function readWitnessNotes(): Promise<readonly string[]> {
  const { items } = await call(listLogWitnesses);
  return items.flatMap(({ checkpoint }) => checkpoint ?? []);
}

/**
 * Whether enough of the witnesses have cosigned a head that contains `head`; and whether all that they cosigned is the log
 * of the look.
 * @throws TileMissing, ApiError
 */
export async function compareWitnesses(
  head: TreeHead,
  look: Followed,
  notes: readonly string[],
  policy: WitnessPolicy,
  crypto: ProofCrypto,
): Promise<WitnessJudgement> {
  const shown = look.head === null ? notes : [look.head.note, ...notes];
  const keys = await tracedKeys(await keptKeys(), crypto);
  const cosigned: readonly CosignedHead[] = await newestCosigned(shown, keys, policy.keys, crypto);
  const heads = { entry: head, kept: look.head };
  return await judgeWitnesses(heads, cosigned, policy.quorum, { readTile: look.log.readTile, crypto });
}
