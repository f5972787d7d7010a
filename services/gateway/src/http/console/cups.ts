import type { Cup } from '@kla/proto'
import {
  CupCancellation,
  CupCreation,
  CupParams,
  CupsPage,
  CupsQuery,
  CupUpdate,
  CupView,
  EntryCreation,
  EntryParams,
  Seeding,
} from '@kla/proto/schemas'
import { PAGE_SIZE_DEFAULT, visibleText } from '@kla/proto/web'
import { existingAccount } from '../accounts.js'
import { cupSummaryView, cupView } from '../cup-views.js'
import { onBehalfOf } from '../plugins/access.js'
import { consoleCall, type Resource } from '../route.js'
import { millisecondsOf, numberOr } from '../values.js'

export const consoleCups: Resource = async (app, { auth, cups, reads }) => {
  const changed = (cup: Cup): CupView => {
    reads.forgetCup(cup.id)
    return cupView(cup)
  }

  app.get(
    '/admin/cups',
    {
      config: { access: { permission: 'cups.read' } },
      schema: consoleCall('All cups', CupsPage, { querystring: CupsQuery }),
    },
    async (request) => {
      const { page, pageSize } = request.query
      const { cups: list, total } = await cups.listAllCups(
        { page: numberOr(page, 1), pageSize: numberOr(pageSize, PAGE_SIZE_DEFAULT) },
        onBehalfOf(request),
      )
      return { results: list.map(cupSummaryView), total }
    },
  )

  app.post(
    '/admin/cups',
    {
      config: { access: { permission: 'cups.manage' } },
      schema: consoleCall('Create a cup', CupView, { body: CupCreation }),
    },
    async (request) => {
      const { id: cupId, name, mode, category, capacity, starts_at } = request.body
      const startsAtMs = millisecondsOf(starts_at)
      return changed(await cups.createCup({ cupId, name, mode, category, capacity, startsAtMs }, onBehalfOf(request)))
    },
  )

  // Not cached, since this is what an editor starts from.
  app.get(
    '/admin/cups/:id',
    {
      config: { access: { permission: 'cups.read' } },
      schema: consoleCall('One cup', CupView, { params: CupParams }),
    },
    // Needs no principal, and administrators have no player principal.
    async (request) => cupView(await cups.getCup({ cupId: request.params.id }, { requestId: request.id })),
  )

  app.patch(
    '/admin/cups/:id',
    {
      config: { access: { permission: 'cups.manage' } },
      schema: consoleCall('Change a cup', CupView, { params: CupParams, body: CupUpdate }),
    },
    async (request) => {
      const { name, mode, category, capacity, starts_at } = request.body
      const startsAtMs = starts_at === undefined ? undefined : millisecondsOf(starts_at)
      const cup = await cups.updateCup(
        { cupId: request.params.id, name, mode, category, capacity, startsAtMs },
        onBehalfOf(request),
      )
      return changed(cup)
    },
  )

  app.post(
    '/admin/cups/:id/start',
    {
      config: { access: { permission: 'cups.manage' } },
      schema: consoleCall('Start a cup', CupView, { params: CupParams }),
    },
    async (request) => changed(await cups.startCup({ cupId: request.params.id }, onBehalfOf(request))),
  )

  app.post(
    '/admin/cups/:id/cancel',
    {
      config: { access: { permission: 'cups.manage' } },
      schema: consoleCall('Cancel a cup', CupView, { params: CupParams, body: CupCancellation }),
    },
    async (request) => {
      const cup = await cups.cancelCup(
        { cupId: request.params.id, reason: visibleText(request.body.reason) },
        onBehalfOf(request),
      )
      return changed(cup)
    },
  )

  app.post(
    '/admin/cups/:id/entries',
    {
      config: { access: { permission: 'cups.manage' } },
      schema: consoleCall('Enter an account', CupView, { params: CupParams, body: EntryCreation }),
    },
    async (request) => {
      const { id: accountId, username } = await existingAccount(auth, request.body.userId, { requestId: request.id })
      const cup = await cups.setEntry(
        { cupId: request.params.id, accountId, username, avatar: '', entered: true },
        onBehalfOf(request),
      )
      return changed(cup)
    },
  )

  app.delete(
    '/admin/cups/:id/entries/:userId',
    {
      config: { access: { permission: 'cups.manage' } },
      schema: consoleCall('Remove an entry', CupView, { params: EntryParams }),
    },
    async (request) => {
      const { id: cupId, userId } = request.params
      const accountId = Number(userId)
      const cup = await cups.setEntry(
        { cupId, accountId, username: '', avatar: '', entered: false },
        onBehalfOf(request),
      )
      return changed(cup)
    },
  )

  app.put(
    '/admin/cups/:id/seeds',
    {
      config: { access: { permission: 'cups.manage' } },
      schema: consoleCall('Seed a cup', CupView, { params: CupParams, body: Seeding }),
    },
    async (request) => changed(await cups.seedCup({ cupId: request.params.id, accountIds: request.body.order }, onBehalfOf(request))),
  )
}
