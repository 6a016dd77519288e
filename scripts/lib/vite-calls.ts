import type { Plugin, Rolldown } from 'vite';

/** What an app needs of a declared call to make it. Everything else is for the server and its documents. */
const KEPT = new Set(['method', 'path', 'answer', 'whole', 'signed']);

/**
 * Keeps of every declared call (packages/contract/src/calls) what a client uses. The schemas of parameters, queries and bodies,
 * refusals and summaries would only make the scripts larger.
 */
export function shortCalls(): Plugin {
  return {
    name: 'candor-short-calls',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]contract[\\/]src[\\/]calls[\\/].*\.ts$/ },
      handler(source: string, id: string) {
        const calls = this.parse(source, { lang: 'ts' }).body.flatMap(callsIn);
        if (calls.length === 0) throw new Error(`${id} declares no call`);
        let code = '';
        let copied = 0;
        for (const { start, end, properties } of calls) {
          const kept = properties.filter(({ name }) => KEPT.has(name)).map((one) => source.slice(one.start, one.end));
          code += `${source.slice(copied, start)}{ ${kept.join(', ')} }`;
          copied = end;
        }
        return { code: code + source.slice(copied), map: null };
      },
    },
  };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

type Statement = ReturnType<Rolldown.PluginContext['parse']>['body'][number];

/** The calls of `export const name = operation({ … })`. */
function callsIn(statement: Statement): (Span & { properties: (Span & { name: string })[] })[] {
  if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') return [];
  return statement.declaration.declarations.flatMap(({ init }) => {
    if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier' || init.callee.name !== 'operation')
      return [];
    const [declared] = init.arguments;
    if (declared?.type !== 'ObjectExpression') throw new Error('a call is declared with an object');
    const properties = declared.properties.map((property) => {
      if (property.type !== 'Property' || property.key.type !== 'Identifier')
        throw new Error('a declaration names each property');
      return { name: property.key.name, start: property.start, end: property.end };
    });
    return [{ start: init.start, end: init.end, properties }];
  });
}
