/**
 * How a site changes its signing key: the old key signs a note that names the new one and the moment of the change. A
 * person who trusts one key can follow these notes to the keys after it. A key that nothing leads to is not trusted,
 * even if the site serves it beside the others.
 */
import { assert } from '@candor/domain/assert';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { ProofCrypto } from './crypto-port.ts';
import { isLine, isoText, parseIso } from './lines.ts';
import { parseVerifierKey, verifierKeyText, verifyNote } from './signed-note.ts';
import type { VerifierKey } from './signed-note.ts';

const ROTATION_FORMAT = 'candor-key-rotation-v1';

/** Machines of a site change their key one after the other. This long after the change the old key may still sign. */
const RETIREMENT_GRACE_MS = 10 * 60_000;

export type Rotation = {
  /** The key that signs the note, and the one that takes over: texts of verifierKeyText. */
  readonly from: string;
  readonly to: string;
  /** Epoch ms. */
  readonly at: number;
};

/** A key, and when a newer one took over (epoch ms); null while it signs. */
export type TracedKey = VerifierKey & { readonly retiredAt: number | null };

/** The text that the old key signs. */
export function rotationText({ from, to, at }: Rotation): string {
  assert(isLine(from) && isLine(to) && from !== to, 'a rotation names two keys');
  return `${ROTATION_FORMAT}\n${from}\n${to}\n${isoText(at)}\n`;
}

/** Reads only what rotationText writes. */
export function parseRotationText(text: string): Result<Rotation, 'ROTATION_MALFORMED'> {
  const [format, from = '', to = '', atText = '', ...rest] = text.split('\n');
  const at = parseIso(atText);
  if (format !== ROTATION_FORMAT || at === null || rest.length !== 1 || rest[0] !== '')
    return err('ROTATION_MALFORMED');
  return isLine(from) && isLine(to) && from !== to ? ok({ from, to, at }) : err('ROTATION_MALFORMED');
}

/**
 * The trusted keys, and every key that rotation notes lead to from them. A key hands over once: of several notes that
 * it signed, the earliest counts, and a key that is known to be retired leads nowhere. Notes that do not hold are left
 * out.
 */
export async function traceKeys(
  trusted: readonly TracedKey[],
  notes: readonly string[],
  crypto: ProofCrypto,
): Promise<TracedKey[]> {
  const traced = new Map<string, TracedKey>();
  for (const key of trusted) traced.set(verifierKeyText(key), key);
  let open = notes.toSorted((one, other) => momentOf(one) - momentOf(other));
  for (;;) {
    const left: string[] = [];
    for (const note of open) {
      if (!(await follow(note, traced, crypto))) left.push(note);
    }
    if (left.length === open.length) return [...traced.values()];
    open = left;
  }
}

/** Whether a note of this moment (epoch ms) may still be signed by the key. */
export function mayStillSign({ retiredAt }: Pick<TracedKey, 'retiredAt'>, at: number): boolean {
  return retiredAt === null || at <= retiredAt + RETIREMENT_GRACE_MS;
}

/** Adds the key that the note leads to. */
async function follow(note: string, traced: Map<string, TracedKey>, crypto: ProofCrypto): Promise<boolean> {
  const verified = await verifyNote(note, [...traced.values()], crypto);
  if (!verified.ok) return false;
  const rotation = parseRotationText(verified.value.text);
  if (!rotation.ok || rotation.value.from !== verifierKeyText(verified.value.key)) return false;
  const { from, to, at } = rotation.value;
  const old = traced.get(from);
  if (old === undefined || old.retiredAt !== null) return false;
  const next = await parseVerifierKey(to, crypto);
  if (!next.ok) return false;
  traced.set(from, { ...old, retiredAt: at });
  if (!traced.has(to)) traced.set(to, { ...next.value, retiredAt: null });
  return true;
}

/** Before its signature is checked, a note's moment only gives it a place in the list. */
function momentOf(note: string): number {
  const rotation = parseRotationText(note.slice(0, note.lastIndexOf('\n\n') + 1));
  return rotation.ok ? rotation.value.at : 0;
}
