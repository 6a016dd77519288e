import { createHash } from 'node:crypto';
import * as calls from '@candor/contract/calls/console/site';
import { LOGO_BOX } from '@candor/contract/console-site';
import type { Pool } from '../../platform/db/pool.ts';
import { sqlState } from '../../platform/db/transaction.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { Refused } from '../../platform/http/http-app.ts';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import { recordActs } from '../../services/commands/audit-store.ts';
import type { Images } from '../../services/files/images.ts';
import { asOperator } from '../../services/operators/acting-store.ts';
import type { Operators } from '../../services/operators/operators.ts';
import { hasLogo, insertLogo, selectLogo, selectOwnLogo } from './logo-store.ts';

interface LogoDeps {
  readonly pool: Pool;
  readonly operators: Pick<Operators, 'operatorOf'>;
  readonly images: Images;
}

/** Logos in the console. What is uploaded is drawn again in another process, and only what was drawn is kept. */
export function logoRoutes(app: HttpApp, deps: LogoDeps): void {
  serve(app, deps, [
    on(calls.uploadLogo, uploadLogo),
    on(calls.readOwnLogo, readOwnLogo),
    on(calls.readUploadedLogo, readUploadedLogo),
  ]);
}

/** A logo is named by its bytes, so sending it twice does no more than sending it once. */
async function uploadLogo(
  { body, request }: Call<typeof calls.uploadLogo>,
  { pool, operators, images }: LogoDeps,
): Promise<Answered<typeof calls.uploadLogo>> {
  const acting = operators.operatorOf(request);
  const { width, height } = LOGO_BOX;
  const drawn = await images.redraw(await body.logo.bytes(), { clear: { width, height } });
  if (!drawn.ok) throw new Refused(drawn.error, { fields: { logo: drawn.error } });
  const png = drawn.value;
  const size = sizeOf(png);
  if (Math.min(size.width, size.height) < LOGO_BOX.sideMin)
    throw new Refused('SITE_LOGO_SIZE', { fields: { logo: 'SITE_LOGO_SIZE' } });
  const id = createHash('sha256').update(png).digest('hex');
  if (!(await hasLogo(pool, id))) await keep(pool, acting, { id, png });
  return { id, ...size };
}

/** The database takes so many a day. */
const TOO_MANY = 'CD045';
const KNOWN = '23505';

async function keep(
  pool: Pool,
  acting: ReturnType<Operators['operatorOf']>,
  { id, png }: { readonly id: string; readonly png: Buffer },
): Promise<void> {
  try {
    await asOperator(pool, acting, async (db) => {
      await insertLogo(db, id, png, acting.operatorId);
      await recordActs(db, [
        { command: 'console/site/logo', subjectType: 'siteLogo', subjectId: id, detail: { bytes: png.length } },
      ]);
    });
  } catch (error) {
    if (sqlState(error) === TOO_MANY) throw new Refused('UPLOAD_LIMIT_REACHED');
    // Somebody sent the same one a moment ago.
    if (sqlState(error) !== KNOWN) throw error;
  }
}

/** A PNG begins with them. */
function sizeOf(png: Buffer): { width: number; height: number } {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

/** A year: it is named by its bytes. */
const KEPT = 'public, max-age=31536000, immutable';

/** Its address stays the same when the logo changes, so a browser asks again each time, and gets nothing if it has it. */
async function readOwnLogo(
  { request, reply }: Call<typeof calls.readOwnLogo>,
  { pool }: LogoDeps,
): Promise<Answered<typeof calls.readOwnLogo>> {
  const logo = await selectOwnLogo(pool);
  if (logo === undefined) throw new Refused('NOT_FOUND');
  const tag = `"${logo.id}"`;
  reply.header('cache-control', 'no-cache').header('etag', tag);
  if (request.headers['if-none-match'] === tag) return await reply.status(304).send();
  return await reply.type('image/png').send(logo.png);
}

async function readUploadedLogo(
  { params, reply }: Call<typeof calls.readUploadedLogo>,
  { pool }: LogoDeps,
): Promise<Answered<typeof calls.readUploadedLogo>> {
  const logo = await selectLogo(pool, params.id);
  if (logo === undefined) throw new Refused('NOT_FOUND');
  return await reply.header('cache-control', KEPT).type('image/png').send(logo.png);
}
