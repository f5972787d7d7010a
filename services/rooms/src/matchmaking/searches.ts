import { KlaError, newId } from '@kla/chassis'
import type { MatchEndReason } from '@kla/proto/web'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Answer, answerMatch, endSearch, expireMatch, findMatch, matchNotOpened, matchOpened, proposeMatch, type Wanted,
} from './rules/search.js'
import { partnerOf, type Changed, type Match, type Ticket } from './rules/ticket.js'
import type { Refused } from '../shared/rules/input.js'
import type { TellStates } from './updates.js'
import type { Loaded, TicketChange, TicketStore } from './ticket-store.js'

/** What is done to searches: load, decide by a rule, commit, tell. All of it may be done by any pod, and again. */
export interface Searches {
  load(accountId: number): Promise<Ticket | undefined>
  /** The search as it stands then. */
  find(wanted: Omit<Wanted, 'ticketId'>): Promise<{ readonly own: Ticket } | Waits>
  answer(accountId: number, answer: Answer): Promise<{ readonly own: Ticket } | Refused>
  /** Ends the search of an account if it has one (`ticketId`: this one), unless seats are being reserved for it. */
  end(accountId: number, reason: MatchEndReason, ticketId?: string): Promise<Ticket | undefined>
  /** Ends a search that nobody keeps. False: the account has none. */
  vanish(accountId: number): Promise<boolean>
  /** Whether both are asked now. */
  propose(accountIds: Match['accountIds'], match: Match): Promise<boolean>
  expire(match: Pick<Match, 'id' | 'accountIds'>): Promise<readonly Ticket[]>
  opened(match: Match): Promise<readonly Ticket[]>
  notOpened(match: Match, out: ReadonlyMap<number, MatchEndReason>): Promise<void>
}

/** Somebody who must not begin a search yet, and for how long. */
export interface Waits extends Refused {
  readonly waitMs: number
}

// A conflict means that somebody else got on with one of two searches.
const ATTEMPTS = 30
const PAUSE_MS = 10

type Rule<R> = (tickets: readonly (Ticket | undefined)[], nowMs: number) => R

export function createSearches({ store, tell }: { store: TicketStore; tell: TellStates }): Searches {
  /** Those of the account and of the other one in its match, if it is in one. */
  const loadWithOther = async (accountId: number): Promise<Loaded> => {
    let otherId: number | undefined
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const loaded = await store.load(otherId === undefined ? [accountId] : [accountId, otherId])
      const own = loaded.read[0]?.ticket
      const partnerId = own && partnerOf(own)
      // Between two loads the account may have come into another match.
      if (partnerId === otherId) return loaded
      otherId = partnerId
    }
    throw new KlaError('CONFLICT')
  }

  const change = async <R extends Changed | Refused>(
    load: () => Promise<Loaded>,
    rule: Rule<R>,
    kind?: TicketChange['kind'],
  ): Promise<{ readonly outcome: R; readonly tickets: readonly (Ticket | undefined)[] }> => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const { read, nowMs } = await load()
      const tickets = read.map(({ ticket }) => ticket)
      const outcome = rule(tickets, nowMs)
      if ('refused' in outcome || outcome.changed.length === 0) return { outcome, tickets }
      const { changed, farewell } = outcome
      if (await store.commit({ read, changed, ...(kind ? { kind } : {}) })) {
        // Not awaited: what is lost on the way is caught up when the search is kept.
        tell(farewell ? [...changed, farewell] : changed)
        const after = new Map(changed.map((ticket) => [ticket.person.accountId, ticket]))
        return { outcome, tickets: read.map(({ accountId, ticket }) => after.get(accountId) ?? ticket) }
      }
      await sleep(Math.random() * PAUSE_MS)
    }
    throw new KlaError('CONFLICT')
  }

  const changePair = async (
    { accountIds }: Pick<Match, 'accountIds'>,
    rule: (tickets: readonly Ticket[], nowMs: number) => Changed,
    kind?: TicketChange['kind'],
  ): Promise<readonly Ticket[]> => {
    const known: Rule<Changed> = (tickets, nowMs) => rule(tickets.filter((ticket) => ticket !== undefined), nowMs)
    const { outcome } = await change(() => store.load(accountIds), known, kind)
    return outcome.changed
  }

  return {
    load: async (accountId) => (await store.load([accountId])).read[0]?.ticket,

    async find(wanted) {
      const ticketId = newId()
      const { accountId } = wanted.person
      let waitMs = 0
      const { outcome, tickets } = await change(
        async () => {
          const loaded = await loadWithOther(accountId)
          // In this order: whoever is read as out of a match has its wait already.
          waitMs = await store.waitOf(accountId)
          return loaded
        },
        ([own, other], nowMs) => findMatch(own, other, { ...wanted, ticketId }, { nowMs, waits: waitMs > 0 }),
      )
      if ('refused' in outcome) return { ...outcome, waitMs }
      if (!tickets[0]) throw new KlaError('CONFLICT')
      return { own: tickets[0] }
    },

    async answer(accountId, answer) {
      const { outcome, tickets } = await change(
        () => loadWithOther(accountId),
        ([own, other], nowMs) => answerMatch(own, other, answer, nowMs),
      )
      if ('refused' in outcome) return outcome
      return tickets[0] ? { own: tickets[0] } : { refused: 'MATCH_GONE' }
    },

    async end(accountId, reason, ticketId) {
      const { tickets } = await change(
        () => loadWithOther(accountId),
        ([own, other]) =>
          endSearch(ticketId === undefined || own?.id === ticketId ? own : undefined, other, reason),
      )
      return tickets[0]
    },

    async vanish(accountId) {
      const { read } = await loadWithOther(accountId)
      const [own, other] = read.map(({ ticket }) => ticket)
      const { changed } = endSearch(own, other, 'gone')
      // Not tried again: who is kept meanwhile is there, and any other one is found by the next sweep.
      if (changed.length > 0 && (await store.commit({ read, changed, kind: 'vanishing' }))) tell(changed)
      return own !== undefined
    },

    async propose(accountIds, match) {
      const { read } = await store.load(accountIds)
      const { changed } = proposeMatch(read[0]?.ticket, read[1]?.ticket, match)
      // Not tried again: the next batch finds them as they are then.
      if (changed.length === 0 || !(await store.commit({ read, changed, kind: 'proposal' }))) return false
      tell(changed)
      return true
    },

    expire: (match) => changePair(match, (tickets, nowMs) => expireMatch(tickets, match.id, nowMs)),
    opened: (match) => changePair(match, (tickets) => matchOpened(tickets, match.id), 'meeting'),
    async notOpened(match, out) {
      await changePair(match, (tickets) => matchNotOpened(tickets, match.id, out))
    },
  }
}
