import { type AccountOrder, type Decision, Item as ItemMessage, type Member, type PersonAge, ShownAs } from '@kla/proto'
import {
  FoundPeople,
  GiftGiven,
  GiftOrder,
  HistoryQuery,
  IdParams,
  NoteCreation,
  PeopleQuery,
  PersonBans,
  PersonBattles,
  PersonDecisions,
  PersonEmail,
  PersonHistory,
  PersonMet,
  PersonNotes,
  PersonOrders,
  PersonReports,
  PersonSessions,
  PersonTickets,
  PersonView,
} from '@kla/proto/schemas'
import type { Item, Permission, TicketCategory, TicketPriority } from '@kla/proto/web'
import type { FastifyRequest } from 'fastify'
import { accountByNumber } from '../../shared/numbers.js'
import { existingAccount, publicAccounts, shownIdOfAccount } from '../accounts.js'
import { banView, decisionView, reportView, threadView } from '../console-views.js'
import { ORDER_STATUS } from '../order-status.js'
import { onBehalfOf } from '../plugins/access.js'
import { consoleCall, type Resource } from '../route.js'
import { isoOf, isoOrNull, numberOr, numberOrNull, textOrNull } from '../values.js'

const DECISIONS = 25

/** Each part is a call of its own, so that one service that is down leaves the rest of the page. */
export const consolePeople: Resource = async (app, deps) => {
  const { auth, people, decisions, standings, meetings, commerce } = deps

  const accountOf = (request: FastifyRequest<{ Params: { id: string } }>): Promise<number> =>
    accountByNumber(auth, Number(request.params.id), { requestId: request.id })
  const needs = (permission: Permission) => ({ access: { permission } })

  app.get(
    '/admin/people',
    { config: needs('members.read'), schema: consoleCall('Find people', FoundPeople, { querystring: PeopleQuery }) },
    async (request) => {
      const found = await auth.findPeople({ q: request.query.q }, onBehalfOf(request))
      return { results: found.people.map(whoView) }
    },
  )

  app.get(
    '/admin/people/:id',
    { config: needs('members.read'), schema: consoleCall('Who someone is', PersonView, { params: IdParams }) },
    async (request) => {
      const accountId = await accountOf(request)
      const { member, lastLoginAtMs, age } = await auth.getPerson({ accountId }, onBehalfOf(request))
      return {
        ...(member ? whoView(member) : { ...NO_ONE, id: accountId, number: accountId }),
        exists: member !== undefined,
        create_time: isoOrNull(member?.createdAtMs ?? 0),
        last_login: isoOrNull(lastLoginAtMs),
        age: age ? ageView(age) : null,
      }
    },
  )

  app.post(
    '/admin/people/:id/email',
    { config: needs('members.read'), schema: consoleCall('Show an e-mail', PersonEmail, { params: IdParams }) },
    async (request) => {
      const { email } = await auth.revealEmail({ accountId: await accountOf(request) }, onBehalfOf(request))
      return { email: textOrNull(email) }
    },
  )

  app.get(
    '/admin/people/:id/sessions',
    { config: needs('members.read'), schema: consoleCall("Someone's sessions", PersonSessions, { params: IdParams }) },
    async (request) => {
      const accountId = await accountOf(request)
      const { sessions } = await auth.listAccountSessions({ accountId }, onBehalfOf(request))
      return {
        results: sessions.map(({ device, openedAtMs, seenAtMs }) => ({
          device: textOrNull(device),
          opened_at: isoOf(openedAtMs),
          seen_at: isoOf(seenAtMs),
        })),
      }
    },
  )

  app.get(
    '/admin/people/:id/reports',
    {
      config: needs('reports.read'),
      schema: consoleCall('Reports about and by someone', PersonReports, { params: IdParams }),
    },
    async (request) => {
      const accountId = await accountOf(request)
      const found = await people.getAccountReports({ accountId }, onBehalfOf(request))
      const none = { total: 0, decided: 0, upheld: 0 }
      return {
        about: found.about.map((report) => ({ ...reportView(report), stills: found.withStills.includes(report.id) })),
        by: found.by.map(reportView),
        totals: { about: found.aboutTotals ?? none, by: found.byTotals ?? none },
      }
    },
  )

  app.get(
    '/admin/people/:id/bans',
    { config: needs('bans.read'), schema: consoleCall("Someone's bans", PersonBans, { params: IdParams }) },
    async (request) => {
      const accountId = await accountOf(request)
      const { bans, total } = await people.listAccountBans({ accountId }, onBehalfOf(request))
      return { results: bans.map(banView), total }
    },
  )

  app.get(
    '/admin/people/:id/decisions',
    {
      config: needs('reports.read'),
      schema: consoleCall('Decisions about someone', PersonDecisions, { params: IdParams }),
    },
    async (request) => {
      const wanted = { accountId: await accountOf(request), after: '', limit: DECISIONS }
      const found = await decisions.listDecisions(wanted, onBehalfOf(request))
      return { results: found.decisions.map(decisionLine) }
    },
  )

  app.get(
    '/admin/people/:id/notes',
    { config: needs('reports.read'), schema: consoleCall('Notes about someone', PersonNotes, { params: IdParams }) },
    async (request) => {
      const accountId = await accountOf(request)
      return { thread: threadView(await people.listAccountNotes({ accountId }, onBehalfOf(request))) }
    },
  )

  app.post(
    '/admin/people/:id/notes',
    {
      config: needs('reports.decide'),
      schema: consoleCall('Add a note about someone', PersonNotes, { params: IdParams, body: NoteCreation }),
    },
    async (request) => {
      const { id: noteId, text } = request.body
      const note = { accountId: await accountOf(request), noteId, text }
      return { thread: threadView(await people.addAccountNote(note, onBehalfOf(request))) }
    },
  )

  const namesOf = async (ids: readonly number[], requestId: string) => {
    const accounts = await publicAccounts(auth, ids, { requestId })
    return (id: number) => ({ id, name: accounts.get(id)?.username ?? '' })
  }

  app.get(
    '/admin/people/:id/battles',
    { config: needs('reports.read'), schema: consoleCall("Someone's battles", PersonBattles, { params: IdParams }) },
    async (request) => {
      const accountId = await accountOf(request)
      const { battles } = await standings.listBattlesOf({ accountId }, onBehalfOf(request))
      const nameOf = await namesOf(
        battles.map(({ opponentId }) => opponentId),
        request.id,
      )
      return {
        results: battles.map((battle) => ({
          id: battle.id,
          started_at: isoOf(battle.startedAtMs),
          ended_at: isoOf(battle.endedAtMs),
          mode: battle.mode,
          category: battle.category,
          opponent: nameOf(battle.opponentId),
          outcome: battle.outcome as PersonBattles['results'][number]['outcome'],
          reason: battle.reason,
          left_by: textOrNull(battle.leftBy) as PersonBattles['results'][number]['left_by'],
          rounds: battle.rounds,
          counted: battle.counted,
        })),
      }
    },
  )

  app.get(
    '/admin/people/:id/met',
    { config: needs('reports.read'), schema: consoleCall('People someone met', PersonMet, { params: IdParams }) },
    async (request) => {
      const { met } = await meetings.listMetOf({ accountId: await accountOf(request) }, onBehalfOf(request))
      const nameOf = await namesOf(
        met.map(({ accountId }) => accountId),
        request.id,
      )
      return {
        results: met.map(({ accountId, username, mode, roomName, lastMs, seated }) => {
          const { id, name } = nameOf(accountId)
          return { id, name: name || username, mode, room_name: roomName, last_at: isoOf(lastMs), seated }
        }),
      }
    },
  )

  app.get(
    '/admin/people/:id/tickets',
    { config: needs('tickets.read'), schema: consoleCall("Someone's tickets", PersonTickets, { params: IdParams }) },
    async (request) => {
      const accountId = await accountOf(request)
      const { tickets, total } = await people.listAccountTickets({ accountId }, onBehalfOf(request))
      return {
        results: tickets.map(({ id, createdAtMs, subject, category, priority, resolved }) => ({
          id,
          created_at: isoOf(createdAtMs),
          subject,
          category: category as TicketCategory,
          priority: priority as TicketPriority,
          resolved,
        })),
        total,
      }
    },
  )

  app.get(
    '/admin/people/:id/orders',
    { config: needs('orders.read'), schema: consoleCall("Someone's orders", PersonOrders, { params: IdParams }) },
    async (request) => {
      const accountId = await accountOf(request)
      const { orders, inventory } = await commerce.listOrdersOf({ accountId }, onBehalfOf(request))
      return {
        results: orders.flatMap(orderView),
        inventory: {
          gif_saves: inventory?.gifSaves ?? 0,
          wild_cards: inventory?.wildCards ?? 0,
          battle_passes: inventory?.battlePasses ?? 0,
        },
      }
    },
  )

  app.post(
    '/admin/people/:id/gifts',
    {
      config: needs('items.gift'),
      schema: consoleCall('Give items to someone', GiftGiven, { params: IdParams, body: GiftOrder }),
    },
    async (request) => {
      const { id: giftId, item, units, reason } = request.body
      const { id: accountId } = await existingAccount(auth, Number(request.params.id), { requestId: request.id })
      return commerce.giftItems({ giftId, accountId, item: ITEM_MESSAGES[item], units, reason }, onBehalfOf(request))
    },
  )

  app.get(
    '/admin/people/:id/history',
    {
      config: needs('members.read'),
      schema: consoleCall('Who read or changed an account', PersonHistory, {
        params: IdParams,
        querystring: HistoryQuery,
      }),
    },
    async (request) => {
      const wanted = { accountId: await accountOf(request), after: numberOr(request.query.after, 0) }
      const { entries, next } = await people.listAccountHistory(wanted, onBehalfOf(request))
      return {
        results: entries.map(({ seq, atMs, actor, action }) => ({
          seq,
          at: isoOf(atMs),
          actor: textOrNull(actor),
          action,
        })),
        next: numberOrNull(next),
      }
    },
  )
}

