import { type Database, newId, type Transaction } from '@kla/chassis'
import type { BanScope, DecisionOutcome } from '@kla/proto/web'
import { MEASURE_IS_LIFTED } from '../shared/measures.js'
import { OUTCOME_UNTOLD } from '../shared/rules.js'
import type { AfterAttempt } from './rules/delivery.js'
import type { LetterContent } from './rules/letter.js'

type MailKind = 'ticket-answered' | 'ban-set' | 'ban-lifted' | 'decision' | 'appeal-decided' | 'report-decided'
/** UUID for letters about decisions. */
type SubjectId = number | string

/** A letter to write about an answer, ban, decision, appeal or report. */
export interface MailOrder {
  readonly accountId: number
  readonly kind: MailKind
  readonly subjectId: SubjectId
  readonly atMs: number
}

/** A claimed letter and its attempts. */
export interface Mail extends MailOrder {
  readonly id: string
  readonly tries: number
}

/** Letters committed together with their cause. */
export interface MailOutbox {
  write(tx: Transaction, order: MailOrder): Promise<void>
  /** Resends a changed letter with its current content. */
  rewrite(tx: Transaction, order: MailOrder): Promise<void>
  /** Cancels unsent letters. Returns the subjects that the player never learned of. */
  withdraw<Id extends SubjectId>(
    tx: Transaction,
    kind: MailKind,
    subjectIds: readonly Id[],
    atMs: number,
  ): Promise<readonly Id[]>
  /**
   * Cancels the letters that a change wrote, for an undo. Returns false if one was sent or is being sent. The others are
   * locked, so that none is sent until the transaction ends.
   */
  takeBack(
    tx: Transaction,
    kind: MailKind,
    subjectIds: readonly SubjectId[],
    times: { readonly writtenAtMs: number; readonly atMs: number },
  ): Promise<boolean>
}

/** Discards mail, so that none goes out once mail is enabled. */
export const NO_MAIL: MailOutbox = {
  write: async () => undefined,
  rewrite: async () => undefined,
  withdraw: async () => [],
  takeBack: async () => true,
}

const INSERT = `
INSERT INTO mails (id, account_id, kind, subject_id, subject_uuid, created_at, changed_at, due_at, follows)
VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8)`
const ONCE = 'ON CONFLICT DO NOTHING'
// A new id stops a running attempt and keeps mail servers from dropping it as a duplicate.
const REWRITE = `
ON CONFLICT (kind, subject_id) DO UPDATE SET id = EXCLUDED.id, created_at = EXCLUDED.created_at, state = 'waiting',
  changed_at = EXCLUDED.changed_at, due_at = EXCLUDED.due_at, tries = 0, outcome = '',
  follows = mails.follows OR mails.state IN ('sent', 'sending', 'unsure')`

const WITHDRAWN = 'undone'

// BEGIN_SENDING stops a pod that has claimed it.
const WITHDRAW = `
UPDATE mails SET state = 'failed', outcome = '${WITHDRAWN}', changed_at = $3
WHERE kind = $1 AND (subject_id = ANY($2::bigint[]) OR subject_uuid = ANY($4::uuid[])) AND state = 'waiting'
RETURNING subject_id, subject_uuid, follows`

// The time leaves out a letter about an earlier decision on the same report.
const GONE_OUT = `
SELECT FROM mails
WHERE kind = $1 AND (subject_id = ANY($2::bigint[]) OR subject_uuid = ANY($4::uuid[])) AND created_at >= $3
  AND state IN ('sending', 'sent', 'unsure') LIMIT 1`

const idsOf = (subjectIds: readonly SubjectId[]) => ({
  ids: subjectIds.filter((id) => typeof id === 'number'),
  uuids: subjectIds.filter((id) => typeof id === 'string'),
})

/** `holdMs` delays letters: changes undone immediately send none. */
export function createMailOutbox(holdMs: number): MailOutbox {
  const insert = async (
    conflict: string,
    tx: Transaction,
    { accountId, kind, subjectId, atMs }: MailOrder,
    follows = false,
  ): Promise<void> => {
    const subject = typeof subjectId === 'number' ? [subjectId, null] : [null, subjectId]
    await tx.query(`${INSERT} ${conflict}`, [
      ...[newId(), accountId, kind, ...subject],
      ...[new Date(atMs), new Date(atMs + holdMs), follows],
    ])
  }
  return {
    write: (tx, order) => insert(ONCE, tx, order),
    // A ban that changes was announced before: without a letter of its own by a decision's, or by one that was erased.
    rewrite: (tx, order) => insert(REWRITE, tx, order, order.kind === 'ban-set'),
    async withdraw<Id extends SubjectId>(tx: Transaction, kind: MailKind, subjectIds: readonly Id[], atMs: number) {
      const { ids, uuids } = idsOf(subjectIds)
      const values = [kind, ids, new Date(atMs), uuids]
      const { rows } = await tx.query<SubjectRow & { follows: boolean }>(WITHDRAW, values)
      return rows.filter(({ follows }) => !follows).map((row) => subjectOf(row) as Id)
    },
    async takeBack(tx, kind, subjectIds, { writtenAtMs, atMs }) {
      const { ids, uuids } = idsOf(subjectIds)
      await tx.query(WITHDRAW, [kind, ids, new Date(atMs), uuids])
      const { rows } = await tx.query(GONE_OUT, [kind, ids, new Date(writtenAtMs), uuids])
      return rows.length === 0
    },
  }
}

