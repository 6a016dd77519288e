import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { fromHex } from '@candor/proof/encoding';
import { KEY_NAME, keyHashInput, verifierKeyText } from '@candor/proof/signed-note';
import type { HeldToken } from './hold-token.ts';
import { isHandOver, isSignable } from './signable.ts';
import { TEXT_BYTES_MAX } from './signing-messages.ts';

/**
 * Sixteen roles on one machine, with eight connections each. A connection has one call at a time, so this is also how many signatures
 * wait for each other: 60 ms. Others are closed at once, and their role asks again.
 */
const CONNECTIONS_MAX = 128;
/** Who says nothing does not keep a place. */
const BOUNDS = {
  keepAliveTimeout: 60_000,
  headersTimeout: 5_000,
  requestTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
} as const;

/**
 * What the process that signs answers, on a socket of this machine:
 *   GET  /            its state
 *   POST /sign/KEY    the signature of the body by the key with this public half, if the body is a text that a site signs
 *   POST /hand-over   the same for a hand-over from the key before to the key that signs now, and for nothing else
 */
export async function serveSigner(path: string, token: Pick<HeldToken, 'state' | 'sign'>): Promise<Server> {
  const server = createServer(BOUNDS, (request, response) => {
    answer(request, response, token).catch(() => response.destroy());
  });
  server.maxConnections = CONNECTIONS_MAX;
  await rm(path, { force: true });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
  return server;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  token: Pick<HeldToken, 'state' | 'sign'>,
): Promise<void> {
  if (request.method === 'GET' && request.url === '/') {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(token.state()));
    return;
  }
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  if (request.method !== 'POST' || !(length <= TEXT_BYTES_MAX)) return refuse(response, 400, 'not a call');
  const bytes = await buffer(request);
  // Whoever waits no longer is not signed for.
  if (response.destroyed) return;
  // What is signed are the bytes: they are read as the text that they are, or not at all.
  if (!isUtf8(bytes)) return refuse(response, 403, 'no text that a site signs');
  const text = bytes.toString('utf8');
  const { keys } = token.state();
  const [current, previous] = keys;
  const [, key] = /^\/sign\/([0-9a-f]{64})$/.exec(request.url ?? '') ?? [];
  try {
    if (key !== undefined) {
      if (!isSignable(text, Date.now())) return refuse(response, 403, 'no text that a site signs');
      response.end(token.sign(key, bytes));
      return;
    }
    if (request.url !== '/hand-over' || current === undefined || previous === undefined)
      return refuse(response, 404, 'there is no key before');
    if (!isHandOver(text, vkeyOf(previous), vkeyOf(current), Date.now()))
      return refuse(response, 403, 'no hand-over between these keys');
    response.end(token.sign(previous, bytes));
  } catch (error) {
    refuse(response, 503, error instanceof Error ? error.message : 'it fails');
  }
}

function vkeyOf(publicKeyHex: string): string {
  const publicKey = fromHex(publicKeyHex) ?? new Uint8Array();
  const keyHash = hash('sha256', keyHashInput(KEY_NAME, publicKey)).slice(0, 8);
  return verifierKeyText({ name: KEY_NAME, keyHash, publicKey });
}

function refuse(response: ServerResponse, status: number, why: string): void {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(why);
}
