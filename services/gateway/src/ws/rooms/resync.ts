import { setTimeout as sleep } from 'node:timers/promises'
import { type Bus, KlaError } from '@kla/chassis'
import { RECONNECTED_WITHIN_MS, REPUBLISHED_WITHIN_MS, type Room } from '@kla/proto'
import type { LimitFunction } from 'p-limit'
import type { Clients } from '../../shared/clients.js'
import type { RealtimeMetrics } from '../metrics.js'
import type { Warn } from '../rare-warnings.js'
import type { Member } from './member.js'
import { askFor, isCurrent, readCurrentBattle, readState, type StateReading } from './read-state.js'
import { sendReading, type StateDeps, type StateRoom } from './room-state.js'

export interface ResyncRoom extends StateRoom {
  readonly members: ReadonlyMap<string, Member>
  /** Applies a snapshot unless it is older. */
  adopt(room: Room): void
  end(reason: string): void
}

/** What reading rooms again needs. */
export interface ResyncDeps extends StateDeps {
  readonly clients: Pick<Clients, 'rooms' | 'engine' | 'signalling'>
  readonly bus: Pick<Bus, 'connected'>
  readonly metrics: Pick<RealtimeMetrics, 'resyncs'>
  readonly limitResyncs: LimitFunction
  readonly warn: Warn
}

/** Detects gaps and resends the state. */
export class RoomResync {
  #running: Promise<void> | undefined
  #hold: NodeJS.Timeout | undefined
  #lost: 'battle' | 'everything' = 'battle'
  /** What the running resync reads. */
  #reads: 'battle' | 'everything' = 'battle'
  #probing = false
  #outages = 0
  /** True once this outage has had its time to end. */
  #hasWaited = false

  constructor(
    private readonly room: ResyncRoom,
    private readonly deps: ResyncDeps,
  ) {}

  /** Resends the state to these members as soon as possible. */
  start(members: Iterable<Member> = this.room.members.values(), lost: 'battle' | 'everything' = 'battle'): void {
    for (const member of members) member.stale = true
    this.#lost = lost === 'everything' ? lost : this.#lost
    if (this.#running || this.room.members.size === 0) return
    this.deps.metrics.resyncs.inc()
    this.#reads = this.#lost
    const running = resyncRoom(this.room, this.#reads, this.deps)
    this.#lost = 'battle'
    this.#running = running.finally(() => {
      this.#running = undefined
      if ([...this.room.members.values()].some(({ stale }) => stale)) this.start([])
    })
  }

  /** True if the running resync sends this member a state with kept messages. */
  sendsMessagesTo({ stale }: Member): boolean {
    return stale && this.#running !== undefined && this.#reads === 'everything'
  }

  /** Reads and resends everything after an outage of NATS. */
  async everything(): Promise<void> {
    const outage = (this.#outages += 1)
    this.#hasWaited = false
    // It may have read the state before the outage.
    for (let running = this.#running; running; running = this.#running) await running
    if (outage !== this.#outages) return
    this.start(this.room.members.values(), 'everything')
    await this.#running
  }

  /**
   * Resyncs later, since another engine may republish the update. The first time in an outage of NATS, waits for its end,
   * after which everything is read again.
   */
  unlessRecovered(stillMissing: () => boolean, withinMs = REPUBLISHED_WITHIN_MS): void {
    this.#hold ??= setTimeout(() => {
      this.#hold = undefined
      if (!stillMissing()) return
      if (this.deps.bus.connected() || this.#hasWaited) return this.start()
      this.#hasWaited = true
      this.unlessRecovered(stillMissing, RECONNECTED_WITHIN_MS)
    }, withinMs)
  }

  /** Reads an overdue battle, since updates may be lost. */
  probe(): void {
    const { roomId, members, battle: feed } = this.room
    const [member] = members.values()
    if (!member || this.#probing) return
    const { limitResyncs, warn } = this.deps
    this.#probing = true
    limitResyncs(() => readCurrentBattle(this.room, member, this.deps))
      .then(({ battle }) => {
        const missing = (): boolean => battle.updateSeq > (feed.seq ?? 0)
        if (missing()) this.unlessRecovered(missing)
      })
      .catch((error: unknown) => warn({ reason: KlaError.from(error).reason, roomId }, 'a battle is overdue'))
      .finally(() => (this.#probing = false))
  }

  close(): void {
    clearTimeout(this.#hold)
    this.#hold = undefined
  }
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 4_000
const LOOK_EVERY_MS = 50
/** Time after an outage for engines to reconnect and to republish with their next sweep. */
const ENGINES_BACK_WITHIN_MS = RECONNECTED_WITHIN_MS + 1_000

interface Read {
  readonly member: Member
  readonly reading: StateReading
}

/**
 * Retries until each stale member has the state. After an outage, waits for engines, which may reconnect later, and the
 * updates that they republish, so that these leave no gap.
 */
async function resyncRoom(room: ResyncRoom, lost: 'battle' | 'everything', deps: ResyncDeps): Promise<void> {
  const { warn, limitResyncs } = deps
  const peers = lost === 'everything' ? 'fresh' : 'known'
  let waitsUntil = lost === 'everything' ? undefined : 0
  let pauseMs = FIRST_PAUSE_MS
  let seatsToo = lost === 'everything'
  for (;;) {
    const stale = [...room.members.values()].filter((member) => member.stale)
    const [first] = stale
    if (!first) return
    const results = await limitResyncs(() =>
      Promise.allSettled([...(seatsToo ? [rereadSeats(room, first, deps)] : []), ...stale.map(read)]),
    )
    const readings = results.flatMap((result) => (result.status === 'fulfilled' ? (result.value ?? []) : []))
    await republished(readings)
    send(readings)
    const failure = results.find((result) => result.status === 'rejected')
    if (!failure) continue
    const { reason } = KlaError.from(failure.reason)
    seatsToo ||= reason === 'NOT_SEATED'
    warn({ reason, roomId: room.roomId }, 'a room could not be resynced yet')
    await sleep(pauseMs, undefined, { ref: false })
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
  }

  async function read(member: Member): Promise<Read> {
    return { member, reading: await readState(room, member, peers, deps) }
  }

  async function republished(readings: readonly Read[]): Promise<void> {
    const updateSeq = Math.max(0, ...readings.map(({ reading }) => reading.battle.updateSeq))
    const missing = (): boolean => updateSeq > (room.battle.seq ?? Infinity)
    waitsUntil ??= performance.now() + ENGINES_BACK_WITHIN_MS
    while (missing() && performance.now() < waitsUntil) await sleep(LOOK_EVERY_MS, undefined, { ref: false })
  }

  function send(readings: readonly Read[]): void {
    // Later updates, sent meanwhile, must not be reverted.
    const current = readings.filter(({ member, reading }) => member.stale && isCurrent(room, reading))
    for (const { member, reading } of current) {
      sendReading(room, member, peers, deps, reading)
      member.stale = false
    }
    // The lowest, since others skip updates they have.
    if (current.length > 0) room.caughtUp(Math.min(...current.map(({ reading }) => reading.battle.updateSeq)))
  }
}

async function rereadSeats(room: ResyncRoom, member: Member, { clients, sessions }: ResyncDeps): Promise<undefined> {
  const { roomId } = room
  try {
    const answer = await askFor(member, sessions, (context) => clients.rooms.getRoom({ roomId }, context))
    if (answer.room) room.adopt(answer.room)
  } catch (error) {
    const refusal = KlaError.from(error)
    if (refusal.reason !== 'ROOM_NOT_FOUND') throw refusal
    room.end('closed')
  }
  return undefined
}
