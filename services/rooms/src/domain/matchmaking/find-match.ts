import { refuse, type Refused } from '../outcome.js'
import type { Connection, Person } from '../room.js'
import { isSamePool, type Pool } from './pool.js'
import { endTicket, isOn, partnerSearchesOn, UNCHANGED, type Changed, type Ticket } from './ticket.js'

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
 * Whoever has to wait (`waits`) keeps the search that is on, and begins no other one.
 */
export function findMatch(
  own: Ticket | undefined,
  other: Ticket | undefined,
  wanted: Wanted,
  { nowMs, waits }: { readonly nowMs: number; readonly waits: boolean },
): Changed | Refused {
  if (own && wanted.command !== '' && own.command === wanted.command) return UNCHANGED
  const { ticketId, ...fields } = wanted
  if (!own || !isOn(own)) {
    if (waits) return refuse('RATE_LIMITED')
    const version = (own?.version ?? 0) + 1
    return { changed: [{ ...fields, id: ticketId, version, sinceMs: nowMs, stage: { kind: 'searching' } }] }
  }
  const here = own.connection.socketId === wanted.connection.socketId
  const keeps = isSamePool(own.pool, wanted.pool) || own.stage.kind === 'opening'
  if (here && keeps) return UNCHANGED
  if (waits && !keeps) return refuse('RATE_LIMITED')
  const moved: Ticket = { ...own, ...fields, id: here ? own.id : ticketId, version: own.version + 1 }
  const farewell = here ? {} : { farewell: endTicket(own, 'gone') }
  if (keeps) return { changed: [{ ...moved, pool: own.pool }], ...farewell }
  return {
    changed: [
      { ...moved, sinceMs: nowMs, stage: { kind: 'searching' } },
      ...partnerSearchesOn(own, other),
    ],
    ...farewell,
  }
}
