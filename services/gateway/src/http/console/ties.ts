import { type CupTie, type Tie, TieState } from '@kla/proto'
import { AdminCupView, CupTieView, TieParams, TiesPage, TiesQuery, Verdict, WatchLink } from '@kla/proto/schemas'
import { type Category, type Mode, PAGE_SIZE_DEFAULT, visibleText } from '@kla/proto/web'
import { changeCall, changedOr } from '../conflicts.js'
import { cursorOf, pagedView } from '../console-views.js'
import { adminCupView, cupEntryView, tieView } from '../cup-views.js'
import { onBehalfOf } from '../plugins/access.js'
import { cookieOptions, JUDGE_COOKIE, JUDGE_COOKIE_MAX_AGE_S, JUDGE_COOKIE_PATH } from '../plugins/cookies.js'
import { bearerOf } from '../plugins/identify.js'
import { consoleCall, type Resource } from '../route.js'
import { isoOf, numberOr, numberOrNull } from '../values.js'

export const consoleTies: Resource = async (app, { cups, publicOrigin, reads, cookieSecure }) => {
  app.get(
    '/admin/ties',
    {
      config: { access: { permission: 'cups.read' } },
      schema: consoleCall('Ties of cups', TiesPage, { querystring: TiesQuery }),
    },
    async (request) => {
      const { filter, pageSize } = request.query
      const page = numberOr(request.query.page, 1)
      const after = cursorOf(request.query)
      const { ties, total, next } = await cups.listTies(
        { filter: filter || 'all', page, pageSize: numberOr(pageSize, PAGE_SIZE_DEFAULT), after },
        onBehalfOf(request),
      )
      const results = ties.flatMap((line) => (line.tie ? [cupTieView(line, line.tie, publicOrigin)] : []))
      return { results, ...pagedView({ total, page, next, after }) }
    },
  )

  app.post(
    '/admin/cups/:id/ties/:tieId/verdict',
    {
      config: { access: { permission: 'cups.judge' } },
      schema: changeCall(
        'Decide a tie',
        { answer: AdminCupView, current: CupTieView },
        { params: TieParams, body: Verdict },
      ),
    },
    async (request, reply) => {
      const { id: cupId, tieId } = request.params
      const { winnerId, reason, version = 0 } = request.body
      const verdict = { cupId, tieId, winnerId: winnerId ?? 0, reason: visibleText(reason), version }
      const judged = cups.judgeTie(verdict, onBehalfOf(request)).then((cup) => {
        reads.forgetCup(cup.id)
        return adminCupView(cup)
      })
      return changedOr(reply, judged, async () => {
        const line = await cups.getTie({ cupId, tieId }, onBehalfOf(request))
        return line.tie && cupTieView(line, line.tie, publicOrigin)
      })
    },
  )

  app.post(
    '/admin/cups/:id/ties/:tieId/watch',
    {
      config: { access: { permission: 'cups.judge' } },
      schema: consoleCall('A link to watch a tie', WatchLink, { params: TieParams }),
    },
    async (request, reply) => {
      const { id: cupId, tieId } = request.params
      const { roomId, pass, expiresAtMs } = await cups.issueWatchPass({ cupId, tieId }, onBehalfOf(request))
      // The judge's page shows clips without a bearer token.
      reply.setCookie(JUDGE_COOKIE, bearerOf(request) ?? '', {
        ...cookieOptions(cookieSecure, JUDGE_COOKIE_PATH),
        sameSite: 'strict' as const,
        maxAge: JUDGE_COOKIE_MAX_AGE_S,
      })
      return { url: watchUrl(publicOrigin, roomId, pass), expires_at: isoOf(expiresAtMs) }
    },
  )
}

/** The pass goes into the fragment, which reaches no server. */
function watchUrl(publicOrigin: string, roomId: string, pass?: string): string {
  const url = new URL('/watch', publicOrigin)
  url.searchParams.set('room', roomId)
  if (pass !== undefined) url.hash = `pass=${encodeURIComponent(pass)}`
  return url.href
}

const OPEN: ReadonlySet<TieState> = new Set([TieState.PLAYING, TieState.DISPUTED])

/** The console's view of a tie with its cup. */
export function cupTieView(line: CupTie, tie: Tie, publicOrigin: string): CupTieView {
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
    apart: line.apart,
    safety_exit_by: numberOrNull(line.safetyExitBy),
    verdict: line.verdict
      ? {
          winner_id: numberOrNull(line.verdict.winnerId),
          reason: line.verdict.reason,
          by: line.verdict.by,
          at: isoOf(line.verdict.atMs),
        }
      : null,
  }
}
