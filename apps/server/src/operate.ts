import { parseArgs } from 'node:util';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { channelSecret } from './features/cashier/payment-signature.ts';
import { bookAnew } from './features/books/book-anew.ts';
import { resetAuthenticator } from './features/identity/operators/reset-authenticator.ts';
import { employOwner } from './features/identity/operators/employ-owner.ts';
import { resetOperatorPassword } from './features/identity/operators/reset-operator-password.ts';
import { moveFiles } from './app/move-files.ts';
import { archivedOrder, archiveMonth, dropArchivedMonth } from './app/order-archive.ts';
import { withSigner } from './app/open-signer.ts';
import { readBucket } from './app/read-bucket.ts';
import { prepareDatabase } from './app/database.ts';
import { sendTestAlarm } from './app/send-test-alarm.ts';
import { markBackup, markFailedBackup, withBackupMarks } from './app/backup-figures.ts';
import { createLog } from './platform/log/log.ts';
import { loadConfig } from './platform/config/config.ts';
import { digestDatabase } from './platform/db/digest.ts';
import { backUp, placeBackup } from './platform/db/embedded/back-up.ts';
import { restore } from './platform/db/embedded/restore.ts';
import { ownerUrlOf } from './platform/db/embedded/running-owner-url.ts';
import { createPool } from './platform/db/pool.ts';
import { createPasswords } from './services/secrets/passwords.ts';
import { loadSecrets, rotateSigningKey } from './services/secrets/secrets.ts';

/**
 * `npm run operate -- …`: commands for an operator on the site's own machine. It uses the settings of the server.
 */
const USAGE = `npm run operate -- backup FOLDER    save the database, archived ticks and pictures into a new folder
npm run operate -- restore FOLDER   put a backup into an empty DATA_DIR
npm run operate -- backed-up        after a backup by other means: its age is a figure (candor_backup_age_seconds)
npm run operate -- backup-failed    after one by other means that failed: it is an alarm until the next that does not
npm run operate -- test-alarm       send a test message by the webhook and the mail of the settings, and say what came of it
npm run operate -- move-files      copy archived ticks and pictures from DATA_DIR into the bucket of the settings, and use it from now on
npm run operate -- archive-month 2026-01   write the orders of a closed month into files of the archive, too
npm run operate -- drop-archived-month 2026-01   take a month out of the database that is in such files: they answer for it from then on
npm run operate -- archived-order ID       what these files say of an order
npm run operate -- book-anew 2026-01-31 USERNAME   the hours of the ledger from a date on are wrong: the worker books them anew (docs/runbook.md)
npm run operate -- prepare         migrate an external database and prepare the site, as its owner
npm run operate -- digest           one hash over all rows, to compare two databases
npm run operate -- payment-secret CHANNEL   the secret that a payment service signs its notices with
npm run operate -- rotate-key       make a new signing key; the old one introduces it at the next start
npm run operate -- reset-authenticator USERNAME   lets an operator who lost it set up a new one
npm run operate -- operator-password USERNAME     gives an operator who lost it a new password for the console
npm run operate -- owner USERNAME                 makes the first owner of the console, or one where all are lost
`;

