import type { Session } from '../accounts/sessions.js'
import type { Connection } from '../connection/connection.js'
import type { Audience, RoomsText } from './room-list.js'

/** Subscriber of the room list. */
export class Reader {
  /** Accounts it must not meet; it gets nothing until they are known. */
  apart: Set<number> | undefined
  /** Text sent last; undefined on the topic. */
  sent: string | undefined
  /** Rooms that it knows, from which differences count; undefined on the topic. */
  known: RoomsText | undefined
  /** `topic`: gets its audience's list; `single`: gets its own. */
  served: 'not yet' | 'topic' | 'single' = 'not yet'
  /** Changes that arrive while rooms is asked. */
  #changes: Map<number, boolean> | undefined

  constructor(
    readonly connection: Connection,
    readonly audience: Audience,
    readonly session: Session | undefined,
    /** True for players who take differences instead of whole lists. */
    readonly differences: boolean,
  ) {
    // No one can have blocked a visitor.
    if (!session) this.apart = new Set()
  }

  /** Reads which accounts it must not meet; a rejection of `ask` keeps what is known. */
  async learn(ask: (session: Session) => Promise<readonly number[]>): Promise<void> {
    if (!this.session) return
    const changes = (this.#changes = new Map<number, boolean>())
    const accountIds = await ask(this.session)
    if (this.#changes !== changes) return
    this.#changes = undefined
    this.apart = new Set(accountIds)
    for (const [accountId, apart] of changes) this.#set(accountId, apart)
  }

  change(accountId: number, apart: boolean): void {
    this.#changes?.set(accountId, apart)
    this.#set(accountId, apart)
  }

  #set(accountId: number, apart: boolean): void {
    if (apart) this.apart?.add(accountId)
    else this.apart?.delete(accountId)
  }
}

/** Readers by connection and by account. */
export class Readers {
  readonly #all = new Map<Connection, Reader>()
  readonly #ofAccount = new Map<number, Set<Reader>>()

  get size(): number {
    return this.#all.size
  }

  get(connection: Connection): Reader | undefined {
    return this.#all.get(connection)
  }

  has(reader: Reader): boolean {
    return this.#all.get(reader.connection) === reader
  }

  [Symbol.iterator](): Iterator<Reader> {
    return this.#all.values()
  }

  ofAccount(accountId: number): Iterable<Reader> {
    return this.#ofAccount.get(accountId) ?? []
  }

  add(reader: Reader): void {
    this.#all.set(reader.connection, reader)
    const accountId = reader.session?.account.id
    if (accountId === undefined) return
    const readers = this.#ofAccount.get(accountId) ?? new Set<Reader>()
    this.#ofAccount.set(accountId, readers.add(reader))
  }

  delete(reader: Reader): void {
    this.#all.delete(reader.connection)
    const accountId = reader.session?.account.id
    if (accountId === undefined) return
    const readers = this.#ofAccount.get(accountId)
    readers?.delete(reader)
    if (readers?.size === 0) this.#ofAccount.delete(accountId)
  }

  clear(): void {
    this.#all.clear()
    this.#ofAccount.clear()
  }
}
