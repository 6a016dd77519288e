import { parseCheckpointText } from '@candor/proof/checkpoint';
import { parseRotationText } from '@candor/proof/key-rotation';
import { LOG_ORIGIN, parseLogCheckpointText } from '@candor/proof/order-log/log-checkpoint';
import { RECEIPT_FORMATS } from '@candor/proof/receipt';
import { SHARED_ORIGIN } from '@candor/proof/shared-acceptance';
import { parseTickArchiveText } from '@candor/proof/tick-archive';

/*
 * What a site signs. The process that holds the key signs nothing else, whoever asks: no text that means something to others, and
 * no hand-over to a stranger's key.
 */

const LINE = /^[\x21-\x7e]+$/;
const HASH = /^[0-9a-f]{64}$/;

/** A kind with an id and hashes, each on its own line. */
function hasHashes(count: number): (text: string) => boolean {
  return (text) => {
    const [, id = '', ...rest] = text.split('\n');
    const hashes = rest.slice(0, -1);
    return rest.at(-1) === '' && LINE.test(id) && hashes.length === count && hashes.every((hash) => HASH.test(hash));
  };
}

const KINDS: ReadonlyMap<string, (text: string) => boolean> = new Map<string, (text: string) => boolean>([
  ['candor-acceptance-v1', hasHashes(2)],
  ...RECEIPT_FORMATS.map((format) => [format, hasHashes(1)] as const),
  ['candor-checkpoint-v1', (text) => parseCheckpointText(text).ok],
  ['candor-tick-archive-v1', (text) => parseTickArchiveText(text).ok],
  [LOG_ORIGIN, (text) => parseLogCheckpointText(text).ok],
  [SHARED_ORIGIN, (text) => parseLogCheckpointText(text, SHARED_ORIGIN).ok],
]);

export function isSignable(text: string): boolean {
  return KINDS.get(text.slice(0, text.indexOf('\n')))?.(text) ?? false;
}

/** Whether a text hands over from one of these keys to the other (texts of verifierKeyText), about now. */
export function isHandOver(text: string, from: string, to: string, nowMs: number): boolean {
  const rotation = parseRotationText(text);
  return (
    rotation.ok &&
    rotation.value.from === from &&
    rotation.value.to === to &&
    Math.abs(rotation.value.at - nowMs) <= HAND_OVER_MS_MAX
  );
}

const HAND_OVER_MS_MAX = 300_000;
