import type { Cup } from '@kla/proto'
import {
  AdminCupView,
  CupCancellation,
  CupCreation,
  CupParams,
  CupsPage,
  CupsQuery,
  CupStart,
  CupUpdate,
  EntryCreation,
  EntryParams,
  MadeOnQuery,
  Seeding,
} from '@kla/proto/schemas'
import { PAGE_SIZE_DEFAULT, visibleText } from '@kla/proto/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { accountByNumber } from '../../shared/numbers.js'
import { existingAccount } from '../accounts.js'
import { changeCall, changedOr, versionOf } from '../conflicts.js'
import { cursorOf, pagedView } from '../console-views.js'
import { adminCupView, cupSummaryView } from '../cup-views.js'
import { onBehalfOf } from '../plugins/access.js'
import { consoleCall, type Resource } from '../route.js'
import { millisecondsOf, numberOr } from '../values.js'

/** A copy without `$id`, which must be unique. */
const cup = { answer: AdminCupView, current: Type.Object(AdminCupView.properties) }

export const consoleCups: Resource = async (app, { auth, cups, reads }) => {
  const changed = (after: Cup): AdminCupView => {
    reads.forgetCup(after.id)
    return adminCupView(after)
  }

  const read = async (request: FastifyRequest<{ Params: { id: string } }>) =>
    adminCupView(await cups.getCup({ cupId: request.params.id }, { requestId: request.id }))

  const answer = (reply: FastifyReply, change: Promise<Cup>, request: FastifyRequest<{ Params: { id: string } }>) =>
    changedOr(reply, change.then(changed), () => read(request))

  app.get(
    '/admin/cups',
    {
      config: { access: { permission: 'cups.read' } },
      schema: consoleCall('All cups', CupsPage, { querystring: CupsQuery }),
    },
    async (request) => {
      const page = numberOr(request.query.page, 1)
      const pageSize = numberOr(request.query.pageSize, PAGE_SIZE_DEFAULT)
      const after = cursorOf(request.query)
      const { cups: list, total, next } = await cups.listAllCups({ page, pageSize, after }, onBehalfOf(request))
      return { results: list.map(cupSummaryView), ...pagedView({ total, page, next, after }) }
    },
  )

  app.post(
    '/admin/cups',
    {
      config: { access: { permission: 'cups.manage' } },
      schema: consoleCall('Create a cup', AdminCupView, { body: CupCreation }),
    },
    async (request) => {
      const { id: cupId, name, mode, category, capacity, starts_at } = request.body
      const startsAtMs = millisecondsOf(starts_at)
      return changed(await cups.createCup({ cupId, name, mode, category, capacity, startsAtMs }, onBehalfOf(request)))
    },
  )

  app.get(
    '/admin/cups/:id',
    {
      config: { access: { permission: 'cups.read' } },
      schema: consoleCall('One cup', AdminCupView, { params: CupParams }),
    },
    read,
  )

  app.patch(
    '/admin/cups/:id',
    {
      config: { access: { permission: 'cups.manage' } },
      schema: changeCall('Change a cup', cup, { params: CupParams, body: CupUpdate }),
    },
    async (request, reply) => {
      const { name, mode, category, capacity, starts_at, version } = request.body
      const startsAtMs = starts_at === undefined ? undefined : millisecondsOf(starts_at)
      const update = { cupId: request.params.id, name, mode, category, capacity, startsAtMs, version }
      return answer(reply, cups.updateCup(update, onBehalfOf(request)), request)
    },
  )

  app.post(
    '/admin/cups/:id/start',
    {
      config: { access: { permission: 'cups.manage' } },
      schema: changeCall('Start a cup', cup, { params: CupParams, body: Type.Union([CupStart, Type.Null()]) }),
    },
    async (request, reply) => {
      const start = { cupId: request.params.id, version: request.body?.version }
      return answer(reply, cups.startCup(start, onBehalfOf(request)), request)
    },
  )

  app.post(
    '/admin/cups/:id/cancel',
    {
      config: { access: { permission: 'cups.manage' } },
      schema: changeCall('Cancel a cup', cup, { params: CupParams, body: CupCancellation }),
    },
    async (request, reply) => {
      const { reason, version } = request.body
      const cancellation = { cupId: request.params.id, reason: visibleText(reason), version }
      return answer(reply, cups.cancelCup(cancellation, onBehalfOf(request)), request)
    },
  )

  app.post(
    '/admin/cups/:id/entries',
    {
      config: { access: { permission: 'cups.manage' } },
      schema: changeCall('Enter an account', cup, { params: CupParams, body: EntryCreation }),
    },
    async (request, reply) => {
      const { userId, removed: given, version } = request.body
      const { id: accountId, username, alias } = await existingAccount(auth, userId, { requestId: request.id })
      const removed = given && { seed: given.seed, checkedIn: given.checked_in }
      const entry = {
        cupId: request.params.id,
        accountId,
        username,
        avatar: '',
        entered: true,
        alias,
        removed,
        version,
      }
      return answer(reply, cups.setEntry(entry, onBehalfOf(request)), request)
    },
  )

  app.delete(
    '/admin/cups/:id/entries/:userId',
    {
      config: { access: { permission: 'cups.manage' } },
      schema: changeCall('Remove an entry', cup, { params: EntryParams, querystring: MadeOnQuery }),
    },
    async (request, reply) => {
      const { id: cupId, userId } = request.params
      const version = versionOf(request.query.version)
      const accountId = await accountByNumber(auth, Number(userId), { requestId: request.id })
      const entry = { cupId, accountId, username: '', avatar: '', entered: false, version }
      return answer(reply, cups.setEntry(entry, onBehalfOf(request)), request)
    },
  )

  app.put(
    '/admin/cups/:id/seeds',
    {
      config: { access: { permission: 'cups.manage' } },
      schema: changeCall('Seed a cup', cup, { params: CupParams, body: Seeding }),
    },
    async (request, reply) => {
      const { order: accountIds, version } = request.body
      const seeding = { cupId: request.params.id, accountIds, version }
      return answer(reply, cups.seedCup(seeding, onBehalfOf(request)), request)
    },
  )
}
