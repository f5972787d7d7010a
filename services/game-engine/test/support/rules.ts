import type { LabelledActs, Reason } from '@kla/proto/web'
import type { Battle, RotationGif } from '../../src/battle/rules/battle.js'
import { NO_PAIR_LIMITS } from '../../src/battle/rules/limits.js'
import { type Decision, reduce } from '../../src/battle/rules/reduce.js'
import type { Command, Context, Effect, RoomSnapshot } from '../../src/battle/rules/step.js'

export { NO_PAIR_LIMITS }

export const ROOM = 'room'
export const START = 1_000_000

/** By default no one has told what they show. */
export const gifs = (count: number, acts: (at: number) => LabelledActs = () => null): RotationGif[] =>
  Array.from({ length: count }, (_, at) => {
    const id = at + 1
    return { id, gifUrl: `https://gifs/${id}`, thumbnail: `t${id}`, acts: acts(at) }
  })

let ids = 0
export const contextAt = (now: number, change: Partial<Context> = {}): Context => ({
  now,
  absentUntilMs: 0,
  random: () => 0.4,
  newId: () => `battle-${++ids}`,
  timings: {
    promptMs: 10_000,
    showMs: 40_000,
    voteMs: 300_000,
    resultMs: 45_000,
    pauseRoundMs: 20_000,
    pauseBattleMs: 60_000,
    capMs: { rush: 1_800_000, stamina: 5_400_000 },
    countedAfterMs: { rush: 180_000, stamina: 1_200_000 },
  },
  pool: gifs(30),
  optionsPerHand: 4,
  ...change,
})

export const snapshot = (change: Partial<RoomSnapshot> = {}): RoomSnapshot => ({
  version: 1,
  mode: 'rush',
  category: 'default',
  seats: [
    { accountId: 1, seatTakenAtMs: 100 },
    { accountId: 2, seatTakenAtMs: 200 },
  ],
  ...change,
})

type Unplaced<C> = C extends { roomId: string } ? Omit<C, 'roomId'> : never

/** A room that is played by hand: commands at a moment, and what they led to. */
export class Table {
  battle: Battle | undefined
  effects: Effect[] = []
  now = START

  constructor(private change: Partial<Context> = {}) {}

  /** No engine is there for so long. */
  isLeftAlone(ms: number): this {
    this.now += ms
    this.change = { ...this.change, absentUntilMs: this.now }
    return this
  }

  decide(command: Unplaced<Command>): Decision {
    return reduce(this.battle, { ...command, roomId: ROOM }, contextAt(this.now, this.change))
  }

  /** Does what must work. */
  does(command: Unplaced<Command>): this {
    const decision = this.decide(command)
    if ('refused' in decision) throw new Error(`${command.kind} is refused: ${decision.refused}`)
    this.battle = decision.battle
    this.effects.push(...decision.effects)
    return this
  }

  refusal(command: Unplaced<Command>): Reason | undefined {
    const decision = this.decide(command)
    return 'refused' in decision ? decision.refused : undefined
  }

  /** Goes on from where another table is. */
  takes({ battle, now }: Table): this {
    return Object.assign(this, { battle, now })
  }

  after(ms: number): this {
    this.now += ms
    return this
  }

  /** Lets the phase run out. */
  passes(): this {
    if (!this.battle || !('deadlineMs' in this.battle)) throw new Error('nothing runs')
    this.now = Math.max(this.now, this.battle.deadlineMs)
    return this.does({ kind: 'deadline' })
  }

  begins(room: Partial<RoomSnapshot> = {}, limits = NO_PAIR_LIMITS): this {
    for (const accountId of [1, 2]) this.does({ kind: 'ready-up', accountId, room: snapshot(room), limits })
    return this
  }

  /** The names of all events so far, or of the last update. */
  names(last = false): string[] {
    const update = this.effects.flatMap((effect) => (effect.kind === 'update' ? [effect.update] : []))
    return (last ? update.slice(-1) : update).flatMap(({ events }) => events.map(({ event }) => event?.$case ?? ''))
  }

  outcomes() {
    return this.effects.flatMap((effect) => (effect.kind === 'finished' ? [effect.outcome] : []))
  }

  settlements() {
    return this.effects.flatMap((effect) => (effect.kind === 'settle' ? [effect] : []))
  }

  /** What an account was shown last. */
  received(accountId: number) {
    const events = this.effects.flatMap((effect) => (effect.kind === 'update' ? effect.update.events : []))
    return events
      .flatMap(({ recipient, event }) =>
        recipient === accountId && event?.$case === 'receiveGif' ? [event.value] : [],
      )
      .at(-1)
  }
}
