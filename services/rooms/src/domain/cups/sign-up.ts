import { refuse, type Refused } from '../outcome.js'
import type { CupMoment, EnterCommand } from './command.js'
import { entryOf, type Cup, type Entry } from './cup.js'

/** Whether the bracket has yet to be drawn; from the start on it is only a matter of moments. */
export const isOpen = ({ phase, startsAtMs }: Cup, nowMs: number): boolean => phase === 'open' && nowMs < startsAtMs

/** Whoever enters while others check in is checked in. */
export function enter(cup: Cup, { accountId, username, avatar }: EnterCommand, { nowMs }: CupMoment): Cup | Refused {
  if (!isOpen(cup, nowMs)) return refuse('CUP_CLOSED')
  if (entryOf(cup, accountId)) return cup
  if (cup.entries.length >= cup.capacity) return refuse('CUP_FULL')
  const ordinal = 1 + Math.max(0, ...cup.entries.map((entry) => entry.ordinal))
  const entry: Entry = { accountId, username, avatar, ordinal, checkedIn: nowMs >= cup.checkInAtMs }
  return { ...cup, entries: [...cup.entries, entry] }
}

export function withdraw(cup: Cup, accountId: number, { nowMs }: CupMoment): Cup | Refused {
  if (!isOpen(cup, nowMs)) return refuse('CUP_CLOSED')
  if (!entryOf(cup, accountId)) return refuse('NOT_ENTERED')
  return { ...cup, entries: cup.entries.filter((entry) => entry.accountId !== accountId) }
}

export function checkIn(cup: Cup, accountId: number, { nowMs }: CupMoment): Cup | Refused {
  const entry = entryOf(cup, accountId)
  if (!entry) return refuse('NOT_ENTERED')
  if (!isOpen(cup, nowMs) || nowMs < cup.checkInAtMs) return refuse('NOT_CHECKING_IN')
  if (entry.checkedIn) return cup
  return { ...cup, entries: cup.entries.map((one) => (one === entry ? { ...one, checkedIn: true } : one)) }
}

/** The named ones first, the rest as they entered. */
export function seed(cup: Cup, order: readonly number[], { nowMs }: CupMoment): Cup | Refused {
  if (!isOpen(cup, nowMs)) return refuse('CUP_CLOSED')
  if (new Set(order).size !== order.length) return refuse('INVALID_FIELD')
  const named = order.map((accountId) => entryOf(cup, accountId)).filter((entry) => entry !== undefined)
  if (named.length !== order.length) return refuse('NOT_ENTERED')
  const rest = cup.entries.filter((entry) => !named.includes(entry)).sort((one, other) => one.ordinal - other.ordinal)
  return { ...cup, entries: [...named, ...rest] }
}
