import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTurned, readCode, readName, readNumber, readSearch, readWords } from './typed-text.ts';

const INVISIBLE = ['\u200B', '\uFEFF', '\u00AD', '\u2060', '\u200E', '\u200F', '\u061C', '\u180E', '\u2800', '\u3164'];
const TURNING = ['\u202A', '\u202B', '\u202C', '\u202D', '\u202E', '\u2066', '\u2067', '\u2068', '\u2069'];
const NAME = '买买提·艾力';

describe('a name', () => {
  it.each(['·', '‧', '・', '･', '∙', '⋅', '•', '․', '･'])('has one dot, also as %s', (dot) => {
    expect(readName(`买买提${dot}艾力`)).toBe(NAME);
  });

  it.each([...INVISIBLE, '\u200C', '\u200D', '\u{E0041}'])('loses %j', (invisible) => {
    expect(readName(`${invisible}张${invisible}三${invisible}`)).toBe('张三');
  });

  it('has one kind of letters and spaces', () => {
    expect(readName('　Ｊｏｈｎ\u00A0\u00A0Smith ')).toBe('John Smith');
    expect(readName('Jose\u0301')).toBe('José');
  });

  it.each(TURNING)('with %j is seen as turned', (turning) => {
    expect(isTurned(readName(`${turning}三张`))).toBe(true);
  });

  it('of one form stays as it is', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => readName(readName(text)) === readName(text)));
  });
});

describe('a code', () => {
  it.each([
    ['\u202D13800138000\u202C', '13800138000'],
    ['13800138000\u200B', '13800138000'],
    ['１３８００１３８０００', '13800138000'],
    ['6222—0202', '6222-0202'],
    ['6222\u00A00202', '6222 0202'],
    ['\uFEFF0xAbC\u2069', '0xAbC'],
    ['x²', 'x²'],
  ])('%j is %s', (text, code) => {
    expect(readCode(text)).toBe(code);
  });

  it.each([...INVISIBLE, ...TURNING])('loses %j', (invisible) => {
    expect(readCode(`12${invisible}34`)).toBe('1234');
  });
});

it('a number has no groups', () => {
  expect(readNumber('6222\u2002０２０２–2001 1223\u200B 0004')).toBe('62220202200112230004');
});

describe('words', () => {
  it('keep emoji, lines, tabs and wide letters', () => {
    const text = '👨‍👩‍👧 ❤️\n\t第一行　ＡＢＣ';
    expect(readWords(`\u200B ${text} \uFEFF`)).toBe(text);
  });

  it.each(TURNING)('with %j are seen as turned', (turning) => {
    expect(isTurned(readWords(`pay${turning}ee`))).toBe(true);
  });
});

it('a search finds what was stored', () => {
  expect(readSearch('\u202D买买提・艾力\u202C')).toBe(NAME);
});

it.each(['\u2028', '\u2029'])('the line break %j is one like any other', (lineBreak) => {
  expect(readWords(`${lineBreak}one${lineBreak}two`)).toBe('one\ntwo');
});
