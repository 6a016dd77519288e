import { witnessKeyText } from '../../packages/proof/src/order-log/cosignature.ts';
import { parsePolicyFile } from '../../packages/proof/src/order-log/policy-file.ts';
import { parseWitnessPolicy } from '../../packages/proof/src/order-log/witnessed.ts';
import { verifierKeyText } from '../../packages/proof/src/signed-note.ts';
import type { ProofCrypto } from '../../packages/proof/src/crypto-port.ts';
import type { Plugin } from 'vite';

const META = '<meta name="candor-witnesses" content="" />';

/**
 * Writes the witnesses that this build trusts into the page: how many of them are needed, and their keys, with blanks
 * between. Empty for none. They are part of the build and not a setting of the server, which could leave one out.
 * @param witnesses such a text; @param policyFile the text of a policy file (C2SP tlog-policy) instead, which also names the
 *   keys of the site: a device on its first visit knows them then. Each may be empty.
 */
export function witnessesInHtml(witnesses: string, policyFile = ''): Plugin {
  return {
    name: 'candor-witnesses',
    transformIndexHtml: async (html) => {
      if (witnesses.trim() === '' && policyFile === '') return html;
      if (!html.includes(META)) throw new Error('index.html has no place for witnesses');
      const { content, keys } = policyFile === '' ? await ofText(witnesses) : await ofPolicy(witnesses, policyFile);
      const siteKeys = keys.length === 0 ? '' : ` data-site-keys="${keys.join(' ')}"`;
      return html.replace(META, META.replace('content=""', `content="${content}"${siteKeys}`));
    },
  };
}

type InPage = { readonly content: string; readonly keys: readonly string[] };

async function ofText(text: string): Promise<InPage> {
  const read = await parseWitnessPolicy(text, crypto256);
  if (!read.ok) throw new Error('CANDOR_WITNESSES is a number and that many keys of witnesses at least');
  return { content: text.trim().split(/\s+/).join(' '), keys: [] };
}

async function ofPolicy(witnesses: string, text: string): Promise<InPage> {
  if (witnesses.trim() !== '') throw new Error('CANDOR_POLICY and CANDOR_WITNESSES exclude each other');
  const read = await parsePolicyFile(text, crypto256);
  if (!read.ok || read.value.logs.length === 0)
    throw new Error('CANDOR_POLICY is a policy file (C2SP tlog-policy) that names the key of the site');
  const { quorum, keys, logs } = read.value;
  const content = quorum === 0 ? '' : [quorum, ...keys.map(witnessKeyText)].join(' ');
  return { content, keys: logs.map(({ key }) => verifierKeyText(key)) };
}

/** Reading keys needs nothing else. */
const crypto256: ProofCrypto = {
  sha256: async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)),
  verifyEd25519: async () => false,
  verifyP256: async () => false,
};
