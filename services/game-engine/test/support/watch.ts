import type { Bus } from '@kla/chassis'
import { BattleFinished, BattleNews, BattleStarted, subjects, type BattleEvent } from '@kla/proto'
import { eventually } from '@kla/testkit'

type EventName = NonNullable<BattleEvent['event']>['$case']

/** Listens as gateways and services do: news by number, facts by id, doubles dropped and counted. */
export class Watch {
  readonly news = new Map<string, Map<number, BattleNews>>()
  readonly heardAt = new Map<string, number>()
  /** By room: suites share one NATS, so that facts of their battles are heard here as well. */
  readonly started = new Map<string, Map<string, BattleStarted>>()
  readonly finished = new Map<string, BattleFinished[]>()

  static async create(bus: Bus): Promise<Watch> {
    const watch = new Watch()
    await bus.subscribe(subjects.roomBattle('*'), ({ data }) => watch.hear(BattleNews.decode(data)))
    await bus.subscribe(subjects.factBattleStarted, ({ data }) => {
      const fact = BattleStarted.decode(data)
      const ofRoom = watch.started.get(fact.roomId) ?? new Map<string, BattleStarted>()
      watch.started.set(fact.roomId, ofRoom.set(fact.battleId, fact))
    })
    await bus.subscribe(subjects.factBattleFinished, ({ data }) => {
      const fact = BattleFinished.decode(data)
      watch.finished.set(fact.roomId, [...(watch.finished.get(fact.roomId) ?? []), fact])
    })
    return watch
  }

  /** The news of a room in order. Fails while one is missing. */
  of(roomId: string): BattleNews[] {
    const heard = [...(this.news.get(roomId) ?? new Map<number, BattleNews>()).values()]
    heard.sort((one, other) => one.seq - other.seq)
    heard.forEach((news, at) => {
      if (news.seq !== at + 1) throw new Error(`news ${at + 1} is missing`)
    })
    return heard
  }

  events(roomId: string): BattleEvent[] {
    return this.of(roomId).flatMap((news) => news.events)
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

  private hear(news: BattleNews): void {
    const ofRoom = this.news.get(news.roomId) ?? new Map<number, BattleNews>()
    this.news.set(news.roomId, ofRoom)
    const before = ofRoom.get(news.seq)
    if (before) {
      // Told twice is fine, told differently is not: two pods would have decided the same thing in two ways.
      if (JSON.stringify(before) !== JSON.stringify(news)) throw new Error('one number, two stories')
      return
    }
    ofRoom.set(news.seq, news)
    this.heardAt.set(`${news.roomId}:${news.seq}`, Date.now())
  }
}
