import type { Connection, Person } from '../room.js'
import { isSamePool, type Pool } from './pool.js'
import { endTicket, isOn, searchOn, UNCHANGED, type Changed, type Ticket } from './ticket.js'

/** A search as it is wanted now. */
export interface Wanted {
  /** The id to use where a new one is needed. */
  readonly ticketId: string
  readonly command: string
  readonly person: Person
  readonly connection: Connection
  readonly pool: Pool
  readonly rating: number
}

/**
 * Begins a search, or moves the one that is on to another connection or pool. In the same pool it keeps its waiting
 * time and its match; `other` is the other one of that match. Seats that are being reserved for it are not given up.
 */
export function findMatch(
  own: Ticket | undefined,
  other: Ticket | undefined,
  wanted: Wanted,
  nowMs: number,
): Changed {
  if (own && wanted.command !== '' && own.command === wanted.command) return UNCHANGED
  const { ticketId, ...fields } = wanted
  if (!own || !isOn(own)) {
    const version = (own?.version ?? 0) + 1
    return { changed: [{ ...fields, id: ticketId, version, sinceMs: nowMs, stage: { kind: 'searching' } }] }
  }
  const here = own.connection.socketId === wanted.connection.socketId
  const keeps = isSamePool(own.pool, wanted.pool) || own.stage.kind === 'opening'
  if (here && keeps) return UNCHANGED
  const moved: Ticket = { ...own, ...fields, id: here ? own.id : ticketId, version: own.version + 1 }
  const farewell = here ? {} : { farewell: endTicket(own, 'gone') }
  if (keeps) return { changed: [{ ...moved, pool: own.pool }], ...farewell }
  return {
    changed: [
      { ...moved, sinceMs: nowMs, stage: { kind: 'searching' } },
      ...(own.stage.kind === 'found' && other ? [searchOn(other)] : []),
    ],
    ...farewell,
  }
}
