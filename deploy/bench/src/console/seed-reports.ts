import type { Transaction } from '@kla/chassis'
import type { Seeded } from './size.js'
import { chosen, pick, textOf } from './texts.js'

const CATEGORIES = {
  possible_minor: 1,
  illegal_content: 1,
  non_consensual: 5,
  harassment: 20,
  abuse: 30,
  cheating: 13,
  spam: 15,
  other: 15,
}
const STATUSES = { pending: 20, reviewed: 30, action_taken: 25, dismissed: 25 }

/** SQL: nine digits without order, another for each `n`, as the multiplier has no factor of the modulus. */
const reportId = (n: string): string => `100000000 + ${n}::bigint * 472882027 % 900000000`

/** Reports of every category and status over two years, one in fifty about the busy account. */
export async function seedReports(
  tx: Transaction,
  { reports, accounts, firstAccount, busyAccount }: Omit<Seeded, 'reportId'>,
): Promise<void> {
  const account = (salt: number): string =>
    `CASE WHEN ${pick('n', salt, 50)} = 0 THEN ${busyAccount}
          ELSE ${firstAccount} + ${pick('n', salt + 1, accounts)} END`
  await tx.query(
    `WITH made AS (
       SELECT n, now() - (${reports} - n) * interval '10 minutes' AS created_at, ${account(1)} AS reporter_id,
              ${account(3)} AS reported_id, ${chosen('n', 5, CATEGORIES)}::report_category AS category,
              ${chosen('n', 6, STATUSES)}::report_status AS status, ${textOf('n')} AS reason
       FROM generate_series(1, $1::int) AS n
     ), stored AS (
       INSERT INTO reports (id, created_at, reporter_id, reported_id, category, status, reason, reviewed_at,
                            reviewed_by)
       SELECT ${reportId('n')}, created_at, reporter_id, reported_id, category, status, reason,
              CASE WHEN status <> 'pending' THEN created_at + interval '1 day' END,
              CASE WHEN status <> 'pending' THEN 'moderator' ELSE '' END
       FROM made ORDER BY n
       RETURNING id, created_at, category, reason
     )
     INSERT INTO report_submissions (report_id, submitted_at, category, reason, request_id)
     SELECT id, created_at, category, reason, '' FROM stored`,
    [reports],
  )
}