const ITEM_MESSAGES: Readonly<Record<Item, ItemMessage>> = {
  gif_saves: ItemMessage.GIF_SAVES,
  wild_cards: ItemMessage.WILD_CARDS,
  battle_passes: ItemMessage.BATTLE_PASSES,
}

const NO_ONE = {
  username: '',
  global_name: null,
  discord_id: '',
  avatar: null,
  player_name: null,
  under_player_name: false,
}

const whoView = (member: Member): FoundPeople['results'][number] => ({
  id: member.id,
  number: shownIdOfAccount(member),
  username: member.username,
  global_name: textOrNull(member.globalName),
  discord_id: member.discordId,
  avatar: textOrNull(member.avatar),
  player_name: textOrNull(member.playerName ?? ''),
  under_player_name: member.shownAs !== ShownAs.DISCORD,
})

type AgeView = NonNullable<PersonView['age']>

const ageView = ({ confirmed, lockedAtMs, verdicts }: PersonAge): AgeView => ({
  confirmed,
  locked_at: isoOrNull(lockedAtMs),
  verdicts: verdicts.map(({ method, jurisdiction, atMs }) => ({
    method: method as AgeView['verdicts'][number]['method'],
    jurisdiction,
    at: isoOf(atMs),
  })),
})

type DecisionLine = PersonDecisions['results'][number]

/** The part of a decision that the page shows. */
function decisionLine(decision: Decision): DecisionLine {
  const { id, outcome, rule, facts, measures, decided_at, decided_by, state } = decisionView(decision)
  const lines = measures.map(({ kind, duration_ms }) => ({ kind, duration_ms }))
  return { id, outcome, rule, facts, measures: lines, decided_at, decided_by, state }
}

const orderView = ({ order, currency, provider, returnedCents }: AccountOrder): PersonOrders['results'] =>
  order === undefined
    ? []
    : [
        {
          id: order.id,
          created_at: isoOf(order.createdAtMs),
          status: ORDER_STATUS[order.status],
          total_cents: order.totalCents,
          returned_cents: returnedCents,
          currency,
          provider,
          lines: order.lines.map(({ name, quantity, units, unitsWithdrawn, unitsSpent }) => ({
            name,
            quantity,
            units,
            units_withdrawn: unitsWithdrawn,
            units_spent: unitsSpent,
          })),
        },
      ]
