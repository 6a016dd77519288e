import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/* The page shows every component of this package: a new one that is not on it fails here. */

const SOURCES = new URL('../src/', import.meta.url);
const PAGE = new URL('src/', import.meta.url);
/** What draws nothing by itself, or is drawn by another component on the page. */
const NOT_SHOWN: Record<string, string> = {
  BaseMenu: 'Menu loads it',
  FieldFrame: 'every field has it',
  InputBox: 'every field has it',
  LayersContext: 'no component',
  Modal: 'Sheet and Dialog are drawn by it',
  ModalLayers: 'draws nothing',
  SideSheet: 'the shell of the client is in it',
  UiTextsProvider: 'draws nothing',
};

test('every component is on the page', () => {
  const shown = readdirSync(PAGE)
    .map((file) => readFileSync(new URL(file, PAGE), 'utf8'))
    .join('\n');
  const components = readdirSync(SOURCES)
    .filter((file) => /(?<!\.test)\.tsx$/.test(file))
    .flatMap((file) => [...readFileSync(new URL(file, SOURCES), 'utf8').matchAll(/^export function ([A-Z]\w+)/gm)])
    .map(([, name = '']) => name);
  expect(components.length).toBeGreaterThan(30);
  const missing = components.filter(
    (name) => NOT_SHOWN[name] === undefined && !new RegExp(`<${name}\\b|'${name}'`).test(shown),
  );
  expect(missing).toEqual([]);
});
