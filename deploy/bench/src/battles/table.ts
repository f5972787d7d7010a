import { createPickCheck, type PickCheck } from '../bots/index.js'
import type { Tally } from './tally.js'

/** What two players have in common. */
export interface Table {
  readonly roomId: string
  /** In which round the battle that is on will be finished. */
  readonly rounds: number
  readonly picks: PickCheck
  placeIn(roomId: string): void
  /** The next one may begin. */
  battleEnds(): void
}

/** The first battle ends in any round, as if it had begun long ago, and every other one after `rounds`. */
export function createTable(rounds: number, tally: Tally): Table {
  let [roomId, last, picks] = ['', 1 + Math.floor(Math.random() * rounds), createPickCheck()]
  return {
    get roomId() {
      return roomId
    },
    get rounds() {
      return last
    },
    get picks() {
      return picks
    },
    placeIn: (room) => void (roomId = room),
    battleEnds() {
      for (const fault of picks.faults()) tally.fault(fault)
      tally.add('battlesEnded')
      picks = createPickCheck()
      last = rounds
    },
  }
}
