import type { Bus, Database, EventConsumer, Logger } from '@kla/chassis'
import { RevealChanged, subjects } from '@kla/proto'
import { isUuid } from '@kla/proto/web'
import { type ContextReveal, REVEALS_MAX } from './rules.js'

/** Log of when players of veiled rooms saw each other. */
export interface RevealLog {
  /** Accepts events in any order, repeatedly. */
  record(event: RevealChanged): Promise<void>
  /** Last REVEALS_MAX reveals of both accounts, oldest first. */
  between(
    roomId: string,
    accounts: readonly number[],
    time: { readonly fromMs: number; readonly toMs: number },
  ): Promise<ContextReveal[]>
  prune(openedBeforeMs: number, limit: number): Promise<number>
}

const RECORD = `
INSERT INTO reveal_log (room_id, epoch, accounts, opened_at, closed_at, closed_by, closed_why)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (room_id, epoch) DO UPDATE
  SET closed_at = EXCLUDED.closed_at, closed_by = EXCLUDED.closed_by, closed_why = EXCLUDED.closed_why
  WHERE reveal_log.closed_at IS NULL AND EXCLUDED.closed_at IS NOT NULL`

const BETWEEN = `
SELECT epoch, opened_at, closed_at, closed_by, closed_why FROM reveal_log
WHERE room_id = $1 AND accounts @> $2 AND opened_at <= $4 AND (closed_at IS NULL OR closed_at >= $3)
ORDER BY epoch DESC LIMIT $5`

const PRUNE = `
DELETE FROM reveal_log WHERE (room_id, epoch) IN (
  SELECT room_id, epoch FROM reveal_log WHERE opened_at < $1 ORDER BY opened_at LIMIT $2
)`

interface Row {
  readonly epoch: number
  readonly opened_at: Date
  readonly closed_at: Date | null
  readonly closed_by: number
  readonly closed_why: string
}

export const createRevealLog = (database: Database): RevealLog => ({
  async record({ roomId, epoch, accounts, openedAtMs, closedAtMs, closedBy, closedWhy }) {
    const closedAt = closedAtMs === 0 ? null : new Date(closedAtMs)
    await database.query(RECORD, [roomId, epoch, accounts, new Date(openedAtMs), closedAt, closedBy, closedWhy])
  },
  async between(roomId, accounts, { fromMs, toMs }) {
    const { rows } = await database.query<Row>(BETWEEN, [
      roomId,
      accounts,
      new Date(fromMs),
      new Date(toMs),
      REVEALS_MAX,
    ])
    return rows.map(revealOf).reverse()
  },
  async prune(openedBeforeMs, limit) {
    return (await database.query(PRUNE, [new Date(openedBeforeMs), limit])).rowCount ?? 0
  },
})

const revealOf = (row: Row): ContextReveal => ({
  epoch: row.epoch,
  openedAtMs: row.opened_at.getTime(),
  closedAtMs: row.closed_at?.getTime() ?? 0,
  closedBy: row.closed_by,
  closedWhy: row.closed_why,
})

interface ConsumeDeps {
  readonly bus: Pick<Bus, 'consumeEvents'>
  readonly reveals: Pick<RevealLog, 'record'>
  readonly log: Logger
}

export const consumeReveals = ({ bus, reveals, log }: ConsumeDeps, durable: string): Promise<EventConsumer> =>
  bus.consumeEvents({ subject: subjects.eventRevealChanged, durable }, async ({ data }) => {
    const event = readEvent(data)
    // Retrying would not help.
    if (event) await reveals.record(event)
    else log.error({ bytes: data.length }, 'reveal event cannot be read')
  })

function readEvent(data: Uint8Array): RevealChanged | undefined {
  try {
    const event = RevealChanged.decode(data)
    return isUuid(event.roomId) && event.openedAtMs > 0 ? event : undefined
  } catch {
    return undefined
  }
}

const KEPT_MS = 30 * 24 * 3_600_000
const AT_ONCE = 1_000

export const createPruneReveals =
  ({ reveals, now }: { readonly reveals: Pick<RevealLog, 'prune'>; readonly now: () => number }) =>
  async (): Promise<void> => {
    while ((await reveals.prune(now() - KEPT_MS, AT_ONCE)) === AT_ONCE);
  }
