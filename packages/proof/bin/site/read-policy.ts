/** A policy file (C2SP tlog-policy) of this machine, or the one that an address serves. */
import { readFile } from 'node:fs/promises';
import { fromUtf8 } from '../../src/encoding.ts';
import { parsePolicyFile } from '../../src/order-log/policy-file.ts';
import type { PolicyFile } from '../../src/order-log/policy-file.ts';
import { nodeCrypto } from '../shell/node-crypto.ts';
import { printable } from '../shell/printable.ts';
import { readSite } from './read-arguments.ts';
import { createSiteClient } from './site-client.ts';

const BYTES_MAX = 64 * 1024;

export type ReadPolicy = {
  readonly policy: PolicyFile;
  /** A file of the reader's own may say whose key a site's is. An address may belong to the site itself. */
  readonly isOwn: boolean;
};

/** @throws Error in words, if there is none */
export async function readPolicy(where: string): Promise<ReadPolicy> {
  const isOwn = !/^https?:\/\//.test(where);
  const bytes = isOwn ? await readFile(where).catch(() => null) : await fetchPolicy(readSite(where));
  const policy = bytes === null ? null : await parsePolicyFile(fromUtf8(new Uint8Array(bytes)) ?? '', nodeCrypto);
  if (policy?.ok !== true || policy.value.witnesses.some(({ url }) => url !== null && !URL.canParse(url)))
    throw new Error(`This is not a policy file (C2SP tlog-policy, with groups of witnesses): ${printable(where)}`);
  return { policy: policy.value, isOwn };
}

async function fetchPolicy(url: URL): Promise<Uint8Array | null> {
  const client = createSiteClient(new URL(url.origin), { tries: 2 });
  return await client.get(`${url.pathname}${url.search}`, BYTES_MAX);
}
