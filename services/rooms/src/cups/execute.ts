import { KlaError, type Logger, newId, type OutboxEvent, type Refused } from '@kla/chassis'
import type { OpenReserved } from '../seats/index.js'
import type { Person } from '../shared/rules/room.js'
import type { CupStore } from './cup-store.js'
import type { CupCommand, CupMoment, CupRules } from './rules/command.js'
import { tieRoomName, type Cup, type Tie } from './rules/cup.js'
import { reduceCup } from './rules/reduce.js'

export interface ExecuteOptions {
  /** Put in the outbox with a change. */
  readonly events?: (cup: Cup) => readonly OutboxEvent[]
  /** Refuses with CONFLICT instead of waiting for another call. */
  readonly unlessBusy?: boolean
}

export interface CupExecutor {
  moment(): CupMoment
  /** Resolves to the cup afterwards. */
  execute(cupId: string, command: CupCommand, options?: ExecuteOptions): Promise<Cup | Refused>
}

export interface CupExecutorDeps {
  readonly store: Pick<CupStore, 'change'>
  readonly rules: CupRules
  readonly now: () => number
}

export function createCupExecutor({ store, rules, now }: CupExecutorDeps): CupExecutor {
  const moment = (): CupMoment => ({ nowMs: now(), rules, newRoomId: newId })
  return {
    moment,
    execute(cupId, command, options = {}) {
      const { nowMs, ...rest } = moment()
      return store.change(cupId, { ...options, nowMs, decide: (cup) => reduceCup(cup, command, { nowMs, ...rest }) })
    },
  }
}

/** For the tie's present players. */
export type OpenTie = (cup: Cup, tie: Tie, players: readonly Person[]) => Promise<Cup>

const NO_CONNECTION = { socketId: '', gatewayId: '' }

export interface OpenTieDeps {
  readonly cups: CupExecutor
  readonly openReserved: OpenReserved
  readonly log: Logger
}

/** Repeatable: the room's id was stored when the tie was called. */
export const createOpenTie =
  ({ cups, openReserved, log }: OpenTieDeps): OpenTie =>
  async (cup, tie, players) => {
    const { id: tieId, roomId } = tie
    const opened = await openReserved({
      roomId,
      name: tieRoomName(cup, tie),
      mode: cup.mode,
      category: cup.category,
      origin: 'tie',
      tie: { cupId: cup.id, tieId, cupName: cup.name },
      players: players.map((person) => ({ person, connection: NO_CONNECTION })),
    }).catch((error: unknown) => {
      // The next BePresent repeats it.
      if (error instanceof KlaError && error.reason === 'CONFLICT') return undefined
      throw error
    })
    if (!opened) return cup
    if (opened.kind === 'refused') {
      log.info({ cupId: cup.id, tieId, reason: opened.reason }, 'tie is waiting for a seat')
      return cup
    }
    const changed = await cups.execute(cup.id, { kind: 'room-opened', tieId, roomId })
    return 'refused' in changed ? cup : changed
  }
