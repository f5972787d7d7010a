import {
  type Approval,
  type ApprovalActor,
  approvals,
  type Database,
  inTransaction,
  type Transaction,
} from '@kla/chassis'
import type { ApprovalRefusal, ReportCategory } from '@kla/proto/web'
import { appendAudit, type AuditEntry } from '../audit/index.js'
import { listApprovals, refuseOwnApproval } from '../shared/approvals.js'
import { ERASE_NOTES } from '../shared/notes.js'
import { notOwn, type Visibility } from '../shared/rules.js'
import { bumpStateVersions, eraseStates } from '../stills/index.js'
import { type Held, type HeldKind, RELEASE_ACTION, releaseTerms } from './rules.js'

/** A hold with its reason and author. */
export interface Placement {
  readonly reason: string
  readonly byId: number
  readonly by: string
  readonly atMs: number
}

/** What a change of a hold sees and records. */
export interface HoldChange {
  readonly visibility: Visibility
  readonly entry: (grave: boolean, approval?: Approval) => AuditEntry
}

/** The same by an administrator who asks for an approval, gives it or uses it. */
export interface ApprovedChange {
  readonly by: ApprovalActor
  readonly visibility: Visibility
}

/** Holds that keep records from being erased. */
export interface HoldStore {
  place(held: Held, placement: Placement, change: HoldChange): Promise<boolean>
  /** Uses up an approval if the hold takes two people. */
  release(held: Held, change: HoldChange & ApprovedChange): Promise<'released' | 'second-person-required'>
  /** Requests an approval. `alone`: there is no hold, or one person is enough. */
  ask(
    held: Held,
    asking: ApprovedChange & { readonly reason: string; readonly entryOf: (approval: Approval) => AuditEntry },
  ): Promise<Approval | 'not-found' | 'alone'>
  approvals(nowMs: number, visibility: Visibility): Promise<readonly Approval[]>
  approve(
    id: string,
    approving: ApprovedChange & { readonly entryOf: (approval: Approval) => AuditEntry },
  ): Promise<Approval | { readonly refused: ApprovalRefusal }>
}

const TABLES: Readonly<Record<HeldKind, { table: string; grave: string; account: string }>> = {
  report: { table: 'reports', grave: 'grave', account: 'reported_id' },
  ban: { table: 'bans', grave: 'false', account: 'account_id' },
}

export const createHoldStore = (database: Database): HoldStore => ({
  place: (held, { reason, byId, by, atMs }, { visibility, entry }) =>
    inTransaction(database, async (tx) => {
      const found = await lock(tx, held, visibility)
      if (!found || found.held) return found !== undefined
      await setHeld(tx, held, true)
      await tx.query(
        `INSERT INTO holds (kind, id, reason, placed_by_id, placed_by, placed_at) VALUES ($1, $2, $3, $4, $5, $6)`,
        [held.kind, held.id, reason, byId, by, new Date(atMs)],
      )
      await appendAudit(tx, [entry(found.grave)])
      return true
    }),

  release: (held, { by, visibility, entry }) =>
    inTransaction(database, async (tx) => {
      const found = await lock(tx, held, visibility)
      if (!found?.held) return 'released'
      const terms = await termsOf(tx, held, found)
      const approval = terms && (await approvals.use(tx, terms, by))
      if (terms && !approval) return 'second-person-required'
      await setHeld(tx, held, false)
      await tx.query('DELETE FROM holds WHERE kind = $1 AND id = $2', [held.kind, held.id])
      await appendAudit(tx, [entry(found.grave, approval)])
      return 'released'
    }),

  ask: (held, { by, visibility, reason, entryOf }) =>
    inTransaction(database, async (tx) => {
      const found = await lock(tx, held, visibility)
      if (!found) return 'not-found'
      const terms = found.held ? await termsOf(tx, held, found) : undefined
      if (!terms) return 'alone'
      const { approval, asked } = await approvals.ask(tx, terms, by, { reason, restricted: found.grave })
      if (asked) await appendAudit(tx, [entryOf(approval)])
      return approval
    }),

  approvals: (nowMs, visibility) => listApprovals(database, nowMs, visibility, RELEASE_ACTION),

  approve: (id, { by, visibility, entryOf }) =>
    inTransaction(database, async (tx) => {
      let unseen = false
      const outcome = await approvals.approve(tx, id, by, ({ restricted, action }) => {
        unseen = action !== RELEASE_ACTION || (restricted && !visibility.grave)
        return !unseen
      })
      if ('refused' in outcome) return unseen ? { refused: 'gone' } : outcome
      await refuseOwnApproval(tx, outcome.approval, visibility)
      if (outcome.approved) await appendAudit(tx, [entryOf(outcome.approval)])
      return outcome.approval
    }),
})

