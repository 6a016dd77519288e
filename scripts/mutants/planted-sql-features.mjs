/**
 * Bugs planted by hand in what the database guards around trading: a member's own limits, terms of the cashier, factors and
 * codes, announcements, texts, support and alerts. See `planted-sql.mjs`.
 */

const OWN_LIMITS = [
  'apps/server/src/app/own-limits.test.ts',
  'apps/server/src/app/limits-of-money.test.ts',
  'apps/server/src/app/self-exclusion.test.ts',
  'apps/server/src/app/attacks-on-limits.test.ts',
];
const TERMS = [
  'apps/server/src/features/cashier/terms/terms-attacks.test.ts',
  'apps/server/src/features/cashier/terms/terms.routes.test.ts',
];
const FACTORS = 'apps/server/src/features/security/factors.routes.test.ts';
const RELEASES = [
  'apps/server/src/features/security/operator/factor-release-attacks.test.ts',
  'apps/server/src/features/security/operator/factor-releases.routes.test.ts',
];
const CODES = 'apps/server/src/features/security/operator/practice-codes.routes.test.ts';
const NOTICES = [
  'apps/server/src/features/notices/notice-attacks.test.ts',
  'apps/server/src/features/notices/notices-operator.routes.test.ts',
];
const TEXTS = [
  'apps/server/src/features/content/operator/text-attacks.test.ts',
  'apps/server/src/features/content/operator/texts.routes.test.ts',
];
const PRODUCT_CHANGES = 'apps/server/src/features/market/operator/product-change-attacks.test.ts';
const STAFF = 'apps/server/src/features/staff/staff.routes.test.ts';
const SOURCE_TRIALS = 'apps/server/src/app/source-trials.test.ts';
const PRODUCT_TERMS = 'apps/server/src/features/market/operator/product-terms-attacks.test.ts';
const STOPS = [
  'apps/server/src/features/market/operator/stop-attacks.test.ts',
  'apps/server/src/app/product-stops.test.ts',
];
const MESSAGES = 'apps/server/src/features/support/support-attacks.test.ts';
const SUPPORT = 'apps/server/src/features/support/support.routes.test.ts';
const SUPPORT_OPERATOR = 'apps/server/src/features/support/operator/support-operator.routes.test.ts';
const VISITORS = 'apps/server/src/features/support/visitor.routes.test.ts';
const PUSH = 'apps/server/src/features/push/send-push.test.ts';
const ALERTS = [
  'apps/server/src/features/alerts/alert-attacks.test.ts',
  'apps/server/src/features/alerts/alerts.routes.test.ts',
];

