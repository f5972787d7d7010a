import { AdminCupView, CupTieView, TieParams, TiesPage, TiesQuery, Verdict, WatchLink } from '@kla/proto/schemas'
import { PAGE_SIZE_DEFAULT, visibleText } from '@kla/proto/web'
import { changeCall, changedOr } from '../conflicts.js'
import { cursorOf, pagedView } from '../console-views.js'
import { adminCupView, cupTieView, watchUrl } from '../cup-views.js'
import { onBehalfOf } from '../plugins/access.js'
import { cookieOptions, JUDGE_COOKIE, JUDGE_COOKIE_MAX_AGE_S, JUDGE_COOKIE_PATH } from '../plugins/cookies.js'
import { bearerOf } from '../plugins/identify.js'
import { consoleCall, type Resource } from '../route.js'
import { isoOf, numberOr } from '../values.js'

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
