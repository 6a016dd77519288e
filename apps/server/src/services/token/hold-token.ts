import { readFile, stat } from 'node:fs/promises';
import { toHex } from '@candor/proof/encoding';
import type { Log } from '../../platform/log/log.ts';
import { openToken, TokenError } from './pkcs11.ts';
import type { OpenToken, TokenPlace } from './pkcs11.ts';
import type { SignerState } from './signing-messages.ts';

/** The token of the process that signs. It is opened again as often as it goes away. */
export interface HeldToken {
  readonly state: () => SignerState;
  /** By the key with this public half. @throws TokenError */
  readonly sign: (publicKeyHex: string, bytes: Uint8Array) => Uint8Array;
  /** The public halves, 64 hex digits: the key that signs, and the one before it. */
  readonly close: () => void;
}

export interface TokenSettings extends Omit<TokenPlace, 'pin' | 'keys'> {
  readonly key: string;
  readonly previousKey: string | undefined;
  /** Its first line is the PIN. */
  readonly pinFile: string;
}

const TRY_EVERY_MS = 1_000;
/** Write access for the group, and any access for others. */
const TOO_OPEN = 0o027;

/** Opens it now, and again after a while whenever that fails. A PIN that was refused is never tried twice: that would lock the token. */
export async function holdToken(
  { key, previousKey, pinFile, ...place }: TokenSettings,
  log: Pick<Log, 'info' | 'error'>,
  open: (place: TokenPlace) => OpenToken = openToken,
): Promise<HeldToken> {
  let held: OpenToken | undefined;
  let state = 'the token was not opened yet';
  let refusedPin: Buffer | undefined;

  const say = (now: string, error?: unknown): void => {
    if (now === state) return;
    state = now;
    if (now === 'ok') log.info({ key }, 'the token answers');
    else log.error({ key, why: now, err: error }, 'the token does not sign');
  };
  const lose = (error: unknown): void => {
    held?.close();
    held = undefined;
    say(wordsOf(error), error);
  };
  const tryToOpen = async (): Promise<void> => {
    try {
      const pin = await readPin(pinFile);
      if (refusedPin?.equals(pin) === true) return;
      refusedPin = undefined;
      try {
        const keys = previousKey === undefined ? [key] : [key, previousKey];
        held = open({ ...place, keys, pin });
        say('ok');
      } catch (error) {
        if (error instanceof TokenError && error.isPinRefused) refusedPin = pin;
        throw error;
      }
    } catch (error) {
      lose(error);
    }
  };
  let trying: Promise<void> = tryToOpen();
  const timer = setInterval(() => {
    if (held === undefined) {
      trying = trying.then(tryToOpen);
      return;
    }
    try {
      held.look();
    } catch (error) {
      lose(error);
    }
  }, TRY_EVERY_MS);
  await trying;

  return {
    state: () => ({ state, keys: (held?.keys ?? []).map(({ publicKey }) => toHex(publicKey)) }),
    sign: (publicKeyHex, bytes) => {
      if (held === undefined) throw new TokenError(state);
      const wanted = held.keys.find(({ publicKey }) => toHex(publicKey) === publicKeyHex);
      if (wanted === undefined) throw new TokenError('the token holds another key than the one that is asked for');
      try {
        return held.sign(wanted, bytes);
      } catch (error) {
        lose(error);
        throw error;
      }
    },
    close: () => {
      clearInterval(timer);
      held?.close();
      held = undefined;
    },
  };
}

async function readPin(path: string): Promise<Buffer> {
  const unreadable = (): never => {
    throw new TokenError('the file of the PIN cannot be read');
  };
  const { mode } = await stat(path).catch(unreadable);
  if ((mode & TOO_OPEN) !== 0) throw new TokenError('the file of the PIN is open to other users');
  const text = await readFile(path).catch(unreadable);
  const end = text.indexOf('\n');
  return end < 0 ? text : text.subarray(0, end);
}

/** Whoever asks for the health reads them: what else is known is in the log. */
function wordsOf(error: unknown): string {
  return error instanceof TokenError ? error.message : 'the library of the token cannot be used';
}
