import { type Database, insertEvent, type OutboxEvent, type Transaction } from '@kla/chassis'
import type { Reason } from '@kla/proto/web'
import type { AuditEntry, ChangedBy } from './audit.js'
import type { ChosenGif } from './bulk.js'
import { type Gif, GIF_COLUMNS, gifOf, type GifRow, SET_ACTS, SET_STATE } from './gif-store.js'
import { type BulkChange, bulkStep } from './rules.js'
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
  ): Promise<{ readonly outcomes: readonly Outcome[]; readonly checking: boolean }>
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
  change: (chosen, change, audit) =>
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
      await set(tx, idsOf('set'), change, by)
      const checked = idsOf('check')
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
      return { outcomes, checking: checked.length > 0 }
    }),
})

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
