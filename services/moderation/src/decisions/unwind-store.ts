import { KlaError, type Transaction } from '@kla/chassis'
import { type Ban, type Change, isInForce, type LockedBans } from '../bans/index.js'
import { type BanMeasure, type Before, inherited, unwinding } from './rules.js'
import type { StoredDecision } from './store.js'

/** How a decision's bans end. */
export interface Ending {
  readonly change: Change
  /** Text for administrators. */
  readonly reason: string
  /** True if a ban that was changed since is CHANGED_MEANWHILE; false if it stays as it is. */
  readonly strict: boolean
}

const LATER = `
SELECT decision_id, place, ban_id, duration_ms, before, decisions.decided_at
FROM decision_measures JOIN decisions ON decisions.id = decision_id
WHERE decisions.account_id = $1 AND decisions.seq > $2 AND decisions.state = 'in_force'
  AND (ban_id = $3 OR (before->>'banId')::bigint = $3)
ORDER BY decisions.seq LIMIT 1`

interface LaterRow {
  readonly decision_id: string
  readonly place: number
  readonly ban_id: number
  readonly duration_ms: number
  readonly before: Before | null
  readonly decided_at: Date
}

/** Takes back a decision's bans, which are locked. What a later decision made of them stays. */
export async function unwindBans(
  tx: Transaction,
  bans: LockedBans,
  decision: StoredDecision,
  ending: Ending,
): Promise<void> {
  for (const { banId, durationMs, before } of [...decision.measures].reverse()) {
    if (banId === undefined) continue
    const measure: BanMeasure = { banId, durationMs, before, decidedAtMs: decision.decidedAtMs }
    const { rows } = await tx.query<LaterRow>(LATER, [decision.accountId, decision.seq, banId])
    if (!rows[0]) await unwindLast(bans, measure, ending)
    else if (ending.strict) throw new KlaError('CHANGED_MEANWHILE')
    else await takeOut(tx, measure, rows[0])
  }
}

async function takeOut(tx: Transaction, earlier: BanMeasure, later: LaterRow): Promise<void> {
  const before = inherited(earlier, {
    banId: later.ban_id,
    durationMs: later.duration_ms,
    decidedAtMs: later.decided_at.getTime(),
    before: later.before ?? undefined,
  })
  await tx.query('UPDATE decision_measures SET before = $3 WHERE decision_id = $1 AND place = $2', [
    later.decision_id,
    later.place,
    before ? JSON.stringify(before) : null,
  ])
}

async function unwindLast(bans: LockedBans, measure: BanMeasure, { change, reason, strict }: Ending): Promise<void> {
  const ban = await bans.find(measure.banId)
  const unwound = unwinding(measure, ban && currentOf(ban, change.atMs), change.atMs)
  if (unwound.kind === 'changed' && strict) throw new KlaError('CHANGED_MEANWHILE')
  if (!ban || unwound.kind === 'changed' || unwound.kind === 'over') return
  if (unwound.kind === 'shorten') return bans.restore(ban, formerOf(unwound.to), change)
  await bans.lift([ban], reason, change)
  const replaced = unwound.kind === 'swap' ? await bans.find(unwound.to.banId) : undefined
  if (replaced && unwound.kind === 'swap') await bans.restore(replaced, formerOf(unwound.to), change)
}

const currentOf = (ban: Ban, nowMs: number) => ({
  isInForce: isInForce(ban, nowMs),
  isLifted: ban.liftedAtMs !== undefined,
  expiresAtMs: ban.expiresAtMs,
})

const formerOf = ({ expiresAtMs, reason }: Before) => ({ expiresAtMs: expiresAtMs ?? undefined, reason })
