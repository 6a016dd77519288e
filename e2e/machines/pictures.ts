import { randomBytes, randomUUID } from 'node:crypto';
import { sendPicture } from '@candor/contract/calls/support';
import { parseEnvelope } from '@candor/contract/envelope';
import { DEVICE_SIGNATURE_HEADER } from '@candor/contract/signed-calls';
import { supportMessage } from '@candor/contract/support';
import sharp from 'sharp';
import { formOf, makePhoto } from '../../apps/server/src/testing/pictures.ts';
import { pause } from '../faults/server-process.ts';
import type { Trader } from '../faults/trader.ts';

/** Between two pictures. */
const PAUSE_MS = 1_000;
const TIMEOUT_MS = 15_000;
const RETRY_MS = 300;
const GIVE_UP_MS = 120_000;
/** A member may store so many in a day, and a try that failed halfway may count. */
const PER_MEMBER = 25;
/** What a JPEG may change of a colour. */
const COLOUR_DIFFERENCE_MAX = 6;

/** Members who send pictures to customer service, each of its own colour, and keep what they were told. */
export interface Album {
  readonly start: () => void;
  /** Ends when every picture has its answer. */
  readonly stop: () => Promise<void>;
  readonly kept: () => number;
  /** What was acknowledged and cannot be read as it was sent, at any of these sites. */
  readonly missing: (sites: readonly string[]) => Promise<string[]>;
}

interface Sent {
  readonly member: number;
  readonly colour: Buffer;
  readonly path: string;
}

export function keepAlbum(trader: Pick<Trader, 'token' | 'device'>, members: number, urlOf: () => string): Album {
  const album: Sent[] = [];
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let last = 'none';

  const sendOnce = async (member: number, key: string, photo: Buffer): Promise<string | null> => {
    const { headers, payload } = formOf({ picture: photo });
    const { method, path } = sendPicture;
    const signature = trader.device(member).sign({ method, path, body: payload, idempotencyKey: key });
    const answer = await fetch(urlOf() + path, {
      method,
      body: new Uint8Array(payload),
      headers: {
        ...headers,
        authorization: `Bearer ${trader.token(member)}`,
        'idempotency-key': key,
        [DEVICE_SIGNATURE_HEADER]: signature,
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
      .then(async (response) => parseEnvelope(await response.json()))
      .catch(() => null);
    if (answer?.code === 200) return supportMessage.parse(answer.data).picture?.path ?? null;
    if (answer !== null) last = JSON.stringify(answer);
    return null;
  };

  const send = async (member: number): Promise<void> => {
    const colour = randomBytes(3);
    const photo = await makePhoto(`#${colour.toString('hex')}`, 160, 120);
    const key = randomUUID();
    const deadline = Date.now() + GIVE_UP_MS;
    for (;;) {
      const path = await sendOnce(member, key, photo);
      if (path !== null) return void album.push({ member, colour, path });
      if (Date.now() > deadline) throw new Error(`no answer to a picture in ${GIVE_UP_MS} ms, the last: ${last}`);
      await pause(RETRY_MS);
    }
  };

  const run = async (): Promise<void> => {
    for (let turn = 0; turn < members * PER_MEMBER && !stopping.signal.aborted; turn += 1) {
      await send(turn % members);
      await pause(PAUSE_MS);
    }
  };

  return {
    start: () => {
      running = run();
      // Told by `stop`.
      running.catch(() => undefined);
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
    kept: () => album.length,
    missing: async (sites) => {
      const wrong: string[] = [];
      for (const { member, colour, path } of album)
        for (const site of sites) {
          const seen = await colourAt(site + path, trader.token(member));
          if (seen === null || distance(seen, colour) > COLOUR_DIFFERENCE_MAX) wrong.push(`${path} at ${site}`);
        }
      return wrong;
    },
  };
}

/** One address may ask only so much. */
async function colourAt(url: string, token: string): Promise<Buffer | null> {
  const deadline = Date.now() + GIVE_UP_MS;
  for (;;) {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status === 429 && Date.now() < deadline) {
      await pause(RETRY_MS);
      continue;
    }
    if (!(response.headers.get('content-type') ?? '').startsWith('image/')) return null;
    return await sharp(await response.arrayBuffer())
      .resize(1, 1)
      .removeAlpha()
      .raw()
      .toBuffer();
  }
}

function distance(a: Buffer, b: Buffer): number {
  return Math.max(...a.map((value, at) => Math.abs(value - (b[at] ?? 0))));
}
