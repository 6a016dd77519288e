import { describe, expect, it } from 'vitest';
import { typescriptEdits } from './typescript-mutants.mjs';

/** Every source that one change makes of `source`. @param {string} source */
function mutantsOf(source) {
  const bytes = Buffer.from(source);
  return typescriptEdits(source).map(({ start, end, text }) =>
    Buffer.concat([bytes.subarray(0, start), Buffer.from(text), bytes.subarray(end)]).toString(),
  );
}

describe('changes of a source', () => {
  it.each([
    ['x = a < b;', ['x = a <= b;', 'x = a >= b;', ';']],
    ['const x = a === b;', ['const x = a !== b;']],
    ['const x = a && !b;', ['const x = a || !b;', 'const x = !b;', 'const x = a;', 'const x = a && b;']],
    ['const x = a ?? 3n;', ['const x = a && 3n;', 'const x = a ?? 4n;']],
    ['const x = a + 1.5;', ['const x = a - 1.5;', 'const x = a + 3;']],
    ['const x = a ? b : c;', ['const x = true ? b : c;', 'const x = false ? b : c;']],
    ['const x = a?.b;', ['const x = a.b;']],
    ['const x = a?.[0];', ['const x = a[0];', 'const x = a?.[1];']],
    ['const x = list.filter(f).some(g);', ['const x = list.some(g);', 'const x = list.filter(f).every(g);']],
    ["const x = 'KEY';", ["const x = '';"]],
    ['const x = /^a+$/u;', ['const x = /a+$/u;', 'const x = /^a+/u;', 'const x = /^a*$/u;']],
    [
      'if (a) throw new Error("never read");',
      ['if (true) throw new Error("never read");', 'if (false) throw new Error("never read");', 'if (a) ;'],
    ],
    [
      'assert(a > 0, "never read");',
      [';', 'assert(a >= 0, "never read");', 'assert(a <= 0, "never read");', 'assert(a > 1, "never read");'],
    ],
    ['await f();', [';', 'void f();']],
  ])('%s', (source, expected) => {
    expect(mutantsOf(source).toSorted()).toEqual(expected.toSorted());
  });

  it.each([
    ['a type', "type A = 'x' | 'y'; interface B { c: 3 }"],
    ['an import', "import { a } from './b.ts';"],
    ['a cast type', "const x = a as 'b';"],
    ['a log line', "log.warn({ a: 1 }, 'said');"],
  ])('do not touch %s', (_name, source) => {
    expect(mutantsOf(source)).toEqual([]);
  });

  it('hit the right bytes after multi-byte letters and a leading comment', () => {
    expect(mutantsOf("// 简体\nconst 简 = '繁體' < b;")).toContain("// 简体\nconst 简 = '繁體' <= b;");
  });

  it('name the function around them', () => {
    const edits = typescriptEdits('const a = 1; function f() { return [2].map((x) => x + 3); }');
    expect(edits.map(({ within }) => within)).toEqual([null, 'f', 'f', 'f']);
  });

  it('read SQL as SQL', () => {
    const source = 'db.query(`select a from b where c < $1 and d = 2 limit 1`);';
    expect(mutantsOf(source)).toContain('db.query(`select a from b where c <= $1 and d = 2 limit 1`);');
    expect(mutantsOf(source)).toContain('db.query(`select a from b where c < $1 and true limit 1`);');
    expect(mutantsOf(source)).toContain('db.query(`select a from b where c < $1 and d = 2`);');
  });
});
