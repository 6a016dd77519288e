import { spawn } from 'node:child_process';
import { generateKeyPairSync, hash, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cosignatureLine, cosignatureText, witnessKeyText } from '@candor/proof/order-log/cosignature';
import { COSIGNATURE, keyHashInput } from '@candor/proof/signed-note';

const COMMAND = fileURLToPath(new URL('../../../../packages/proof/bin/candor-witness.mjs', import.meta.url));
const PUBLIC_KEY_BYTES = 32;

export interface TestWitness {
  readonly url: string;
  /** The line of its key. */
  readonly keyText: string;
  readonly stop: () => Promise<void>;
}

/** The command `candor-witness` in a process of its own, for the log of one site. */
export async function startWitness(name: string, logKey: string): Promise<TestWitness> {
  const state = await mkdtemp(join(tmpdir(), 'candor-test-witness-'));
  const args = ['--name', name, '--log-key', logKey, '--state', state, '--listen', '127.0.0.1:0', '--first-witness'];
  const child = spawn(process.execPath, [COMMAND, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'exit');
  let said = '';
  child.stdout.setEncoding('utf8');
  const address = await new Promise<readonly [string, string]>((resolve, reject) => {
    child.stdout.on('data', (part: string) => {
      said = `${said}${part}`.slice(0, 10_000);
      const [, keyText, listen] = /^Witness: (\S+)\nListening on (\S+)\n/.exec(said) ?? [];
      if (keyText !== undefined && listen !== undefined) resolve([keyText, listen]);
    });
    void ended.then(() => reject(new Error(`the witness ended: ${said}`)));
  });
  return {
    keyText: address[0],
    url: `http://${address[1]}`,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(state, { recursive: true });
    },
  };
}

export interface WitnessKeys {
  readonly keyText: string;
  /** The line for the text of a checkpoint. */
  readonly cosign: (checkpoint: string, atSec: number) => string;
}

export function makeWitnessKeys(name: string): WitnessKeys {
  const { privateKey, publicKey: pair } = generateKeyPairSync('ed25519');
  const spki = pair.export({ format: 'der', type: 'spki' });
  const publicKey = new Uint8Array(spki.subarray(-PUBLIC_KEY_BYTES));
  const keyHash = hash('sha256', keyHashInput(name, publicKey, COSIGNATURE)).slice(0, 8);
  const key = { name, keyHash, publicKey };
  return {
    keyText: witnessKeyText(key),
    cosign: (checkpoint, atSec) =>
      cosignatureLine(key, atSec, sign(null, Buffer.from(cosignatureText(checkpoint, atSec)), privateKey)),
  };
}

/** A witness that answers as the test says. */
export async function startFalseWitness(name: string, answer: RequestListener): Promise<TestWitness & WitnessKeys> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    ...makeWitnessKeys(name),
    url: `http://127.0.0.1:${address.port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
