import type { Bus, EventConsumer } from '@kla/chassis'
import {
  BattleFinished,
  BattleStarted,
  EndReason,
  NameChanged,
  SeatChangeKind,
  SeatsChanged,
  subjects,
} from '@kla/proto'
import type { CupStore, RoomTie } from './cup-store.js'
import type { CupExecutor } from './execute.js'
import type { SafetyExits } from './exit-store.js'
import { tieLeft } from './rules/safety-exit.js'

export interface CupEventsDeps {
  readonly bus: Bus
  readonly durable: string
  readonly cups: CupExecutor
  readonly store: Pick<CupStore, 'tieOfRoom' | 'entered' | 'find'>
  readonly exits: Pick<SafetyExits, 'record'>
  readonly now: () => number
}

interface Exit {
  readonly roomId: string
  readonly accountId: number
  readonly atMs: number
  readonly battle: boolean
  readonly finishedBy: number
}

const CONCURRENCY = 4

/** Handles each event at least once. */
export function consumeCupEvents({ bus, durable, cups, store, exits, now }: CupEventsDeps): Promise<EventConsumer[]> {
  return Promise.all([
    consume(subjects.eventSeatsFreed, 'seats-changed', seatsChanged),
    consume(subjects.eventBattleStarted, 'battle-started', battleStarted),
    consume(subjects.eventBattleFinished, 'battle-finished', battleFinished),
    consume(subjects.eventNameChanged, 'names', nameChanged),
  ])

  function consume(subject: string, name: string, handle: (data: Uint8Array) => Promise<void>): Promise<EventConsumer> {
    return bus.consumeEvents({ subject, durable: `${durable}-cups-${name}`, atOnce: CONCURRENCY }, ({ data }) =>
      handle(data),
    )
  }

  async function seatsChanged(data: Uint8Array): Promise<void> {
    const { update } = SeatsChanged.decode(data)
    const tie = update?.room?.tie
    if (!update || !tie) return
    for (const { kind, seat, safety } of update.changes) {
      if (!safety || kind !== SeatChangeKind.LEFT || !seat) continue
      await safetyExit(tie, {
        roomId: update.roomId,
        accountId: seat.accountId,
        atMs: now(),
        battle: false,
        finishedBy: 0,
      })
    }
    const kind = update.closedReason === '' ? 'room-opened' : 'room-closed'
    if (kind === 'room-opened' && update.room?.version !== 1) return
    await cups.execute(tie.cupId, { kind, tieId: tie.tieId, roomId: update.roomId })
  }

  async function battleStarted(data: Uint8Array): Promise<void> {
    const { roomId } = BattleStarted.decode(data)
    const tie = await store.tieOfRoom(roomId)
    if (tie) await cups.execute(tie.cupId, { kind: 'battle-started', tieId: tie.tieId, roomId })
  }

  async function nameChanged(data: Uint8Array): Promise<void> {
    const { accountId, shownName: username, avatar, revision: nameRevision, alias } = NameChanged.decode(data)
    for (const cupId of await store.entered(accountId)) {
      await cups.execute(cupId, { kind: 'rename', accountId, username, avatar, nameRevision, alias })
    }
  }

  async function battleFinished(data: Uint8Array): Promise<void> {
    const { roomId, winnerId, leftBy, finishedBy, reason, endedAtMs } = BattleFinished.decode(data)
    const tie = await store.tieOfRoom(roomId)
    if (!tie) return
    if (reason === EndReason.SAFETY) {
      return safetyExit(tie, { roomId, accountId: leftBy, atMs: endedAtMs, battle: true, finishedBy })
    }
    await cups.execute(tie.cupId, { kind: 'battle-finished', tieId: tie.tieId, roomId, winnerId, leftBy, finishedBy })
  }
  /** Counts an exit once, if it affects the tie. */
  async function safetyExit({ cupId, tieId }: RoomTie, { atMs, ...exit }: Exit): Promise<void> {
    const cup = await store.find(cupId)
    if (!cup || !tieLeft(cup, { tieId, ...exit })) return
    const excused = await exits.record(exit.accountId, exit.roomId, atMs)
    await cups.execute(cupId, { kind: 'safety-exit', tieId, excused, ...exit })
  }
}
