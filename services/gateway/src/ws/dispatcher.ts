import { randomUUID } from 'node:crypto'
import { Compile } from 'typebox/compile'
import { entry, KlaError, noteOnSpan, type Logger } from '@kla/chassis'
import { ClientEvents } from '@kla/proto/schemas'
import { REASONS, type ClientEventName, type Reason } from '@kla/proto/web'
import { bannedBy } from '../shared/bans.js'
import type { CommandMemory, Outcome } from './command-memory.js'
import { POLICY_CLOSE, type Connection } from './connection.js'
import { parseFrame, type Frame } from './frames.js'
import type { EventRow, EventTable, PresentContext, SeatedContext } from './handler.js'
import type { RealtimeMetrics } from './metrics.js'
import type { RateClass } from './rate-limits.js'
import type { Hub } from './rooms/hub.js'
import type { Session, Sessions } from './sessions.js'

export interface DispatcherDeps {
  readonly table: EventTable
  readonly hub: Hub
  readonly sessions: Pick<Sessions, 'banAgainst'>
  readonly memory: CommandMemory
  readonly metrics: RealtimeMetrics
  readonly log: Logger
}

type Presence = Pick<PresentContext<ClientEventName>, 'room' | 'member'>
type Asked = { readonly event: string; readonly ack?: number | undefined; readonly receivedAt: number }
type JudgedBy = Connection['limiter']

const NOWHERE: Partial<Presence> = {}

const OPEN_TO_WATCHERS: ReadonlySet<EventRow<ClientEventName>['access']> = new Set([
  'seated-or-watching',
  'signed-in-or-watching',
] as const)

const dataShapes = Object.fromEntries(
  Object.entries(ClientEvents).map(([event, schema]) => [event, Compile(schema)]),
) as unknown as Record<ClientEventName, { Check(data: unknown): boolean }>

/** Passes frames to handlers and returns the outcome. */
export class Dispatcher {
  constructor(private readonly deps: DispatcherDeps) {}

