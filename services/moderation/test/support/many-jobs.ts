import type { Database } from '@kla/chassis'
import { vacuum } from '@kla/testkit'
import { deriveAllJobs } from './derive-all-jobs.js'
import { seedReports } from './many-reports.js'
import { seedBans, seedTickets } from './many-rows.js'

/** Account with many bans, decisions, pending reports and audit entries. */
export const BUSY_ACCOUNT = 77
const PENDING_OF_BUSY = 300

/**
 * The desk after a year: reports with the jobs that follow from them, half as many closed jobs with a decision each, of
 * which one in five is appealed, and one in twenty appeals is open; as many bans and tickets as reports.
 */
export async function seedDesk(database: Database, reports: number): Promise<void> {
  const decisions = reports / 2
  await database.query(
    `INSERT INTO jobs (id, subject_id, grave, category, opened_at, due_at, reports, reporters, closed_at)
     SELECT nextval('job_ids'), 1 + n % 3001, n % 100 = 0, CASE WHEN n % 100 = 0 THEN 'possible_minor' ELSE 'abuse' END::report_category,
       opened, opened + interval '1 day', 2, 2, opened + interval '2 hours'
     FROM generate_series(1, $1::int) AS n, LATERAL (SELECT timestamptz '2026-01-01' + n * interval '5 minutes' AS opened) AS at`,
    [decisions],
  )
  await seedBans(database, reports)
  await seedTickets(database, reports)
  await database.query('UPDATE tickets SET waiting = true WHERE NOT resolved AND id % 20 = 0')
  await database.query(
    `INSERT INTO decisions (id, account_id, job_id, grave, outcome, rule, facts, basis, letter, report_ids, decided_by_id,
       decided_by, decided_at, appeal_until)
     SELECT gen_random_uuid(), CASE WHEN n % 50 = 0 THEN $2 ELSE 1 + n % 3001 END, n, n % 100 = 0,
       CASE WHEN n % 3 = 0 THEN 'dismissed' ELSE 'acted' END, CASE WHEN n % 3 = 0 THEN '' ELSE 'spam' END,
       repeat('facts ', 40), '{chat}', repeat('letter ', 60), ARRAY[n, n + 1], 1 + n % 8, 'mod' || n % 8, at,
       at + interval '180 days'
     FROM generate_series(1, $1::int) AS n, LATERAL (SELECT timestamptz '2026-01-01' + n * interval '5 minutes' AS at) AS times`,
    [decisions, BUSY_ACCOUNT],
  )
  await database.query(
    `INSERT INTO decision_measures (decision_id, place, kind, duration_ms, ban_id)
     SELECT id, 0, 'chat', 86400000, 1 + seq FROM decisions WHERE outcome = 'acted'`,
  )
  await database.query(
    `INSERT INTO appeals (decision_id, text, opened_at, due_at, state, answer, decided_at)
     SELECT id, repeat('unfair ', 40), decided_at, decided_at + interval '7 days',
       CASE WHEN seq % 100 = 0 THEN 'open' ELSE 'upheld' END, repeat('answer ', 40),
       CASE WHEN seq % 100 <> 0 THEN decided_at + interval '1 day' END
     FROM decisions WHERE seq % 5 = 0`,
  )
  await seedReports(database, reports)
  await database.query(
    `UPDATE reports SET reported_id = $1 WHERE id IN (
       SELECT id FROM reports WHERE status = 'pending' AND NOT grave ORDER BY id LIMIT ${PENDING_OF_BUSY})`,
    [BUSY_ACCOUNT],
  )
  await deriveAllJobs(database)
  for (const table of ['jobs', 'decisions', 'decision_measures', 'appeals', 'tickets', 'reports', 'bans']) {
    await vacuum(database, table)
  }
}

/** Audit entries by twenty administrators about many accounts, one in fifty about the busy one. Needs `tamper`. */
export const AUDIT_ENTRIES = `
INSERT INTO audit_log (seq, at_ms, actor_id, actor, action, subject_kind, subject_id, details, request_id, restricted,
  event_id, previous, hash)
SELECT n, 1700000000000 + n * 1000, 1, 'mod' || n % 20, 'action.' || n % 30,
  CASE WHEN n % 50 = 0 OR n % 3 = 0 THEN 'account' WHEN n % 3 = 1 THEN 'ban' ELSE 'report' END,
  CASE WHEN n % 50 = 0 THEN '${BUSY_ACCOUNT}' ELSE (n % 100000)::text END, '{}', 'r' || n, false, '', '', ''
FROM generate_series(1, $1::int) AS n`
