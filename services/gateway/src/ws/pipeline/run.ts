import { randomUUID } from 'node:crypto'
import { entry, KlaError, type Logger, tracing } from '@kla/chassis'
import { ClientEvents } from '@kla/proto/schemas'
import type { ClientEventName, Reason } from '@kla/proto/web'
import { Compile } from 'typebox/compile'
import { bannedBy } from '../../shared/bans.js'
import type { CommandMemory, Outcome } from './command-memory.js'
import { type Connection, POLICY_CLOSE } from '../connection/connection.js'
import type { Frame } from '../frames.js'
import type { EventRow, SeatedContext } from './event-row.js'
import type { Task } from '../connection/lanes.js'
import type { Line, LineTurns } from '../overload/chat-queue.js'
import type { Hub } from '../rooms/hub.js'
import type { Member } from '../rooms/member.js'
import type { HubRoom } from '../rooms/room.js'
import type { Session, Sessions } from '../accounts/sessions.js'
import { refused, settle, type SettleDeps } from '../settle.js'

export interface CommandDeps extends SettleDeps {
  readonly hub: Hub
  readonly sessions: Pick<Sessions, 'banAgainst'>
  readonly memory: CommandMemory
  readonly turns: Pick<LineTurns, 'isClear' | 'defer'>
  readonly log: Logger
}

type Row = EventRow<ClientEventName>

const NO_DATA = {}
const SUCCESS: Outcome = { success: true }

const OPEN_TO_WATCHERS: ReadonlySet<Row['access']> = new Set(['seated-or-watching', 'signed-in-or-watching'] as const)

const dataShapes = Object.fromEntries(
  Object.entries(ClientEvents).map(([event, schema]) => [event, Compile(schema)]),
) as unknown as Record<ClientEventName, { Check(data: unknown): boolean }>

/**
 * Carries a frame to its handler, as its context, and back. It is one object, without a promise if the handler needs
 * none, since chat messages are many.
 */
export class Command implements Line {
  session: Session | undefined
  room: HubRoom | undefined
  member: Member | undefined
  readonly #judgedBy: Connection['limiter']
  readonly #traced: Task | undefined
  #commandId: string | undefined
  #isAnswered = false
  /** Outcome of an early answer. */
  #early: Outcome | undefined

  constructor(
    private readonly deps: CommandDeps,
    readonly connection: Connection,
    private readonly row: Row,
    private readonly frame: Frame,
    readonly receivedAt: number,
  ) {
    this.#judgedBy = connection.limiter
    this.#traced = tracing() && entry(frame.event, frame.trace, () => this.#perform())
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
    return (more = {}) => {
      this.#early = this.#answer({ success: true, ...more })
    }
  }

  /** Checks the rate; false once the frame is refused or the connection closed. */
  mayPass(): boolean {
    const { connection, row } = this
    if (connection.closed) return false
    const verdict = connection.limiter.judge(row.rate)
    if (verdict === 'refuse') this.#refuse('RATE_LIMITED')
    if (verdict === 'close') connection.close(...POLICY_CLOSE)
    return verdict === 'pass'
  }

  /** Starts in the row's lane; chat may be deferred while this gateway is late. */
  start(): void {
    const { lanes, session } = this.connection
    const { lane } = this.row
    if (lane === 'chat') lanes.run(lane, () => this.#inTurn())
    // A player who is still signing in has no seat to leave.
    else lanes.run(lane === 'exit' && !session ? 'entry' : lane, () => this.#begin())
  }

  /** Runs a message whose turn has come. */
  run(): void {
    const { lanes } = this.connection
    const work = this.#begin()
    if (!work) return lanes.madeUp()
    lanes.follow('chat', work)
    void work.then(() => lanes.madeUp())
  }

  shed(): void {
    this.#refuse('UNAVAILABLE')
    this.connection.lanes.madeUp()
  }

  #inTurn(): Promise<void> | undefined {
    const { turns } = this.deps
    if (turns.isClear()) return this.#begin()
    this.connection.lanes.putOff()
    turns.defer(this)
    return undefined
  }

  #begin(): Promise<void> | undefined {
    return this.#traced ? this.#traced() : this.#perform()
  }

