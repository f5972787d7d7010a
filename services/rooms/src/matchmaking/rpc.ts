import { accepted, forEachLimited, type Handlers, KlaError } from '@kla/chassis'
import type { MatchmakingServiceService, MatchState, TicketRef } from '@kla/proto'
import type { CountPlaying, FindRoomsRefusal, IsSeatedElsewhere } from '../seats/index.js'
import { shareNext } from '../shared/concurrency.js'
import { connectionOf, permittedAdult, personOf } from '../shared/requests.js'
import { isAccountId } from '../shared/rules/input.js'
import type { DueMatches } from './due-store.js'
import type { MatchMetrics } from './metrics.js'
import type { OpenMatch } from './open-match.js'
import type { PoolFigures } from './pool-store.js'
import type { RatingStore } from './rating-store.js'
import { roundedCount } from './rules/activity.js'
import { type Match, openMatchOf, poolOf, POOLS, type Ticket } from './rules/ticket.js'
import type { Searches } from './searches.js'
import type { TicketStore } from './ticket-store.js'
import { goneState, toMatchState } from './updates.js'

export interface MatchmakingRpcDeps {
  readonly searches: Searches
  readonly store: Pick<TicketStore, 'keep'>
  readonly due: Pick<DueMatches, 'ensure'>
  readonly figures: Pick<PoolFigures, 'read'>
  readonly ratings: Pick<RatingStore, 'of'>
  readonly findRefusal: FindRoomsRefusal
  readonly isSeatedElsewhere: IsSeatedElsewhere
  readonly countPlaying: CountPlaying
  readonly opening: Pick<OpenMatch, 'begin'>
  readonly metrics: MatchMetrics
  readonly acceptMs: number
  readonly now: () => number
}

const TICKETS_MAX = 5_000
const KEEP_BATCH = 500
// A stopping gateway drops all its searches.
const DROP_CONCURRENCY = 50

export const matchmakingHandlers = (deps: MatchmakingRpcDeps): Handlers<MatchmakingServiceService> => {
  const {
    searches,
    store,
    due,
    figures,
    ratings,
    findRefusal,
    isSeatedElsewhere,
    countPlaying,
    opening,
    metrics,
    acceptMs,
    now,
  } = deps
  // Shared by all gateways.
  const getActivity = shareNext(async () => {
    const [figuresOf, playing] = await Promise.all([figures.read(), countPlaying(POOLS)])
    return {
      pools: POOLS.map((pool, at) => {
        const { waiting, estimatedWaitMs } = figuresOf(pool)
        const searching = roundedCount(waiting)
        return { ...pool, searching, playing: roundedCount(playing[at] ?? 0), estimatedWaitMs }
      }),
    }
  })
  const stateOf = async (ticket: Ticket): Promise<MatchState> => toMatchState(ticket, await figures.read(), acceptMs)

  return {
    /** Errors: ALREADY_SEATED, BANNED_FROM_ROOMS, RATE_LIMITED. */
    async findMatch({ mode, category, commandId, ...request }, call) {
      const principal = await permittedAdult(call, now())
      const { accountId } = principal
      const connection = connectionOf(request.connection)
      const pool = poolOf(mode, category)
      if (!pool) throw new KlaError('INVALID_FIELD', 'There is no such mode or category.')
      const [refusal, seated, rating] = await Promise.all([
        findRefusal(accountId),
        isSeatedElsewhere(accountId),
        ratings.of(accountId),
      ])
      if (refusal) throw new KlaError(refusal)
      if (seated) throw new KlaError('ALREADY_SEATED')
      const found = await searches.find({ command: commandId, person: personOf(principal), connection, pool, rating })
      if ('refused' in found) throw new KlaError(found.refused, waitText(found.waitMs))
      return stateOf(found.own)
    },

    async cancelMatch(_request, call) {
      const { accountId } = await call.principal({ allowBanned: true })
      await searches.end(accountId, 'cancelled')
      return {}
    },

    async answerMatch(request, call) {
      const { accountId } = await call.principal()
      const answered = accepted(await searches.answer(accountId, request))
      metrics.answers.inc({ answer: request.accept ? 'accepted' : 'declined' })
      const { stage } = answered.own
      // Not awaited: a sweep opens it otherwise.
      if (stage.kind === 'opening') opening.begin(stage.match)
      return stateOf(answered.own)
    },

    async keepTickets(request) {
      const refs = validTickets(request)
      const states: MatchState[] = []
      const figuresOf = await figures.read()
      for (let start = 0; start < refs.length; start += KEEP_BATCH) {
        const batch = refs.slice(start, start + KEEP_BATCH)
        const tickets = await store.keep(batch)
        await due.ensure(overdueMatches(tickets, now()))
        states.push(
          ...batch.map((ref, at) => {
            const ticket = tickets[at]
            return ticket ? toMatchState(ticket, figuresOf, acceptMs) : goneState(ref)
          }),
        )
      }
      return { states }
    },

    getActivity,

    async dropTickets(request) {
      await forEachLimited(validTickets(request), DROP_CONCURRENCY, ({ accountId, ticketId }) =>
        searches.end(accountId, 'gone', ticketId),
      )
      return {}
    },
  }
}

function validTickets({
  gatewayId,
  tickets,
}: {
  gatewayId: string
  tickets: readonly TicketRef[]
}): readonly TicketRef[] {
  if (gatewayId === '') throw new KlaError('INVALID_FIELD', 'A gateway needs an id.')
  if (tickets.length > TICKETS_MAX) throw new KlaError('INVALID_FIELD', `Ask for ${TICKETS_MAX} searches at most.`)
  if (!tickets.every(({ accountId }) => isAccountId(accountId))) {
    throw new KlaError('INVALID_FIELD', 'A search belongs to an account.')
  }
  return tickets
}

/** Players of an unlisted match would be stuck. */
const overdueMatches = (tickets: readonly (Ticket | undefined)[], nowMs: number): Match[] =>
  tickets.flatMap((ticket) => {
    const match = ticket && openMatchOf(ticket)
    return match && match.deadlineMs <= nowMs ? [match] : []
  })

function waitText(waitMs: number): string {
  const seconds = Math.ceil(waitMs / 1_000)
  return `You let several matches go. You can search again in ${seconds} second${seconds === 1 ? '' : 's'}.`
}
