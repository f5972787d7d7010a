import type { Database } from '@kla/chassis'
import type { AfterTry } from '../domain/mails/after-try.js'
import type { Mail, MailKind } from '../domain/mails/mail.js'

/** Letters on their way. Times in Unix milliseconds. Several pods at once work on different ones. */
export interface MailQueue {
  /** Takes the letter that has been due longest; no other pod gets it until `untilMs`. Undefined when none is due. */
  claim(nowMs: number, untilMs: number): Promise<Mail | undefined>
  /** To be done before a mail server sees anything of it. False when another pod has taken the letter since: leave it. */
  beginSending(mail: Mail, nowMs: number): Promise<boolean>
  /** Notes how a try has ended. What a later try has found out stays. */
  note(mail: Mail, after: AfterTry, nowMs: number): Promise<void>
  /** What has been "sending" since before then is unsure: its process did not live to note how it ended. Answers how many. */
  giveUpInterrupted(sinceMs: number): Promise<number>
  /** Erases at most so many of which nothing has changed since then, in whatever state. Answers how many. */
  prune(unchangedSinceMs: number, atMost: number): Promise<number>
}

interface MailRow {
  readonly id: string
  readonly account_id: number
  readonly kind: MailKind
  readonly subject_id: number
  readonly created_at: Date
  readonly tries: number
}

const CLAIM = `
UPDATE mails SET tries = tries + 1, due_at = $2 WHERE id = ANY(ARRAY(
  SELECT id FROM mails WHERE state = 'waiting' AND due_at <= $1 ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
)) RETURNING id, account_id, kind, subject_id, created_at, tries`

const BEGIN_SENDING = `
UPDATE mails SET state = 'sending', changed_at = $3 WHERE id = $1 AND tries = $2 AND state = 'waiting' RETURNING id`

// Also of a letter that was given up as unsure: a late result still counts.
const NOTE = `
UPDATE mails SET state = $3, outcome = $4, changed_at = $5, due_at = coalesce($6, due_at)
WHERE id = $1 AND tries = $2 AND state IN ('waiting', 'sending', 'unsure')`

const INTERRUPTED = `
UPDATE mails SET state = 'unsure', outcome = 'interrupted'
WHERE id = ANY(ARRAY(SELECT id FROM mails WHERE state = 'sending' AND changed_at < $1 FOR UPDATE SKIP LOCKED))
RETURNING id`

const PRUNE = `
DELETE FROM mails WHERE id = ANY(ARRAY(
  SELECT id FROM mails WHERE changed_at <= $1 ORDER BY changed_at LIMIT $2 FOR UPDATE SKIP LOCKED
)) RETURNING id`

export const createMailQueue = (database: Database): MailQueue => {
  const count = async (statement: string, values: unknown[]): Promise<number> =>
    (await database.query(statement, values)).rows.length

  return {
    async claim(nowMs, untilMs) {
      const { rows } = await database.query<MailRow>(CLAIM, [new Date(nowMs), new Date(untilMs)])
      return rows[0] && mailOf(rows[0])
    },
    beginSending: async ({ id, tries }, nowMs) => (await count(BEGIN_SENDING, [id, tries, new Date(nowMs)])) === 1,
    async note({ id, tries }, after, nowMs) {
      const dueAt = after.state === 'waiting' ? new Date(after.dueAtMs) : null
      await database.query(NOTE, [id, tries, after.state, after.outcome, new Date(nowMs), dueAt])
    },
    giveUpInterrupted: (sinceMs) => count(INTERRUPTED, [new Date(sinceMs)]),
    prune: (unchangedSinceMs, atMost) => count(PRUNE, [new Date(unchangedSinceMs), atMost]),
  }
}

const mailOf = (row: MailRow): Mail => ({
  id: row.id,
  accountId: row.account_id,
  kind: row.kind,
  subjectId: row.subject_id,
  atMs: row.created_at.getTime(),
  tries: row.tries,
})
