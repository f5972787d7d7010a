import type { Bus } from '@kla/chassis'
import { type BattleEvent, BattleFinished, BattleStarted, BattleUpdate, subjects } from '@kla/proto'
import { eventually } from '@kla/testkit'

type EventName = NonNullable<BattleEvent['event']>['$case']

/** Listens as gateways and services do: update by number, events by id, doubles dropped and counted. */
export class Watch {
  readonly update = new Map<string, Map<number, BattleUpdate>>()
  readonly heardAt = new Map<string, number>()
  /** By room: suites share one NATS, so that events of their battles are heard here as well. */
  readonly started = new Map<string, Map<string, BattleStarted>>()
  readonly finished = new Map<string, BattleFinished[]>()

  static async create(bus: Bus): Promise<Watch> {
    const watch = new Watch()
    await bus.subscribe(subjects.roomBattle('*'), ({ data }) => watch.hear(BattleUpdate.decode(data)))
    await bus.subscribe(subjects.eventBattleStarted, ({ data }) => {
      const event = BattleStarted.decode(data)
      const ofRoom = watch.started.get(event.roomId) ?? new Map<string, BattleStarted>()
      watch.started.set(event.roomId, ofRoom.set(event.battleId, event))
    })
    await bus.subscribe(subjects.eventBattleFinished, ({ data }) => {
      const event = BattleFinished.decode(data)
      watch.finished.set(event.roomId, [...(watch.finished.get(event.roomId) ?? []), event])
    })
    return watch
  }

  /** The update of a room in order. Fails while one is missing. */
  of(roomId: string): BattleUpdate[] {
    const heard = [...(this.update.get(roomId) ?? new Map<number, BattleUpdate>()).values()]
    heard.sort((one, other) => one.seq - other.seq)
    heard.forEach((update, at) => {
      if (update.seq !== at + 1) throw new Error(`update ${at + 1} is missing`)
    })
    return heard
  }

  events(roomId: string): BattleEvent[] {
    return this.of(roomId).flatMap((update) => update.events)
  }

  names(roomId: string): EventName[] {
    return this.events(roomId).map(({ event }) => event?.$case as EventName)
  }

  /** Waits until a room has seen an event `times` often; answers the last of them. */
  async until<Name extends EventName>(roomId: string, name: Name, times = 1) {
    return eventually(() => {
      const found = this.events(roomId).filter(({ event }) => event?.$case === name)
      const event = found[times - 1]?.event
      if (!event) throw new Error(`${name} has come ${found.length} times; came: ${this.names(roomId).join(' ')}`)
      return event as Extract<NonNullable<BattleEvent['event']>, { $case: Name }>
    }, 15_000)
  }

  private hear(update: BattleUpdate): void {
    const ofRoom = this.update.get(update.roomId) ?? new Map<number, BattleUpdate>()
    this.update.set(update.roomId, ofRoom)
    const before = ofRoom.get(update.seq)
    if (before) {
      // Told twice is fine, told differently is not: two pods would have decided the same thing in two ways.
      if (JSON.stringify(before) !== JSON.stringify(update)) throw new Error('one number, two stories')
      return
    }
    ofRoom.set(update.seq, update)
    this.heardAt.set(`${update.roomId}:${update.seq}`, Date.now())
  }
}
