import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { requireFreePort } from './listen-at.ts';

const host = '127.0.0.1';
let other: Server;
let port: number;
beforeEach(async () => {
  other = createServer().listen({ port: 0, host });
  await once(other, 'listening');
  port = (other.address() as AddressInfo).port;
});
afterEach(() => void other.close());

it('a taken port is named with its setting, before anything runs', async () => {
  await expect(requireFreePort({ port, host }, 'PORT', 50)).rejects.toThrow(
    `Port ${port} is taken by another program. Choose another with the setting PORT.`,
  );
});

it('a port that a process of the last server still gives up is waited for, and is free afterwards', async () => {
  setTimeout(() => other.close(), 300);
  await expect(requireFreePort({ port, host }, 'PORT')).resolves.toBeUndefined();
  other = createServer().listen({ port, host });
  await once(other, 'listening');
});

it('any port will do', async () => {
  await expect(requireFreePort({ port: 0, host }, 'PORT')).resolves.toBeUndefined();
});
