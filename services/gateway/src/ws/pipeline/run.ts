import { KlaError, type Logger } from '@kla/chassis'
import { ClientEvents } from '@kla/proto/schemas'
import type { ClientEventName } from '@kla/proto/web'
import { Compile } from 'typebox/compile'
import { errorOf, type FieldFault } from '../../shared/field-faults.js'
import type { Sessions } from '../accounts/sessions.js'
import type { Hub } from '../rooms/hub.js'
import { refused } from './acknowledge.js'
import type { CommandMemory, Outcome } from './command-memory.js'
import type { SeatedContext } from './event-row.js'
import { guard, type Guarded, isOpenTo } from './guard.js'
import type { Message } from './message.js'

export interface RunnerDeps {
  readonly hub: Pick<Hub, 'roomOf'>
  readonly sessions: Pick<Sessions, 'banAgainst'>
  readonly memory: CommandMemory
  readonly log: Pick<Logger, 'error'>
}

const SUCCESS: Outcome = { success: true }

const dataShapes = Object.fromEntries(
  Object.entries(ClientEvents).map(([event, schema]) => [event, Compile(schema)]),
) as unknown as Record<ClientEventName, { Check(data: unknown): boolean; Errors(data: unknown): readonly FieldFault[] }>

/** Guards, deduplicates, handles and acknowledges messages. */
export class Runner {
  constructor(private readonly deps: RunnerDeps) {}

  /** Waits for a sign-in if needed. Undefined if done, like most chat messages. */
  run(message: Message): Promise<void> | undefined {
    const { connection, row } = message
    if (row.exits) connection.exits -= 1
    if (connection.closed || connection.ending) return undefined
    if (connection.session || isOpenTo(row, connection.member)) return this.#serve(message)
    return connection.requireSession().then(
      () => this.#serve(message),
      (error: unknown) => message.settle(this.#refusalOf(message, asAnonymous(message, error))),
    )
  }

  #serve(message: Message): Promise<void> | undefined {
    // Messages before sign-in count for the account too.
    if (message.isUnjudged && !message.passesRate()) return undefined
    const outcome = this.#outcomeOf(message)
    if (outcome instanceof Promise) return outcome.then((settled) => message.settle(settled))
    message.settle(outcome)
    return undefined
  }

  #outcomeOf(message: Message): Outcome | Promise<Outcome> {
    const guarded = this.#guard(message)
    if (guarded.refusal && guarded.byAccount) return this.#refusalOf(message, guarded.refusal)
    const { session } = guarded
    const { event, id, connection, row } = message
    const shape = dataShapes[event]
    if (!shape.Check(message.data)) return this.#refusalOf(message, errorOf(shape.Errors(message.data)))
    if (id === undefined || session === undefined) return this.#handle(message, guarded)
    const key = `${session.account.id}:${event}:${id}`
    const command = { key, socketId: connection.socketId, binds: row.binds ?? false }
    // The caller may have lost its place while a repeat waited.
    return this.deps.memory.once(command, (hasWaited) =>
      this.#handle(message, hasWaited ? this.#guard(message) : guarded),
    )
  }

  #guard({ connection, row, data }: Message): Guarded {
    const { hub, sessions } = this.deps
    const { session, member } = connection
    const ban = session && !row.allowBanned ? sessions.banAgainst(session, row.scope ?? 'global') : undefined
    const { roomId } = data as { roomId?: string }
    return guard(row, { session, member, room: hub.roomOf(member), ban }, roomId)
  }

  #handle(message: Message, guarded: Guarded): Outcome | Promise<Outcome> {
    if (guarded.refusal) return this.#refusalOf(message, guarded.refusal)
    message.session = guarded.session
    message.room = guarded.room
    message.member = guarded.member
    try {
      // `access` guarantees the fields; TypeScript cannot see it.
      const handled = message.row.handle(message as unknown as SeatedContext<ClientEventName>)
      if (!handled) return message.outcome ?? SUCCESS
      return handled.then(
        () => message.outcome ?? SUCCESS,
        (error: unknown) => this.#failed(message, error),
      )
    } catch (error) {
      return this.#failed(message, error)
    }
  }

  #failed(message: Message, error: unknown): Outcome {
    const refusal = this.#refusalOf(message, error)
    return message.outcome ?? refusal
  }

  #refusalOf({ event }: Message, error: unknown): Outcome {
    const refusal = KlaError.from(error)
    if (refusal.code === 'internal') this.deps.log.error({ err: error, event }, 'an event failed')
    return refused(refusal)
  }
}

/** Replaces NOT_SIGNED_IN by the row's refusal for visitors. */
function asAnonymous({ row: { anonymous } }: Message, error: unknown): unknown {
  return anonymous && KlaError.from(error).reason === 'NOT_SIGNED_IN' ? new KlaError(anonymous) : error
}
