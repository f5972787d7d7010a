import type { Transaction } from '@kla/chassis'
import type { Seeded } from './size.js'
import { chosen, pick, textOf } from './texts.js'

const CATEGORIES = { Technical: 40, Billing: 25, Account: 15, Abuse: 5, Other: 15 }
const PRIORITIES = { Low: 20, Normal: 60, High: 15, Urgent: 5 }

/** Tickets of every category and priority, nine in ten of them resolved, and one in three answered. */
export async function seedTickets(
  tx: Transaction,
  { tickets, accounts, firstAccount }: Pick<Seeded, 'tickets' | 'accounts' | 'firstAccount'>,
): Promise<void> {
  await tx.query(
    `WITH stored AS (
       INSERT INTO tickets (account_id, created_at, subject, message, category, priority, resolved, receipt_email,
                            room_id)
       SELECT ${firstAccount} + ${pick('n', 1, accounts)}, now() - ($1::int - n) * interval '10 minutes',
              left(${textOf('n')}, 60), ${textOf('n + 1000000')}, ${chosen('n', 2, CATEGORIES)},
              ${chosen('n', 3, PRIORITIES)}, ${pick('n', 4, 10)} > 0, '', ''
       FROM generate_series(1, $1::int) AS n ORDER BY n
       RETURNING id, created_at
     )
     INSERT INTO ticket_entries (ticket_id, kind, text, by_id, by_name, at)
     SELECT id, 'answer', ${textOf('id')}, 1, 'moderator', created_at + interval '1 day' FROM stored WHERE id % 3 = 0`,
    [tickets],
  )
}
