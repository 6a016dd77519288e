/** What must not hold of alarms and of the processes of a site: for each check of the database, a change that breaks it. */
export const ALARM_CHECKS: Readonly<Record<string, string>> = {
  alarm_acknowledged_check: 'acknowledged_at = null where acknowledged_by is not null',
  alarm_check: `closed_at = opened_at - interval '1 second'`,
  alarm_detail_check: `detail = '[]'`,
  alarm_kind_check: `kind = 'moon'`,
  alarm_note_check: `note = ''`,
  alarm_subject_check: `subject = repeat('x', 121)`,
  alarm_taken_check: 'taken_at = null where owner_id is not null',
  alarm_times_check: 'times = 0',
  process_beat_check: 'disk_total = disk_free - 1',
  process_beat_disk_free_check: 'disk_free = -1',
  process_beat_host_check: `host = ''`,
  process_beat_jobs_check: `jobs = '{}'`,
  process_beat_role_check: `role = 'owner'`,
  process_beat_version_check: `version = repeat('x', 61)`,
};
