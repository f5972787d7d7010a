import { KlaError, type Logger, newId, type OutboxFact } from '@kla/chassis'
import type { OpenReserved, ReservedRoom } from '../seats/open-reserved.js'
import type { FieldRefused } from '../shared/rules/input.js'
import type { Person } from '../shared/rules/room.js'
import type { CupStore } from './cup-store.js'
import type { CupCommand, CupMoment, CupRules } from './rules/command.js'
import { type Cup, tieRoomName, type Tie } from './rules/cup.js'
import { reduceCup } from './rules/reduce.js'

interface ExecuteOptions {
  /** Facts that tell of the change, if there is one. */
  readonly facts?: (cup: Cup) => readonly OutboxFact[]
  /** Refuses with CONFLICT while somebody else changes the cup. */
  readonly unlessBusy?: boolean
}

/** What happens to cups. */
export interface Cups {
  readonly moment: () => CupMoment
  /** Loads, reduces, stores. A command that changes nothing answers the cup as it is. */
  execute(cupId: string, command: CupCommand, options?: ExecuteOptions): Promise<Cup | FieldRefused>
}

export function createCups({ store, rules, now }: { store: CupStore; rules: CupRules; now: () => number }): Cups {
  const moment = (): CupMoment => ({ nowMs: now(), rules, newRoomId: newId })
  return {
    moment,
    execute(cupId, command, options = {}) {
      const { nowMs, ...rest } = moment()
      return store.change(cupId, { ...options, nowMs, decide: (cup) => reduceCup(cup, command, { nowMs, ...rest }) })
    },
  }
}

/** Opens the room of a called tie for its two players, who are there. Answers the cup as it is then. */
export type OpenTie = (cup: Cup, tie: Tie, people: readonly Person[]) => Promise<Cup>

/** No socket yet: the seat is taken up by JoinRoom. */
const NO_CONNECTION = { socketId: '', gatewayId: '' }

/**
 * The room's id is stored before the room is opened: a pod that dies in between leaves it to the next "I am here", to
 * the fact that tells of the seats, or to the deadline.
 */
export const createOpenTie =
  ({ cups, openReserved, log }: { cups: Cups; openReserved: OpenReserved; log: Logger }): OpenTie =>
  async (cup, tie, people) => {
    const opened = await openReserved(reservedRoom(cup, tie, people)).catch((error: unknown) => {
      // Somebody else is at it, or a claim of a dead pod has to run out: the next "I am here" tries again.
      if (error instanceof KlaError && error.reason === 'CONFLICT') return undefined
      throw error
    })
    if (!opened) return cup
    const { id: tieId, roomId } = tie
    if (opened.kind === 'refused') {
      log.info({ cupId: cup.id, tieId, reason: opened.reason }, 'a tie waits for a seat')
      return cup
    }
    const changed = await cups.execute(cup.id, { kind: 'room-opened', tieId, roomId })
    return 'refused' in changed ? cup : changed
  }

const reservedRoom = (cup: Cup, tie: Tie, people: readonly Person[]): ReservedRoom => ({
  roomId: tie.roomId,
  name: tieRoomName(cup, tie),
  mode: cup.mode,
  category: cup.category,
  origin: 'tie',
  tie: { cupId: cup.id, tieId: tie.id, cupName: cup.name },
  people: people.map((person) => ({ person, connection: NO_CONNECTION })),
})
