import type { Database } from '@kla/chassis'
import { GRAVE_CATEGORIES } from '@kla/proto/web'
import { withRebuiltIndexes } from './rebuilt-indexes.js'

const WORDS = [
  'he', 'she', 'they', 'said', 'showed', 'camera', 'battle', 'insult', 'repeat', 'cheating', 'spam', 'link', 'shouted',
  'again', 'young', 'money', 'outside', 'platform', 'same', 'picture', 'straße', 'привет', 'naïve', 'nothing', 'threat',
] // oxfmt-ignore

const ORDINARY = ['non_consensual', 'harassment', 'abuse', 'cheating', 'spam', 'other']

/**
 * Reports as they come together over a year: one in a hundred grave, three of four decided, each of forty words and with
 * a number of its own in its reason. Their ids are without order, as real ones.
 */
export const seedReports = (database: Database, count: number): Promise<void> =>
  withRebuiltIndexes(database, 'reports', async () => {
    await database.query(
      `INSERT INTO reports (id, created_at, reporter_id, reported_id, category, status, reason, reviewed_at, reviewed_by)
       SELECT 100000000 + n::bigint * 472882027 % 900000000,
         timestamptz '2026-01-01' + n / 2 * interval '5 minutes', 1 + n % 5000, 1 + n % 3001,
         CASE WHEN n % 100 = 0 THEN ($4::report_category[])[1 + n / 100 % 2] ELSE ($5::report_category[])[1 + n % 6] END,
         (enum_range(NULL::report_status))[1 + n / 7 % 4],
         (SELECT string_agg(($1::text[])[1 + (n * 31 + at * at * 17 + n / 7 * at) % $2::int], ' ')
            FROM generate_series(1, 40) AS at) || ' #' || n,
         CASE WHEN n / 7 % 4 <> 0 THEN timestamptz '2027-01-01' END,
         CASE WHEN n / 7 % 4 <> 0 THEN 'mod' ELSE '' END
       FROM generate_series(1, $3::int) AS n`,
      [WORDS, WORDS.length, count, GRAVE_CATEGORIES, ORDINARY],
    )
  })