/** Letters shared by all pods. Times in Unix milliseconds. */
export interface MailQueue {
  /** Claims the longest due letter until `untilMs`. */
  claim(nowMs: number, untilMs: number): Promise<Mail | undefined>
  /** Call before sending. Returns false if another pod has the letter. */
  beginSending(mail: Mail, nowMs: number): Promise<boolean>
  note(mail: Mail, after: AfterAttempt, nowMs: number): Promise<void>
  /** Marks interrupted letters as unsure. */
  giveUpInterrupted(sinceMs: number): Promise<number>
  prune(unchangedSinceMs: number, limit: number): Promise<number>
}

interface SubjectRow {
  readonly subject_id: number | null
  readonly subject_uuid: string | null
}
const subjectOf = ({ subject_id: id, subject_uuid: uuid }: SubjectRow): SubjectId => id ?? uuid ?? 0

interface MailRow extends SubjectRow {
  readonly id: string
  readonly account_id: number
  readonly kind: MailKind
  readonly created_at: Date
  readonly tries: number
}

const CLAIM = `
UPDATE mails SET tries = tries + 1, due_at = $2 WHERE id = ANY(ARRAY(
  SELECT id FROM mails WHERE state = 'waiting' AND due_at <= $1 ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
)) RETURNING id, account_id, kind, subject_id, subject_uuid, created_at, tries`

const BEGIN_SENDING = `
UPDATE mails SET state = 'sending', changed_at = $3 WHERE id = $1 AND tries = $2 AND state = 'waiting' RETURNING id`

// Includes unsure ones: a late result still counts.
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
    prune: (unchangedSinceMs, limit) => count(PRUNE, [new Date(unchangedSinceMs), limit]),
  }
}

const mailOf = (row: MailRow): Mail => ({
  id: row.id,
  accountId: row.account_id,
  kind: row.kind,
  subjectId: subjectOf(row),
  atMs: row.created_at.getTime(),
  tries: row.tries,
})

/** Counts, and the oldest letter's age in seconds. */
export interface MailBacklog {
  readonly waiting: number
  readonly unsure: number
  readonly oldest: number
}

const STATEMENT = `
  SELECT
    (SELECT count(*) FROM mails WHERE state = 'waiting') AS waiting,
    (SELECT count(*) FROM mails WHERE state = 'unsure') AS unsure,
    (SELECT extract(epoch FROM now() - min(created_at)) FROM mails WHERE state = 'waiting')::float8 AS oldest`

export const createReadMailBacklog = (database: Database) => async (): Promise<MailBacklog> => {
  const { rows } = await database.query<{ waiting: number; unsure: number; oldest: number | null }>(STATEMENT)
  const { waiting = 0, unsure = 0, oldest = 0 } = rows[0] ?? {}
  return { waiting, unsure, oldest: Math.max(0, oldest ?? 0) }
}

export interface LetterStore {
  content(mail: Pick<Mail, 'kind' | 'accountId' | 'subjectId'>): Promise<LetterContent | undefined>
}

const TICKET = `
SELECT tickets.id, tickets.subject, tickets.message, entry.text AS answer
FROM ticket_entries AS entry JOIN tickets ON tickets.id = entry.ticket_id
WHERE entry.id = $1 AND entry.kind = 'answer' AND tickets.account_id = $2`

const BAN = `
SELECT scope, reason, banned_at, expires_at, extended_at, (lifted_at IS NOT NULL OR hidden_at IS NOT NULL) AS is_over
FROM bans WHERE id = $1 AND account_id = $2`

const LIFTED = `
SELECT bans.scope, bans.lifted_at FROM bans AS named JOIN bans USING (account_id, lifted_at)
WHERE named.id = $1 AND named.account_id = $2
  AND NOT EXISTS (SELECT FROM mails WHERE kind = 'ban-set' AND subject_id = bans.id AND outcome = '${WITHDRAWN}' AND NOT follows)
  -- Banned again since.
  AND NOT EXISTS (SELECT FROM bans AS again WHERE again.account_id = bans.account_id AND again.scope = bans.scope
    AND again.banned_at >= bans.lifted_at AND again.lifted_at IS NULL AND again.hidden_at IS NULL)
ORDER BY bans.id`