/** @type {Record<string, [tests: string[], bugs: [from: string, to: string][], only?: string]>} */
export const FEATURE_BUGS = {
  start_guarding: [
    OWN_LIMITS,
    [
      ['and not m.guarded;', ';'],
      [`case when s.outcome in ('tied', 'voided') then 0 else o.stake end`, 'o.stake'],
      ['0, -s.profit', '0, s.profit'],
      [
        `select o.wallet, o.accepted_at, o.stake, 0, 0 from position p`,
        'select o.wallet, o.accepted_at, 0, 0, 0 from position p',
      ],
    ],
  ],
  keep_own_limit: [
    OWN_LIMITS,
    [
      ['new.amount is null or new.amount > held', 'new.amount > held'],
      ['new.amount is null or new.amount > held', 'new.amount is null'],
      [
        `when old.waiting and old.next_at <= clock_timestamp() then old.next_amount`,
        `when old.waiting then old.next_amount`,
      ],
      [`clock_timestamp() + interval '24 hours' end`, `clock_timestamp() + interval '23 hours' end`],
      ['and new.next_amount is not distinct from old.next_amount', ''],
    ],
  ],
  exclude_member: [
    OWN_LIMITS,
    [
      ['greatest(m.excluded_until, new.until)', 'new.until'],
      [`when 'forever' then 'infinity'`, `when 'forever' then now()`],
      [`interval '168 hours'`, `interval '24 hours'`],
    ],
  ],
  own_limits_of: [
    OWN_LIMITS,
    [
      ['l.waiting and l.next_at <= clock_timestamp() as over', 'l.waiting as over'],
      ['l.waiting and l.next_at <= clock_timestamp() as over', 'false as over'],
      ['date_trunc(l.period, s.today::timestamp)::date', 's.today'],
      ['sum(o.stake + o.fee)', 'sum(o.stake)'],
      [`in ('recharging', 'pending', 'reviewing', 'seconding')`, `in ('pending', 'reviewing', 'seconding')`],
    ],
  ],
  keep_own_limits: [
    OWN_LIMITS,
    [
      ['perform lock_members(guarded_ids);', ''],
      ['and m.excluded_until > clock_timestamp()', 'and false'],
      ['set staked = u.staked + excluded.staked', 'set staked = excluded.staked'],
      ['l.lost + l.at_risk', 'l.lost'],
      ['l.amount < case', 'l.amount <= case'],
    ],
  ],
  count_own_results: [
    OWN_LIMITS,
    [
      [`in ('tied', 'voided') then -o.stake`, `in ('tied') then -o.stake`],
      [`in ('tied', 'voided') then -o.stake`, `in ('voided') then -o.stake`],
      ['0, -s.profit', '0, s.profit'],
      ['lost = u.lost + excluded.lost', 'lost = excluded.lost'],
    ],
  ],
  keep_deposit_limits: [
    OWN_LIMITS,
    [
      ['perform lock_members(array[new.member_id]);', ''],
      ['and m.excluded_until > clock_timestamp()', 'and false'],
      ['l.amount < l.deposited + l.underway', 'l.amount < l.underway'],
      ['l.amount < l.deposited + l.underway', 'l.amount < l.deposited'],
      ['set deposited = u.deposited + excluded.deposited', 'set deposited = excluded.deposited'],
    ],
  ],
  keep_promise: [
    [...TERMS, 'apps/server/src/features/cashier/withdrawal-operator.test.ts'],
    [
      ['c.arrival_minutes, c.proof_required into', 'c.arrival_minutes, false into'],
      ['r.arrival_hours * 60 into', 'r.arrival_hours into'],
    ],
  ],
  apply_cashier_change: [
    TERMS,
    [
      [`raise exception 'CHANGE_REFUSED: NOT_AN_OPERATOR'`, `raise notice 'CHANGE_REFUSED: NOT_AN_OPERATOR'`],
      [`if new.status <> 'proposed' then`, 'if false then'],
      [`if coalesce(current, 0) <> new.base then\n      raise`, 'if false then\n      raise'],
      [`raise exception 'CHANGE_REFUSED: FORM'`, `raise notice 'CHANGE_REFUSED: FORM'`],
      [`(t -> 'kind', t -> 'network') is distinct from`, 'false and (1, 2) is distinct from'],
      [`t ->> 'kind' not in ('bank', 'usdt')`, 'false'],
      [`old.status <> 'proposed' or new.status = 'proposed'`, `new.status = 'proposed'`],
      ['new.decided_at := clock_timestamp();', 'new.decided_at := old.created_at;'],
      [`fee_max = (t ->> 'feeMax')::bigint`, 'fee_max = fee_max'],
      [`version = version + 1;\n  elsif`, 'version = version;\n  elsif'],
      ['where code = named;\n  end if', 'where true;\n  end if'],
    ],
  ],
  use_recovery_code: [
    [FACTORS],
    [
      ['and code_hash = hash returning', 'returning'],
      ['member_id = member and code_hash', 'code_hash'],
    ],
  ],
  replace_recovery_codes: [
    [FACTORS],
    [
      ['delete from member_recovery_code where member_id = member;', ''],
      ['where member_id = member;', 'where true;'],
    ],
  ],
  read_practice_codes: [
    [CODES],
    [
      [`where mode = 'practice'`, ''],
      [
        'insert into audit',
        'insert into audit (actor_id, command, subject_type, subject_id, detail) select 1, null, null, null, null where false; perform 1; if false then insert into audit',
      ],
      ['o.made_at > clock_timestamp() - make_interval(secs => life_sec)\n      and', 'true\n      and'],
      ['limit least(most, 50)', 'limit most'],
      ['order by o.made_at desc, o.member_id;', 'order by o.made_at, o.member_id;'],
    ],
  ],
  has_second_factor: [
    RELEASES,
    [
      ['and t.secret_sealed is not null', ''],
      ['or exists (select from passkey p where p.member_id = member)', ''],
      ['t.member_id = member and', ''],
    ],
  ],
  decide_factor_release: [
    RELEASES,
    [
      [`if new.status <> 'proposed' then`, 'if false then'],
      ['where m.id = new.maker', ''],
      [
        `if not has_second_factor(new.member_id) then\n      raise exception 'RELEASE_REFUSED: NO_FACTOR' using errcode = 'CD196';\n    end if;\n    return`,
        'return',
      ],
      [
        `('waiting', 'stopped'), ('waiting', 'released')) then`,
        `('waiting', 'stopped'), ('waiting', 'released'), ('proposed', 'released')) then`,
      ],
      [
        `('waiting', 'stopped'), ('waiting', 'released')) then`,
        `('waiting', 'stopped'), ('waiting', 'released'), ('stopped', 'waiting')) then`,
      ],
      [`if old.status = 'waiting' and new.checker is distinct from old.checker then`, 'if false then'],
      [`new.status = 'released' or`, ''],
      [`or new.status = 'stopped' and new.ended_by is null`, ''],
      [`(old.status = 'proposed' or new.ended_by is not null)`, `(old.status = 'proposed')`],
      ['new.asked_at := new.decided_at;', `new.asked_at := new.decided_at - interval '1 day';`],
      [`perform tell_factor_release(new.member_id, 'releaseAsked');`, ''],
      [`perform tell_factor_release(new.member_id, 'releaseStopped');`, ''],
      [`perform tell_factor_release(new.member_id, 'released');`, ''],
      [`if old.asked_at > clock_timestamp() - interval '24 hours' then`, 'if false then'],
    ],
  ],
  object_to_release: [
    RELEASES,
    [
      ['r.member_id = new.member_id and', ''],
      [`and r.status = 'waiting'`, ''],
    ],
  ],
  carry_out_factor_release: [
    RELEASES,
    [
      [`and r.status = 'waiting'`, ''],
      [`and r.asked_at <= clock_timestamp() - interval '24 hours'`, ''],
      ['delete from passkey where member_id = owner;', ''],
      ['delete from member_recovery_code where member_id = owner;', ''],
      ['delete from session where member_id = owner;', ''],
      ['added_at = null where member_id = owner', 'added_at = null where true'],
      ['greatest(withdrawals_paused_until, clock_timestamp()', `least(withdrawals_paused_until, clock_timestamp()`],
      [`and exists (select from site where mode = 'live')`, ''],
      [`values (owner, 'account/factors/released'`, `values (release.maker, 'account/factors/released'`],
      [`update factor_release set status = 'released' where id = due;`, ''],
    ],
  ],
  push_device: [
    [PUSH],
    [
      ['s.expires_at > clock_timestamp() and', ''],
      [' and m.login_allowed', ''],
      ['join session s on s.id = p.session_id', 'cross join session s'],
    ],
    'is nothing',
  ],
  join_conversation: [
    [MESSAGES, VISITORS],
    [
      ['token_hash = token and', ''],
      ['delete from support_conversation where id = own.id;', 'null;'],
      ['own.joined_at is not null or', ''],
      ['conversation_id = visitor.id and operator_id = member)', 'false)'],
      ['set conversation_id = own.id, member_id = member', 'set conversation_id = own.id'],
      ['last_id = greatest(own.last_id, visitor.last_id)', 'last_id = own.last_id'],
      ['least(own.waiting_id, visitor.waiting_id)', 'own.waiting_id'],
      ['greatest(own.person_read, visitor.person_read) end', 'greatest(own.last_id, visitor.last_id) end'],
      ['then visitor.desk_read else greatest', 'then own.desk_read else greatest'],
    ],
    'a visitor who logs in',
  ],
  keep_notice_version: [
    NOTICES,
    [
      ['for update;', ';'],
      ['or new.version <> newest + 1', ''],
      ['if before.withdrawn then', 'if false then'],
      ['new.published_from := before.published_from;', ''],
      [`date_trunc('milliseconds', new.at); end if`, `new.published_from; end if`],
    ],
  ],
  keep_banner_version: [
    NOTICES,
    [
      ['or new.version <> newest + 1', ''],
      ['and version = newest and withdrawn', 'and false'],
    ],
  ],
  keep_published_text: [TEXTS, [['raise exception', 'raise notice']]],
  decide_text_change: [
    TEXTS,
    [
      [`raise exception 'TEXT_REFUSED: NOT_AN_OPERATOR'`, `raise notice 'TEXT_REFUSED: NOT_AN_OPERATOR'`],
      [`and current <> new.base then`, 'and false then'],
      [`if new.status <> 'proposed' then`, 'if false then'],
      [`if old.status <> 'proposed' or new.status = 'proposed' then`, 'if false then'],
    ],
  ],
  terms_draft_problem: [
    [PRODUCT_TERMS],
    [
      ['not between 1 and 12', 'not between 1 and 13'],
      ['not between 0 and 1000', 'not between 0 and 1001'],
      ['not between 5 and 3600', 'not between 4 and 3600'],
      [`or (offer ->> 'seconds')::bigint = any (lengths)`, ''],
      ['not between 100 and 10000', 'not between 100 and 10001'],
      [`or (offer ->> 'payoutRate')::bigint <= (t ->> 'feeRate')::bigint`, ''],
      ['<= before or not exists', '< before or not exists'],
    ],
  ],
  keys_of: [[PRODUCT_CHANGES], [['collate "C"', 'collate "C" desc']]],
  are_dates: [
    [PRODUCT_CHANGES],
    [
      ["and pg_input_is_valid(d, 'date')", ''],
      ['count(distinct d) = count(*)', 'true'],
    ],
  ],
  texts_of: [[PRODUCT_CHANGES], [["where jsonb_typeof(x) <> 'string'", 'where false']]],
  calendar_problem: [
    [PRODUCT_CHANGES],
    [
      ["if count = 0 then return 'weekly'; end if;", ''],
      ['if jsonb_array_length(segments) > 6 then', 'if false then'],
    ],
  ],
  product_draft_problem: [
    [PRODUCT_CHANGES],
    [
      ["x.value ~ '^[A-Z0-9]{3,24}$'", 'true'],
      ["if (s ->> 'decimals')::bigint > 8 then", 'if false then'],
    ],
  ],
  product_state: [[PRODUCT_CHANGES], [["'sources', v.sources", "'sources', '{}'::jsonb"]]],
  decide_product_change: [
    [PRODUCT_CHANGES],
    [
      ['<> new.base then', 'is null then'],
      ['< agreeing then', '< 0 then'],
    ],
  ],
  recent_calendar: [[PRODUCT_CHANGES], [["interval '16 days'", "interval '-16 days'"]]],
  apply_product_change: [
    [PRODUCT_CHANGES],
    [
      ["interval '70 minutes', max(o.closes_at)", "interval '70 minutes', clock_timestamp()"],
      ["interval '70 minutes'", "interval '7 minutes'"],
      ["own ->> 'feeRate'", "own ->> 'fee'"],
    ],
  ],
  begin_product_history: [
    [PRODUCT_CHANGES],
    [['values (new.code, new.version,', 'values (new.code, new.version + 1,']],
  ],
  keep_product: [
    [PRODUCT_CHANGES],
    [
      ['new.decimals, new.signed_scale', 'old.decimals, new.signed_scale'],
      ['new.signed_scale, new.simulated', 'new.signed_scale, old.simulated'],
    ],
  ],
  accept_invitation: [
    [STAFF],
    [
      ["covers_all(coalesce(rights_of(c.maker), '{}')", "covers_all(coalesce(rights_of(c.checker), '{}')"],
      [
        "or not covers_all(coalesce(rights_of(c.checker), '{}')",
        "or not covers_all(coalesce(rights_of(c.maker), '{}')",
      ],
    ],
  ],
  read_invitation_code: [[STAFF], [['if found_code is not null then', 'if found_code is null then']]],
  is_listing: [[SOURCE_TRIALS], [["x.value #>> '{}' ~ '^[A-Z0-9]{3,24}$'", 'true']]],
  guard_source_trial: [
    [SOURCE_TRIALS],
    [
      ['>= 10 then', '>= 100 then'],
      ['or old.ended_at is not null', ''],
    ],
  ],
  decide_product_terms: [
    [PRODUCT_TERMS],
    [
      [`raise exception 'CHANGE_REFUSED: NOT_AN_OPERATOR'`, `raise notice 'CHANGE_REFUSED: NOT_AN_OPERATOR'`],
      [`raise exception 'CHANGE_REFUSED: OLD'`, `raise notice 'CHANGE_REFUSED: OLD'`],
      [`raise exception 'CHANGE_REFUSED: BOUNDS'`, `raise notice 'CHANGE_REFUSED: BOUNDS'`],
      [`if new.status <> 'proposed' then`, 'if false then'],
      [`if old.status <> 'proposed' or new.status = 'proposed' then`, 'if false then'],
      [`raise exception 'CHANGE_REFUSED: FIXED'`, `raise notice 'CHANGE_REFUSED: FIXED'`],
    ],
  ],
  publish_product_terms: [[PRODUCT_TERMS], [['new.base + 1', 'new.base + 2']]],
  hold_placements: [STOPS, [['pg_advisory_xact_lock(727005)', 'pg_advisory_xact_lock_shared(727005)']]],
  hold_order_log: [STOPS, [[`<> 'read committed'`, `= 'never'`]]],
  is_stopped: [
    STOPS,
    [
      ['s.ended_at is null', 'true'],
      [`'category/' || of_category`, `'category/'`],
    ],
  ],
  keep_stop: [
    STOPS,
    [
      [`raise exception 'STOP_REFUSED: NOT_AN_OPERATOR'`, `raise notice 'STOP_REFUSED: NOT_AN_OPERATOR'`],
      [`raise exception 'STOP_REFUSED: PRODUCT'`, `raise notice 'STOP_REFUSED: PRODUCT'`],
      [`if tg_op = 'DELETE' then`, `if tg_op = 'DELETE' then return old; elsif false then`],
      ['new.stopped_at := clock_timestamp();', ''],
      [`and x.stop_id = new.id and x.status = 'approved'`, ''],
    ],
  ],
  apply_stops: [
    STOPS,
    [[`where new.scope in ('all', 'category/' || p.category, 'product/' || p.code)`, `where new.scope in ('all')`]],
  ],
  stop_newcomer: [STOPS, [['new.forbidden or is_stopped(new.code, new.category)', 'new.forbidden']]],
  decide_resumption: [
    STOPS,
    [
      [`raise exception 'STOP_REFUSED: NOT_AN_OPERATOR'`, `raise notice 'STOP_REFUSED: NOT_AN_OPERATOR'`],
      [`raise exception 'STOP_REFUSED: ENDED'`, `raise notice 'STOP_REFUSED: ENDED'`],
      [`if new.status <> 'proposed' then`, 'if false then'],
      [`if old.status <> 'proposed' or new.status = 'proposed' then`, 'if false then'],
      [`raise exception 'STOP_REFUSED: FIXED'`, `raise notice 'STOP_REFUSED: FIXED'`],
    ],
  ],
  end_stop: [STOPS, [['where id = new.stop_id', 'where false']]],
  publish_text: [TEXTS, [['new.base + 1', 'new.base + 2']]],
  place_support_message: [
    [MESSAGES, SUPPORT, SUPPORT_OPERATOR, VISITORS],
    [
      [`if new.author = 'visitor' and person is not null then`, 'if false then'],
      ['new.member_id := person;', ''],
      [
        `when 'operator' then null when 'check' then c.waiting_id`,
        `when 'operator' then c.waiting_id when 'check' then c.waiting_id`,
      ],
      ['else coalesce(c.waiting_id, new.id) end', 'else new.id end'],
      [`c.closed and new.author in ('check', 'operator')`, 'c.closed'],
    ],
  ],
  answer_conversation: [[MESSAGES, SUPPORT_OPERATOR], [[`raise exception`, `raise notice`]]],
  expire_visitor_conversations: [
    [MESSAGES, VISITORS],
    [
      ["interval '14 days'", "interval '13 days'"],
      ['least(coalesce(at_most, 0), 100)', 'at_most'],
      ['member_id is null and last_at', 'last_at'],
    ],
  ],
  name_alert_tick: [
    ALERTS,
    [
      ['if old.fired_seq is not null then', 'if false then'],
      ['and t.seq > old.after_seq', ''],
      [`and t.status = 'OK'`, ''],
      ['and t.feed = old.feed', ''],
      ['and t.at < old.expires_at', ''],
      ['then t.price >= old.target else', 'then true else'],
      ['else t.price <= old.target end', 'else true end'],
    ],
  ],
};
