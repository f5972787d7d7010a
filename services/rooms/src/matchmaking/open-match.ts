import type { Logger } from '@kla/chassis'
import type { MatchEndReason, Reason } from '@kla/proto/web'
import type { IsBlocked } from '../blocks/join-check.js'
import type { Match, Ticket } from './rules/ticket.js'
import type { OpenReserved } from '../seats/open-reserved.js'
import type { PoolFigures } from './pool-store.js'
import type { TicketStore } from './ticket-store.js'
import type { MatchMetrics } from './metrics.js'
import type { Searches } from './searches.js'

export interface OpenMatch {
  /** Opens the room of a match that both have accepted. Rejects where that could not be told; a sweep tries again. */
  open(match: Pick<Match, 'id' | 'accountIds'>): Promise<void>
  /** The same, for who need not know. */
  begin(match: Pick<Match, 'id' | 'accountIds'>): void
  /** Resolves when no room is being opened. */
  settled(): Promise<void>
}

export interface OpenMatchOptions {
  readonly store: Pick<TicketStore, 'load'>
  readonly searches: Pick<Searches, 'opened' | 'notOpened'>
  readonly openReserved: OpenReserved
  readonly blocked: IsBlocked
  readonly figures: Pick<PoolFigures, 'observe'>
  readonly metrics: MatchMetrics
  readonly log: Logger
}

const ROOM_NAME = 'Quick match'
/** What a room came to is remembered for two minutes (openReserved); after one nobody waits for it any more. */
const GIVE_UP_MS = 60_000

const OUT_FOR: Partial<Record<Reason, MatchEndReason>> = {
  ALREADY_SEATED: 'seated',
  BANNED_FROM_ROOMS: 'banned',
  AGE_NOT_CONFIRMED: 'banned',
}

export function createOpenMatch(options: OpenMatchOptions): OpenMatch {
  const { store, searches, openReserved, blocked, figures, metrics, log } = options
  const underWay = new Set<Promise<void>>()

  const told = async (match: Match, nowMs: number): Promise<void> => {
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
    const people = read.flatMap(({ ticket }) => (ticket && isOpening(ticket, id) ? [ticket] : []))
    const [one, other] = people
    if (!one || !other) return
    const { match, sinceMs } = one.stage
    if (nowMs - sinceMs > GIVE_UP_MS) return searches.notOpened(match, new Map())
    // Asked once more: people block each other while they search.
    if (await blocked(accountIds[0], [accountIds[1]])) return searches.notOpened(match, new Map())
    const opened = await openReserved({
      roomId: match.roomId,
      name: ROOM_NAME,
      ...one.pool,
      origin: 'match',
      tie: null,
      people: people.map(({ person, connection }) => ({ person, connection })),
    })
    if (opened.kind === 'opened') return told(match, nowMs)
    await searches.notOpened(match, new Map([[opened.accountId, OUT_FOR[opened.reason] ?? 'gone']]))
  }

  return {
    open,
    begin(match) {
      const opening = open(match)
        .catch((error: unknown) => log.warn({ err: error }, 'the room of a match must wait'))
        .finally(() => underWay.delete(opening))
      underWay.add(opening)
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

type Opening = Ticket & { readonly stage: Extract<Ticket['stage'], { kind: 'opening' }> }

const isOpening = (ticket: Ticket, matchId: string): ticket is Opening =>
  ticket.stage.kind === 'opening' && ticket.stage.match.id === matchId
