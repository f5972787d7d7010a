import { entry, KlaError, tracing } from '@kla/chassis'
import type { ClientEventName } from '@kla/proto/web'
import { type Connection, POLICY_CLOSE } from '../connection/connection.js'
import type { Task } from '../connection/lanes.js'
import { type ParsedFrame, parseFrame } from '../frames.js'
import type { RealtimeMetrics } from '../metrics.js'
import type { Admission } from '../overload/admission.js'
import type { ChatQueue, DeferredMessage } from '../overload/chat-queue.js'
import { acknowledge, refused } from './acknowledge.js'
import type { EventTable } from './event-row.js'
import { Message } from './message.js'
import type { Runner } from './run.js'

export interface DispatcherDeps {
  readonly table: EventTable
  readonly runner: Pick<Runner, 'run'>
  readonly admission: Pick<Admission, 'expedite'>
  readonly chat: Pick<ChatQueue, 'isClear' | 'defer'>
  readonly metrics: Pick<RealtimeMetrics, 'settled'>
}

/** Reads frames, limits their rate, and starts each message in its lane. */
export class Dispatcher {
  constructor(private readonly deps: DispatcherDeps) {}

  receive(connection: Connection, raw: { text: string | undefined; bytes: number }): void {
    const receivedAt = performance.now()
    const parsed = parseFrame(raw)
    if (!parsed.ok) return this.#refuse(connection, parsed, receivedAt)
    const { frame } = parsed
    const { table, runner, admission, metrics } = this.deps
    const row = table[frame.event]
    const message = new Message(metrics, connection, row, frame, receivedAt)
    if (!message.passesRate()) return
    if (row.exits) {
      connection.exits += 1
      admission.expedite(connection)
    }
    const run = (): Promise<void> | undefined => runner.run(message)
    this.#start(message, tracing() ? entry(frame.event, frame.trace, run) : run)
  }

  /** Starts the message in its lane, or defers chat while this gateway is late. */
  #start(message: Message, run: Task): void {
    const { lanes, session } = message.connection
    const { lane } = message.row
    if (lane === 'chat' && !this.deps.chat.isClear()) lanes.run(lane, () => this.#defer(message, run))
    // A player who is still signing in has no seat to leave.
    else lanes.run(lane === 'exit' && !session ? 'entry' : lane, run)
  }

  #defer(message: Message, run: Task): undefined {
    message.connection.lanes.defer()
    this.deps.chat.defer(new DeferredChat(message, run))
  }

  #refuse(connection: Connection, { event, ack, refused: why }: ParsedFrame & { ok: false }, receivedAt: number): void {
    if (connection.closed) return
    const { table, metrics } = this.deps
    const row = Object.hasOwn(table, event) ? table[event as ClientEventName] : undefined
    const asked = { event, ack, receivedAt, label: row ? event : 'unknown', refusal: row?.refusal }
    const verdict = connection.limiter.judge('invalid')
    if (verdict === 'close') connection.close(...POLICY_CLOSE)
    else acknowledge(metrics, connection, asked, refused(verdict === 'refuse' ? new KlaError('RATE_LIMITED') : why))
  }
}

/** A class, since closures for each message would be more garbage. */
class DeferredChat implements DeferredMessage {
  constructor(
    private readonly message: Message,
    private readonly run: Task,
  ) {}

  deliver(): void {
    this.message.connection.lanes.resume('chat', this.run)
  }

  refuse(): void {
    this.message.refuse('UNAVAILABLE')
    this.message.connection.lanes.drop()
  }
}
