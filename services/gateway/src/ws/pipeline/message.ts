import { randomUUID } from 'node:crypto'
import { KlaError } from '@kla/chassis'
import type { ClientEventName, Reason } from '@kla/proto/web'
import type { Session } from '../accounts/sessions.js'
import { type Connection, POLICY_CLOSE } from '../connection/connection.js'
import type { Frame } from '../frames.js'
import type { RealtimeMetrics } from '../metrics.js'
import type { Member } from '../rooms/member.js'
import type { HubRoom } from '../rooms/room.js'
import { acknowledge, type Asked, refused } from './acknowledge.js'
import type { Outcome } from './command-memory.js'
import type { AnyRow } from './event-row.js'

const NO_DATA = {}

/** A client's message and its answer. */
export class Message implements Asked {
  /** Set by the guard, like the next two. */
  session: Session | undefined
  room: HubRoom | undefined
  member: Member | undefined
  /** The first answer; later ones are ignored. */
  outcome: Outcome | undefined
  #commandId: string | undefined
  readonly #judgedBy: Connection['limiter']

  constructor(
    private readonly metrics: Pick<RealtimeMetrics, 'settled'>,
    readonly connection: Connection,
    readonly row: AnyRow,
    readonly frame: Frame,
    readonly receivedAt: number,
  ) {
    this.#judgedBy = connection.limiter
  }

  get event(): ClientEventName {
    return this.frame.event
  }

  get label(): ClientEventName {
    return this.frame.event
  }

  get ack(): number | undefined {
    return this.frame.ack
  }

  get refusal(): AnyRow['refusal'] {
    return this.row.refusal
  }

  get data(): object {
    return this.frame.data ?? NO_DATA
  }

  get id(): string | undefined {
    return this.frame.id
  }

  get commandId(): string {
    return (this.#commandId ??= this.frame.id ?? randomUUID())
  }

  get answer(): (more?: object) => void {
    return (more = {}) => this.settle({ success: true, ...more })
  }

  /** True if the account's limiter has not judged it: the account was unknown on arrival. */
  get isUnjudged(): boolean {
    return this.connection.limiter !== this.#judgedBy
  }

  /** False once the message is refused or the connection closed. */
  passesRate(): boolean {
    const { connection, row } = this
    if (connection.closed) return false
    const verdict = connection.limiter.judge(row.rate)
    if (verdict === 'refuse') this.refuse('RATE_LIMITED')
    if (verdict === 'close') connection.close(...POLICY_CLOSE)
    return verdict === 'pass'
  }

  refuse(reason: Reason): void {
    const isSilent = this.row.dropped === 'silently' && this.frame.ack === undefined
    if (!isSilent) this.settle(refused(new KlaError(reason)))
  }

  settle(outcome: Outcome): void {
    if (this.outcome) return
    this.outcome = outcome
    acknowledge(this.metrics, this.connection, this, outcome)
  }
}
