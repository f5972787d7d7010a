import { type Call, type Handlers, KlaError } from '@kla/chassis'
import type {
  AnswerMatchRequest, CancelMatchRequest, CancelMatchResponse, DropTicketsRequest, DropTicketsResponse, FindMatchRequest,
  KeepTicketsRequest, KeepTicketsResponse, MatchmakingServiceService, MatchState, TicketRef,
} from '@kla/proto'
import type { Bars } from '../seats/account-store.js'
import { REFUSAL, type SeatedElsewhere } from '../seats/sit-down.js'
import { inBatches } from '../shared/concurrency.js'
import { adultRoomGoer, connectionOf, personOf } from '../shared/requests.js'
import { isAccountId } from '../shared/rules/input.js'
import type { DueMatches } from './due-store.js'
import type { MatchMetrics } from './metrics.js'
import type { OpenMatch } from './open-match.js'
import type { PoolFigures } from './pool-store.js'
import type { RatingStore } from './rating-store.js'
import { type Match, openMatchOf, poolOf, type Ticket } from './rules/ticket.js'
import type { Searches } from './searches.js'
import type { TicketStore } from './ticket-store.js'
import { gone, toMatchState } from './updates.js'

/** How a search stands, with the figures of its pool. */
const stateOf = async (
  { figures, acceptMs }: Pick<MatchmakingDeps, 'figures' | 'acceptMs'>,
  ticket: Ticket,
): Promise<MatchState> => toMatchState(ticket, await figures.read(), acceptMs)

const findMatch =
  (dependencies: MatchmakingDeps) =>
  async ({ mode, category, commandId, ...request }: FindMatchRequest, call: Call): Promise<MatchState> => {
    const { searches, ratings, bars, seatedElsewhere, now } = dependencies
    const principal = await adultRoomGoer(call, now())
    const { accountId } = principal
    const connection = connectionOf(request.connection)
    const pool = poolOf(mode, category)
    if (!pool) throw new KlaError('INVALID_FIELD', 'There is no such mode or category.')
    const [closed, seated, rating] = await Promise.all([
      bars.closedBy(accountId),
      seatedElsewhere(accountId),
      ratings.of(accountId),
    ])
    if (closed) throw new KlaError(REFUSAL[closed])
    if (seated) throw new KlaError('ALREADY_SEATED')
    const wanted = { command: commandId, person: personOf(principal), connection, pool, rating }
    const found = await searches.find(wanted)
    if ('refused' in found) throw new KlaError(found.refused, haveToWait(found.waitMs))
    return stateOf(dependencies, found.own)
  }

function haveToWait(waitMs: number): string {
  const seconds = Math.ceil(waitMs / 1_000)
  return `You let several matches go. You can search again in ${seconds} second${seconds === 1 ? '' : 's'}.`
}

const cancelMatch =
  ({ searches }: Pick<MatchmakingDeps, 'searches'>) =>
  async (_request: CancelMatchRequest, call: Call): Promise<CancelMatchResponse> => {
    const { accountId } = await call.principal({ evenIfBanned: true })
    await searches.end(accountId, 'cancelled')
    return {}
  }

const answerMatch =
  (dependencies: MatchmakingDeps) =>
  async (request: AnswerMatchRequest, call: Call): Promise<MatchState> => {
    const { searches, opening, metrics } = dependencies
    const { accountId } = await call.principal()
    const answered = await searches.answer(accountId, request)
    if ('refused' in answered) throw new KlaError(answered.refused)
    metrics.answers.inc({ answer: request.accept ? 'accepted' : 'declined' })
    const { stage } = answered.own
    // Not awaited: that both have accepted stands, and a sweep opens the room if this pod does not.
    if (stage.kind === 'opening') opening.begin(stage.match)
    return stateOf(dependencies, answered.own)
  }

/** Searches in one request of a gateway. */
const TICKETS_MAX = 5_000

/** The searches of a gateway's request. Throws INVALID_FIELD if they are too many, or if it names no gateway. */
function ticketsAskedFor(request: { gatewayId: string; tickets: readonly TicketRef[] }): readonly TicketRef[] {
  const { gatewayId, tickets } = request
  if (gatewayId === '') throw new KlaError('INVALID_FIELD', 'A gateway needs an id.')
  if (tickets.length > TICKETS_MAX) throw new KlaError('INVALID_FIELD', `Ask for ${TICKETS_MAX} searches at most.`)
  if (!tickets.every(({ accountId }) => isAccountId(accountId))) {
    throw new KlaError('INVALID_FIELD', 'A search belongs to an account.')
  }
  return tickets
}

/** What one script keeps: a few milliseconds of Redis' time. */
const KEEP_BATCH = 500

export const keepTickets =
  ({ store, due, figures, acceptMs, now }: Pick<MatchmakingDeps, 'store' | 'due' | 'figures' | 'acceptMs' | 'now'>) =>
  async (request: KeepTicketsRequest): Promise<KeepTicketsResponse> => {
    const refs = ticketsAskedFor(request)
    const states: MatchState[] = []
    const figuresOf = await figures.read()
    for (let start = 0; start < refs.length; start += KEEP_BATCH) {
      const part = refs.slice(start, start + KEEP_BATCH)
      const tickets = await store.keep(part)
      await due.ensure(overdue(tickets, now()))
      states.push(
        ...part.map((ref, at) => {
          const ticket = tickets[at]
          return ticket ? toMatchState(ticket, figuresOf, acceptMs) : gone(ref)
        }),
      )
    }
    return { states }
  }

/** Matches that should be over. Should their entry ever be lost, they would hold who is in them for good. */
const overdue = (tickets: readonly (Ticket | undefined)[], nowMs: number): Match[] =>
  tickets.flatMap((ticket) => {
    const match = ticket && openMatchOf(ticket)
    return match && match.deadlineMs <= nowMs ? [match] : []
  })

// A gateway that goes away drops all its searches at once; other calls must get a turn between them.
const DROP_CONCURRENCY = 50

const dropTickets =
  ({ searches }: Pick<MatchmakingDeps, 'searches'>) =>
  async (request: DropTicketsRequest): Promise<DropTicketsResponse> => {
    await inBatches(ticketsAskedFor(request), DROP_CONCURRENCY, ({ accountId, ticketId }) =>
      searches.end(accountId, 'gone', ticketId),
    )
    return {}
  }

/** What the RPCs of quick match work with. */
interface MatchmakingDeps {
  readonly searches: Searches
  readonly store: Pick<TicketStore, 'keep'>
  readonly due: Pick<DueMatches, 'ensure'>
  readonly figures: Pick<PoolFigures, 'read'>
  readonly ratings: Pick<RatingStore, 'of'>
  readonly bars: Pick<Bars, 'closedBy'>
  readonly seatedElsewhere: SeatedElsewhere
  readonly opening: Pick<OpenMatch, 'begin'>
  readonly metrics: MatchMetrics
  readonly acceptMs: number
  /** Unix milliseconds: until when bans last. */
  readonly now: () => number
}

export type StateOf = (ticket: Ticket) => Promise<MatchState>

export const handlers = (dependencies: MatchmakingDeps): Handlers<MatchmakingServiceService> => ({
  findMatch: findMatch(dependencies),
  cancelMatch: cancelMatch(dependencies),
  answerMatch: answerMatch(dependencies),
  keepTickets: keepTickets(dependencies),
  dropTickets: dropTickets(dependencies),
})
