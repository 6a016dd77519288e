import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signerOfSeed } from '../../apps/server/src/services/proof/signer.ts';
import { loadSecrets, requireSeed } from '../../apps/server/src/services/secrets/secrets.ts';
import { startWitness } from '../../apps/server/src/testing/test-witness.ts';

const NAMES = ['one.example', 'two.example'];

export type SiteWitnesses = {
  /** For a site that asks these witnesses. They know its key before it starts. */
  readonly settings: Readonly<Record<'SECRETS_DIR' | 'WITNESSES', string>>;
  readonly keys: readonly string[];
  readonly stop: () => Promise<void>;
};

/** Two witnesses of one site, each the command `candor-witness` in a process of its own. */
export async function startSiteWitnesses(): Promise<SiteWitnesses> {
  const folder = mkdtempSync(join(tmpdir(), 'candor-e2e-secrets-'));
  chmodSync(folder, 0o700);
  const { vkey } = signerOfSeed(requireSeed(await loadSecrets(folder)));
  const witnesses = await Promise.all(NAMES.map(async (name) => await startWitness(name, vkey)));
  return {
    settings: {
      SECRETS_DIR: folder,
      WITNESSES: witnesses.map(({ url, keyText }) => `${url}/ ${keyText}`).join(', '),
    },
    keys: witnesses.map(({ keyText }) => keyText),
    stop: async () => {
      await Promise.all(witnesses.map(async ({ stop }) => await stop()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
