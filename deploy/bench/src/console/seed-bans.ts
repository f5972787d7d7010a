import type { Transaction } from '@kla/chassis'
import type { Seeded } from './size.js'
import { chosen, pick, textOf } from './texts.js'

const SCOPES = { global: 50, rooms: 20, chat: 20, api: 10 }

/** Bans of every scope: a third lifted, a third over, a third in force. */
export async function seedBans(
  tx: Transaction,
  { bans, accounts, firstAccount }: Pick<Seeded, 'bans' | 'accounts' | 'firstAccount'>,
): Promise<void> {
  await tx.query(
    `INSERT INTO bans (account_id, scope, reason, notes, evidence, banned_at, expires_at, banned_by_id, banned_by,
                       lifted_at, lifted_by)
     SELECT ${firstAccount} + ${pick('n', 1, accounts)}, ${chosen('n', 2, SCOPES)}, ${textOf('n')}, '', '', banned_at,
            CASE WHEN n % 3 = 1 THEN banned_at + interval '1 day' WHEN n % 6 = 2 THEN now() + interval '1 year' END,
            1, 'moderator',
            CASE WHEN n % 3 = 0 THEN banned_at + interval '2 days' END, CASE WHEN n % 3 = 0 THEN 'moderator' ELSE '' END
     FROM generate_series(1, $1::int) AS n,
       LATERAL (SELECT now() - (2 * $1::int - n) * interval '30 minutes' AS banned_at) AS time
     ORDER BY n`,
    [bans],
  )
}
