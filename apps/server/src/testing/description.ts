import * as z from 'zod/mini';
import type { HttpApp } from '../platform/http/http-app.ts';

const PLACE = '#/components/schemas/';
const object = z.record(z.string(), z.unknown());
const document = z.object({ components: z.object({ schemas: object }) });

/** The OpenAPI document of a server, with every schema where it is referred to: tests look into them. */
export async function descriptionOf(app: HttpApp): Promise<unknown> {
  const described: unknown = JSON.parse(await app.openApi());
  const { schemas } = document.parse(described).components;
  const resolve = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(resolve);
    if (typeof part !== 'object' || part === null) return part;
    const fields = object.parse(part);
    const ref = fields['$ref'];
    if (typeof ref === 'string' && ref.startsWith(PLACE)) return resolve(schemas[ref.slice(PLACE.length)]);
    return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, resolve(value)]));
  };
  return resolve(described);
}
