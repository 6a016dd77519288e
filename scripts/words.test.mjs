/* Holds every text that people read to the table of words: docs/words.md. */

import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EN_ERRORS } from '../packages/contract/src/errors/en.ts';
import { ZH_HANS_ERRORS } from '../packages/contract/src/errors/zh-hans.ts';
import { ZH_HANT_ERRORS } from '../packages/contract/src/errors/zh-hant.ts';
import { ROOT } from './lib/project.mjs';

const LANGUAGES = ['zh-Hans', 'zh-Hant', 'en'];
const ERRORS = { 'zh-Hans': ZH_HANS_ERRORS, 'zh-Hant': ZH_HANT_ERRORS, en: EN_ERRORS };
const HAN = /\p{Script=Han}/u;

/** @typedef {{ idea: string, words: Record<string, string>, not: string[], texts: string[] }} Row */

/** @returns {Row[]} */
function readTable() {
  const rows = [];
  for (const line of readFileSync(join(ROOT, 'docs/words.md'), 'utf8').split('\n')) {
    const cells = line.split('|').map((cell) => cell.trim());
    if (cells.length !== 8 || cells[1] === 'Idea' || /^-+$/.test(cells[1])) continue;
    const [, idea, hans, hant, en, not, texts] = cells;
    rows.push({
      idea,
      words: { 'zh-Hans': hans, 'zh-Hant': hant, en },
      not: not === '—' ? [] : not.split(', '),
      texts: texts.split(' '),
    });
  }
  return rows;
}

/** Every text of the locales as `app:file.key`, by language. */
function readLocales() {
  const texts = Object.fromEntries(LANGUAGES.map((language) => [language, new Map()]));
  for (const app of ['client', 'console']) {
    for (const language of LANGUAGES) {
      for (const name of globSync(`apps/${app}/src/locales/${language}/*.json`, { cwd: ROOT })) {
        const walk = (node, path) => {
          if (typeof node === 'string') texts[language].set(path, node);
          else for (const [key, child] of Object.entries(node)) walk(child, `${path}.${key}`);
        };
        walk(JSON.parse(readFileSync(join(ROOT, name), 'utf8')), `${app}:${basename(name, '.json')}`);
      }
    }
  }
  for (const language of LANGUAGES)
    for (const [key, text] of Object.entries(ERRORS[language])) texts[language].set(`error:${key}`, text);
  return texts;
}

/** Files of the server and of the contract that hold texts for people. */
const WRITTEN = globSync(
  [
    'apps/server/src/**/*-{words,texts}.ts',
    'apps/server/src/features/{invest,cashier}/seed-*.ts',
    'packages/contract/src/{errors,reasons}/*.ts',
    'packages/contract/src/*-texts.ts',
    'apps/server/src/features/content/pages/*.md',
  ],
  { cwd: ROOT },
).filter((name) => !name.includes('.test.'));

