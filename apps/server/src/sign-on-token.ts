import { readTokenSettings } from './platform/config/checked-signing.ts';
import { createLog } from './platform/log/log.ts';
import { closeAddons } from './platform/processes/close-addons.ts';
import { linkToParent } from './platform/processes/parent-link.ts';
import { tellWatchdog } from './platform/processes/tell-watchdog.ts';
import { holdToken } from './services/token/hold-token.ts';
import { serveSigner } from './services/token/serve-signer.ts';

/*
 * The process that holds the signing key: a token by its library (PKCS11_*), a socket, and nothing else: no database login and no other secret. As a
 * child of a role or of the site it ends with its parent; started by itself it listens at SIGNER_SOCKET.
 */
// Roles that are users of their own ask by the group that they have in common.
process.umask(0o007);
const { socket, level, ...settings } = readTokenSettings(process.env);
const log = createLog(level).child({ role: 'signer' });
const token = await holdToken(settings, log);
const server = await serveSigner(socket, token);
closeAddons();

function end(): void {
  server.close();
  token.close();
  process.exit(0);
}

if (process.connected) {
  // The parent decides when it ends.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  process.on('disconnect', () => process.exit(1));
  const parent = linkToParent({ onStop: end, metrics: async () => await Promise.resolve('') });
  parent.ready(undefined);
} else {
  tellWatchdog({ env: process.env, log });
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  log.info({ socket }, 'the process that signs listens');
}