async function operate(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [task, folder, by] = positionals;
  const config = loadConfig(process.env);
  const { dataDir, secretsDir, databaseUrl, databaseOwnerUrl } = config;
  const external = databaseOwnerUrl ?? databaseUrl;
  if (task === 'backup' && folder !== undefined && external === undefined) {
    // A folder that is there already, or a DATA_DIR without a site, is a mistake of whoever typed it, and no backup that failed.
    const places = { dataDir, target: folder };
    placeBackup(places);
    const { online, files, bytes } = await withBackupMarks(dataDir, async () => await backUp(places));
    const how = online ? 'while the server ran' : 'of a stopped server';
    process.stdout.write(
      `${folder}: ${files} files, ${Math.ceil(bytes / 2 ** 20)} MiB, ${how}. Store ${join(dataDir, 'secrets')} in another place.\n`,
    );
    return;
  }
  if (task === 'restore' && folder !== undefined && external === undefined) {
    await restore({ backup: folder, dataDir });
    process.stdout.write(`${dataDir} now holds the backup. Put the secrets back, then start the server.\n`);
    return;
  }
  if (task === 'backed-up' && folder === undefined) {
    await markBackup(dataDir);
    process.stdout.write('The newest backup of this site is of now.\n');
    return;
  }
  if (task === 'backup-failed' && folder === undefined) {
    await markFailedBackup(dataDir);
    process.stdout.write('A backup of this site failed now. The alarm ends with the next complete one.\n');
    return;
  }
  if (task === 'test-alarm' && folder === undefined) {
    process.stdout.write(await sendTestAlarm(config.alarms, hostname()));
    return;
  }
  if (task === 'prepare' && folder === undefined && external !== undefined) {
    const log = createLog(config.logLevel).child({ role: 'prepare' });
    const signer = await withSigner(config, log);
    try {
      await prepareDatabase(external, signer.config, log);
    } finally {
      await signer.stop();
    }
    process.stdout.write('The database is ready for the roles.\n');
    return;
  }
  if (task === 'move-files' && folder === undefined) {
    const bucket = await readBucket(config);
    if (bucket === undefined) throw new Error('S3_ENDPOINT names no bucket to move to.');
    const pool = createPool({ url: external ?? ownerUrlOf(dataDir), max: 1, name: 'candor-operate' });
    try {
      const { copied, alreadyThere, removed, bytes } = await moveFiles(pool, dataDir, bucket);
      process.stdout.write(
        `${copied} files copied, ${alreadyThere} were there already, ${removed} erased ones removed, ${Math.ceil(bytes / 2 ** 20)} MiB, each read back. Start every process with these settings, then run this once more for what came meanwhile. The folders of DATA_DIR are as they were.\n`,
      );
    } finally {
      await pool.end();
    }
    return;
  }
  if (task === 'archive-month' && folder !== undefined) {
    process.stdout.write(await archiveMonth(config, external ?? ownerUrlOf(dataDir), folder));
    return;
  }
  if (task === 'drop-archived-month' && folder !== undefined) {
    process.stdout.write(await dropArchivedMonth(config, external ?? ownerUrlOf(dataDir), folder));
    return;
  }
  if (task === 'archived-order' && folder !== undefined) {
    process.stdout.write(await archivedOrder(config, external ?? ownerUrlOf(dataDir), folder));
    return;
  }
  if (task === 'book-anew' && folder !== undefined && by !== undefined) {
    const pool = createPool({ url: external ?? ownerUrlOf(dataDir), max: 1, name: 'candor-operate' });
    try {
      const taken = await bookAnew(pool, folder, by);
      if (!taken.ok) throw new Error(taken.error);
      process.stdout.write(
        `${taken.value} hours from ${folder} on are taken back. A running worker books them anew within minutes. The audit log has an entry of it.\n`,
      );
    } finally {
      await pool.end();
    }
    return;
  }
  if (task === 'digest' && folder === undefined) {
    const { lines, sha256 } = await digestDatabase(external ?? ownerUrlOf(dataDir));
    process.stdout.write(`${lines.join('\n')}\n${sha256}\n`);
    return;
  }
  if (task === 'payment-secret' && folder !== undefined) {
    const { fingerprint } = await loadSecrets(secretsDir, config.signing !== undefined);
    process.stdout.write(`${channelSecret(fingerprint, folder).toString('hex')}\n`);
    return;
  }
  if (task === 'rotate-key' && folder === undefined) {
    if (config.signing !== undefined)
      throw new Error(
        'The key is on a token: make the next one there, and name both (docs/operations.md, "On a token").',
      );
    await rotateSigningKey(secretsDir);
    process.stdout.write(
      `${secretsDir} now holds a new tick.key, and the old one as tick.key.previous. Restart the server with both; give both files to every other machine.\n`,
    );
    return;
  }
  if (task === 'reset-authenticator' && folder !== undefined) {
    const pool = createPool({ url: external ?? ownerUrlOf(dataDir), max: 1, name: 'candor-operate' });
    try {
      const reset = await resetAuthenticator(pool, folder);
      if (!reset.ok) throw new Error(`There is no operator named ${folder}.`);
    } finally {
      await pool.end();
    }
    process.stdout.write(
      `${folder} is logged out and sets up a new authenticator at the next login. The audit log has an entry of it.\n`,
    );
    return;
  }
  if (task === 'operator-password' && folder !== undefined) {
    const pool = createPool({ url: external ?? ownerUrlOf(dataDir), max: 1, name: 'candor-operate' });
    try {
      const reset = await resetOperatorPassword(pool, createPasswords(), folder);
      if (!reset.ok) throw new Error(`There is no operator named ${folder}.`);
      process.stdout.write(
        `${folder} is logged out and has the password ${reset.value} at the console. The audit log has an entry of it.\n`,
      );
    } finally {
      await pool.end();
    }
    return;
  }
  if (task === 'owner' && folder !== undefined) {
    const pool = createPool({ url: external ?? ownerUrlOf(dataDir), max: 1, name: 'candor-operate' });
    try {
      const employed = await employOwner(pool, createPasswords(), folder);
      if (!employed.ok) throw new Error(`${folder} is no name: 4 to 32 letters, digits and underscores.`);
      process.stdout.write(
        `${folder} is an owner and has the password ${employed.value} at the console. The first login sets up an authenticator. The audit log has an entry of it.\n`,
      );
    } finally {
      await pool.end();
    }
    return;
  }
  if (external !== undefined && (task === 'backup' || task === 'restore'))
    throw new Error('DATABASE_URL names an external database. Use pg_dump and pg_restore for it.');
  throw new Error(USAGE);
}

try {
  await operate();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
