import {
  type Database,
  insertEvent,
  invalidField,
  type OutboxEvent,
  type Refused,
  type Transaction,
} from '@kla/chassis'
import type { LabelledActs, Reason } from '@kla/proto/web'
import type { AuditEntry, ChangedBy } from './audit.js'
import type { ChosenGif } from './bulk.js'
import { type Gif, GIF_COLUMNS, gifOf, type GifRow, SET_ACTS, SET_STATE } from './gif-store.js'
import { type BulkChange, bulkStep, type GifState, undoingGifs, undoStep } from './rules.js'
import { changeRotation, HIDE, stampAt, stampOf } from './store.js'

/** What became of one GIF. */
interface Outcome {
  readonly id: number
  readonly refused?: Reason
  /** Present state, unless it is deleted. */
  readonly gif: Gif | undefined
}

/** Changes of many GIFs at once. */
export interface BulkStore {
  /** One transaction with an audit event for each changed GIF. `checking`: some are to be examined. */
  change(
    chosen: readonly ChosenGif[],
    change: BulkChange,
    audit: AuditEntry,
    batchId: string,
  ): Promise<{ readonly outcomes: readonly Outcome[]; readonly checking: boolean; readonly batchId: string }>
  /** One transaction with an audit event for each GIF that it restores. A repeat answers the same. */
  undo(batchId: string, audit: AuditEntry): Promise<UndoneGifs | Refused>
  /** Forgets changes that were made by `untilMs`. Returns how many. */
  prune(untilMs: number, limit: number): Promise<number>
}

/** What an undo did. */
export interface UndoneGifs {
  readonly undoneIds: readonly number[]
  /** Changed since, or gone. */
  readonly leftIds: readonly number[]
  readonly undoneAtMs: number
  readonly checking: boolean
}

const FIND = `SELECT ${GIF_COLUMNS}, deleted_at IS NOT NULL AS deleted FROM gifs WHERE id = ANY ($1::bigint[])`

// Its content is examined as that of a new GIF, and it is not dealt until then.
const CHECK = `
UPDATE gifs SET state = 'draft', goes_live = true, broken = false, refusal = '', look_at = now(), looks = 0, ${stampAt(2)}
WHERE id = ANY ($1::bigint[])`

type FoundGif = Gif & { readonly deleted: boolean; readonly contentKnown: boolean }

async function find(tx: Transaction, ids: readonly number[]): Promise<ReadonlyMap<number, FoundGif>> {
  const { rows } = await tx.query<GifRow & { deleted: boolean }>(FIND, [ids])
  return new Map(
    rows.map((row) => [row.id, { ...gifOf(row), deleted: row.deleted, contentKnown: row.content_digest !== null }]),
  )
}

export const createBulkStore = (database: Database): BulkStore => ({
  change: (chosen, change, audit, batchId) =>
    changeRotation(database, async (tx) => {
      const { by } = audit
      const versions = new Map([...chosen].reverse().map(({ id, version }) => [id, version]))
      const ids = [...new Set(chosen.map(({ id }) => id))]
      const before = await find(tx, ids)
      const steps = ids.map((id) => ({
        id,
        step: bulkStep(before.get(id), change, { by, version: versions.get(id) }),
      }))
      const idsOf = (step: 'set' | 'check') => steps.filter((each) => each.step === step).map(({ id }) => id)
      const checked = idsOf('check')
      const changed = [...idsOf('set'), ...checked]
      const kept = await keepBatch(tx, { id: batchId, kind: change.kind, by, ids: changed })
      await set(tx, idsOf('set'), change, by)
      if (checked.length > 0) await tx.query(CHECK, [checked, ...stampOf(by)])
      for (const { id, step } of steps) {
        const gif = before.get(id)
        if (gif && (step === 'set' || step === 'check')) await insertEvent(tx, auditOf(gif, change, audit))
      }
      const after = await find(tx, ids)
      const outcomes = steps.map(({ id, step }) => {
        const gif = after.get(id)
        return { id, ...(typeof step === 'object' && step), gif: gif?.deleted ? undefined : gif }
      })
      return { outcomes, checking: checked.length > 0, batchId: kept ? batchId : '' }
    }),

  undo: (batchId, audit) =>
    changeRotation(database, async (tx) => {
      const { by } = audit
      const batch = await findBatch(tx, batchId)
      const verdict = undoingGifs(batch, by)
      if (typeof verdict === 'object') return verdict
      const { kind, items, leftIds, undoneAtMs = by.atMs } = batch!
      if (verdict === 'repeated') {
        const left = new Set(leftIds)
        const undoneIds = items.map(({ id }) => id).filter((id) => !left.has(id))
        return { undoneIds, leftIds, undoneAtMs, checking: false }
      }
      const ids = items.map(({ id }) => id)
      const gifs = await find(tx, ids)
      const steps = items.map((item) => ({ ...item, step: undoStep(gifs.get(item.id), item, kind) }))
      const idsOf = (step: 'left' | 'restore' | 'check') =>
        steps.filter((each) => each.step === step).map(({ id }) => id)
      const [restored, checked, left] = [idsOf('restore'), idsOf('check'), idsOf('left')]
      if (restored.length > 0) await tx.query(RESTORE[kind], [restored, batchId, ...stampOf(by)])
      if (checked.length > 0) await tx.query(CHECK, [checked, ...stampOf(by)])
      await tx.query(UNDONE, [batchId, new Date(by.atMs), left])
      for (const { id, step, ...before } of steps) {
        const gif = gifs.get(id)
        if (gif && step !== 'left') await insertEvent(tx, undoAuditOf(gif, before, { kind, audit }))
      }
      return {
        undoneIds: ids.filter((id) => !left.includes(id)),
        leftIds: left,
        undoneAtMs: by.atMs,
        // Some that were to be examined are so again.
        checking: checked.length > 0 || steps.some(({ step, watched }) => step === 'restore' && watched),
      }
    }),

  async prune(untilMs, limit) {
    const { rowCount } = await database.query(PRUNE, [new Date(untilMs), limit])
    return rowCount ?? 0
  },
})

