import { KlaError } from '@kla/chassis'
import type { Cup, NextTie } from '@kla/proto'
import { CupParams, Cups, CupView, NextTieView, TieParams, TiePresence } from '@kla/proto/schemas'
import type { FastifyRequest } from 'fastify'
import {
  cupsView,
  shownCupView,
  shownEntryView,
  shownIdsOfEntries,
  shownTieView,
  tieStateName,
  visitorCupsView,
  visitorCupView,
} from '../cup-views.js'
import { onBehalfOf, playerOf, visitorOf } from '../plugins/access.js'
import { answerIfChanged } from '../plugins/caching.js'
import { limitPerAccount } from '../plugins/limits.js'
import { playerCall, type Resource, visitorCall } from '../route.js'
import { isoOrNull, textOrNull } from '../values.js'

export const playerCups: Resource = async (app, { reads, cups, accountCallsPerMinute, now }) => {
  const changed = (request: FastifyRequest, cup: Cup): CupView => {
    reads.forgetCup(cup.id)
    return shownCupView(cup, playerOf(request).account.id)
  }

  app.get(
    '/api/cups',
    { config: { access: 'visitor' }, schema: visitorCall('Cups', Cups), onSend: answerIfChanged },
    async (request) => (visitorOf(request) ? cupsView : visitorCupsView)(await reads.cups()),
  )

  app.get(
    '/api/cups/next',
    {
      config: { access: 'player' },
      preHandler: limitPerAccount(accountCallsPerMinute, now),
      schema: playerCall('The next tie or check-in', NextTieView),
    },
    async (request) => nextTieView(await cups.getNextTie({}, onBehalfOf(request))),
  )

  app.get(
    '/api/cups/:id',
    {
      config: { access: 'visitor' },
      schema: visitorCall('One cup', CupView, { params: CupParams }),
      onSend: answerIfChanged,
    },
    async (request) => {
      const found = await reads.cup(request.params.id)
      const player = visitorOf(request)
      return player ? shownCupView(found, player.account.id) : visitorCupView(found)
    },
  )

  app.post(
    '/api/cups/:id/entry',
    {
      config: { access: 'player' },
      preHandler: limitPerAccount(accountCallsPerMinute, now),
      schema: playerCall('Enter a cup', CupView, { params: CupParams }),
    },
    async (request) => changed(request, await cups.enterCup({ cupId: request.params.id }, onBehalfOf(request))),
  )

  app.delete(
    '/api/cups/:id/entry',
    {
      config: { access: 'player' },
      preHandler: limitPerAccount(accountCallsPerMinute, now),
      schema: playerCall('Withdraw from a cup', CupView, { params: CupParams }),
    },
    async (request) => changed(request, await cups.withdrawFromCup({ cupId: request.params.id }, onBehalfOf(request))),
  )

  app.post(
    '/api/cups/:id/check-in',
    {
      config: { access: 'player' },
      preHandler: limitPerAccount(accountCallsPerMinute, now),
      schema: playerCall('Check in to a cup', CupView, { params: CupParams }),
    },
    async (request) => changed(request, await cups.checkIn({ cupId: request.params.id }, onBehalfOf(request))),
  )

  app.post(
    '/api/cups/:id/ties/:tieId/presence',
    {
      config: { access: 'player' },
      preHandler: limitPerAccount(accountCallsPerMinute, now),
      schema: playerCall('Be present at a tie', TiePresence, { params: TieParams }),
    },
    async (request) => {
      const { id: cupId, tieId } = request.params
      const { tie, present, roomId, players } = await cups.bePresent({ cupId, tieId }, onBehalfOf(request))
      if (!tie) throw new KlaError('INTERNAL')
      return {
        tie: shownTieView(tie, players),
        present: present.map(shownIdsOfEntries(players)),
        room_id: textOrNull(roomId),
      }
    },
  )
}

function nextTieView(next: NextTie): NextTieView {
  if (next.cupId === '') return { next: null }
  return {
    next: {
      cup_id: next.cupId,
      cup_name: next.cupName,
      check_in_due: next.checkInDue,
      tie_id: textOrNull(next.tieId),
      state: next.tieId === '' ? null : tieStateName(next.state),
      opponent: next.opponent ? shownEntryView(next.opponent) : null,
      room_id: textOrNull(next.roomId),
      deadline: isoOrNull(next.deadlineMs),
    },
  }
}