/** @param {string} text @param {string} word */
function says(text, word) {
  // What makes codes is an authenticator (身份验证器), whatever the act is called.
  // The number of a bank account is a 收款账号.
  const left = text.replaceAll(/身份验证(?:器|应用|器应用)|身分驗證(?:器|應用)|收款账号|收款帳號/g, '');
  if (HAN.test(word)) return left.includes(word);
  const literal = word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\w-])${literal}(?![\w-])`, 'i').test(text);
}

const rows = readTable();
const locales = readLocales();

/** @param {Row} row @param {string} text */
function forbiddenIn({ not }, text) {
  return not.filter((word) => says(text, word));
}

describe('the table of words', () => {
  test('is read, with every file that it holds', () => {
    expect(rows.length).toBeGreaterThan(30);
    expect(locales.en.size).toBeGreaterThan(1_000);
    expect(WRITTEN.length).toBeGreaterThan(26);
  });

  test.each(rows)('$idea: its texts say the word', ({ words, texts }) => {
    const wrong = [];
    for (const place of texts) {
      for (const language of LANGUAGES) {
        const word = words[language];
        if (word === '—') continue;
        const text = locales[language].get(place.slice(1));
        const isRight = place.startsWith('=') ? text === word : text?.toLowerCase().includes(word.toLowerCase());
        // English says some of them in a sentence, with another form of the verb; there the whole words are held.
        if (!isRight && !(place.startsWith('~') && language === 'en' && text !== undefined))
          wrong.push(`${language} ${place.slice(1)}: ${text} (${word})`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test.each(rows)('$idea: no text has another word for it', (row) => {
    const wrong = [];
    for (const language of LANGUAGES)
      for (const [key, text] of locales[language])
        // 重置 is right in zh-Hans, where the table has no word for it.
        for (const word of row.words[language] === '—' && HAN.test(row.words['zh-Hant']) ? [] : forbiddenIn(row, text))
          wrong.push(`${language} ${key}: ${word}`);
    for (const name of WRITTEN.filter((one) => row.words['zh-Hans'] !== '—' || /zh-hant/i.test(one)))
      for (const word of forbiddenIn(row, readFileSync(join(ROOT, name), 'utf8'))) wrong.push(`${name}: ${word}`);
    expect(wrong).toEqual([]);
  });

  test('sees another word, in each script', () => {
    const row = { idea: '', words: {}, not: ['浮动盈亏', 'Floating', 'P/L'], texts: [] };
    expect(forbiddenIn(row, '现在的浮动盈亏')).toEqual(['浮动盈亏']);
    expect(forbiddenIn(row, 'A floating result, or P/L')).toEqual(['Floating', 'P/L']);
    expect(forbiddenIn(row, 'If it closed now')).toEqual([]);
  });
});

test('a text about the captcha never says what a code is called', () => {
  const wrong = LANGUAGES.flatMap((language) =>
    [...locales[language]].filter(
      ([key, text]) => /captcha/i.test(key) && /验证码|驗證碼|verification code/i.test(text),
    ),
  );
  expect(wrong).toEqual([]);
});

test('letters are counted in characters, digits in 位', () => {
  const letters = /[0-9}] ?位(?:英文)?字母|(?:至少|最多) ?[0-9]+ ?位(?!小数|小數)(?!数字|數字)/;
  expect(letters.test('至少 8 位，越长越安全')).toBe(true);
  const wrong = LANGUAGES.flatMap((language) =>
    [...locales[language]].filter(([key, text]) => key !== 'error:AMOUNT_TOO_LONG' && letters.test(text)),
  );
  expect(wrong).toEqual([]);
});

/** Nouns that are counted. What stands in `plural` is left out before. */
const COUNTED =
  /\{(?:count|minutes|hours|days|seconds|left|total)(?:, number)?\} (?:more |other |open |independent |unread )?(?:orders?|deposits?|withdrawals?|transfers?|investments?|records?|devices?|members?|days?|hours?|minutes?|seconds?|prices?|rewards?|drawings?|witness(?:es)?|messages?|results?|cities|items?|entries)\b/i;

function bareCounts(text) {
  return COUNTED.test(text.replaceAll(/\{\w+, plural,(?:[^{}]|\{[^{}]*\})*\}/g, ''));
}

describe('counts', () => {
  test('English has the form of the number', () => {
    expect(bareCounts('{count} orders: {won} won')).toBe(true);
    expect(bareCounts('{count, plural, one {# order} other {# orders}}: {won} won')).toBe(false);
    expect([...locales.en].filter(([, text]) => bareCounts(text)).map(([key]) => key)).toEqual([]);
  });

  test.each([
    ['zh-Hans', '笔', /[条个项份次](?:订单|持仓|充值|提现|流水|投资)/],
    ['zh-Hant', '筆', /[條個項份次](?:訂單|持倉|儲值|提現|流水|投資)/],
  ])('%s counts orders and money in %s', (language, _, other) => {
    const wrong = [...locales[language]].filter(([, text]) =>
      [...text.matchAll(/\{\w+\} ?/g)].some((match) =>
        other.test(text.slice(match.index + match[0].length).slice(0, 3)),
      ),
    );
    expect(wrong.map(([key, text]) => `${key}: ${text}`)).toEqual([]);
  });
});
