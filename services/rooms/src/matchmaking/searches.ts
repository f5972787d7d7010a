import { setTimeout as sleep } from 'node:timers/promises'
import { KlaError, newId, type Refused } from '@kla/chassis'
import type { MatchEndReason } from '@kla/proto/web'
import {
  type Answer,
  answerMatch,
  endSearch,
  expireMatch,
  findMatch,
  matchNotOpened,
  matchOpened,
  proposeMatch,
  type SearchRequest,
} from './rules/search.js'
import { type Changed, type Match, partnerOf, type Ticket } from './rules/ticket.js'
import type { Loaded, TicketChange, TicketStore } from './ticket-store.js'
import type { PublishStates } from './updates.js'

/** Operations that any pod may perform and repeat. */
export interface Searches {
  load(accountId: number): Promise<Ticket | undefined>
  find(wanted: Omit<SearchRequest, 'ticketId'>): Promise<{ readonly own: Ticket } | WaitRefusal>
  answer(accountId: number, answer: Answer): Promise<{ readonly own: Ticket } | Refused>
  /** Ends the search unless its seats are being reserved. */
  end(accountId: number, reason: MatchEndReason, ticketId?: string): Promise<Ticket | undefined>
  /** Ends a search that is not kept. */
  endUnkept(accountId: number): Promise<boolean>
  propose(accountIds: Match['accountIds'], match: Match): Promise<boolean>
  expire(match: Pick<Match, 'id' | 'accountIds'>): Promise<readonly Ticket[]>
  opened(match: Match): Promise<readonly Ticket[]>
  notOpened(match: Match, out: ReadonlyMap<number, MatchEndReason>): Promise<void>
}

/** Refusal with the milliseconds until the next search. */
export interface WaitRefusal extends Refused {
  readonly waitMs: number
}

const ATTEMPTS = 30
const PAUSE_MS = 10

type Rule<R> = (tickets: readonly (Ticket | undefined)[], nowMs: number) => R

export interface SearchesDeps {
  readonly store: TicketStore
  readonly publish: PublishStates
  /** True if the account's seat in the room of this match still waits for it. */
  readonly isAwaited: (accountId: number, match: Match & { readonly roomId: string }) => Promise<boolean>
}

export function createSearches({ store, publish, isAwaited }: SearchesDeps): Searches {
  const loadWithPartner = async (accountId: number): Promise<Loaded> => {
    let loadedPartner: number | undefined
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const loaded = await store.load(loadedPartner === undefined ? [accountId] : [accountId, loadedPartner])
      const own = loaded.read[0]?.ticket
      const partnerId = own && partnerOf(own)
      if (partnerId === loadedPartner) return loaded
      loadedPartner = partnerId
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
      const { changed, lastState } = outcome
      if (await store.commit({ read, changed, ...(kind ? { kind } : {}) })) {
        publish(lastState ? [...changed, lastState] : changed)
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
    const known: Rule<Changed> = (tickets, nowMs) =>
      rule(
        tickets.filter((ticket) => ticket !== undefined),
        nowMs,
      )
    const { outcome } = await change(() => store.load(accountIds), known, kind)
    return outcome.changed
  }

  return {
    load: async (accountId) => (await store.load([accountId])).read[0]?.ticket,

    async find(wanted) {
      const ticketId = newId()
      const { accountId } = wanted.person
      let waitMs = 0
      let awaited = false
      const { outcome, tickets } = await change(
        async () => {
          const loaded = await loadWithPartner(accountId)
          // Read last, because ending a match stores the wait.
          waitMs = await store.waitOf(accountId)
          const stage = loaded.read[0]?.ticket?.stage
          awaited = stage?.kind === 'ready' && (await isAwaited(accountId, stage.match))
          return loaded
        },
        ([own, partner], nowMs) =>
          findMatch(own, partner, { ...wanted, ticketId }, { nowMs, waits: waitMs > 0, awaited }),
      )
      if ('refused' in outcome) return { ...outcome, waitMs }
      if (!tickets[0]) throw new KlaError('CONFLICT')
      return { own: tickets[0] }
    },

    async answer(accountId, answer) {
      const { outcome, tickets } = await change(
        () => loadWithPartner(accountId),
        ([own, partner], nowMs) => answerMatch(own, partner, answer, nowMs),
      )
      if ('refused' in outcome) return outcome
      return tickets[0] ? { own: tickets[0] } : { refused: 'MATCH_GONE' }
    },

    async end(accountId, reason, ticketId) {
      const { tickets } = await change(
        () => loadWithPartner(accountId),
        ([own, partner]) =>
          endSearch(ticketId === undefined || own?.id === ticketId ? own : undefined, partner, reason),
      )
      return tickets[0]
    },

    async endUnkept(accountId) {
      const { read } = await loadWithPartner(accountId)
      const [own, partner] = read.map(({ ticket }) => ticket)
      const { changed } = endSearch(own, partner, 'gone')
      if (changed.length > 0 && (await store.commit({ read, changed, kind: 'vanishing' }))) publish(changed)
      return own !== undefined
    },

    async propose(accountIds, match) {
      const { read } = await store.load(accountIds)
      const { changed } = proposeMatch(read[0]?.ticket, read[1]?.ticket, match)
      if (changed.length === 0 || !(await store.commit({ read, changed, kind: 'proposal' }))) return false
      publish(changed)
      return true
    },

    expire: (match) => changePair(match, (tickets, nowMs) => expireMatch(tickets, match.id, nowMs)),
    opened: (match) => changePair(match, (tickets) => matchOpened(tickets, match.id), 'meeting'),
    async notOpened(match, out) {
      await changePair(match, (tickets) => matchNotOpened(tickets, match.id, out))
    },
  }
}
