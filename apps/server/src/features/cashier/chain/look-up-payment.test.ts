import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { lookUpPayment } from './look-up-payment.ts';
import { tronFromHex, tronToHex } from './tron-address.ts';

/**
 * A node that speaks JSON-RPC as those of Ethereum and TRON do. Transactions and logs have the form of the main networks;
 * their contents are ours.
 */
const CONTRACT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const RECIPIENT = '0x000000000000000000000000000000000000dEaD';
const TXID = `0x${'ab'.repeat(32)}`;
const BLOCK = 20_000_000;

const rpcCall = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.unknown(),
  method: z.string(),
  params: z.array(z.unknown()),
});

let node: Server;
let rpcUrl: string;
let answers: Record<string, unknown>;
let raw: string | undefined;
let calls: string[];
let hashes: unknown[];

beforeAll(async () => {
  node = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      const { id, method, params } = rpcCall.parse(JSON.parse(text));
      calls.push(method);
      if (method === 'eth_getTransactionReceipt') hashes.push(params[0]);
      const answer = answers[method];
      const body = answer instanceof Error ? { error: { code: -32_000, message: answer.message } } : { result: answer };
      response.setHeader('content-type', 'application/json');
      response.end(raw ?? JSON.stringify({ jsonrpc: '2.0', id, ...body }));
    });
  });
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
  rpcUrl = `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
});
afterAll(async () => await new Promise((resolve) => node.close(resolve)));

function topic(address: string): string {
  return `0x${'0'.repeat(24)}${address.slice(2).toLowerCase()}`;
}

function log(units: bigint, { to = RECIPIENT, contract = CONTRACT, event = TRANSFER } = {}) {
  return {
    address: contract.toLowerCase(),
    topics: [event, topic(`0x${'11'.repeat(20)}`), topic(to)],
    data: `0x${units.toString(16).padStart(64, '0')}`,
    logIndex: '0x1',
  };
}

function receipt(logs: readonly unknown[], status = '0x1') {
  return {
    status,
    blockNumber: `0x${BLOCK.toString(16)}`,
    blockHash: `0x${'cd'.repeat(32)}`,
    transactionHash: TXID,
    logs,
  };
}

beforeEach(() => {
  raw = undefined;
  calls = [];
  hashes = [];
  answers = {
    eth_getTransactionReceipt: receipt([log(100_000_000n)]),
    eth_blockNumber: `0x${(BLOCK + 11).toString(16)}`,
    eth_getBlockByHash: { timestamp: '0x6553f100', number: `0x${BLOCK.toString(16)}` },
  };
});

async function look() {
  return await lookUpPayment({ network: 'erc20', rpcUrl, contract: CONTRACT }, TXID, RECIPIENT);
}

const NOTHING = { found: false, recipient: null, units: null, confirmations: null, blockAtMs: null };

describe('a payment on the chain', () => {
  it('is read with its amount, its block and its confirmations', async () => {
    expect(await look()).toEqual({
      found: true,
      recipient: RECIPIENT.toLowerCase(),
      units: 100_000_000n,
      confirmations: 12,
      blockAtMs: 0x6553f100 * 1000,
    });
    expect(calls).toEqual(['eth_getTransactionReceipt', 'eth_blockNumber', 'eth_getBlockByHash']);
  });

  it('is the sum of its payments to us, without those to others', async () => {
    const other = `0x${'22'.repeat(20)}`;
    answers['eth_getTransactionReceipt'] = receipt([log(5n, { to: other }), log(3n), log(4n)]);
    expect(await look()).toMatchObject({ recipient: RECIPIENT.toLowerCase(), units: 7n });
  });

  it('to another address is told as such', async () => {
    const other = `0x${'22'.repeat(20)}`;
    answers['eth_getTransactionReceipt'] = receipt([log(5n, { to: other })]);
    expect(await look()).toMatchObject({ found: true, recipient: other, units: 5n });
  });

  it('has no confirmation yet in a node that lags', async () => {
    answers['eth_blockNumber'] = `0x${(BLOCK - 1).toString(16)}`;
    expect(await look()).toMatchObject({ confirmations: 0 });
  });

  it.each([
    ['an unknown transaction', null],
    ['one that failed', receipt([log(1n)], '0x0')],
    ['another token', receipt([log(1n, { contract: `0x${'33'.repeat(20)}` })])],
    ['another event', receipt([log(1n, { event: `0x${'44'.repeat(32)}` })])],
    ['no event', receipt([])],
  ])('is not found in %s', async (_, found) => {
    answers['eth_getTransactionReceipt'] = found;
    expect(await look()).toEqual(NOTHING);
  });

  it.each([
    ['a refusal', () => (answers['eth_getTransactionReceipt'] = new Error('limit exceeded')), 'limit exceeded'],
    ['another form', () => (answers['eth_getTransactionReceipt'] = { status: 1 }), 'Invalid'],
    ['no JSON', () => (raw = '<html>'), 'JSON'],
    ['too much', () => (raw = ' '.repeat(1_100_000)), 'too long'],
  ])('stays unknown when the node answers with %s', async (_, plant, text) => {
    plant();
    await expect(look()).rejects.toThrow(text);
  });
});

describe('a payment on TRON', () => {
  // The contract of USDT, and an address of ours.
  const TOKEN = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
  const OURS = tronFromHex(RECIPIENT);
  const HASH = 'AB'.repeat(32);
  const chain = () => ({ network: 'trc20' as const, rpcUrl, contract: TOKEN });

  it('is read by the same protocol, with the addresses and hashes that people write there', async () => {
    const token = tronToHex(TOKEN) ?? '';
    expect(token).toBe('0xa614f803b6fd780986a42c78ec9c7f77e6ded13c');
    answers['eth_getTransactionReceipt'] = receipt([log(7n, { contract: token }), log(9n)]);
    expect(await lookUpPayment(chain(), HASH, OURS)).toMatchObject({
      found: true,
      recipient: OURS,
      units: 7n,
      confirmations: 12,
    });
    expect(hashes).toEqual([TXID]);
  });

  it('to somebody else is told as such, with the address as it is written there', async () => {
    const other = `0x${'22'.repeat(20)}`;
    answers['eth_getTransactionReceipt'] = receipt([log(7n, { contract: tronToHex(TOKEN) ?? '', to: other })]);
    expect(await lookUpPayment(chain(), HASH, OURS)).toMatchObject({ found: true, recipient: tronFromHex(other) });
  });
});

describe('an address of TRON', () => {
  it.each(['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'])(
    'is the bytes it stands for: %s',
    (address) => {
      expect(tronFromHex(tronToHex(address) ?? '')).toBe(address);
    },
  );

  it.each([
    ['one letter is another', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u'],
    ['two letters are exchanged', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjL6jt'],
    ['it is in another case', 'tR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['a letter is missing', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6'],
    ['it is of Ethereum', RECIPIENT],
    ['it is empty', ''],
  ])('is none when %s', (_, text) => {
    expect(tronToHex(text)).toBeNull();
  });
});
