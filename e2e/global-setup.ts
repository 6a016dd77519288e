import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { claimRunFolder } from '../scripts/lib/run-folder.ts';
import { startServer } from './support/server.ts';
import { startSiteWitnesses } from './support/witnesses.ts';

const CLIENT_BUILD = pathToFileURL(join(import.meta.dirname, '..', 'scripts', 'lib', 'client-build.mjs')).href;

type ClientBuild = {
  APPS: readonly string[];
  isStale: (app: string) => boolean;
  buildApp: (app: string, options: { quiet: boolean }) => Promise<{ code: number }>;
};

/** One server for all specs without special needs; it serves the client that is built here. Two witnesses watch its order log. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  claimRunFolder();
  const { APPS, isStale, buildApp } = (await import(CLIENT_BUILD)) as ClientBuild;
  for (const app of APPS.filter(isStale))
    if ((await buildApp(app, { quiet: false })).code !== 0) throw new Error(`The ${app} was not built.`);
  const witnesses = await startSiteWitnesses();
  const server = await startServer(witnesses.settings);
  process.env['CANDOR_E2E_ORIGIN'] = server.origin;
  process.env['CANDOR_E2E_DATA_DIR'] = server.dataDir;
  process.env['CANDOR_E2E_SECRETS_DIR'] = witnesses.settings.SECRETS_DIR;
  process.env['CANDOR_E2E_WITNESSES'] = witnesses.keys.join(' ');
  return async () => {
    await server.stop();
    await witnesses.stop();
  };
}