  #perform(): Promise<void> | undefined {
    const { connection, row } = this
    if (row.exits) connection.exits -= 1
    if (connection.closed) return undefined
    if (connection.session || isOpenTo(connection, row)) return this.#serve()
    return this.#identified().then(
      () => this.#serve(),
      (error: unknown) => this.#settle(this.#refusalOf(error)),
    )
  }

  #serve(): Promise<void> | undefined {
    const { connection, frame } = this
    // Frames received before sign-in count for the account too.
    if (connection.limiter !== this.#judgedBy && !this.mayPass()) return undefined
    let outcome: Outcome | Promise<Outcome>
    try {
      this.session = this.#admit()
      if (!dataShapes[frame.event].Check(this.data)) throw new KlaError('INVALID_FIELD')
      outcome =
        frame.id === undefined || this.session === undefined ? this.#handle() : this.#once(frame.id, this.session)
    } catch (error) {
      outcome = this.#refusalOf(error)
    }
    if (outcome instanceof Promise) return outcome.then((settled) => void this.#answer(settled))
    this.#answer(outcome)
    return undefined
  }

  #once(id: string, { account }: Session): Outcome | Promise<Outcome> {
    const key = `${account.id}:${this.frame.event}:${id.toLowerCase()}`
    const { socketId } = this.connection
    return this.deps.memory.once({ key, socketId, binds: this.row.binds ?? false }, () => this.#handle())
  }

  /** Waits for sign-in. Rejects with NOT_SIGNED_IN, or the row's own refusal. */
  async #identified(): Promise<void> {
    try {
      await this.connection.requireSession()
    } catch (error) {
      const refusal = KlaError.from(error)
      const { anonymous } = this.row
      throw anonymous && refusal.reason === 'NOT_SIGNED_IN' ? new KlaError(anonymous) : refusal
    }
  }

  /** Returns the session if the row needs one. Throws for a ban. */
  #admit(): Session | undefined {
    const { connection, row } = this
    const { session } = connection
    if (isOpenTo(connection, row) || session === undefined) return undefined
    const ban = row.allowBanned ? undefined : this.deps.sessions.banAgainst(session, row.scope ?? 'global')
    if (ban) throw bannedBy(ban)
    return session
  }

  /** Runs the handler; neither throws nor rejects. */
  #handle(): Outcome | Promise<Outcome> {
    try {
      this.#findRoom()
      // `access` guarantees the fields; TypeScript cannot see it.
      const handled = this.row.handle(this as unknown as SeatedContext<ClientEventName>)
      return handled
        ? handled.then(
            () => this.#early ?? SUCCESS,
            (error: unknown) => this.#failed(error),
          )
        : (this.#early ?? SUCCESS)
    } catch (error) {
      return this.#failed(error)
    }
  }

  #failed(error: unknown): Outcome {
    const refusal = this.#refusalOf(error)
    return this.#early ?? refusal
  }

  /** Finds the room if the event needs one. Throws NOT_SEATED if it names another or is closed to watchers. */
  #findRoom(): void {
    const { access } = this.row
    if (access !== 'seated' && access !== 'seated-or-watching') return
    const { member } = this.connection
    const room = this.deps.hub.roomOf(member)
    const named = (this.frame.data as { roomId?: string } | undefined)?.roomId
    if (!member || !room || (named !== undefined && named !== member.roomId)) throw new KlaError('NOT_SEATED')
    if (member.watching && !OPEN_TO_WATCHERS.has(access)) throw new KlaError('NOT_SEATED')
    this.member = member
    this.room = room
  }

  #refusalOf(error: unknown): Outcome {
    const refusal = KlaError.from(error)
    if (refusal.code === 'internal') this.deps.log.error({ err: error, event: this.frame.event }, 'an event failed')
    return { success: false, error: refusal.message, code: refusal.reason }
  }

  #refuse(reason: Reason): void {
    const isSilent = this.row.dropped === 'silently' && this.frame.ack === undefined
    if (!isSilent) this.#settle(refused(reason))
  }

  #answer(outcome: Outcome): Outcome {
    if (!this.#isAnswered) this.#settle(outcome)
    this.#isAnswered = true
    return outcome
  }

  #settle(outcome: Outcome): void {
    const { event, ack } = this.frame
    settle(
      this.deps,
      this.connection,
      { event, ack, receivedAt: this.receivedAt, label: event, refusal: this.row.refusal },
      outcome,
    )
  }
}

const isOpenTo = ({ member }: Connection, { access }: Row): boolean =>
  access === 'anyone' || (member?.watching === true && OPEN_TO_WATCHERS.has(access))
