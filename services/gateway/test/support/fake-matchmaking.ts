import { type Bus, KlaError, newId } from '@kla/chassis'
import { MatchState, type PoolActivity, subjects, type TicketRef } from '@kla/proto'
import type { Clients } from '../../src/shared/clients.js'
import { accountOf, isAdult } from './fake-auth.js'

type Stage = NonNullable<MatchState['state']>

export interface FakeMatchmaking {
  readonly client: Clients['matchmaking']
  /** The newest ticket of each account. */
  readonly tickets: Map<number, MatchState>
  /** Tickets of each call so far. */
  readonly kept: TicketRef[][]
  readonly dropped: TicketRef[][]
  /** What GetActivity answers. */
  activity: PoolActivity[]
  /** Runs within each call, once it is done and before it is answered; may wait or throw. */
  answering: (call: keyof Clients['matchmaking']) => Promise<void>
  /** Whether changes are published; false simulates lost updates. */
  tells: boolean
  /** Changes the ticket of an account as the service would, and publishes that. */
  change(accountId: number, state: Stage): MatchState
  tell(state: MatchState): void
}

export const found = (accepted = false, matchId = 'm1'): Stage => ({
  $case: 'found',
  value: { matchId, deadlineMs: 10_000, durationMs: 10_000, accepted },
})
export const ready = (roomId: string): Stage => ({ $case: 'ready', value: { roomId } })
export const searching = (estimatedWaitMs = 0): Stage => ({
  $case: 'searching',
  value: { sinceMs: 1_000, estimatedWaitMs, waiting: 1 },
})
export const ended = (reason: string): Stage => ({ $case: 'ended', value: { reason } })

/** Matchmaking in memory, which finds no one on its own and publishes updates through a real bus. */
export function createFakeMatchmaking(bus: Bus): FakeMatchmaking {
  const tickets = new Map<number, MatchState>()
  const commands = new Map<string, number>()

  const own = (accountId: number): MatchState => {
    const ticket = tickets.get(accountId)
    if (!ticket) throw new KlaError('MATCH_GONE')
    return ticket
  }
  const isOn = (ticket: MatchState | undefined): ticket is MatchState =>
    ticket?.state?.$case === 'searching' || ticket?.state?.$case === 'found'

  const fake: FakeMatchmaking = {
    tickets,
    kept: [],
    dropped: [],
    activity: [],
    answering: async () => undefined,
    tells: true,
    tell(state) {
      bus.publish(subjects.gatewayMatches(state.connection?.gatewayId ?? ''), MatchState.encode(state).finish())
    },
    change(accountId, state) {
      const ticket = { ...own(accountId), version: own(accountId).version + 1, state }
      tickets.set(accountId, ticket)
      if (fake.tells) fake.tell(ticket)
      return ticket
    },
    client: {
      findMatch: async ({ commandId, connection, mode, category }, context) => {
        const accountId = accountOf(context?.principal)
        if (!isAdult(context?.principal)) throw new KlaError('AGE_NOT_CONFIRMED')
        const before = tickets.get(accountId)
        if (!before || commands.get(commandId) !== accountId) {
          commands.set(commandId, accountId)
          const version = (before?.version ?? 0) + 1
          const here = isOn(before) && before.connection?.socketId === connection?.socketId
          const ticketId = here ? before.ticketId : newId()
          tickets.set(accountId, { accountId, ticketId, connection, version, mode, category, state: searching() })
          if (fake.tells) fake.tell(own(accountId))
          if (isOn(before) && !here && fake.tells) fake.tell({ ...before, version, state: ended('gone') })
        }
        const answer = own(accountId)
        await fake.answering('findMatch')
        return answer
      },
      cancelMatch: async (_request, context) => {
        const accountId = accountOf(context?.principal)
        if (isOn(tickets.get(accountId))) fake.change(accountId, ended('cancelled'))
        await fake.answering('cancelMatch')
        return {}
      },
      answerMatch: async ({ matchId, accept }, context) => {
        const accountId = accountOf(context?.principal)
        const { state } = own(accountId)
        if (state?.$case !== 'found' || state.value.matchId !== matchId) throw new KlaError('MATCH_GONE')
        const answer = fake.change(accountId, accept ? found(true, matchId) : ended('declined'))
        await fake.answering('answerMatch')
        return answer
      },
      keepTickets: async ({ tickets: refs }) => {
        fake.kept.push(refs)
        await fake.answering('keepTickets')
        const unknown = { version: 0, mode: '', category: '', connection: undefined, state: ended('gone') }
        return {
          states: refs.map((ref) => {
            const ticket = tickets.get(ref.accountId)
            return ticket?.ticketId === ref.ticketId ? ticket : { ...ref, ...unknown }
          }),
        }
      },
      getActivity: async () => {
        await fake.answering('getActivity')
        return { pools: fake.activity }
      },
      dropTickets: async ({ tickets: refs }) => {
        fake.dropped.push(refs)
        await fake.answering('dropTickets')
        return {}
      },
    },
  }
  return fake
}
