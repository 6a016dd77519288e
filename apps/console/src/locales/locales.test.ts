import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LANGUAGES } from '@candor/contract/languages';
import compileMessage from 'icu-minify/compile';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));
const files = readdirSync(`${folder}zh-Hans`);

/** Every text of a file as [dotted key, text]. */
function textsOf(language: string, file: string): Map<string, string> {
  const texts = new Map<string, string>();
  const walk = (node: unknown, path: string) => {
    if (typeof node === 'string') texts.set(path, node);
    else for (const [key, child] of Object.entries(node ?? {})) walk(child, path === '' ? key : `${path}.${key}`);
  };
  walk(JSON.parse(readFileSync(`${folder}${language}/${file}`, 'utf8')), '');
  return texts;
}

function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)[},]|<(\w+)>/g)].map((match) => match[1] ?? match[2] ?? ''))].toSorted();
}

test('every language has the same files', () => {
  for (const language of LANGUAGES) expect(readdirSync(`${folder}${language}`)).toEqual(files);
});

test.each(files)('%s: each language has the same keys and placeholders, no text is empty, all parse', (file) => {
  const original = textsOf('zh-Hans', file);
  for (const language of LANGUAGES) {
    const texts = textsOf(language, file);
    expect([...texts.keys()].toSorted(), language).toEqual([...original.keys()].toSorted());
    for (const [key, text] of texts) {
      expect(text.trim(), `${language} ${key}`).not.toBe('');
      expect(placeholdersOf(text), `${language} ${key}`).toEqual(placeholdersOf(original.get(key) ?? ''));
      expect(() => compileMessage(text), `${language} ${key}`).not.toThrow();
    }
  }
});
