import type * as z from 'zod/mini';
import { exportKind } from '../exports/export-kind.ts';
import type { ExportKind, ExportStyle } from '../exports/export-kind.ts';
import { selectProposals } from './proposal-store.ts';
import type { ProposalFilter, ProposalRow, ProposalTable } from './proposal-store.ts';

/** What a kind writes of a proposal beside what all kinds write. */
export type ProposalCells<Row> = Readonly<Record<string, (row: Row, style: ExportStyle) => string | null>>;

interface Listed {
  readonly permission: string;
  readonly query: z.ZodMiniType<
    Pick<ProposalFilter, 'member' | 'kind'> & { readonly status?: readonly string[] | undefined }
  >;
}

/** The proposals of a kind as a file: the filters and the permission of their queue. */
export function exportProposals<Row extends ProposalRow>(
  name: string,
  { permission, query }: Listed,
  table: ProposalTable<Row>,
  own: ProposalCells<Row>,
): ExportKind {
  return exportKind<z.infer<Listed['query']>, Row>({
    list: name,
    permission,
    query,
    // Some are whole texts.
    batchMax: 200,
    read:
      ({ status, member, kind }) =>
      async (db, after, limit) =>
        await selectProposals(db, table, { statuses: status, member, kind, beforeId: after, limit }),
    placeOf: ({ id }) => id,
    cells: {
      subject: ({ member }) => member?.username ?? null,
      maker: ({ maker }) => maker.username,
      status: ({ status }) => status,
      reason: ({ reason }) => reason,
      createdAt: ({ createdAt }, { moment }) => moment(createdAt),
      checker: ({ checker }) => checker?.username ?? null,
      decidedAt: ({ decidedAt }, { moment }) => moment(decidedAt),
      note: ({ note }) => note,
      ...own,
    },
  });
}
