import { createPublicKey, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { fromHex, toHex } from '@candor/proof/encoding';
import { Pool } from 'undici';
import { SigningAway } from '../signatures/signing-key.ts';
import type { SigningKey } from '../signatures/signing-key.ts';
import { SIGNATURE_BYTES, signerState } from './signing-messages.ts';
import type { SignerState } from './signing-messages.ts';

/** Calls the process that holds the key. Each call ends within a bound, whatever the token does. */
export interface SignerLink {
  /** @throws SigningAway when nobody answers */
  readonly read: () => Promise<SignerState>;
  /** A key of the token, by its public half. It looks once a second whether it can sign. */
  readonly keyOf: (publicKey: Uint8Array) => SigningKey;
  /** The signature of a hand-over by the key before. @throws SigningAway */
  readonly handOver: (text: string) => Promise<Uint8Array>;
  readonly close: () => Promise<void>;
}

interface LinkTimes {
  readonly callMsMax: number;
  readonly lookEveryMs: number;
}

const TIMES: LinkTimes = { callMsMax: 2_000, lookEveryMs: 1_000 };
const CONNECTIONS_MAX = 8;
/** No answer comes near it. */
const ANSWER_BYTES_MAX = 4_096;
const OK = 'ok';
const NO_ANSWER = 'the process that signs does not answer';
const OTHER_KEY = 'the token holds another key than the one this site signs with';

const verifyAside = promisify(verify);

/** @param path of its socket */
export function linkToSigner(path: string, { callMsMax, lookEveryMs }: LinkTimes = TIMES): SignerLink {
  const pool = new Pool('http://signer', {
    socketPath: path,
    connections: CONNECTIONS_MAX,
    maxResponseSize: ANSWER_BYTES_MAX,
  });
  const looks: NodeJS.Timeout[] = [];

  const call = async (target: string, text?: string): Promise<Buffer> => {
    const answered = await pool
      .request({
        path: target,
        method: text === undefined ? 'GET' : 'POST',
        body: text ?? null,
        signal: AbortSignal.timeout(callMsMax),
      })
      .then(async ({ statusCode, body }) => ({ statusCode, bytes: Buffer.from(await body.arrayBuffer()) }))
      .catch((error: unknown) => {
        throw new SigningAway(NO_ANSWER, { cause: error });
      });
    if (answered.statusCode !== 200) throw new SigningAway(answered.bytes.toString('utf8').slice(0, 200));
    return answered.bytes;
  };
  const read = async (): Promise<SignerState> => {
    const state = signerState.safeParse(parsed(await call('/')));
    if (!state.success) throw new SigningAway(NO_ANSWER);
    return state.data;
  };
  const signatureOf = async (bytes: Promise<Buffer>): Promise<Uint8Array> => {
    const signature = await bytes;
    if (signature.length !== SIGNATURE_BYTES) throw new SigningAway('the process that signs gave no signature');
    return new Uint8Array(signature);
  };

  return {
    read,
    keyOf: (publicKey) => {
      const hex = toHex(publicKey);
      const shown = createPublicKey({
        key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey).toString('base64url') },
        format: 'jwk',
      });
      // Until the first look, a call finds out by itself.
      let away: string | undefined;
      const look = async (): Promise<void> => {
        try {
          const { state, keys } = await read();
          away = state !== OK ? state : keys.includes(hex) ? undefined : OTHER_KEY;
        } catch (error) {
          away = wordsOf(error);
        }
      };
      let isLooking = false;
      const lookOnce = async (): Promise<void> => {
        // While nobody answers, a look takes longer than it is until the next.
        if (isLooking) return;
        isLooking = true;
        await look();
        isLooking = false;
      };
      void lookOnce();
      looks.push(setInterval(() => void lookOnce(), lookEveryMs).unref());
      return {
        publicKey,
        away: () => away,
        sign: async (text) => {
          if (away !== undefined) throw new SigningAway(away);
          try {
            const signature = await signatureOf(call(`/sign/${hex}`, text));
            // A fault of a token, or of who answers on its socket, never reaches a member.
            if (!(await verifyAside(null, Buffer.from(text, 'utf8'), shown, signature)))
              throw new SigningAway('the signature of the token does not hold');
            return signature;
          } catch (error) {
            away = wordsOf(error);
            throw error;
          }
        },
      };
    },
    handOver: async (text) => await signatureOf(call('/hand-over', text)),
    close: async () => {
      for (const one of looks) clearInterval(one);
      await pool.destroy();
    },
  };
}

export function publicKeyOf(hex: string): Uint8Array {
  return fromHex(hex) ?? new Uint8Array();
}

function wordsOf(error: unknown): string {
  return error instanceof SigningAway ? error.message : NO_ANSWER;
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
