import { type Metrics, seconds } from '@kla/chassis'
import type { SeatPointers } from '../seats/account-store.js'
import type { Rooms } from '../seats/rooms.js'
import { inBatches } from '../shared/concurrency.js'
import { isConnected, seatOf } from '../shared/rules/room.js'
import type { CupStore } from './cup-store.js'
import type { Cups } from './cups.js'
import type { TiePresence } from './presence-store.js'
import type { Seen } from './rules/command.js'
import { type Cup, playersOf, type Tie } from './rules/cup.js'
import { isDue, nextDeadline } from './rules/deadlines.js'

// Per run: after a long outage cups move on in portions, the longest overdue first.
const LIMIT = 20
const CUP_CONCURRENCY = 4

interface CupSweep {
  readonly cups: Cups
  readonly store: Pick<CupStore, 'due'>
  readonly lookAtTies: LookAtTies
  readonly metrics: CupsMetrics
}

/** Lets cups begin, move on and end by themselves. What another pod is at is left to it. */
export const sweepCups =
  ({ cups, store, lookAtTies, metrics }: CupSweep) =>
  async (): Promise<void> => {
    const { nowMs } = cups.moment()
    const moveOn = async (cup: Cup): Promise<void> => {
      metrics.lateness.observe((nowMs - (nextDeadline(cup) ?? nowMs)) / 1_000)
      const seen = await lookAtTies(cup, nowMs)
      await cups.execute(cup.id, { kind: 'expire', seen }, { unlessBusy: true })
    }
    await inBatches(await store.due(nowMs, LIMIT), CUP_CONCURRENCY, moveOn)
  }

/** What there is to see of the called and running ties of a cup whose deadline is reached. */
type LookAtTies = (cup: Cup, nowMs: number) => Promise<ReadonlyMap<string, Seen>>

/** Rooms that are read at once. */
const ROOM_CONCURRENCY = 8

export function createLookAtTies({
  rooms,
  pointers,
  presence,
}: {
  rooms: Pick<Rooms, 'load'>
  pointers: Pick<SeatPointers, 'find'>
  presence: Pick<TiePresence, 'find'>
}): LookAtTies {
  /** Whether somebody is connected to a seat of another room; one in its grace is given up for a new one. */
  const sitsElsewhere = async (accountId: number, { roomId }: Tie): Promise<boolean> => {
    const pointer = await pointers.find(accountId)
    if (!pointer || pointer.roomId === roomId) return false
    const { room } = await rooms.load(pointer.roomId)
    const seat = room && seatOf(room, accountId)
    return seat !== undefined && isConnected(seat)
  }

  return async (cup, nowMs) => {
    const due = cup.ties.filter((tie) => tie.state !== 'disputed' && isDue(tie, nowMs))
    const players = due.flatMap((tie) =>
      playersOf(tie).map((accountId) => ({ cupId: cup.id, tieId: tie.id, accountId })),
    )
    const there = await presence.find(players)
    const seen = new Map<string, Seen>()
    const look = async (tie: Tie): Promise<void> => {
      const { id, roomId } = tie
      const { room } = await rooms.load(roomId)
      const present = players.filter((player, at) => player.tieId === id && there[at]).map(({ accountId }) => accountId)
      const sitting = await Promise.all(present.map((accountId) => sitsElsewhere(accountId, tie)))
      seen.set(id, {
        roomId,
        present,
        elsewhere: present.filter((_, at) => sitting[at]),
        seated: (room?.seats ?? []).map(({ accountId }) => accountId),
      })
    }
    await inBatches(due, ROOM_CONCURRENCY, look)
    return seen
  }
}

export const createCupsMetrics = (metrics: Metrics) => ({
  lateness: seconds(metrics, 'kla_rooms_cup_lateness_seconds', 'How late the deadline of a cup was noticed.'),
})

type CupsMetrics = ReturnType<typeof createCupsMetrics>
