import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COLOURS, SPACES, TYPE, WEIGHTS } from './design-tokens.ts';
import { foreignIn } from './scales.ts';

/*
 * The sources of the member client are read, and every size, weight, gap, radius, shadow, duration and colour that is not on the
 * scales is named. What may stand beside them is listed here, each with its reason.
 */

const ROOT = new URL('../../../', import.meta.url);
const FOLDERS = ['apps/client/src/', 'packages/ui/src/', 'packages/ui/page/', 'packages/chart/src/'];
/** Where the scales themselves are written. */
const SCALES = new Set([
  'design-tokens.ts',
  'tokens-css.ts',
  'tokens.css',
  'tokens-later.css',
  'theme.css',
  'scales.ts',
]);

/** The end of a file's name, what stands in it, and why. A line that nothing needs any more fails. */
const MAY: readonly (readonly [string, string, string])[] = [
  ['qr-code.tsx', '#ffffff', 'cameras read dark on white'],
  ['qr-code.tsx', '#000000', 'cameras read dark on white'],
  ['qr-card.tsx', '#ffffff', 'the frame of a code is as white as the code'],
  ['qr-card.tsx', '#14161c', 'on that white, in every theme'],
  ['qr-card.tsx', '#4f5565', 'on that white, in every theme'],
  ['shrink-picture.ts', '#ffffff', 'a JPEG has no transparency'],
  ['avatar-sheet.tsx', '#ffffff', 'a JPEG has no transparency'],
  ['prepare-photo.ts', 'rgba(255, 255, 255, 0.32)', 'the mark on a photo of an identity card'],
  ['prepare-photo.ts', 'rgba(0, 0, 0, 0.22)', 'the mark on a photo of an identity card'],
  ['textview-page.tsx', 'fontSize:', 'the reader chooses the size of a long text'],
  ['page-text.tsx', 'gap-[0.85em]', 'a long text: its gaps grow with the size that the reader chose'],
  ['page-text.tsx', 'gap-[0.45em]', 'a long text'],
  ['page-text.tsx', 'ps-[1.4em]', 'a long text'],
  ['page-text.tsx', 'mt-[0.7em]', 'a long text'],
  ['page-text.tsx', 'text-[1.125em]', 'a long text'],
  ['text-changes.tsx', 'gap-[0.6em]', 'a long text'],
  ['text-changes.tsx', 'ps-[1.5em]', 'a long text'],
  ['text-changes.tsx', 'text-[1.1em]', 'a long text'],
  ['share-card.ts', '#ffffff', 'a picture that leaves the app is the same in every theme'],
  ['share-card.ts', '#000000', 'a picture that leaves the app'],
  ['command-menu.tsx', 'mt-[12dvh]', 'stands at the height where the eye is'],
  ['banner-carousel.tsx', 'pe-[min(9rem,40%)]', 'the room of its buttons'],
  ['base.css', 'padding-block: 4.5rem 6rem', 'the room of the bars when the browser scrolls to something'],
  ['base.css', 'transition: background-color 9999s ease-out', 'the only way to keep the colours of a filled-in field'],
  ['page.css', 'margin-top: 4rem', 'the room of the bar of the component page'],
  ['later.css', 'font-size: 0.6875rem', 'all columns of the widest table fit on the sheet of paper'],
];

/** Orange is the primary action: who may use it. */
const PRIMARY = ['button.tsx', 'composer.tsx', 'base.css', 'actions.tsx'];

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
    .map((name) => folder + name.replaceAll('\\', '/'))
    .filter((name) => /\.(?:tsx?|css)$/.test(name) && !/\.test\.tsx?$|\/testing\//.test(name))
    .filter((name) => !SCALES.has(name.slice(name.lastIndexOf('/') + 1))),
).map((name) => ({ name, text: readFileSync(new URL(name, ROOT), 'utf8') }));