const KEEP = `
INSERT INTO gif_batches (id, kind, made_at, made_by_id) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`
const KEEP_ITEMS = `
INSERT INTO gif_batch_items (batch_id, gif_id, made_version, state, goes_live, broken, refusal, watched, acts)
SELECT $1, id, version + 1, state, goes_live, broken, refusal, look_at IS NOT NULL, acts FROM gifs
WHERE id = ANY ($2::bigint[])`

/** True if the change can be undone under its id: a repeat finds what was kept, and changes nothing. */
async function keepBatch(
  tx: Transaction,
  {
    id,
    kind,
    by,
    ids,
  }: {
    readonly id: string
    readonly kind: BulkChange['kind']
    readonly by: ChangedBy
    readonly ids: readonly number[]
  },
): Promise<boolean> {
  const known = await findBatch(tx, id)
  if (known) {
    if (ids.length > 0 || known.madeById !== by.id || known.kind !== kind) throw invalidField('batch')
    return true
  }
  if (ids.length === 0) return false
  await tx.query(KEEP, [id, kind, new Date(by.atMs), by.id])
  await tx.query(KEEP_ITEMS, [id, ids])
  return true
}

const FIND_BATCH = `
SELECT kind, made_at, made_by_id, undone_at, left_ids, gif_id, made_version, state, broken, watched, acts
FROM gif_batches JOIN gif_batch_items ON batch_id = id WHERE id = $1 ORDER BY gif_id`

interface BatchRow {
  readonly kind: BulkChange['kind']
  readonly made_at: Date
  readonly made_by_id: number
  readonly undone_at: Date | null
  readonly left_ids: readonly (number | string)[]
  readonly gif_id: number
  readonly made_version: number
  readonly state: GifState
  readonly broken: boolean
  readonly watched: boolean
  readonly acts: LabelledActs
}

async function findBatch(tx: Transaction, id: string) {
  const { rows } = await tx.query<BatchRow>(FIND_BATCH, [id])
  const [batch] = rows
  return (
    batch && {
      kind: batch.kind,
      madeAtMs: batch.made_at.getTime(),
      madeById: batch.made_by_id,
      undoneAtMs: batch.undone_at?.getTime(),
      leftIds: batch.left_ids.map(Number),
      items: rows.map(({ gif_id: gifId, made_version: madeVersion, state, broken, watched, acts }) => ({
        ...{ id: gifId, madeVersion, state, broken, watched, acts },
      })),
    }
  )
}

const restore = (set: string): string => `
UPDATE gifs SET ${set}, ${stampAt(3)}
FROM gif_batch_items AS before WHERE gifs.id = ANY ($1::bigint[]) AND before.batch_id = $2 AND before.gif_id = gifs.id`

const RESTORE: Readonly<Record<BulkChange['kind'], string>> = {
  // What a check has found since stays known.
  state: restore(`state = before.state, goes_live = before.goes_live, looks = 0,
  look_at = CASE WHEN before.watched THEN now() END,
  broken = CASE WHEN gifs.goes_live THEN before.broken ELSE gifs.broken END,
  refusal = CASE WHEN gifs.goes_live THEN before.refusal ELSE gifs.refusal END`),
  acts: restore('acts = before.acts'),
  deletion: restore(`deleted_at = NULL, goes_live = before.goes_live AND gifs.state = 'draft',
  look_at = CASE WHEN gifs.state = 'blocked' THEN gifs.look_at WHEN before.watched THEN now() END`),
}
const UNDONE = 'UPDATE gif_batches SET undone_at = $2, left_ids = $3 WHERE id = $1'
const PRUNE = `
DELETE FROM gif_batches WHERE id IN (SELECT id FROM gif_batches WHERE made_at <= $1 ORDER BY made_at LIMIT $2)`

function undoAuditOf(
  gif: Gif,
  before: { readonly state: GifState; readonly acts: LabelledActs },
  { kind, audit }: { readonly kind: BulkChange['kind']; readonly audit: AuditEntry },
): OutboxEvent {
  switch (kind) {
    case 'state':
      return audit({
        action: 'gifs.state',
        gifId: gif.id,
        details: { from: gif.state, to: before.state, undo: true },
      })
    case 'acts':
      return audit({ action: 'gifs.acts', gifId: gif.id, details: { from: gif.acts, to: before.acts, undo: true } })
    case 'deletion':
      return audit({ action: 'gifs.restore', gifId: gif.id, details: { undo: true } })
  }
}

async function set(tx: Transaction, ids: readonly number[], change: BulkChange, by: ChangedBy): Promise<void> {
  if (ids.length === 0) return
  if (change.kind === 'state') await tx.query(SET_STATE, [ids, change.to, ...stampOf(by)])
  else if (change.kind === 'acts') await tx.query(SET_ACTS, [ids, change.to, ...stampOf(by)])
  else await tx.query(HIDE, [ids, ...stampOf(by)])
}

/** The same entries as of a change of one GIF. */
function auditOf(gif: Gif, change: BulkChange, audit: AuditEntry): OutboxEvent {
  switch (change.kind) {
    case 'state':
      return audit({ action: 'gifs.state', gifId: gif.id, details: { from: gif.state, to: change.to } })
    case 'acts':
      return audit({ action: 'gifs.acts', gifId: gif.id, details: { from: gif.acts, to: change.to } })
    case 'deletion':
      return audit({ action: 'gifs.delete', gifId: gif.id })
  }
}