const DECISION = `
SELECT rule, facts, letter, decided_at, appeal_until, state <> 'in_force' AS is_over, (
  SELECT coalesce(json_agg(json_build_object('kind', kind, 'durationMs', duration_ms, 'isLifted', ${MEASURE_IS_LIFTED}) ORDER BY place), '[]')
  FROM decision_measures AS measure LEFT JOIN bans ON bans.id = ban_id WHERE decision_id = decisions.id
) AS measures
FROM decisions WHERE id = $1 AND account_id = $2`

const APPEAL = `
SELECT appeals.state, appeals.answer, decisions.decided_at
FROM appeals JOIN decisions ON decisions.id = appeals.decision_id
WHERE appeals.id = $1 AND decisions.account_id = $2 AND appeals.state <> 'open'`

// All reports of one reporter that the newest decision about this one was about, or that were closed with it.
const REPORTS_DECIDED = `
SELECT decided.outcome, array_agg(reports.id::text ORDER BY reports.id) AS ids
FROM reports JOIN LATERAL (
  SELECT outcome, report_ids, decided_at AS at FROM decisions
  WHERE account_id = (SELECT reported_id FROM reports WHERE id = $1) AND $1 = ANY(report_ids) AND state <> 'undone'
  UNION ALL
  SELECT 'dismissed', report_ids, closed_at FROM report_batches
  WHERE reporter_id = $2 AND $1 = ANY(report_ids) AND undone_at IS NULL
  ORDER BY at DESC LIMIT 1
) AS decided ON reports.id = ANY(decided.report_ids)
WHERE reports.reporter_id = $2 AND reports.category <> '${OUTCOME_UNTOLD}'
GROUP BY decided.outcome`

export function createLetterStore(database: Database): LetterStore {
  const read = async <Row extends object>(statement: string, subjectId: SubjectId, accountId: number): Promise<Row[]> =>
    (await database.query<Row>(statement, [subjectId, accountId])).rows

  const content: Readonly<Record<MailKind, (id: SubjectId, accountId: number) => Promise<LetterContent | undefined>>> =
    {
      async 'ticket-answered'(id, accountId) {
        const [row] = await read<{ id: number; subject: string; message: string; answer: string }>(
          TICKET,
          id,
          accountId,
        )
        if (!row) return undefined
        const { id: ticketId, ...texts } = row
        return { kind: 'ticket-answered', ticketId, ...texts }
      },
      async 'ban-set'(id, accountId) {
        const [row] = await read<BanLetterRow>(BAN, id, accountId)
        if (!row) return undefined
        const { scope, reason, banned_at: bannedAt, expires_at: expiresAt, is_over: isOver } = row
        const extendedAtMs = row.extended_at?.getTime()
        return {
          kind: 'ban-set',
          scope,
          reason,
          bannedAtMs: bannedAt.getTime(),
          expiresAtMs: expiresAt?.getTime(),
          extendedAtMs,
          isOver,
        }
      },
      async 'ban-lifted'(id, accountId) {
        const rows = await read<{ scope: BanScope; lifted_at: Date }>(LIFTED, id, accountId)
        if (!rows[0]) return undefined
        return { kind: 'ban-lifted', scopes: rows.map(({ scope }) => scope), liftedAtMs: rows[0].lifted_at.getTime() }
      },
      async decision(id, accountId) {
        const [row] = await read<DecisionLetterRow>(DECISION, id, accountId)
        if (!row) return undefined
        const { rule, facts, letter, measures, is_over: isOver } = row
        const [decidedAtMs, appealUntilMs] = [row.decided_at.getTime(), row.appeal_until.getTime()]
        return { kind: 'decision', rule, facts, letter, decidedAtMs, appealUntilMs, measures, isOver }
      },
      async 'appeal-decided'(id, accountId) {
        type Row = Pick<Extract<LetterContent, { kind: 'appeal-decided' }>, 'state' | 'answer'> & { decided_at: Date }
        const [row] = await read<Row>(APPEAL, id, accountId)
        if (!row) return undefined
        const { state, answer, decided_at: decidedAt } = row
        return { kind: 'appeal-decided', state, answer, decidedAtMs: decidedAt.getTime() }
      },
      async 'report-decided'(id, accountId) {
        const [row] = await read<{ outcome: DecisionOutcome; ids: string[] }>(REPORTS_DECIDED, id, accountId)
        return row && { kind: 'report-decided', reportIds: row.ids.map(Number), acted: row.outcome === 'acted' }
      },
    }
  return { content: ({ kind, subjectId, accountId }) => content[kind](subjectId, accountId) }
}

interface DecisionLetterRow extends Pick<
  Extract<LetterContent, { kind: 'decision' }>,
  'rule' | 'facts' | 'letter' | 'measures'
> {
  readonly decided_at: Date
  readonly appeal_until: Date
  readonly is_over: boolean
}

interface BanLetterRow {
  readonly scope: BanScope
  readonly reason: string
  readonly banned_at: Date
  readonly expires_at: Date | null
  readonly extended_at: Date | null
  readonly is_over: boolean
}
