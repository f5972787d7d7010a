import type { Logger } from '@kla/chassis'
import type { MatchEndReason, Reason } from '@kla/proto/web'
import type { IsBlocked } from '../blocks/index.js'
import type { OpenReserved } from '../seats/index.js'
import type { MatchMetrics } from './metrics.js'
import type { PoolFigures } from './pool-store.js'
import type { Match, Ticket } from './rules/ticket.js'
import type { Searches } from './searches.js'
import type { TicketStore } from './ticket-store.js'

/** Opens the room of an accepted match. */
export interface OpenMatch {
  /** Rejects if unknown; a sweep retries. */
  open(match: Pick<Match, 'id' | 'accountIds'>): Promise<void>
  begin(match: Pick<Match, 'id' | 'accountIds'>): void
  settled(): Promise<void>
}

export interface OpenMatchDeps {
  readonly store: Pick<TicketStore, 'load'>
  readonly searches: Pick<Searches, 'opened' | 'notOpened'>
  readonly openReserved: OpenReserved
  readonly isBlocked: IsBlocked
  readonly figures: Pick<PoolFigures, 'observe'>
  readonly metrics: MatchMetrics
  readonly log: Logger
}

const ROOM_NAME = 'Quick match'
/** Shorter than openReserved's two minutes of repeats. */
const GIVE_UP_MS = 60_000

const END_REASONS: Partial<Record<Reason, MatchEndReason>> = {
  ALREADY_SEATED: 'seated',
  BANNED_FROM_ROOMS: 'banned',
  AGE_NOT_CONFIRMED: 'banned',
}

export function createOpenMatch(deps: OpenMatchDeps): OpenMatch {
  const { store, searches, openReserved, isBlocked, figures, metrics, log } = deps
  const inFlight = new Set<Promise<void>>()

  const recordOpened = async (match: Match, nowMs: number): Promise<void> => {
    const met = await searches.opened(match)
    if (met.length === 0) return
    metrics.rooms.inc()
    for (const { pool, sinceMs } of met) {
      metrics.waits.observe((nowMs - sinceMs) / 1_000)
      await figures.observe(pool, nowMs - sinceMs)
    }
  }

  const open: OpenMatch['open'] = async ({ id, accountIds }) => {
    const { read, nowMs } = await store.load(accountIds)
    const tickets = read.flatMap(({ ticket }) => (ticket && isOpening(ticket, id) ? [ticket] : []))
    const [one, other] = tickets
    if (!one || !other) return
    const { match, sinceMs } = one.stage
    if (nowMs - sinceMs > GIVE_UP_MS) return searches.notOpened(match, new Map())
    // One may have blocked the other since.
    if (await isBlocked(accountIds[0], [accountIds[1]])) return searches.notOpened(match, new Map())
    const opened = await openReserved({
      roomId: match.roomId,
      name: ROOM_NAME,
      ...one.pool,
      origin: 'match',
      tie: null,
      players: tickets.map(({ person, connection }) => ({ person, connection })),
    })
    if (opened.kind === 'opened') return recordOpened(match, nowMs)
    await searches.notOpened(match, new Map([[opened.accountId, END_REASONS[opened.reason] ?? 'gone']]))
  }

  return {
    open,
    begin(match) {
      const opening = open(match)
        .catch((err: unknown) => log.warn({ err }, 'room of a match was not opened'))
        .finally(() => inFlight.delete(opening))
      inFlight.add(opening)
    },
    async settled() {
      while (inFlight.size > 0) await Promise.all(inFlight)
    },
  }
}

type Opening = Ticket & { readonly stage: Extract<Ticket['stage'], { kind: 'opening' }> }

const isOpening = (ticket: Ticket, matchId: string): ticket is Opening =>
  ticket.stage.kind === 'opening' && ticket.stage.match.id === matchId
