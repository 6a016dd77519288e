import { parseWitnessKey } from '@candor/proof/order-log/cosignature';
import type { WitnessKey } from '@candor/proof/order-log/cosignature';
import { nodeCrypto } from '../receipts/node-crypto.ts';

/** A witness that is asked to cosign the heads of the order log. */
export interface ListedWitness {
  /** Its add-checkpoint is below this. */
  readonly url: string;
  readonly key: WitnessKey;
  /** The key as one line. */
  readonly keyText: string;
}

/** @throws Error that names the setting, for a key that is none of a witness */
export async function readWitnesses(
  entries: readonly { readonly url: string; readonly key: string }[],
): Promise<ListedWitness[]> {
  const witnesses: ListedWitness[] = [];
  for (const { url, key: keyText } of entries) {
    const key = await parseWitnessKey(keyText, nodeCrypto);
    if (!key.ok)
      throw new Error(
        `Settings are wrong:\n  WITNESSES: not the key of a witness: "${keyText}" (its base64 begins with B, and its hash must fit; candor-witness prints it at its start)`,
      );
    witnesses.push({ url, key: key.value, keyText });
  }
  return witnesses;
}
