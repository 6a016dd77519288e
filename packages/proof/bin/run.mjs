/**
 * The command around verifyReceipt. It reads one file, and uses the network only if it is told to ask a site for what its
 * witnesses cosigned. Anyone may have written that file, so only printable characters of it reach the terminal.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { parseWitnessPolicy } from '../src/order-log/witnessed.ts';
import { parseVerifierKey } from '../src/signed-note.ts';
import { verifyReceipt } from '../src/verify-receipt.ts';
import { nodeCrypto } from './shell/node-crypto.ts';
import { checkWitnesses } from './site/check-witnesses.ts';
import { readSite } from './site/read-arguments.ts';
import { readPolicy } from './site/read-policy.ts';
import { WARNINGS } from './warning-words.mjs';

const EXIT_CODES = { valid: 0, invalid: 1, provisional: 2, consistent: 3 };
const EXIT_USAGE = 64;

/** Control characters, characters that change the text direction or are invisible, and lone surrogates. */
const UNPRINTABLE = /\p{C}/gu;

const USAGE = `Usage: candor-verify --key <verifier key> [--key <another>]... [--json] <receipt.json>
       candor-verify --key <verifier key> --witness <key>... [--quorum <number>] --site <address> <receipt.json>
       candor-verify --policy <file or address> [--key <verifier key>] [--site <address>] <receipt.json>

Checks the receipt of an order: its signatures, the chain of prices, and the result by the platform's own rules.
  --key   A key you know to be the site's (candor+…). A receipt signed by any other is invalid. May be repeated.
          Take it from where you kept it before the order, or from other members: not from the receipt.
          Without it the receipt's own key is taken, and the answer is never VALID: anyone can make a key.
  --witness  The key of a witness that you trust. May be repeated. The log that the receipt names must be the start of a
          head of the order log that these witnesses cosigned.
  --quorum   How many of them. Without it all of them.
  --policy   Instead of --witness and --quorum: a policy file (C2SP tlog-policy), which names the keys of the site, its
             address, the witnesses and how many of them must have seen the log. A file of yours vouches for the key like
             --key. Of an address (https://…/api/log/policy) only the witnesses are taken: it may be the site's own, so
             the key must still come from you.
  --site     The address of the site (https://…), which is then asked for the cosigned heads and for proofs. It need not be
          believed: signatures and proofs are checked here.
  --json  Prints the result as JSON.
Ends with 0 when the receipt is valid, 1 when it is not, 2 when it holds so far and is not final or not yet witnessed, 3 when
it is consistent but signed by a key that nobody vouched for, 64 for wrong use.
`;

