/**
 * The command around verifyReceipt. It reads one file and never uses the network. Anyone may have written that file, so
 * only printable characters of it reach the terminal.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { parseVerifierKey } from '../src/signed-note.ts';
import { verifyReceipt } from '../src/verify-receipt.ts';

const EXIT_CODES = { valid: 0, invalid: 1, provisional: 2, consistent: 3 };
const EXIT_USAGE = 64;

/** Control characters, characters that change the text direction or are invisible, and lone surrogates. */
const UNPRINTABLE = /\p{C}/gu;

const USAGE = `Usage: candor-verify --key <verifier key> [--key <another>]... [--json] <receipt.json>

Checks the receipt of an order: its signatures, the chain of prices, and the result by the platform's own rules.
  --key   A key you know to be the site's (candor+…). A receipt signed by any other is invalid. May be repeated.
          Take it from where you kept it before the order, or from other members: not from the receipt.
          Without it the receipt's own key is taken, and the answer is never VALID: anyone can make a key.
  --json  Prints the result as JSON.
Ends with 0 when the receipt is valid, 1 when it is not, 2 when it holds so far and is not final, 3 when it is
consistent but signed by a key that nobody vouched for, 64 for wrong use.
`;

const STEPS = {
  format: 'The file is a receipt, to the byte',
  signature: 'The receipt is signed',
  acceptance: 'The acceptance of the order is signed',
  terms: 'The order follows the terms it names',
  chain: 'Every price is linked to the one before',
  checkpoints: 'The prices pass through the signed checkpoints',
  log: 'The site had committed to the order before its entry price',
  prices: 'Entry and exit are the prices that the rules pick',
  outcome: 'The rules give the same result',
  amounts: 'The transfers are those of this result',
};

const VERDICTS = {
  valid: 'VALID',
  invalid: 'NOT VALID',
  provisional: 'PROVISIONAL: valid so far; ask for the receipt again after the next checkpoint.',
  consistent: 'CONSISTENT, but signed by a key nobody vouched for. Check it again with --key and a key you know.',
};

/** @type {Record<import('../src/warnings.ts').WarningKey, (count: number) => string>} */
const WARNINGS = {
  SECONDS_MISSING: (count) => `${count} seconds from entry to close have no price`,
  FEED_MIXED: (count) => `${count} prices between entry and exit are of another kind (live, replay, simulated)`,
  SETTLED_LATE: (count) => `settled ${count} seconds after the close`,
  TRANSFERS_LATE: (count) => `${count} transfers are dated after what they belong to`,
};

/**
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function run(args) {
  const options = readOptions(args);
  if (options === null) return wrongUse(USAGE);
  const trustedKeys = [];
  for (const text of options.keys) {
    const key = await parseVerifierKey(text, webCrypto);
    if (!key.ok) return wrongUse(`This is not a verifier key: ${printable(text)}\n`);
    trustedKeys.push(key.value);
  }
  const file = await readFile(options.path).catch(() => null);
  if (file === null) return wrongUse(`The file cannot be read: ${printable(options.path)}\n`);
  const result = await verifyReceipt(file, {
    crypto: webCrypto,
    ...(options.keys.length === 0 ? {} : { trustedKeys }),
    onStep: options.json ? () => {} : printStep,
  });
  if (options.json) printJson(result);
  else printResult(result);
  return EXIT_CODES[result.verdict];
}

/** @type {import('../src/crypto-port.ts').ProofCrypto} */
const webCrypto = {
  sha256: async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)),
  verifyEd25519: async (publicKey, message, signature) => {
    try {
      const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
      return await crypto.subtle.verify('Ed25519', key, signature, message);
    } catch {
      return false;
    }
  },
};

/** @param {string[]} args */
function readOptions(args) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { key: { type: 'string', multiple: true }, json: { type: 'boolean' } },
    });
    const [path, ...others] = positionals;
    if (path === undefined || others.length > 0) return null;
    return { path, keys: values.key ?? [], json: values.json ?? false };
  } catch {
    return null;
  }
}

/** @param {import('../src/verify-receipt.ts').Step} step */
function printStep({ key, ok, problem }) {
  print(`${ok ? '✓' : '✗'} ${STEPS[key]}${problem === undefined ? '' : ` (${key}: ${problem})`}`);
}

/** @param {import('../src/verify-receipt.ts').Verification} result */
function printResult({ verdict, keyTrust, keys, warnings, receipt }) {
  for (const { key, count } of warnings) print(`! ${WARNINGS[key](count)} (${key})`);
  print('');
  if (receipt !== null) print(describe(receipt));
  for (const key of keys)
    print(
      `Key: ${key} ${keyTrust === 'trusted' ? '(trusted)' : '(not vouched for; compare it with the key you know)'}`,
    );
  print(`Verdict: ${VERDICTS[verdict]}`);
}

/** @param {import('../src/receipt.ts').Receipt} receipt */
function describe({ order, outcome }) {
  const stake = `order ${order.no}, ${order.product} ${order.direction}, stake ${order.stake} ${order.currency}`;
  if (outcome === null) return `It says: ${stake}, not settled yet.`;
  const reason = outcome.reason === null ? '' : ` (${outcome.reason})`;
  return `It says: ${stake}, ${outcome.status}${reason}, ${outcome.credited} ${order.currency} credited.`;
}

/** @param {import('../src/verify-receipt.ts').Verification} result */
function printJson({ verdict, keyTrust, keys, steps, warnings }) {
  const json = JSON.stringify({ verdict, keyTrust, keys, steps, warnings });
  process.stdout.write(`${json.replace(UNPRINTABLE, escaped)}\n`);
}

/** @param {string} line */
function print(line) {
  process.stdout.write(`${printable(line)}\n`);
}

/** @param {string} text */
function printable(text) {
  return text.replace(UNPRINTABLE, '?');
}

/**
 * JSON can escape any character by its UTF-16 units.
 * @param {string} character
 */
function escaped(character) {
  return Array.from({ length: character.length }, (_, unit) => {
    return `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`;
  }).join('');
}

/** @param {string} message */
function wrongUse(message) {
  process.stderr.write(message);
  return EXIT_USAGE;
}
