import type { Database } from '@kla/chassis'
import { withRebuiltIndexes } from './rebuilt-indexes.js'

const WORDS = [
  'camera', 'battle', 'refund', 'payment', 'login', 'password', 'stamina', 'rush', 'wild', 'card', 'opponent', 'freeze',
  'video', 'audio', 'slow', 'broken', 'please', 'thanks', 'account', 'receipt', 'button', 'größer', 'привет', 'naïve',
] // oxfmt-ignore

/** Tickets of many accounts, each of a dozen words and a number; one in a thousand has a needle in it. */
export const seedTickets = (database: Database, count: number): Promise<void> =>
  withRebuiltIndexes(database, 'tickets', () =>
    database.query(
      `INSERT INTO tickets (account_id, created_at, subject, message, category, priority, resolved, receipt_email,
                            room_id)
       SELECT 1 + n % 5000, timestamptz '2026-01-01' + n * interval '1 minute', 'Ticket ' || n,
         (SELECT string_agg(($1::text[])[1 + (n * 31 + at * at * 17 + n / 7 * at) % $2::int], ' ')
            FROM generate_series(1, 12) AS at) || CASE WHEN n % 1000 = 0 THEN ' needle' ELSE '' END,
         (ARRAY['Technical', 'Technical', 'Technical', 'Billing', 'Account', 'Abuse', 'Other'])[1 + n % 7],
         (ARRAY['Low', 'Normal', 'Normal', 'High', 'Urgent'])[1 + n / 3 % 5], n % 10 <> 0, '', ''
       FROM generate_series(1, $3::int) AS n`,
      [WORDS, WORDS.length, count],
    ),
  )

/** Bans of many accounts: permanent ones, some in force and some over, one in five lifted, one in fifty deleted. */
export const seedBans = (database: Database, count: number): Promise<void> =>
  withRebuiltIndexes(database, 'bans', () =>
    database.query(
      `INSERT INTO bans (account_id, scope, reason, notes, evidence, banned_at, expires_at, banned_by_id, banned_by,
                         lifted_at, hidden_at)
       SELECT 1 + n % 5000, (ARRAY['global', 'rooms', 'chat', 'api'])[1 + n / 7 % 4], 'reason ' || n,
         repeat('notes ', 20), '',
         now() - n * interval '1 minute',
         CASE n % 3 WHEN 1 THEN now() + interval '1 day' WHEN 2 THEN now() - interval '1 second' * n END, 1, 'mod1',
         CASE WHEN n % 5 = 0 OR n % 50 = 0 THEN now() END, CASE WHEN n % 50 = 0 THEN now() END
       FROM generate_series(1, $1::int) AS n`,
      [count],
    ),
  )
