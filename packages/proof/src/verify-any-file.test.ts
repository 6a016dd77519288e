import fc from 'fast-check';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';
import type { JsonValue } from './canonical-json.ts';
import { utf8 } from './encoding.ts';
import type { UnsignedReceipt } from './receipt.ts';
import { signReceipt } from './testing/receipts.ts';
import type { StepProblem } from './verify-receipt.ts';
import { signer, won, wonFile, verify, asJson, asReceipt, pathsOf, changeAt } from './testing/changed-receipts.ts';

async function trySign(receipt: UnsignedReceipt): Promise<string | null> {
  try {
    return await signReceipt(receipt, signer);
  } catch {
    return null;
  }
}

describe('every file gets a verdict', { timeout: 60_000 }, () => {
  const refused = (problem: StepProblem) => ({
    verdict: 'invalid',
    keyTrust: 'unknown',
    keys: [],
    steps: [{ key: 'format', ok: false, problem }],
    warnings: [],
    receipt: null,
  });

  it.each<[string, string | Uint8Array, StepProblem]>([
    ['nothing', '', 'NOT_CANONICAL'],
    ['a line feed', '\n', 'NOT_CANONICAL'],
    ['no line feed at the end', wonFile.slice(0, -1), 'NOT_CANONICAL'],
    ['one line feed more', `${wonFile}\n`, 'NOT_CANONICAL'],
    ['a byte order mark', utf8(`\ufeff${wonFile}`), 'NOT_CANONICAL'],
    ['no UTF-8', Uint8Array.of(0xff, 0x0a), 'NOT_CANONICAL'],
    ['null', 'null\n', 'SHAPE_WRONG'],
    ['a number', '1\n', 'SHAPE_WRONG'],
    ['a list', '[]\n', 'SHAPE_WRONG'],
    ['an empty object', '{}\n', 'SHAPE_WRONG'],
    ['one key more', `${canonicalJson({ ...JSON.parse(wonFile), more: 1 })}\n`, 'SHAPE_WRONG'],
    ['a key twice', wonFile.replace('"final":true', '"final":true,"final":true'), 'NOT_CANONICAL'],
    ['the key __proto__', wonFile.replace('{"acceptance"', '{"__proto__":{},"acceptance"'), 'NOT_CANONICAL'],
    ['the key constructor in place of another', wonFile.replace('"outcome"', '"constructor"'), 'NOT_CANONICAL'],
    ['NaN', wonFile.replace('"epoch"', 'NaN').replace(',3,"cd', ',NaN,"cd'), 'NOT_CANONICAL'],
    ['a fraction', wonFile.replace(',3,"cd', ',3.5,"cd'), 'NOT_CANONICAL'],
    ['a huge number', wonFile.replace(',3,"cd', ',1e999,"cd'), 'NOT_CANONICAL'],
    ['deep nesting', `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}\n`, 'NOT_CANONICAL'],
    ['a huge file', ' '.repeat(9 * 1024 * 1024), 'TOO_LARGE'],
    [
      'absurd decimals',
      wonFile.replace(`"currencyDecimals":${TEST_CURRENCY.decimals}`, '"currencyDecimals":5'),
      'SHAPE_WRONG',
    ],
    ['a price with other decimals', wonFile.replaceAll('"decimals":2', '"decimals":3'), 'FIGURE_WRONG'],
  ])('%s', async (_, file, problem) => {
    expect(await verify(file)).toEqual(refused(problem));
  });

  it('any value in any place', async () => {
    const value = fc.oneof(
      fc.constantFrom<JsonValue[]>(null, true, '', '\u0000', '-0.00', '9'.repeat(40), -1, 2 ** 53 - 1, [], {}),
      fc.jsonValue().map((any) => JSON.parse(JSON.stringify(any)) as JsonValue),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...pathsOf(JSON.parse(wonFile))), value, async (path, other) => {
        const changed = JSON.stringify(changeAt(JSON.parse(wonFile), path, () => other));
        fc.pre(`${changed}\n` !== wonFile);
        expect((await verify(`${changed}\n`)).verdict).toBe('invalid');
        const signed = await trySign(asReceipt(changeAt(asJson(won), path, () => other)));
        if (signed !== null) expect(['valid', 'provisional', 'invalid']).toContain((await verify(signed)).verdict);
      }),
      { numRuns: 300 },
    );
  });
});