  receive(connection: Connection, raw: { text: string | undefined; bytes: number }): void {
    const receivedAt = performance.now()
    const parsed = parseFrame(raw)
    if (!parsed.ok) {
      const asked = { ...parsed, receivedAt }
      if (this.#mayPass(connection, 'invalid', asked)) this.#settle(connection, asked, refused(parsed.refused))
      return
    }
    const { frame } = parsed
    const { event, ack, trace } = frame
    const asked: Asked = { event, ack, receivedAt }
    // TypeScript cannot relate the row's type to the event's.
    const row = this.deps.table[event] as EventRow<ClientEventName>
    const judgedBy = connection.limiter
    if (!this.#mayPass(connection, row.rate, asked, row.dropped)) return
    // Who is still signing in has no seat to leave yet.
    const lane = row.lane === 'exit' && !connection.session ? 'entry' : row.lane
    connection.lanes.run(lane, entry(event, trace, () => this.#perform(connection, row, frame, asked, judgedBy)))
  }

  #mayPass(connection: Connection, rate: RateClass, asked: Asked, dropped?: 'silently'): boolean {
    if (connection.closed) return false
    const verdict = connection.limiter.judge(rate)
    const silent = dropped === 'silently' && asked.ack === undefined
    if (verdict === 'refuse' && !silent) this.#settle(connection, asked, refused('RATE_LIMITED'))
    if (verdict === 'close') connection.close(...POLICY_CLOSE)
    return verdict === 'pass'
  }

  async #perform(
    connection: Connection,
    row: EventRow<ClientEventName>,
    frame: Frame,
    asked: Asked,
    judgedBy: JudgedBy,
  ): Promise<void> {
    if (connection.closed) return
    let answered = false
    const answer = (outcome: Outcome): Outcome => {
      if (!answered) this.#settle(connection, asked, outcome)
      answered = true
      return outcome
    }
    try {
      if (!connection.session) await this.#identified(connection, row)
      // Frames received before sign-in count for the account too.
      if (connection.limiter !== judgedBy && !this.#mayPass(connection, row.rate, asked, row.dropped)) return
      const session = this.#admit(connection, row)
      if (!dataShapes[frame.event].Check(frame.data ?? {})) throw new KlaError('INVALID_FIELD')
      const work = (): Promise<Outcome> => this.#handle(connection, session, row, { frame, asked, answer })
      const outcome =
        frame.id === undefined || session === undefined
          ? await work()
          : await this.deps.memory.once(
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

  /** Rejects with NOT_SIGNED_IN where the row needs sign-in. */
  async #identified(connection: Connection, row: EventRow<ClientEventName>): Promise<void> {
    if (isOpenTo(connection, row)) return
    try {
      await connection.requireSession()
    } catch (error) {
      const refusal = KlaError.from(error)
      throw row.anonymous && refusal.reason === 'NOT_SIGNED_IN' ? new KlaError(row.anonymous) : refusal
    }
  }

  /** The session, if the row needs one. Throws for a ban. */
  #admit(connection: Connection, row: EventRow<ClientEventName>): Session | undefined {
    const { session } = connection
    if (isOpenTo(connection, row) || session === undefined) return undefined
    const ban = row.allowBanned ? undefined : this.deps.sessions.banAgainst(session, row.scope ?? 'global')
    if (ban) throw bannedBy(ban)
    return session
  }

  /** Never rejects; an early answer is the outcome. */
  async #handle(
    connection: Connection,
    session: Session | undefined,
    row: EventRow<ClientEventName>,
    { frame, asked, answer }: { frame: Frame; asked: Asked; answer: (outcome: Outcome) => Outcome },
  ): Promise<Outcome> {
    let early: Outcome | undefined
    try {
      const { room, member } = this.#presence(connection, row, frame)
      const context = {
        connection,
        session,
        room,
        member,
        data: frame.data ?? {},
        commandId: frame.id ?? randomUUID(),
        receivedAt: asked.receivedAt,
        answer: (more: object = {}) => (early = answer({ success: true, ...more })),
      }
      // `access` guarantees the fields; TypeScript cannot see it.
      await row.handle(context as unknown as SeatedContext<ClientEventName>)
      return early ?? { success: true }
    } catch (error) {
      const refusal = this.#refusalOf(error, frame.event)
      return early ?? refusal
    }
  }

  /** The connection's room, if the event needs one. Throws NOT_SEATED if it names another, or is closed to watchers. */
  #presence(connection: Connection, { access }: EventRow<ClientEventName>, { data }: Frame): Partial<Presence> {
    if (access !== 'seated' && access !== 'seated-or-watching') return NOWHERE
    const { member } = connection
    const room = this.deps.hub.roomOf(member)
    const named = (data as { roomId?: string } | undefined)?.roomId
    if (!member || !room || (named !== undefined && named !== member.roomId)) throw new KlaError('NOT_SEATED')
    if (member.watching && !OPEN_TO_WATCHERS.has(access)) throw new KlaError('NOT_SEATED')
    return { room, member }
  }

  #refusalOf(error: unknown, event: ClientEventName): Outcome {
    const refusal = KlaError.from(error)
    if (refusal.code === 'internal') this.deps.log.error({ err: error, event }, 'an event failed')
    return { success: false, error: refusal.message, code: refusal.reason }
  }

  #settle(connection: Connection, { event, ack, receivedAt }: Asked, outcome: Outcome): void {
    const known = Object.hasOwn(this.deps.table, event)
    const label = known ? event : 'unknown'
    if (ack !== undefined) connection.answer({ ack, data: outcome })
    this.deps.metrics.events.add([label, outcome.success ? 'ok' : outcome.code])
    const result = outcome.success ? 'ok' : REASONS[outcome.code].code
    this.deps.metrics.commands.observe({ event: label, result }, (performance.now() - receivedAt) / 1000)
    noteOnSpan('kla.result', outcome.success ? 'ok' : outcome.code)
    if (outcome.success) return
    const { error, code } = outcome
    if (ack === undefined) connection.event('error', { event, error, code })
    if (known && this.deps.table[event as ClientEventName].refusal === 'join-error') {
      connection.event('join-error', { message: error, code })
    }
  }
}

const isOpenTo = ({ member }: Connection, { access }: EventRow<ClientEventName>): boolean =>
  access === 'anyone' || (member?.watching === true && OPEN_TO_WATCHERS.has(access))

const refused = (reason: Reason): Outcome => ({ success: false, error: REASONS[reason].text, code: reason })
