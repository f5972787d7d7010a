import { KlaError } from '@kla/chassis'
import type { NextTie } from '@kla/proto'
import { CupParams, Cups, CupView, NextTieView, TieParams, TiePresence } from '@kla/proto/web'
import { cupEntryView, cupsView, cupView, tieStateName, tieView, visitorCupsView, visitorCupView } from '../cup-views.js'
import type { HttpParts } from '../deps.js'
import { onBehalfOf, playerOf, visitorOf } from '../plugins/access.js'
import { answerIfChanged } from '../plugins/etag.js'
import { AccountLimit } from '../plugins/limits.js'
import { playerCall, type TypedApp, visitorCall } from '../route.js'
import { isoOrNull, textOrNull } from '../values.js'

/** Cups that are open, run, or ended lately. */
export const cups = (app: TypedApp, { reads }: HttpParts): void => {
  app.get(
    '/api/cups',
    { config: { access: 'visitor' }, schema: visitorCall('Cups', Cups), onSend: answerIfChanged },
    async (request) => (visitorOf(request) ? cupsView : visitorCupsView)(await reads.cups()),
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
      opponent: next.opponent ? cupEntryView(next.opponent) : null,
      room_id: textOrNull(next.roomId),
      deadline: isoOrNull(next.deadlineMs),
    },
  }
}

/** What the player has to do next, over all cups. */
export const nextTie = (app: TypedApp, { cups, accountCallsPerMinute, now }: HttpParts): void => {
  const limit = new AccountLimit(accountCallsPerMinute, now)
  app.get(
    '/api/cups/next',
    { config: { access: 'player' }, schema: playerCall("One's next tie or check-in", NextTieView) },
    async (request) => {
      limit.count(playerOf(request).account.id)
      return nextTieView(await cups.getNextTie({}, onBehalfOf(request)))
    },
  )
}

/** One cup with its bracket. */
export const cup = (app: TypedApp, { reads }: HttpParts): void => {
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
      return player ? cupView(found, player.account.id) : visitorCupView(found)
    },
  )
}

/** Enters the player. Doing it twice changes nothing. */
export const enterCup = (app: TypedApp, { cups, reads, accountCallsPerMinute, now }: HttpParts): void => {
  const limit = new AccountLimit(accountCallsPerMinute, now)
  app.post(
    '/api/cups/:id/entry',
    { config: { access: 'player' }, schema: playerCall('Enter a cup', CupView, { params: CupParams }) },
    async (request) => {
      const { account } = playerOf(request)
      limit.count(account.id)
      const cup = await cups.enterCup({ cupId: request.params.id }, onBehalfOf(request))
      reads.forgetCup(cup.id)
      return cupView(cup, account.id)
    },
  )
}

/** Takes the player out again, until the bracket is drawn. */
export const withdrawFromCup = (app: TypedApp, { cups, reads, accountCallsPerMinute, now }: HttpParts): void => {
  const limit = new AccountLimit(accountCallsPerMinute, now)
  app.delete(
    '/api/cups/:id/entry',
    { config: { access: 'player' }, schema: playerCall('Withdraw from a cup', CupView, { params: CupParams }) },
    async (request) => {
      const { account } = playerOf(request)
      limit.count(account.id)
      const cup = await cups.withdrawFromCup({ cupId: request.params.id }, onBehalfOf(request))
      reads.forgetCup(cup.id)
      return cupView(cup, account.id)
    },
  )
}

/** The player says that it is there for the start. */
export const checkIn = (app: TypedApp, { cups, reads, accountCallsPerMinute, now }: HttpParts): void => {
  const limit = new AccountLimit(accountCallsPerMinute, now)
  app.post(
    '/api/cups/:id/check-in',
    { config: { access: 'player' }, schema: playerCall('Check in to a cup', CupView, { params: CupParams }) },
    async (request) => {
      const { account } = playerOf(request)
      limit.count(account.id)
      const cup = await cups.checkIn({ cupId: request.params.id }, onBehalfOf(request))
      reads.forgetCup(cup.id)
      return cupView(cup, account.id)
    },
  )
}

/** "I am here": answers who else is, and the room once it is open. */
export const bePresent = (app: TypedApp, { cups, accountCallsPerMinute, now }: HttpParts): void => {
  const limit = new AccountLimit(accountCallsPerMinute, now)
  app.post(
    '/api/cups/:id/ties/:tieId/presence',
    {
      config: { access: 'player' },
      schema: playerCall('Be present at a tie', TiePresence, { params: TieParams }),
    },
    async (request) => {
      limit.count(playerOf(request).account.id)
      const { id: cupId, tieId } = request.params
      const { tie, present, roomId } = await cups.bePresent({ cupId, tieId }, onBehalfOf(request))
      if (!tie) throw new KlaError('INTERNAL')
      return { tie: tieView(tie), present, room_id: textOrNull(roomId) }
    },
  )
}