const STEPS = {
  format: 'The file is a receipt, to the byte',
  signature: 'The receipt is signed',
  acceptance: 'The acceptance of the order is signed',
  request: 'What the device of the member signed fits the order',
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

/**
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function run(args) {
  if (args.includes('--help')) {
    process.stdout.write(USAGE);
    return 0;
  }
  const options = readOptions(args);
  if (options === null) return wrongUse(USAGE);
  const trustedKeys = [];
  for (const text of options.keys) {
    const key = await parseVerifierKey(text, nodeCrypto);
    if (!key.ok) return wrongUse(`This is not a verifier key: ${printable(text)}\n`);
    trustedKeys.push(key.value);
  }
  const wanted = await readWanted(options, trustedKeys);
  if (typeof wanted === 'string') return wrongUse(`${printable(wanted)}\n${USAGE}`);
  trustedKeys.push(...(wanted?.vouched ?? []));
  const file = await readFile(options.path).catch(() => null);
  if (file === null) return wrongUse(`The file cannot be read: ${printable(options.path)}\n`);
  const result = await verifyReceipt(file, {
    crypto: nodeCrypto,
    ...(trustedKeys.length === 0 ? {} : { trustedKeys }),
    onStep: options.json ? () => {} : printStep,
  });
  const witnessed =
    wanted === null || result.verdict === 'invalid' ? null : await askWitnesses(file, result, trustedKeys, wanted);
  const verdict = verdictWith(result.verdict, witnessed);
  if (options.json) printJson({ ...result, verdict }, witnessed);
  else {
    if (wanted?.isServed === true) print('! The policy comes from an address: whoever serves it chose the witnesses.');
    if (witnessed !== null && wanted !== null) print(wordsOf(witnessed, wanted.policy));
    printResult({ ...result, verdict });
  }
  return EXIT_CODES[verdict];
}

/**
 * @typedef {import('./site/check-witnesses.ts').AskedWitnesses} AskedWitnesses
 * @typedef {import('../src/signed-note.ts').VerifierKey} VerifierKey
 * @typedef {{ policy: AskedWitnesses; site: URL; vouched: readonly VerifierKey[]; isServed: boolean }} Wanted
 * @typedef {import('./site/check-witnesses.ts').WitnessCheck} WitnessCheck
 * @typedef {import('../src/verify-receipt.ts').Verdict} Verdict
 */

/**
 * @param {NonNullable<ReturnType<typeof readOptions>>} options
 * @param {readonly VerifierKey[]} known keys that the reader named
 * @returns {Promise<Wanted | string | null>} a text says what is wrong
 */
async function readWanted({ witnesses, quorum, site, policy: from }, known) {
  const isByHand = witnesses.length > 0 || quorum !== undefined;
  if (from === undefined && !isByHand && site === undefined) return null;
  try {
    if (from !== undefined)
      return isByHand ? 'Either --policy, or --witness and --quorum.' : await wantedBy(from, site, known);
    const policy = await parseWitnessPolicy(`${quorum ?? witnesses.length} ${witnesses.join(' ')}`, nodeCrypto);
    if (!policy.ok) return NO_WITNESSES;
    return {
      policy: { ...policy.value, all: policy.value.keys },
      site: readSite(site ?? ''),
      vouched: [],
      isServed: false,
    };
  } catch (error) {
    return from === undefined || !(error instanceof Error) ? NO_WITNESSES : error.message;
  }
}

const NO_WITNESSES = 'These are not witnesses, a number of them and the address of a site.';

/**
 * @param {string} from
 * @param {string | undefined} site
 * @param {readonly VerifierKey[]} known
 * @returns {Promise<Wanted | string>}
 */
async function wantedBy(from, site, known) {
  const { policy, isOwn } = await readPolicy(from);
  const { logs, witnesses, quorum, keys } = policy;
  const isNamed = logs.some(({ key }) => known.some(({ keyHash }) => keyHash === key.keyHash));
  if (known.length > 0 && logs.length > 0 && !isNamed)
    return 'The policy is one of another site: it names none of the keys.';
  const url = site ?? logs.find((log) => log.url !== null)?.url;
  return {
    policy: { quorum, keys, all: witnesses.map(({ key }) => key) },
    site: readSite(url ?? ''),
    vouched: isOwn ? logs.map(({ key }) => key) : [],
    isServed: !isOwn,
  };
}

/**
 * Without keys that the reader trusts, those that signed the receipt: all of it is only consistent then.
 * @param {Uint8Array} file
 * @param {import('../src/verify-receipt.ts').Verification} result
 * @param {import('../src/signed-note.ts').VerifierKey[]} trusted
 * @param {Wanted} wanted
 */
async function askWitnesses(file, result, trusted, { policy, site }) {
  const own = await Promise.all(result.keys.map((text) => parseVerifierKey(text, nodeCrypto)));
  const keys = trusted.length > 0 ? trusted : own.flatMap((key) => (key.ok ? [key.value] : []));
  return await checkWitnesses(file, site, keys, policy);
}

/**
 * What is not yet witnessed holds so far.
 * @param {Verdict} verdict
 * @param {WitnessCheck | null} witnessed
 * @returns {Verdict}
 */
function verdictWith(verdict, witnessed) {
  if (witnessed?.kind === 'contradicted') return 'invalid';
  return witnessed?.kind === 'open' || witnessed?.kind === 'unread' ? 'provisional' : verdict;
}

/**
 * @param {WitnessCheck} witnessed
 * @param {AskedWitnesses} policy
 */
function wordsOf(witnessed, { keys, quorum }) {
  if (quorum === 0 && witnessed.kind === 'covered') return '! The policy asks for no witness.';
  const needed = `${quorum} of ${keys.length} needed`;
  switch (witnessed.kind) {
    case 'covered':
      return `✓ Witnesses cosigned the log that the receipt names: ${witnessed.names.join(', ')} (${needed})`;
    case 'open':
      return `! Not yet witnessed by enough: ${witnessed.names.join(', ') || 'nobody'} (${needed}). Try again in a minute.`;
    case 'contradicted':
      return `✗ TWO LOGS: ${witnessed.by.key.name} cosigned another log of this site than the receipt names.`;
    case 'unread':
      return '! The site did not serve what shows that the log was witnessed.';
    case 'unlogged':
      return '! The receipt names no order log, so there is nothing to witness.';
  }
}

/** @param {string[]} args */
function readOptions(args) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        key: { type: 'string', multiple: true },
        witness: { type: 'string', multiple: true },
        quorum: { type: 'string' },
        policy: { type: 'string' },
        site: { type: 'string' },
        json: { type: 'boolean' },
      },
    });
    const [path, ...others] = positionals;
    if (path === undefined || others.length > 0) return null;
    const { key: keys = [], witness: witnesses = [], quorum, policy, site, json = false } = values;
    return { path, keys, witnesses, quorum, policy, site, json };
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

/**
 * @param {import('../src/verify-receipt.ts').Verification} result
 * @param {WitnessCheck | null} witnessed
 */
function printJson({ verdict, keyTrust, keys, steps, warnings }, witnessed) {
  const witnesses = witnessed === null ? {} : { witnesses: jsonOf(witnessed) };
  const json = JSON.stringify({ verdict, keyTrust, keys, steps, warnings, ...witnesses });
  process.stdout.write(`${json.replace(UNPRINTABLE, escaped)}\n`);
}

/** @param {WitnessCheck} witnessed */
function jsonOf(witnessed) {
  if (witnessed.kind !== 'contradicted') return witnessed;
  return { kind: witnessed.kind, by: witnessed.by.key.name, note: witnessed.by.note };
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
