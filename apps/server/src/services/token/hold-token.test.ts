import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createLog } from '../../platform/log/log.ts';
import { holdToken } from './hold-token.ts';
import type { HeldToken } from './hold-token.ts';
import { TokenError } from './pkcs11.ts';
import type { OpenToken, TokenPlace } from './pkcs11.ts';

const log = createLog('silent');
const KEY = { label: 'first', handle: 1, publicKey: new Uint8Array(32).fill(7) };
const HEX = '07'.repeat(32);
let folder: string;
let pinFile: string;
let tried: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-token-'));
  pinFile = join(folder, 'token.pin');
  tried = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function writePin(pin: string): void {
  writeFileSync(pinFile, `${pin}\n`, { mode: 0o600 });
}

async function hold(open: (place: TokenPlace) => OpenToken): Promise<HeldToken> {
  const settings = { module: 'none.so', token: 'candor', key: 'first', previousKey: undefined, pinFile };
  const held = await holdToken(settings, log, (place) => {
    tried.push(place.pin.toString());
    return open(place);
  });
  onTestFinished(() => held.close());
  return held;
}

function opened(sign: OpenToken['sign'] = () => new Uint8Array(64)): OpenToken {
  return { keys: [KEY], sign, look: () => undefined, close: () => undefined };
}

it('tries a PIN that was refused once, and another one as soon as it is there', async () => {
  writePin('1111');
  const held = await hold(({ pin }) => {
    if (pin.toString() !== '2222') throw new TokenError('the token refuses the PIN', true);
    return opened();
  });
  expect(held.state()).toEqual({ state: 'the token refuses the PIN', keys: [] });
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(tried).toEqual(['1111']);
  writePin('2222');
  await vi.waitFor(() => expect(held.state()).toEqual({ state: 'ok', keys: [HEX] }), { timeout: 5_000 });
  expect(tried).toEqual(['1111', '2222']);
});

it('opens a token again that failed, as often as it takes', async () => {
  writePin('1111');
  let fails = true;
  const held = await hold(() =>
    opened(() => {
      if (fails) throw new TokenError('the token was taken out (0x32)');
      return new Uint8Array(64);
    }),
  );
  expect(() => held.sign(HEX, new Uint8Array(1))).toThrow('taken out');
  expect(held.state()).toEqual({ state: 'the token was taken out (0x32)', keys: [] });
  fails = false;
  await vi.waitFor(() => expect(held.sign(HEX, new Uint8Array(1))).toHaveLength(64), { timeout: 5_000 });
  expect(() => held.sign('08'.repeat(32), new Uint8Array(1))).toThrow('another key');
  expect(held.state().state).toBe('ok');
});

it('gives no PIN to a token that others of the machine may read', async () => {
  writePin('1111');
  chmodSync(pinFile, 0o644);
  const held = await hold(() => opened());
  expect(held.state().state).toBe('the file of the PIN is open to other users');
  rmSync(pinFile);
  await vi.waitFor(() => expect(held.state().state).toBe('the file of the PIN cannot be read'), { timeout: 5_000 });
  expect(tried).toEqual([]);
});
