import { forEachLimited, type Metrics, seconds } from '@kla/chassis'
import type { Blocks } from '../blocks/index.js'
import type { IsSeatedElsewhere, Rooms } from '../seats/index.js'
import type { CupStore } from './cup-store.js'
import type { CupExecutor } from './execute.js'
import type { TiePresence } from './presence-store.js'
import type { TieObservation } from './rules/command.js'
import { type Cup, playersOf, type Tie } from './rules/cup.js'
import { isDue, nextDeadline } from './rules/deadlines.js'

export interface CupSweepDeps {
  readonly cups: CupExecutor
  readonly store: Pick<CupStore, 'due'>
  readonly rooms: Pick<Rooms, 'load'>
  readonly isSeatedElsewhere: IsSeatedElsewhere
  readonly presence: Pick<TiePresence, 'find'>
  readonly blocksWithinPairs: Blocks['blocksWithinPairs']
  readonly metrics: Metrics
}

const CUP_LIMIT = 20
const CUP_CONCURRENCY = 4
const ROOM_CONCURRENCY = 8

/** Starts, advances and ends cups at their deadlines. */
export function sweepCups(deps: CupSweepDeps): () => Promise<void> {
  const { cups, store, rooms, isSeatedElsewhere, presence, blocksWithinPairs, metrics } = deps
  const lateness = seconds(metrics, 'kla_rooms_cup_lateness_seconds', 'How late the deadline of a cup was noticed.')

  return async () => {
    const { nowMs } = cups.moment()
    await forEachLimited(await store.due(nowMs, CUP_LIMIT), CUP_CONCURRENCY, async (cup) => {
      lateness.observe((nowMs - (nextDeadline(cup) ?? nowMs)) / 1_000)
      const observed = await observeDueTies(cup, nowMs)
      await cups.execute(cup.id, { kind: 'expire', observed }, { unlessBusy: true })
    })
  }

  async function observeDueTies(cup: Cup, nowMs: number): Promise<ReadonlyMap<string, TieObservation>> {
    const due = cup.ties.filter((tie) => tie.state !== 'disputed' && isDue(tie, nowMs))
    const players = due.flatMap((tie) =>
      playersOf(tie).map((accountId) => ({ cupId: cup.id, tieId: tie.id, accountId })),
    )
    const [presences, blocks] = await Promise.all([
      presence.find(players),
      blocksWithinPairs(due.map(({ playerA, playerB }) => [playerA, playerB])),
    ])
    const observed = new Map<string, TieObservation>()
    await forEachLimited(due, ROOM_CONCURRENCY, async (tie: Tie) => {
      const { id, roomId } = tie
      const { room } = await rooms.load(roomId)
      const present = players
        .filter((player, at) => player.tieId === id && presences[at])
        .map(({ accountId }) => accountId)
      const elsewhere = await Promise.all(present.map((accountId) => isSeatedElsewhere(accountId, roomId)))
      observed.set(id, {
        roomId,
        present,
        elsewhere: present.filter((_, at) => elsewhere[at]),
        seated: (room?.seats ?? []).map(({ accountId }) => accountId),
        apart: blocks.some((pair) => playersOf(tie).every((player) => pair.includes(player))),
      })
    })
    return observed
  }
}