/** What a second person has to approve; undefined if one is enough. */
async function termsOf(tx: Transaction, held: Held, { grave }: { readonly grave: boolean }) {
  const { rows } = await tx.query<{ grave: boolean; placed_at: Date }>(
    'SELECT grave, placed_at FROM holds WHERE kind = $1 AND id = $2',
    [held.kind, held.id],
  )
  const [hold] = rows
  return grave || hold?.grave ? releaseTerms(held, hold?.placed_at.getTime() ?? 0) : undefined
}

async function lock(
  tx: Transaction,
  { kind, id }: Held,
  visibility: Visibility,
): Promise<{ held: boolean; grave: boolean } | undefined> {
  const { table, grave, account } = TABLES[kind]
  const { rows } = await tx.query<{ held: boolean; grave: boolean }>(
    `SELECT held, ${grave} AS grave FROM ${table}
     WHERE id = $1 AND (NOT ${grave} OR $2) AND ${notOwn(visibility, account)} FOR UPDATE`,
    [id, visibility.grave],
  )
  return rows[0]
}

async function setHeld(tx: Transaction, { kind, id }: Held, held: boolean): Promise<void> {
  await tx.query(`UPDATE ${TABLES[kind].table} SET held = $2 WHERE id = $1`, [id, held])
  if (kind === 'report') await bumpStateVersions(tx, [id])
}

export type Batch = 'reports' | 'grave reports' | 'bans' | 'decisions' | 'grave decisions'

/** Erases records whose retention is over. */
export interface ErasingStore {
  /**
   * Erases unheld hidden rows, and decisions that are over and could be appealed until then, with audit entries. Skips
   * locked ones.
   */
  erase(
    batch: Batch,
    sinceMs: number,
    options: { readonly limit: number; readonly atMs: number; readonly entryOf: (id: number | string) => AuditEntry },
  ): Promise<number>
}

interface Target {
  readonly table: 'reports' | 'bans' | 'decisions'
  /** Time from which the retention counts. */
  readonly since: 'hidden_at' | 'appeal_until'
  readonly which: string
  readonly category: string
}

/** Bans that are in force or held keep their decisions, as does an open appeal. */
const OVER = `
NOT EXISTS (
  SELECT FROM decision_measures AS measure JOIN bans ON bans.id = measure.ban_id
  WHERE measure.decision_id = decisions.id AND (bans.held
    OR (bans.lifted_at IS NULL AND bans.hidden_at IS NULL AND (bans.expires_at IS NULL OR bans.expires_at > $3)))
) AND NOT EXISTS (SELECT FROM appeals WHERE decision_id = decisions.id AND state = 'open')`

const HIDDEN = { since: 'hidden_at' } as const
const DECIDED = { table: 'decisions', since: 'appeal_until', category: 'NULL' } as const

const WHERE: Readonly<Record<Batch, Target>> = {
  reports: { table: 'reports', ...HIDDEN, which: 'NOT held AND NOT grave', category: 'category' },
  'grave reports': { table: 'reports', ...HIDDEN, which: 'NOT held AND grave', category: 'category' },
  bans: { table: 'bans', ...HIDDEN, which: 'NOT held', category: 'NULL' },
  decisions: { ...DECIDED, which: `NOT grave AND ${OVER}` },
  'grave decisions': { ...DECIDED, which: `grave AND ${OVER}` },
}

export const createErasingStore = (database: Database): ErasingStore => ({
  erase: (batch, sinceMs, { limit, atMs, entryOf }) =>
    inTransaction(database, async (tx) => {
      const { table, since, which, category } = WHERE[batch]
      const { rows } = await tx.query<{ id: number | string; category: ReportCategory | null }>(
        `DELETE FROM ${table} WHERE id = ANY(ARRAY(
           SELECT id FROM ${table} WHERE ${since} <= $1 AND ${which}
           ORDER BY ${since} LIMIT $2 FOR UPDATE SKIP LOCKED
         )) RETURNING id, ${category} AS category`,
        [new Date(sinceMs), limit, ...(table === 'decisions' ? [new Date(atMs)] : [])],
      )
      const ids = rows.map(({ id }) => id).filter((id) => typeof id === 'number')
      if (table !== 'decisions') await tx.query(ERASE_NOTES, [table === 'bans' ? 'ban' : 'report', ids])
      const reports = rows.flatMap(({ id, category }) =>
        typeof id === 'number' && category !== null ? [{ id, category }] : [],
      )
      await eraseStates(tx, reports, atMs)
      const entries = rows.map(({ id }) => entryOf(id))
      await appendAudit(tx, entries)
      return rows.length
    }),
})
