import { entry, KlaError, newId, noteOnSpan, type Logger } from '@kla/chassis'
import { ClientEvents, REASONS, type ClientEventName, type ClientFrame, type Reason } from '@kla/proto/web'
import { Compile } from 'typebox/compile'
import { bannedBy } from '../banned-by.js'
import type { CommandMemory, Outcome } from './command-memory.js'
import { POLICY_CLOSE, type Connection } from './connection.js'
import type {
  EventRow,
  EventTable,
  PresentContext,
  SignedInContext,
} from './event-row.js'
import type { Hub } from './hub/hub.js'
import { parseFrame } from './parse-frame.js'
import type { RateClass } from './rate-limits.js'
import type { RealtimeMetrics } from './realtime-metrics.js'
import type { Session, Sessions } from './sessions.js'

export interface DispatcherParts {
  readonly table: EventTable
  readonly hub: Hub
  readonly sessions: Pick<Sessions, 'banAgainst'>
  readonly memory: CommandMemory
  readonly metrics: RealtimeMetrics
  readonly log: Logger
}

type Presence = Pick<PresentContext<ClientEventName>, 'room' | 'member'>
type Frame = ClientFrame & { readonly event: ClientEventName; readonly receivedAt: number }
/** Which frame an answer belongs to. */
type Asked = { readonly event: string; readonly ack?: number | undefined; readonly receivedAt: number }

/** What a connection that watches may do, signed in or not. */
const OPEN_TO_WATCHERS: ReadonlySet<EventRow<ClientEventName>['access']> = new Set([
  'seated-or-watching',
  'signed-in-or-watching',
] as const)

const dataShapes = Object.fromEntries(
  Object.entries(ClientEvents).map(([event, schema]) => [event, Compile(schema)]),
) as unknown as Record<ClientEventName, { Check(data: unknown): boolean }>

/** Takes every frame of every connection to the handler of its event, and the outcome back to who asked. */
export class Dispatcher {
  constructor(private readonly parts: DispatcherParts) {}

