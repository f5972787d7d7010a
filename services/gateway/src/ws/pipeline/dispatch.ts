import type { ClientEventName } from '@kla/proto/web'
import type { Admission } from '../overload/admission.js'
import { Command, type CommandDeps } from './run.js'
import { type Connection, POLICY_CLOSE } from '../connection/connection.js'
import { type ParsedFrame, parseFrame } from '../frames.js'
import type { EventRow, EventTable } from './event-row.js'
import { refused, settle } from '../settle.js'

export interface DispatcherDeps extends CommandDeps {
  readonly table: EventTable
  readonly admission: Pick<Admission, 'makeWay'>
}

/** Passes frames to handlers and returns the outcome. */
export class Dispatcher {
  constructor(private readonly deps: DispatcherDeps) {}

  receive(connection: Connection, raw: { text: string | undefined; bytes: number }): void {
    const receivedAt = performance.now()
    const parsed = parseFrame(raw)
    if (!parsed.ok) {
      this.#refuse(connection, parsed, receivedAt)
      return
    }
    const { frame } = parsed
    // TypeScript cannot relate the row's type to the event's.
    const row = this.deps.table[frame.event] as EventRow<ClientEventName>
    const command = new Command(this.deps, connection, row, frame, receivedAt)
    if (!command.mayPass()) return
    if (row.exits) this.#makeWay(connection)
    command.start()
  }

  /** Lets a leaving player wait in no queue, nor behind calls that do. */
  #makeWay(connection: Connection): void {
    connection.exits += 1
    this.deps.admission.makeWay(connection)
  }

  #refuse(connection: Connection, { event, ack, refused: why }: ParsedFrame & { ok: false }, receivedAt: number): void {
    if (connection.closed) return
    const row = Object.hasOwn(this.deps.table, event) ? this.deps.table[event as ClientEventName] : undefined
    const asked = { event, ack, receivedAt, label: row ? event : 'unknown', refusal: row?.refusal }
    const verdict = connection.limiter.judge('invalid')
    if (verdict === 'close') connection.close(...POLICY_CLOSE)
    else settle(this.deps, connection, asked, refused(verdict === 'refuse' ? 'RATE_LIMITED' : why))
  }
}
