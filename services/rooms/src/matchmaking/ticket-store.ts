import { defineScript, LUA_NOW, mapRedisErrors, type Redis } from '@kla/chassis'
import { COMMAND_MEMORY_MS, MATCH_LAPSES_MS } from '@kla/proto/web'
import { commitScript, commitWhenFullScript, lapseScript } from './commit-script.js'
import { toMember } from './due-store.js'
import type { MatchKeys } from './keys.js'
import { lostMatch, WAITS_MS } from './rules/search.js'
import { type MatchDue, matchesDue, type Ticket, ticketEffects } from './rules/ticket.js'

interface Read {
  readonly accountId: number
  readonly ticket: Ticket | undefined
}

/** Tickets as read, with the time. */
export interface Loaded {
  readonly read: readonly Read[]
  readonly nowMs: number
}

/** A change of tickets to commit. */
export interface TicketChange {
  /** Versions decided on; a change of any is a conflict. */
  readonly read: readonly Read[]
  readonly changed: readonly Ticket[]
  /** `proposal` needs kept searches that never met, `vanishing` an unkept one. */
  readonly kind?: 'proposal' | 'meeting' | 'vanishing'
}

/** One search of an account. */
export interface TicketRef {
  readonly accountId: number
  readonly ticketId: string
}

/** Tickets in Redis; rejects with UNAVAILABLE, as every store does. */
export interface TicketStore {
  load(accountIds: readonly number[]): Promise<Loaded>
  commit(change: TicketChange): Promise<boolean>
  keep(refs: readonly TicketRef[]): Promise<(Ticket | undefined)[]>
  waitOf(accountId: number): Promise<number>
  /** Counts a lapse, once per match. */
  countLapse(accountId: number, matchId: string): Promise<void>
}

interface TicketTimes {
  /** Life of a search that is not kept. */
  readonly keptMs: number
  readonly recentMs: number
  readonly declinedMs: number
}

const LAPSES = { lapsesMs: MATCH_LAPSES_MS, waitsMs: WAITS_MS }

/** Longer than one attempt of openReserved. */
const OPENING_MS = 5_000

const loadScript = defineScript<[number, ...(string | null)[]]>(`${LUA_NOW}
local found = {now}
for index, key in ipairs(KEYS) do found[index + 1] = redis.call('HGET', key, 'record') end
return found
`)

const keepScript = defineScript<(string | null)[]>(`${LUA_NOW}
local found = {}
for index = 1, #KEYS - 1 do
  local stamp, record = unpack(redis.call('HMGET', KEYS[index], 'stamp', 'record'))
  local ticketId = ARGV[index * 2 + 1] .. '.'
  if record and string.sub(stamp, 1, #ticketId) == ticketId then
    redis.call('ZADD', KEYS[#KEYS], 'XX', now + ARGV[1], ARGV[index * 2])
    found[index] = record
  else
    found[index] = false
  end
end
return found
`)

export function createTicketStore(redis: Redis, keys: MatchKeys, times: TicketTimes): TicketStore {
  const { keptMs } = times
  const ticketIn = (record: string | null | undefined): Ticket | undefined => (record ? readTicket(record) : undefined)

  return {
    async load(accountIds) {
      const [nowMs, ...records] = await mapRedisErrors(loadScript.run(redis, accountIds.map(keys.ticket), []))
      return { nowMs, read: accountIds.map((accountId, at) => ({ accountId, ticket: ticketIn(records[at]) })) }
    },

    async commit({ read, changed, kind }) {
      const after = new Map(changed.map((ticket) => [ticket.person.accountId, ticket]))
      const keysOf = ({ accountId }: Read): string[] =>
        [keys.ticket, keys.recent, keys.lapses, keys.wait].map((key) => key(accountId))
      const touched = [keys.kept, keys.due, ...read.flatMap(keysOf)]
      const searches = read.map(({ accountId, ticket: before }) => {
        const ticket = after.get(accountId)
        const other = read.find((one) => one.accountId !== accountId)
        return {
          accountId: String(accountId),
          ...(other ? { otherId: String(other.accountId) } : {}),
          expected: stampOf(before),
          ...(before ? { poolBefore: keys.pool(before.pool) } : {}),
          ...(ticket ? { pool: keys.pool(ticket.pool), ...written(before, ticket) } : {}),
        }
      })
      const change = {
        ...times,
        searches,
        ...LAPSES,
        kind: kind ?? 'ordinary',
        matches: matchesDue(
          read.map(({ ticket }) => ticket),
          changed,
        ).map(dueAt),
      }
      const begins = read.some(({ accountId, ticket }) => !ticket && after.has(accountId))
      const script = begins ? commitScript : commitWhenFullScript
      return (await mapRedisErrors(script.run(redis, touched, [JSON.stringify(change)]))) === 1
    },

    async keep(refs) {
      if (refs.length === 0) return []
      const touched = [...refs.map(({ accountId }) => keys.ticket(accountId)), keys.kept]
      const args = refs.flatMap(({ accountId, ticketId }) => [accountId, ticketId])
      const records = await mapRedisErrors(keepScript.run(redis, touched, [keptMs, ...args]))
      return refs.map((_, at) => ticketIn(records[at]))
    },

    waitOf: async (accountId) => Math.max(0, await mapRedisErrors(redis.pttl(keys.wait(accountId)))),

    async countLapse(accountId, matchId) {
      const touched = [keys.lapses(accountId), keys.wait(accountId)]
      await mapRedisErrors(lapseScript.run(redis, touched, [JSON.stringify({ ...LAPSES, matchId })]))
    },
  }
}

function written(before: Ticket | undefined, ticket: Ticket) {
  const { listed, kept, over } = ticketEffects(before, ticket)
  const lost = lostMatch(before, ticket)
  return {
    stamp: stampOf(ticket),
    record: writeTicket(ticket),
    sinceMs: ticket.sinceMs,
    listed,
    kept,
    ...(lost ? { lost } : {}),
    // Kept as long as commands may repeat.
    ...(over ? { overMs: COMMAND_MEMORY_MS } : {}),
  }
}

function dueAt({ match, when }: MatchDue) {
  const member = toMember(match)
  switch (when) {
    case 'at its deadline':
      return { member, atMs: match.deadlineMs }
    case 'opening':
      return { member, inMs: OPENING_MS }
    case 'never':
      return { member }
  }
}

const stampOf = (ticket: Ticket | undefined): string => (ticket ? `${ticket.id}.${ticket.version}` : '')

const writeTicket = (ticket: Ticket): string => JSON.stringify(ticket)

export const readTicket = (record: string): Ticket => JSON.parse(record) as Ticket
