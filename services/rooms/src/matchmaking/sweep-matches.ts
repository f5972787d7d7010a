import { openMatchOf } from '../domain/matchmaking/ticket.js'
import { inBatches } from '../room/in-batches.js'
import type { DueMatches } from '../store/matchmaking/due-matches.js'
import type { MatchMetrics } from './match-metrics.js'
import type { OpenMatch } from './open-match.js'
import type { Searches } from './searches.js'
import type { TicketStore } from '../store/matchmaking/ticket-store.js'

export interface SweepOptions {
  readonly due: DueMatches
  readonly store: Pick<TicketStore, 'load'>
  readonly searches: Pick<Searches, 'vanish' | 'expire'>
  readonly opening: Pick<OpenMatch, 'open'>
  readonly metrics: MatchMetrics
}

const LIMIT = 200
const AT_ONCE = 50

/** Ends matches that were not accepted in time, and opens rooms that a dead pod was to open. */
export const sweepMatches =
  ({ due, store, searches, opening, metrics }: SweepOptions) =>
  async (): Promise<void> => {
    await inBatches(await due.claim(LIMIT), AT_ONCE, async (match) => {
      const expired = await searches.expire(match)
      const late = expired.filter(({ stage }) => stage.kind === 'ended').length
      if (late > 0) metrics.answers.inc({ answer: 'not-accepted' }, late)
      await opening.open(match)
      const { read } = await store.load(match.accountIds)
      if (!read.some(({ ticket }) => ticket && openMatchOf(ticket)?.id === match.id)) await due.forget(match)
    })
  }

/** Ends the searches of people who have vanished without a word. */
export const sweepUnkept =
  ({ due, searches }: Pick<SweepOptions, 'due' | 'searches'>) =>
  async (): Promise<void> => {
    await inBatches(await due.unkept(LIMIT), AT_ONCE, async (accountId) => {
      if (!(await searches.vanish(accountId))) await due.forgetKept(accountId)
    })
  }
