import type { Database } from '@kla/chassis'
import type { BanScope } from '@kla/proto/web'
import type { LetterFacts } from '../domain/mails/letter.js'
import type { Mail, MailKind } from '../domain/mails/mail.js'

/** What letters are about, as it is now. */
export interface LetterStore {
  /** Undefined when what the letter is about was erased, or is not the account's. */
  facts(mail: Pick<Mail, 'kind' | 'accountId' | 'subjectId'>): Promise<LetterFacts | undefined>
}

const TICKET = `
SELECT tickets.id, tickets.subject, tickets.message, entry.text AS answer
FROM ticket_entries AS entry JOIN tickets ON tickets.id = entry.ticket_id
WHERE entry.id = $1 AND entry.kind = 'answer' AND tickets.account_id = $2`

const BAN = `
SELECT scope, reason, banned_at, expires_at, (lifted_at IS NOT NULL OR hidden_at IS NOT NULL) AS is_over
FROM bans WHERE id = $1 AND account_id = $2`

// Bans that are lifted at once have the same moment, and share one letter.
const LIFTED = `
SELECT bans.scope, bans.lifted_at FROM bans AS named JOIN bans USING (account_id, lifted_at)
WHERE named.id = $1 AND named.account_id = $2 ORDER BY bans.id`

export function createLetterStore(database: Database): LetterStore {
  const read = async <Row extends object>(statement: string, subjectId: number, accountId: number): Promise<Row[]> =>
    (await database.query<Row>(statement, [subjectId, accountId])).rows

  const facts: Readonly<Record<MailKind, (id: number, accountId: number) => Promise<LetterFacts | undefined>>> = {
    async 'ticket-answered'(id, accountId) {
      const [row] = await read<{ id: number; subject: string; message: string; answer: string }>(TICKET, id, accountId)
      if (!row) return undefined
      const { id: ticketId, ...texts } = row
      return { kind: 'ticket-answered', ticketId, ...texts }
    },
    async 'ban-set'(id, accountId) {
      const [row] = await read<BanRow>(BAN, id, accountId)
      if (!row) return undefined
      const { scope, reason, banned_at: bannedAt, expires_at: expiresAt, is_over: isOver } = row
      return { kind: 'ban-set', scope, reason, bannedAtMs: bannedAt.getTime(), expiresAtMs: expiresAt?.getTime(), isOver }
    },
    async 'ban-lifted'(id, accountId) {
      const rows = await read<{ scope: BanScope; lifted_at: Date }>(LIFTED, id, accountId)
      if (!rows[0]) return undefined
      return { kind: 'ban-lifted', scopes: rows.map(({ scope }) => scope), liftedAtMs: rows[0].lifted_at.getTime() }
    },
  }
  return { facts: ({ kind, subjectId, accountId }) => facts[kind](subjectId, accountId) }
}

interface BanRow {
  readonly scope: BanScope
  readonly reason: string
  readonly banned_at: Date
  readonly expires_at: Date | null
  readonly is_over: boolean
}
