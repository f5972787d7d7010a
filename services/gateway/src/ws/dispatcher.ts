import { randomUUID } from 'node:crypto'
import { Compile } from 'typebox/compile'
import { entry, KlaError, noteOnSpan, type Logger } from '@kla/chassis'
import { ClientEvents } from '@kla/proto/schemas'
import { REASONS, type ClientEventName, type Reason } from '@kla/proto/web'
import { bannedBy } from '../shared/bans.js'
import type { Admission } from './admission.js'
import type { CommandMemory, Outcome } from './command-memory.js'
import { POLICY_CLOSE, type Connection } from './connection.js'
import { parseFrame, type Frame } from './frames.js'
import type { EventRow, EventTable, PresentContext, SeatedContext } from './handler.js'
import type { Task } from './lanes.js'
import type { LineTurns } from './line-turns.js'
import type { RealtimeMetrics } from './metrics.js'
import type { RateClass } from './rate-limits.js'
import type { Hub } from './rooms/hub.js'
import type { Session, Sessions } from './sessions.js'

export interface DispatcherDeps {
  readonly table: EventTable
  readonly hub: Hub
  readonly sessions: Pick<Sessions, 'banAgainst'>
  readonly memory: CommandMemory
  readonly admission: Pick<Admission, 'makeWay'>
  readonly turns: Pick<LineTurns, 'isClear' | 'defer'>
  readonly metrics: RealtimeMetrics
  readonly log: Logger
}

type Presence = Pick<PresentContext<ClientEventName>, 'room' | 'member'>
type Asked = { readonly event: string; readonly ack?: number | undefined; readonly receivedAt: number }
type JudgedBy = Connection['limiter']

const NOWHERE: Partial<Presence> = {}
const NO_DATA = {}
const SUCCESS: Outcome = { success: true }

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
    const perform = entry(event, trace, () => {
      if (row.exits) connection.exits -= 1
      return this.#perform(connection, row, frame, asked, judgedBy)
    })
    if (row.exits) this.#makeWay(connection)
    connection.lanes.run(lane, lane === 'chat' ? () => this.#inTurn(connection, row, asked, perform) : perform)
  }

  /** Who leaves a room waits in no line, nor behind what does. */
  #makeWay(connection: Connection): void {
    connection.exits += 1
    this.deps.admission.makeWay(connection)
  }

  /** Chat gives way while this gateway is late. */
  #inTurn(connection: Connection, row: EventRow<ClientEventName>, asked: Asked, perform: Task): Promise<void> | undefined {
    const { turns } = this.deps
    if (turns.isClear()) return perform()
    return new Promise((resolve) => {
      turns.defer({
        run: () => resolve(perform()),
        shed: () => {
          if (!isSilent(row.dropped, asked)) this.#settle(connection, asked, refused('UNAVAILABLE'))
          resolve()
        },
      })
    })
  }

  #mayPass(connection: Connection, rate: RateClass, asked: Asked, dropped?: 'silently'): boolean {
    if (connection.closed) return false
    const verdict = connection.limiter.judge(rate)
    if (verdict === 'refuse' && !isSilent(dropped, asked)) this.#settle(connection, asked, refused('RATE_LIMITED'))
    if (verdict === 'close') connection.close(...POLICY_CLOSE)
    return verdict === 'pass'
  }

  #perform(
    connection: Connection,
    row: EventRow<ClientEventName>,
    frame: Frame,
    asked: Asked,
    judgedBy: JudgedBy,
  ): Promise<void> | undefined {
    if (connection.closed) return undefined
    if (connection.session || isOpenTo(connection, row)) return this.#serve(connection, row, frame, asked, judgedBy)
    return this.#identified(connection, row).then(
      () => this.#serve(connection, row, frame, asked, judgedBy),
      (error: unknown) => this.#settle(connection, asked, this.#refusalOf(error, frame.event)),
    )
  }

  /** Without a promise where the handler needs none: lines are many. */
  #serve(
    connection: Connection,
    row: EventRow<ClientEventName>,
    frame: Frame,
    asked: Asked,
    judgedBy: JudgedBy,
  ): Promise<void> | undefined {
    // Frames received before sign-in count for the account too.
    if (connection.limiter !== judgedBy && !this.#mayPass(connection, row.rate, asked, row.dropped)) return undefined
    let answered = false
    const answer = (outcome: Outcome): Outcome => {
      if (!answered) this.#settle(connection, asked, outcome)
      answered = true
      return outcome
    }
    let outcome: Outcome | Promise<Outcome>
    try {
      const session = this.#admit(connection, row)
      if (!dataShapes[frame.event].Check(frame.data ?? NO_DATA)) throw new KlaError('INVALID_FIELD')
      const work = (): Outcome | Promise<Outcome> => this.#handle(connection, session, row, { frame, asked, answer })
      outcome =
        frame.id === undefined || session === undefined
          ? work()
          : this.deps.memory.once(
              {
                key: `${session.account.id}:${frame.event}:${frame.id.toLowerCase()}`,
                socketId: connection.socketId,
                binds: row.binds ?? false,
              },
              work,
            )
    } catch (error) {
      outcome = this.#refusalOf(error, frame.event)
    }
    if (outcome instanceof Promise) return outcome.then((settled) => void answer(settled))
    answer(outcome)
    return undefined
  }

  /** Rejects with NOT_SIGNED_IN where the row needs sign-in. */
  async #identified(connection: Connection, row: EventRow<ClientEventName>): Promise<void> {
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

  /** Neither throws nor rejects; an early answer is the outcome. */
  #handle(
    connection: Connection,
    session: Session | undefined,
    row: EventRow<ClientEventName>,
    { frame, asked, answer }: { frame: Frame; asked: Asked; answer: (outcome: Outcome) => Outcome },
  ): Outcome | Promise<Outcome> {
    let early: Outcome | undefined
    const failed = (error: unknown): Outcome => {
      const refusal = this.#refusalOf(error, frame.event)
      return early ?? refusal
    }
    try {
      const { room, member } = this.#presence(connection, row, frame)
      const context = {
        connection,
        session,
        room,
        member,
        data: frame.data ?? NO_DATA,
        commandId: frame.id ?? randomUUID(),
        receivedAt: asked.receivedAt,
        answer: (more: object = {}) => (early = answer({ success: true, ...more })),
      }
      // `access` guarantees the fields; TypeScript cannot see it.
      const handled = row.handle(context as unknown as SeatedContext<ClientEventName>)
      return handled ? handled.then(() => early ?? SUCCESS, failed) : (early ?? SUCCESS)
    } catch (error) {
      return failed(error)
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

const isSilent = (dropped: 'silently' | undefined, { ack }: Asked): boolean => dropped === 'silently' && ack === undefined

const isOpenTo = ({ member }: Connection, { access }: EventRow<ClientEventName>): boolean =>
  access === 'anyone' || (member?.watching === true && OPEN_TO_WATCHERS.has(access))

const refused = (reason: Reason): Outcome => ({ success: false, error: REASONS[reason].text, code: reason })
