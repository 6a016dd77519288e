/** Bugs planted by hand in what the database guards about complaints. See `planted-sql.mjs`. */
const COMPLAINTS = [
  'apps/server/src/features/complaints/operator/complaints-operator.routes.test.ts',
  'apps/server/src/features/trading/archive/archived-order-pages.test.ts',
];

/** @type {Record<string, [tests: string[], bugs: [from: string, to: string][], only?: string]>} */
export const COMPLAINT_BUGS = {
  open_complaint: [
    COMPLAINTS,
    [
      ['and c.ended_at is null) >= 5', 'and c.ended_at is null) >= 50'],
      ['o.id = new.about_id and o.member_id = new.member_id', 'o.id = new.about_id'],
      ['w.month = l.month and w.member_id = new.member_id', 'w.month = l.month'],
      ['between a.first_no and a.last_no end', 'is not null end'],
      ['and exists (select from product p where p.code = new.product)', ''],
      [`and m.member_id = new.member_id\n      and m.author`, 'and m.author'],
      [`and m.author in ('member', 'visitor')`, ''],
      [`calling_role() = 'candor_console' and new.recorded_by is null or`, ''],
    ],
  ],
  take_complaint_step: [
    COMPLAINTS.slice(0, 1),
    [
      ['for no key update', ''],
      [`when c.ended_at is not null then 'ENDED'`, ''],
      [`s.kind = 'replied') >= 30`, `s.kind = 'replied') >= 300`],
      [`when calling_role() = 'candor_http' and new.kind not in ('replied', 'withdrawn') then 'NOT_ALLOWED'`, ''],
      [
        `when calling_role() = 'candor_console' and new.kind not in ('taken', 'asked', 'answered') then 'NOT_ALLOWED'`,
        '',
      ],
      ['c.operator_id is distinct from new.operator_id', 'false'],
      [`if new.kind in ('asked', 'answered') and c.operator_id is null and c.ended_at is null then`, 'if false then'],
      [`else c.operator_id end,\n    decision`, `else null end,\n    decision`],
    ],
  ],
};
