import { KlaError } from '@kla/chassis'
import type { PoolActivity as PoolActivityMessage } from '@kla/proto'
import { ACTIVITY_INTERVAL_MS, type Category, type Mode, type PoolActivity } from '@kla/proto/web'
import type { MatchmakingClient } from '../../shared/clients.js'
import type { Connection } from '../connection/connection.js'
import { dataText, eventFrame } from '../frames.js'
import type { RealtimeMetrics } from '../metrics.js'
import type { Warn } from '../rare-warnings.js'

interface ActivityDeps {
  readonly matchmaking: Pick<MatchmakingClient, 'getActivity'>
  readonly publish: (topic: string, text: string) => void
  readonly metrics: Pick<RealtimeMetrics, 'delivered'>
  readonly warn: Warn
  readonly now: () => number
}

const TOPIC = 'lobby-activity'
const WITHIN_MS = 2_000
const UNKNOWN = dataText('lobby-activity', { pools: [] })

/** Publishes how many players search and play; rooms is asked once per interval, and only while someone reads. */
export class Activity {
  readonly #readers = new Set<Connection>()
  #text: string | undefined
  #askedAtMs = -Infinity
  #asking = false
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly deps: ActivityDeps) {}

  subscribe(connection: Connection): void {
    this.#readers.add(connection)
    connection.socket.subscribe(TOPIC)
    if (this.#text !== undefined) connection.sendEvent('lobby-activity', this.#text)
    this.#schedule()
  }

  unsubscribe(connection: Connection): void {
    if (!this.#readers.delete(connection)) return
    connection.socket.unsubscribe(TOPIC)
    if (this.#readers.size === 0) this.close()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#text = undefined
    this.#readers.clear()
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#asking || this.#readers.size === 0) return
    const dueMs = Math.max(0, this.#askedAtMs + ACTIVITY_INTERVAL_MS - this.deps.now())
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      void this.#ask()
    }, dueMs)
  }

  async #ask(): Promise<void> {
    const { matchmaking, now, warn } = this.deps
    this.#asking = true
    this.#askedAtMs = now()
    try {
      const { pools } = await matchmaking.getActivity({}, { deadlineMs: WITHIN_MS })
      this.#publish(dataText('lobby-activity', { pools: pools.map(poolActivity) }))
    } catch (error) {
      warn({ reason: KlaError.from(error).reason }, 'the activity of the lobby could not be read')
      this.#publish(UNKNOWN)
    }
    this.#asking = false
    this.#schedule()
  }

  #publish(text: string): void {
    if (text === this.#text || this.#readers.size === 0) return
    this.#text = text
    this.deps.metrics.delivered('lobby-activity', this.#readers.size)
    this.deps.publish(TOPIC, eventFrame('lobby-activity', text))
  }
}

const poolActivity = ({ mode, category, estimatedWaitMs, ...counts }: PoolActivityMessage): PoolActivity => ({
  mode: mode as Mode,
  category: category as Category,
  searching: counts.searching,
  playing: counts.playing,
  estimatedWaitMs: estimatedWaitMs === 0 ? null : estimatedWaitMs,
})