  receive(connection: Connection, raw: { text: string | undefined; bytes: number }): void {
    const receivedAt = performance.now()
    const parsed = parseFrame(raw)
    if (!parsed.ok) {
      const asked = { ...parsed, receivedAt }
      if (this.#mayPass(connection, 'invalid', asked)) this.#settle(connection, asked, refused(parsed.refused))
      return
    }
    const frame = { ...parsed.frame, receivedAt }
    // The table has a row of this very event's type; that one type fits all rows is beyond the compiler.
    const row = this.parts.table[frame.event] as EventRow<ClientEventName>
    if (!this.#mayPass(connection, row.rate, frame)) return
    connection.lanes.run(row.lane, entry(frame.event, frame.trace, () => this.#perform(connection, row, frame)))
  }

  #mayPass(connection: Connection, rate: RateClass, asked: Asked): boolean {
    if (connection.closed) return false
    const verdict = connection.limiter.judge(rate)
    if (verdict === 'refuse') this.#settle(connection, asked, refused('RATE_LIMITED'))
    if (verdict === 'close') connection.close(...POLICY_CLOSE)
    return verdict === 'pass'
  }

  async #perform(connection: Connection, row: EventRow<ClientEventName>, frame: Frame): Promise<void> {
    if (connection.closed) return
    let answered = false
    const answer = (outcome: Outcome): Outcome => {
      if (!answered) this.#settle(connection, frame, outcome)
      answered = true
      return outcome
    }
    try {
      const session = await this.#admit(connection, row)
      if (!dataShapes[frame.event].Check(frame.data ?? {})) throw new KlaError('INVALID_FIELD')
      const work = (): Promise<Outcome> => this.#handle(connection, session, row, frame, answer)
      const outcome =
        frame.id === undefined || session === undefined
          ? await work()
          : await this.parts.memory.once(
              {
                key: `${session.account.id}:${frame.event}:${frame.id.toLowerCase()}`,
                socketId: connection.socketId,
                binds: row.binds ?? false,
              },
              work,
            )
      answer(outcome)
    } catch (error) {
      answer(this.#refusalOf(error, frame.event))
    }
  }

  /** Who sends this, where it matters, if it is open to them. Rejects with NOT_SIGNED_IN, and for a ban. */
  async #admit(connection: Connection, row: EventRow<ClientEventName>): Promise<Session | undefined> {
    if (row.access === 'anyone') return undefined
    if (connection.member?.watching && OPEN_TO_WATCHERS.has(row.access)) return undefined
    const session = await this.#senderOf(connection, row)
    const ban = row.evenIfBanned ? undefined : this.parts.sessions.banAgainst(session, row.scope ?? 'global')
    if (ban) throw bannedBy(ban)
    return session
  }

  async #senderOf(connection: Connection, row: EventRow<ClientEventName>): Promise<Session> {
    try {
      return await connection.whoever()
    } catch (error) {
      const refusal = KlaError.from(error)
      throw row.anonymous && refusal.reason === 'NOT_SIGNED_IN' ? new KlaError(row.anonymous) : refusal
    }
  }

  /** Runs the handler. Never rejects; what is answered early is the outcome. */
  async #handle(
    connection: Connection,
    session: Session | undefined,
    row: EventRow<ClientEventName>,
    frame: Frame,
    answer: (outcome: Outcome) => Outcome,
  ): Promise<Outcome> {
    let early: Outcome | undefined
    const context = {
      connection,
      session,
      data: frame.data ?? {},
      commandId: frame.id ?? newId(),
      receivedAt: frame.receivedAt,
      answer: (more: object = {}) => (early = answer({ success: true, ...more })),
    }
    try {
      await perform(row, context as SignedInContext<ClientEventName>, () => this.#presence(connection, row, frame))
      return early ?? { success: true }
    } catch (error) {
      const refusal = this.#refusalOf(error, frame.event)
      return early ?? refusal
    }
  }

  /**
   * The room of a connection, from memory. Throws NOT_SEATED when it is in none, or not in the one it names, and when it
   * only watches what is for those who play.
   */
  #presence(connection: Connection, { access }: EventRow<ClientEventName>, { data }: Frame): Presence {
    const { member } = connection
    const room = this.parts.hub.roomOf(member)
    const named = (data as { roomId?: string } | undefined)?.roomId
    if (!member || !room || (named !== undefined && named !== member.roomId)) throw new KlaError('NOT_SEATED')
    if (member.watching && !OPEN_TO_WATCHERS.has(access)) throw new KlaError('NOT_SEATED')
    return { room, member }
  }

  #refusalOf(error: unknown, event: ClientEventName): Outcome {
    const refusal = KlaError.from(error)
    if (refusal.code === 'internal') this.parts.log.error({ err: error, event }, 'an event failed')
    return { success: false, error: refusal.message, code: refusal.reason }
  }

  #settle(connection: Connection, { event, ack, receivedAt }: Asked, outcome: Outcome): void {
    const known = Object.hasOwn(this.parts.table, event)
    const label = known ? event : 'unknown'
    if (ack !== undefined) connection.answer({ ack, data: outcome })
    this.parts.metrics.events.inc({ event: label, result: outcome.success ? 'ok' : outcome.code })
    const result = outcome.success ? 'ok' : REASONS[outcome.code].code
    this.parts.metrics.commands.observe({ event: label, result }, (performance.now() - receivedAt) / 1000)
    noteOnSpan('kla.result', outcome.success ? 'ok' : outcome.code)
    if (outcome.success) return
    const { error, code } = outcome
    if (ack === undefined) connection.event('error', { event, error, code })
    if (known && this.parts.table[event as ClientEventName].refusal === 'join-error') {
      connection.event('join-error', { message: error, code })
    }
  }
}

/** Runs the handler of a row with what its access promises. */
function perform(
  row: EventRow<ClientEventName>,
  context: SignedInContext<ClientEventName>,
  presence: () => Presence,
): Promise<void> {
  switch (row.access) {
    case 'anyone':
    case 'signed-in-or-watching':
      return row.handle(context)
    case 'signed-in':
      return row.handle(context)
    case 'seated':
    case 'seated-or-watching':
      return row.handle({ ...context, ...presence() })
  }
}

const refused = (reason: Reason): Outcome => ({ success: false, error: REASONS[reason].text, code: reason })
