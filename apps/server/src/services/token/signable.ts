import { parseCheckpointText } from '@candor/proof/checkpoint';
import { parseRotationText } from '@candor/proof/key-rotation';
import { LOG_ORIGIN, parseLogCheckpointText } from '@candor/proof/order-log/log-checkpoint';
import { RECEIPT_FORMATS } from '@candor/proof/receipt';
import { SHARED_ORIGIN } from '@candor/proof/shared-acceptance';
import { parseTickArchiveText } from '@candor/proof/tick-archive';

/*
 * What a site signs. The process that holds the key signs nothing else, whoever asks: no text that means something to others, no
 * hand-over to a stranger's key, and no history of a time to come: who takes over a role would keep it for when it suits.
 */

/** How far clocks of the machines of a site may differ. */
const CLOCKS_MS_MAX = 300_000;

const LINE = /^[\x21-\x7e]+$/;
const HASH = /^[0-9a-f]{64}$/;
const DAY_MS = 86_400_000;

/** A kind with an id and hashes, each on its own line. */
function hasHashes(count: number): (text: string) => boolean {
  return (text) => {
    const [, id = '', ...rest] = text.split('\n');
    const hashes = rest.slice(0, -1);
    return rest.at(-1) === '' && LINE.test(id) && hashes.length === count && hashes.every((hash) => HASH.test(hash));
  };
}

type Judge = (text: string, nowMs: number) => boolean;

const KINDS: ReadonlyMap<string, Judge> = new Map<string, Judge>([
  ['candor-acceptance-v1', hasHashes(2)],
  ...RECEIPT_FORMATS.map((format) => [format, hasHashes(1)] as const),
  [
    'candor-checkpoint-v1',
    (text, nowMs) => {
      const checkpoint = parseCheckpointText(text);
      return checkpoint.ok && checkpoint.value.slot <= nowMs + CLOCKS_MS_MAX;
    },
  ],
  [
    'candor-tick-archive-v1',
    (text, nowMs) => {
      const archive = parseTickArchiveText(text);
      return archive.ok && Date.parse(archive.value.day) + DAY_MS <= nowMs + CLOCKS_MS_MAX;
    },
  ],
  [LOG_ORIGIN, (text) => parseLogCheckpointText(text).ok],
  [SHARED_ORIGIN, (text) => parseLogCheckpointText(text, SHARED_ORIGIN).ok],
]);

export function isSignable(text: string, nowMs: number): boolean {
  return KINDS.get(text.slice(0, text.indexOf('\n')))?.(text, nowMs) ?? false;
}

/** Whether a text hands over from one of these keys to the other (texts of verifierKeyText), about now. */
export function isHandOver(text: string, from: string, to: string, nowMs: number): boolean {
  const rotation = parseRotationText(text);
  return (
    rotation.ok &&
    rotation.value.from === from &&
    rotation.value.to === to &&
    Math.abs(rotation.value.at - nowMs) <= CLOCKS_MS_MAX
  );
}
