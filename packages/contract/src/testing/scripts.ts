/* Which Han characters a script has, for tests of texts. */

/** The packages are type-checked without any platform's types; every platform that runs the tests has this global. */
declare const TextDecoder: new (encoding: string) => { decode(bytes: Uint8Array): string };

/** Every two-byte character of a legacy encoding within the given lead and trail bytes. */
function charactersOf(encoding: string, leads: [number, number][], trails: [number, number][]): Set<string> {
  const decoder = new TextDecoder(encoding);
  const found = new Set<string>();
  for (const [leadFirst, leadLast] of leads) {
    for (let lead = leadFirst; lead <= leadLast; lead++) {
      for (const [trailFirst, trailLast] of trails) {
        for (let trail = trailFirst; trail <= trailLast; trail++) {
          found.add(decoder.decode(new Uint8Array([lead, trail])));
        }
      }
    }
  }
  return found;
}

/** Big5 without its Hong Kong extension contains the traditional characters, GB 2312 the simplified ones. */
const TRADITIONAL = charactersOf(
  'big5',
  [
    [0xa4, 0xc6],
    [0xc9, 0xf9],
  ],
  [
    [0x40, 0x7e],
    [0xa1, 0xfe],
  ],
);
const SIMPLIFIED = charactersOf('gbk', [[0xb0, 0xf7]], [[0xa1, 0xfe]]);

/** The Han characters of a text that a script does not have. */
export function foreignHan(text: string, script: 'simplified' | 'traditional'): string[] {
  const known = script === 'simplified' ? SIMPLIFIED : TRADITIONAL;
  return (text.match(/\p{Script=Han}/gu) ?? []).filter((character) => !known.has(character));
}
