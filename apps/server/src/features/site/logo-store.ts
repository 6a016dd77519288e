import * as z from 'zod/mini';
import { firstRow, write } from '../../platform/db/statement.ts';
import type { Db } from '../../platform/db/pool.ts';

/** SQL of logos. Each is named by the SHA-256 of its bytes. */

const logoRow = z.object({ png: z.instanceof(Buffer) });

export const selectLogo = firstRow(logoRow, 'select l.png from site_logo l where l.id = $1', (id: string) => [id]);

const ownRow = z.object({ id: z.string(), png: z.instanceof(Buffer) });
/** The one that holds. */
export const selectOwnLogo = firstRow(
  ownRow,
  `select l.id, l.png from site s join site_logo l on s.web_logo = '/api/index/logo/' || l.id`,
  () => [],
);

const idRow = z.object({ id: z.string() });
const selectLogoId = firstRow(idRow, 'select l.id from site_logo l where l.id = $1', (id: string) => [id]);

export async function hasLogo(db: Db, id: string): Promise<boolean> {
  return (await selectLogoId(db, id)) !== undefined;
}

export const insertLogo = write(
  'insert into site_logo (id, png, operator_id) values ($1, $2, $3)',
  (id: string, png: Buffer, operatorId: bigint) => [id, png, operatorId.toString()],
);
