import * as z from 'zod/mini';
import type { ChainFinding } from '../worker-store.ts';
import { tronFromHex, tronToHex } from './tron-address.ts';

/**
 * Reads a token payment by JSON-RPC: the Transfer log of the token's contract in the receipt of a transaction. It says what
 * the chain says and judges nothing. Nodes of TRON speak the protocol of Ethereum and differ only in how people write
 * addresses and hashes (https://ethereum.org/developers/docs/apis/json-rpc,
 * https://developers.tron.network/reference-link/json-rpc-api-overview).
 */
export interface TokenChain {
  network: 'erc20' | 'trc20';
  rpcUrl: string;
  /** The contract of the token, for example that of USDT, as people on this network write it. */
  contract: string;
  fetch?: typeof globalThis.fetch;
}

/** keccak-256 of `Transfer(address,address,uint256)`. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const CALL_MS_MAX = 5_000;
const ANSWER_BYTES_MAX = 1024 * 1024;

const quantity = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i)),
  z.transform((hex) => BigInt(hex)),
);
const receiptSchema = z.nullable(
  z.object({
    status: quantity,
    blockNumber: quantity,
    blockHash: z.string(),
    logs: z.array(z.object({ address: z.string(), topics: z.array(z.string()), data: z.string() })),
  }),
);
const blockSchema = z.nullable(z.object({ timestamp: quantity }));

/**
 * The payments of a transaction to `recipient`, added up; without one, the first payment of the token to anyone else.
 * @throws when the node does not answer in time, or not in the form of the protocol
 */
export async function lookUpPayment(chain: TokenChain, txid: string, recipient: string): Promise<ChainFinding> {
  const { toHex, fromHex } = ADDRESSES[chain.network];
  const [contract, ours] = [toHex(chain.contract), toHex(recipient)];
  if (contract === null) throw new Error('the contract of the token is no address of its network');
  const hash = `0x${txid.replace(/^0x/i, '')}`.toLowerCase();
  const receipt = receiptSchema.parse(await call(chain, 'eth_getTransactionReceipt', [hash]));
  if (receipt === null || receipt.status !== 1n) return NOTHING;
  const payments = receipt.logs.flatMap(({ address, topics, data }) => {
    const [event, , to] = topics;
    if (address.toLowerCase() !== contract || event !== TRANSFER || to === undefined) return [];
    return [{ to: `0x${to.slice(-40)}`.toLowerCase(), units: BigInt(data) }];
  });
  const own = payments.filter(({ to }) => to === ours);
  const shown = own.length > 0 ? own : payments.slice(0, 1);
  const [first] = shown;
  if (first === undefined) return NOTHING;
  const head = quantity.parse(await call(chain, 'eth_blockNumber', []));
  const block = blockSchema.parse(await call(chain, 'eth_getBlockByHash', [receipt.blockHash, false]));
  return {
    found: true,
    recipient: fromHex(first.to),
    units: shown.reduce((total, { units }) => total + units, 0n),
    // A block is its own first confirmation. A node that lags behind its own receipt has none yet.
    confirmations: head < receipt.blockNumber ? 0 : Number(head - receipt.blockNumber) + 1,
    blockAtMs: block === null ? null : Number(block.timestamp) * 1_000,
  };
}

/** Addresses as people write them, and as the protocol does. */
const ADDRESSES = {
  erc20: { toHex: (address: string): string | null => address.toLowerCase(), fromHex: (hex: string) => hex },
  trc20: { toHex: tronToHex, fromHex: tronFromHex },
};

const NOTHING: ChainFinding = { found: false, recipient: null, units: null, confirmations: null, blockAtMs: null };

const answerSchema = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ message: z.string() })),
});

async function call(
  { rpcUrl, fetch = globalThis.fetch }: TokenChain,
  method: string,
  params: unknown[],
): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(CALL_MS_MAX),
    redirect: 'error',
  });
  const answer = answerSchema.parse(JSON.parse(await boundedText(response)));
  if (answer.error !== undefined) throw new Error(`the node refused ${method}: ${answer.error.message}`);
  return answer.result ?? null;
}

async function boundedText(response: Response): Promise<string> {
  if (!response.ok || response.body === null) throw new Error(`the node answered ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.length;
    if (size > ANSWER_BYTES_MAX) throw new Error('the answer of the node is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
