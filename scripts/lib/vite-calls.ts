import type { Plugin, Rolldown } from 'vite';

/** What an app needs of a declared call to make it. Everything else is for the server and its documents. */
const KEPT = new Set(['method', 'path', 'answer', 'whole', 'signed', 'permission']);

const CALLS = '@candor/contract/calls/';
const IMPORT = /import \{([^}]*)\} from '(@candor\/contract\/calls\/[^'?]+)';/g;
const ONLY = '?only=';

/**
 * Keeps of every declared call (packages/contract/src/calls) what a client uses, and makes each call a module of its own. The schemas
 * of parameters, queries and bodies, refusals and summaries would only make the scripts larger; and a file of calls stands in one
 * chunk, so that one call of a first screen would take the answers of all others along.
 */
export function shortCalls(): Plugin {
  return {
    name: 'candor-short-calls',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.startsWith(CALLS) || !source.includes(ONLY)) return null;
      const [file = '', name = ''] = source.split(ONLY);
      const resolved = await this.resolve(file, importer);
      return resolved === null ? null : `${resolved.id}${ONLY}${name}`;
    },
    transform: {
      filter: { id: /[\\/]src[\\/].*\.tsx?(?:\?only=\w+)?$/, code: /contract\/calls\/|operation\(/ },
      handler(source: string, id: string) {
        const [file = '', only] = id.split(ONLY);
        if (only === undefined) return { code: source.replaceAll(IMPORT, oneByOne), map: null };
        const { body } = this.parse(source, { lang: 'ts' });
        const call = body.flatMap((statement) => callIn(statement, only)).at(0);
        if (call === undefined) return { code: `export { ${only} } from ${JSON.stringify(file)};`, map: null };
        const kept = call.properties
          .filter(({ name }) => KEPT.has(name))
          .map(({ start, end }) => source.slice(start, end));
        const code = `export const ${only} = { ${kept.join(', ')} };`;
        return { code: body.flatMap((statement) => importOf(statement, code)).join('\n') + code, map: null };
      },
    },
  };
}

/** `import { a, b as c } from 'calls/x'` as an import for each name. */
function oneByOne(_: string, names: string, file: string): string {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => `import { ${name} } from '${file}${ONLY}${name.split(' ').at(0)}';`)
    .join(' ');
}

interface Part {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

type Statement = ReturnType<Rolldown.PluginContext['parse']>['body'][number];

/** The properties of `export const name = operation({ … })`. */
function callIn(statement: Statement, name: string): { properties: Part[] }[] {
  if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') return [];
  return statement.declaration.declarations.flatMap(({ id, init }) => {
    if (id.type !== 'Identifier' || id.name !== name) return [];
    if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier' || init.callee.name !== 'operation')
      return [];
    const [declared] = init.arguments;
    if (declared?.type !== 'ObjectExpression') throw new Error('a call is declared with an object');
    const properties = declared.properties.map((property) => {
      if (property.type !== 'Property' || property.key.type !== 'Identifier')
        throw new Error('a declaration names each property');
      return { name: property.key.name, start: property.start, end: property.end };
    });
    return [{ properties }];
  });
}

/** The names of an import that the code uses. */
function importOf(statement: Statement, code: string): string[] {
  if (statement.type !== 'ImportDeclaration') return [];
  const names = statement.specifiers.filter(({ local }) => new RegExp(`\\b${local.name}\\b`).test(code));
  if (names.length === 0) return [];
  const { value } = statement.source;
  const [first] = names;
  return first?.type === 'ImportNamespaceSpecifier'
    ? [`import * as ${first.local.name} from '${value}';\n`]
    : [`import { ${names.map(({ local }) => local.name).join(', ')} } from '${value}';\n`];
}