test('nothing but the scales: sizes, weights, gaps, radii, shadows, durations, colours', () => {
  expect(sources.length).toBeGreaterThan(350);
  const used = new Set<string>();
  const foreign = sources.flatMap(({ name, text }) =>
    foreignIn(name, text)
      .filter(({ what }) => {
        const may = MAY.find(([file, value]) => name.endsWith(`/${file}`) && what === value);
        if (may !== undefined) used.add(may.join());
        return may === undefined;
      })
      .map(({ line, what }) => `${name}:${line}: ${what}`),
  );
  expect(foreign, 'see packages/ui/README.md, "Scales"').toEqual([]);
  expect(
    MAY.filter((may) => !used.has(may.join())),
    'no longer needed: take it off the list',
  ).toEqual([]);
});

test('orange is the primary action, and nothing else has it', () => {
  const users = sources.filter(({ text }) =>
    /(?:bg|text|border|fill|stroke)-(?:on-)?primary\b|var\(--primary/.test(text),
  );
  expect(users.map(({ name }) => name).filter((name) => !PRIMARY.some((file) => name.endsWith(`/${file}`)))).toEqual(
    [],
  );
});

test.each([
  ['className="text-[13px] p-4"', 'text-[13px]'],
  ['className="l:text-lg"', 'l:text-lg'],
  ['className="font-semibold"', 'font-semibold'],
  ["cx('mt-5', open && 'short:-mx-1.5')", 'mt-5 short:-mx-1.5'],
  ['className="gap-[0.4rem]"', 'gap-[0.4rem]'],
  ['className="rounded-xl rounded-[3px] rounded-t-sheet"', 'rounded-xl rounded-[3px] rounded-t-sheet'],
  ['className="shadow-[0_1px_2px_black] duration-200"', 'shadow-[0_1px_2px_black] duration-200'],
  ['className="bg-[#14161c]"', '#14161c'],
  ['className="text-accent bg-accent-tint"', 'text-accent bg-accent-tint'],
  ['style={{ fontSize: 13 }}', 'fontSize:'],
])('what is foreign is found: %s', (text, found) => {
  expect(
    foreignIn('planted.tsx', text)
      .map(({ what }) => what)
      .join(' '),
  ).toBe(found);
});

test('in a style sheet too', () => {
  const css =
    'a {\n  font-size: 0.8rem;\n  transition: color 200ms;\n  border-radius: 3px;\n  color: #123456;\n  gap: 0.35rem;\n}';
  expect(foreignIn('planted.css', css).map(({ what }) => what)).toEqual([
    'font-size: 0.8rem',
    'transition: color 200ms',
    'border-radius: 3px',
    '#123456',
    'gap: 0.35rem',
  ]);
});

test('what is on the scales is not', () => {
  const text = `className="l:text-title-1/[1.2] text-text-2 text-start font-bold px-4 -mx-[var(--gutter)] gap-x-3 rounded-t-card rounded-full
    shadow-raised duration-(--dur-1) bg-surface-1/92 bg-[image:var(--asset-gradient)] mt-px m-auto"`;
  expect(foreignIn('planted.tsx', text)).toEqual([]);
});

test('theme.css has the scales of design-tokens.ts', () => {
  const theme = readFileSync(new URL('theme.css', import.meta.url), 'utf8');
  const sizes = [...theme.matchAll(/--text-([a-z0-9-]+?): (?:min\()?([\d.]+)rem(?:, ([\d.]+)vw\))?;/g)];
  expect(
    sizes.filter(([line]) => !line.includes('--line-height')).map(([, name, size, vw]) => [name, size, vw]),
  ).toEqual(
    Object.entries(TYPE).map(([name, type]) => [name, String(type.size), 'vw' in type ? String(type.vw) : undefined]),
  );
  expect(Object.keys(TYPE)).toHaveLength(6);
  for (const [name, weight] of Object.entries(WEIGHTS)) expect(theme).toContain(`--font-weight-${name}: ${weight};`);
  expect(SPACES.map((px) => px / 4)).toEqual([1, 2, 3, 4, 6, 8]);
  const colours = [...theme.matchAll(/--color-([\w-]+): var\(--([\w-]+)\)/g)];
  const known = new Set([
    ...Object.keys(COLOURS.dark),
    'up',
    'down',
    'up-fill',
    'down-fill',
    'on-up',
    'on-down',
    'flat',
  ]);
  expect(colours.filter(([, name, token]) => name !== token || !known.has(name ?? ''))).toEqual([]);
});
