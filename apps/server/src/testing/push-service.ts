import { createDecipheriv, createECDH, createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/*
 * A push service and the browsers that trust it, on this machine: it takes messages by the real protocol, and a device
 * decrypts them.
 */

export interface PushDevice {
  readonly deviceKey: Buffer;
  readonly auth: Buffer;
  /** As the browser gives them to the page. */
  readonly keys: { readonly p256dh: string; readonly auth: string };
  /** @throws Error when the message is for another device, or was changed. */
  readonly open: (message: Buffer) => string;
}

export function createDevice(): PushDevice {
  const pair = createECDH('prime256v1');
  const deviceKey = pair.generateKeys();
  const auth = randomBytes(16);
  const privateKey = pair.getPrivateKey();
  return {
    deviceKey,
    auth,
    keys: { p256dh: deviceKey.toString('base64url'), auth: auth.toString('base64url') },
    open: (message) => openPush(message, { privateKey, auth }),
  };
}

export interface PushService {
  readonly origin: string;
  readonly calls: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: Buffer }[];
  /** The status of its answers; null: it never answers. */
  answer: number | null;
  readonly close: () => Promise<void>;
}

export async function startPushService(): Promise<PushService> {
  const calls: PushService['calls'] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      calls.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
      if (service.answer !== null) response.writeHead(service.answer, { location: 'http://127.0.0.1:9/' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens at a port
  const { port } = server.address() as AddressInfo;
  const service: PushService = {
    origin: `http://127.0.0.1:${port}`,
    calls,
    answer: 201,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return service;
}

/** What a browser does with a message. */
function openPush(message: Buffer, device: { privateKey: Buffer; auth: Buffer }): string {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(device.privateKey);
  const hmac = (key: Buffer, ...parts: Buffer[]) => createHmac('sha256', key).update(Buffer.concat(parts)).digest();
  const salt = message.subarray(0, 16);
  const sender = message.subarray(21, 21 + message.readUInt8(20));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender, Buffer.of(1)]);
  const key = hmac(salt, hmac(hmac(device.auth, ecdh.computeSecret(sender)), info));
  const part = (name: string, length: number) =>
    hmac(key, Buffer.from(`Content-Encoding: ${name}\0`), Buffer.of(1)).subarray(0, length);
  const sealed = message.subarray(21 + sender.length);
  const open = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12));
  open.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}
