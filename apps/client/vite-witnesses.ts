import { parseWitnessPolicy } from '../../packages/proof/src/order-log/witnessed.ts';
import type { ProofCrypto } from '../../packages/proof/src/crypto-port.ts';
import type { Plugin } from 'vite';

const META = '<meta name="candor-witnesses" content="" />';

/**
 * Writes the witnesses that this build trusts into the page: how many of them are needed, and their keys, with blanks
 * between. Empty for none. They are part of the build and not a setting of the server, which could leave one out.
 */
export function witnessesInHtml(policy: string): Plugin {
  return {
    name: 'candor-witnesses',
    transformIndexHtml: async (html) => {
      if (policy.trim() === '') return html;
      if (!html.includes(META)) throw new Error('index.html has no place for witnesses');
      const read = await parseWitnessPolicy(policy, crypto256);
      if (!read.ok) throw new Error('CANDOR_WITNESSES is a number and that many keys of witnesses at least');
      return html.replace(META, META.replace('content=""', `content="${policy.trim().split(/\s+/).join(' ')}"`));
    },
  };
}

/** Reading keys needs nothing else. */
const crypto256: ProofCrypto = {
  sha256: async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)),
  verifyEd25519: async () => false,
  verifyP256: async () => false,
};
