import * as z from 'zod/mini';
import type { ChainFinding } from '../worker-store.ts';

/**
 * Reads a token payment on an Ethereum-like chain by JSON-RPC (https://ethereum.org/developers/docs/apis/json-rpc): the
 * Transfer log of the token's contract in the receipt of a transaction. It says what the chain says and judges nothing.
 */
export interface Erc20Deps {
  rpcUrl: string;
  /** The contract of the token, for example that of USDT. */
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
export async function lookUpErc20(deps: Erc20Deps, txid: string, recipient: string): Promise<ChainFinding> {
  const receipt = receiptSchema.parse(await call(deps, 'eth_getTransactionReceipt', [txid]));
  if (receipt === null || receipt.status !== 1n) return NOTHING;
  const payments = receipt.logs.flatMap(({ address, topics, data }) => {
    const [event, , to] = topics;
    if (address.toLowerCase() !== deps.contract.toLowerCase() || event !== TRANSFER || to === undefined) return [];
    return [{ to: `0x${to.slice(-40)}`.toLowerCase(), units: BigInt(data) }];
  });
  const own = payments.filter(({ to }) => to === recipient.toLowerCase());
  const shown = own.length > 0 ? own : payments.slice(0, 1);
  const [first] = shown;
  if (first === undefined) return NOTHING;
  const head = quantity.parse(await call(deps, 'eth_blockNumber', []));
  const block = blockSchema.parse(await call(deps, 'eth_getBlockByHash', [receipt.blockHash, false]));
  return {
    found: true,
    recipient: first.to,
    units: shown.reduce((total, { units }) => total + units, 0n),
    // A block is its own first confirmation. A node that lags behind its own receipt has none yet.
    confirmations: head < receipt.blockNumber ? 0 : Number(head - receipt.blockNumber) + 1,
    blockAtMs: block === null ? null : Number(block.timestamp) * 1_000,
  };
}

const NOTHING: ChainFinding = { found: false, recipient: null, units: null, confirmations: null, blockAtMs: null };

const answerSchema = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ message: z.string() })),
});

async function call(
  { rpcUrl, fetch = globalThis.fetch }: Erc20Deps,
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
