import { type CupTie, TieState, type Tie } from '@kla/proto'
import {
  type Category, type CupTieView, CupView, type Mode, PAGE_SIZE_DEFAULT, TieParams, TiesPage, TiesQuery, Verdict, WatchLink,
} from '@kla/proto/web'
import { cupEntryView, cupView, tieView } from '../cup-views.js'
import { onBehalfOf } from '../plugins/access.js'
import { cookieOptions, JUDGE_COOKIE_MAX_AGE_S, JUDGE_COOKIE_PATH, JUDGE_COOKIE } from '../plugins/cookies.js'
import { bearerOf } from '../plugins/identify.js'
import { consoleCall, type Resource } from '../route.js'
import { isoOf, numberOr } from '../values.js'

export const consoleTies: Resource = async (app, { cups, publicOrigin, reads, cookieSecure }) => {
  // Ties over all cups, newest first.
  app.get(
    '/admin/ties',
    {
      config: { access: { permission: 'cups.read' } },
      schema: consoleCall('Ties of cups', TiesPage, { querystring: TiesQuery }),
    },
    async (request) => {
      const { filter, page, pageSize } = request.query
      const { ties, total } = await cups.listTies(
        { filter: filter || 'all', page: numberOr(page, 1), pageSize: numberOr(pageSize, PAGE_SIZE_DEFAULT) },
        onBehalfOf(request),
      )
      const results = ties.flatMap((line) => (line.tie ? [cupTieView(line, line.tie, publicOrigin)] : []))
      return { results, total }
    },
  )

  // A moderator's word on who won a tie, or that nobody did.
  app.post(
    '/admin/cups/:id/ties/:tieId/verdict',
    {
      config: { access: { permission: 'cups.judge' } },
      schema: consoleCall('Decide a tie', CupView, { params: TieParams, body: Verdict }),
    },
    async (request) => {
      const { id: cupId, tieId } = request.params
      const { winnerId, reason, version = 0 } = request.body
      const cup = await cups.judgeTie(
        { cupId, tieId, winnerId: winnerId ?? 0, reason: reason.trim(), version },
        onBehalfOf(request),
      )
      reads.forgetCup(cup.id)
      return cupView(cup)
    },
  )

  // A link with which a judge watches a tie that is being played, for one use.
  app.post(
    '/admin/cups/:id/ties/:tieId/watch',
    {
      config: { access: { permission: 'cups.judge' } },
      schema: consoleCall('A link to watch a tie', WatchLink, { params: TieParams }),
    },
    async (request, reply) => {
      const { id: cupId, tieId } = request.params
      const { roomId, pass, expiresAtMs } = await cups.issueWatchPass({ cupId, tieId }, onBehalfOf(request))
      // The judge's page has no bearer token, and shows the clips of the tie.
      reply.setCookie(JUDGE_COOKIE, bearerOf(request) ?? '', {
        ...{ ...cookieOptions(cookieSecure, JUDGE_COOKIE_PATH), sameSite: 'strict' as const },
        maxAge: JUDGE_COOKIE_MAX_AGE_S,
      })
      return { url: watchUrl(publicOrigin, roomId, pass), expires_at: isoOf(expiresAtMs) }
    },
  )
}

/**
 * The page on which a room is watched. A judge's pass goes in the fragment, which browsers send to nobody: it is in no
 * log of ours or of a proxy.
 */
function watchUrl(publicOrigin: string, roomId: string, pass?: string): string {
  const url = new URL('/watch', publicOrigin)
  url.searchParams.set('room', roomId)
  if (pass !== undefined) url.hash = `pass=${encodeURIComponent(pass)}`
  return url.href
}

/** When there is something to watch. A disputed tie has its room still, for the judge. */
const OPEN: ReadonlySet<TieState> = new Set([TieState.PLAYING, TieState.DISPUTED])

/** A tie for its line in the console. */
function cupTieView(line: CupTie, tie: Tie, publicOrigin: string): CupTieView {
  const watchable = tie.roomId !== '' && OPEN.has(tie.state)
  return {
    cup_id: line.cupId,
    cup_name: line.cupName,
    mode: line.mode as Mode,
    category: line.category as Category,
    tie: tieView(tie),
    version: tie.version,
    player_a: line.playerA ? cupEntryView(line.playerA) : null,
    player_b: line.playerB ? cupEntryView(line.playerB) : null,
    spectators_allowed: line.spectatorsAllowed,
    watchers: line.watchers,
    spectator_url: watchable ? watchUrl(publicOrigin, tie.roomId) : null,
  }
}
