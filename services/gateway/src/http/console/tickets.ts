import type { CannedAnswer, Ticket } from '@kla/proto'
import {
  CannedAnswerChange,
  CannedAnswerList,
  CannedAnswerView,
  IdParams,
  MadeOnQuery,
  NoteCreation,
  Success,
  TicketChange,
  TicketChanged,
  TicketList,
  TicketLook,
  TicketLookers,
  TicketsQuery,
  TicketView,
  UuidParams,
} from '@kla/proto/schemas'
import {
  type LinkDiagnostics,
  PAGE_SIZE_DEFAULT,
  type TicketCategory,
  type TicketPriority,
  type TicketState,
} from '@kla/proto/web'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { changeCall, changedOr } from '../conflicts.js'
import { cursorOf, pagedView, versionView } from '../console-views.js'
import { onBehalfOf } from '../plugins/access.js'
import { consoleCall, type Resource } from '../route.js'
import { flagOf, isoOf, isoOrNull, numberOr, textOrNull } from '../values.js'

export const consoleTickets: Resource = async (app, { moderation }) => {
  const readNow = (request: FastifyRequest<{ Params: { id: string } }>) => async () =>
    ticketView(await moderation.getTicket({ id: Number(request.params.id) }, onBehalfOf(request)))

  app.get(
    '/admin/support_tickets',
    {
      config: { access: { permission: 'tickets.read' } },
      schema: consoleCall('Support tickets', TicketList, { querystring: TicketsQuery }),
    },
    async (request) => {
      const { pageSize, q = '', resolved, category = '', priority = '', state = '', sort = '' } = request.query
      const after = cursorOf(request.query)
      const page = numberOr(request.query.page, 1)
      const { tickets, total, next } = await moderation.listTickets(
        {
          page,
          pageSize: numberOr(pageSize, PAGE_SIZE_DEFAULT),
          q,
          resolved: flagOf(resolved),
          category,
          priority,
          state,
          mine: flagOf(request.query.mine) ?? false,
          sort,
          after,
        },
        onBehalfOf(request),
      )
      return { results: tickets.map(ticketView), ...pagedView({ total, page, next, after }) }
    },
  )

  app.patch(
    '/admin/support_tickets/:id',
    {
      config: { access: { permission: 'tickets.answer' } },
      schema: changeCall(
        'Change a support ticket',
        { answer: TicketChanged, current: Type.Object(TicketView.properties) },
        { params: IdParams, body: TicketChange },
      ),
    },
    async (request, reply) => {
      const { resolved, message, note, append = false, answer, category, priority, taken, version } = request.body
      const changing = moderation.updateTicket(
        {
          id: Number(request.params.id),
          resolved: resolved === undefined ? undefined : Boolean(resolved),
          message,
          note: note ?? undefined,
          append,
          answer,
          category,
          priority,
          taken,
          version,
        },
        onBehalfOf(request),
      )
      return changedOr(reply, changing.then(changed), readNow(request))
    },
  )

  app.post(
    '/admin/support_tickets/:id/notes',
    {
      config: { access: { permission: 'tickets.answer' } },
      schema: consoleCall('Add a note to a support ticket', TicketChanged, { params: IdParams, body: NoteCreation }),
    },
    async (request) => {
      const { id: noteId, text } = request.body
      return changed(
        await moderation.addTicketNote({ id: Number(request.params.id), noteId, text }, onBehalfOf(request)),
      )
    },
  )

  app.post(
    '/admin/support_tickets/:id/looking',
    {
      config: { access: { permission: 'tickets.answer' } },
      schema: consoleCall('Say that a ticket is open, and see who else has it open', TicketLookers, {
        params: IdParams,
        body: TicketLook,
      }),
    },
    async (request) =>
      moderation.lookAtTicket({ id: Number(request.params.id), looking: request.body.looking }, onBehalfOf(request)),
  )

  app.get(
    '/admin/canned_answers',
    {
      config: { access: { permission: 'tickets.read' } },
      schema: consoleCall('Canned answers', CannedAnswerList),
    },
    async (request) => {
      const { answers } = await moderation.listCannedAnswers({}, onBehalfOf(request))
      return { results: answers.map(cannedView) }
    },
  )

  app.put(
    '/admin/canned_answers/:id',
    {
      config: { access: { permission: 'tickets.answer' } },
      schema: consoleCall('Add or change a canned answer', CannedAnswerView, {
        params: UuidParams,
        body: CannedAnswerChange,
      }),
    },
    async (request) => {
      const { title, text, version } = request.body
      return cannedView(
        await moderation.putCannedAnswer({ id: request.params.id, title, text, version }, onBehalfOf(request)),
      )
    },
  )

  app.delete(
    '/admin/canned_answers/:id',
    {
      config: { access: { permission: 'tickets.answer' } },
      schema: consoleCall('Delete a canned answer', Success, { params: UuidParams, querystring: MadeOnQuery }),
    },
    async (request) => {
      const version = numberOr(request.query.version, 0)
      await moderation.deleteCannedAnswer({ id: request.params.id, version }, onBehalfOf(request))
      return { success: true as const }
    },
  )
}

const cannedView = ({ id, title, text, version, changedAtMs, changedBy }: CannedAnswer): CannedAnswerView => ({
  id,
  title,
  text,
  version,
  changed_at: isoOf(changedAtMs),
  changed_by: changedBy,
})

const changed = (ticket: Ticket) => ({ ticket: ticketView(ticket) })

const ticketView = (ticket: Ticket): TicketView => ({
  id: ticket.id,
  created_at: isoOf(ticket.createdAtMs),
  user_id: ticket.userId,
  user_name: ticket.userName,
  user_email: textOrNull(ticket.userEmail),
  subject: ticket.subject,
  message: ticket.message,
  category: ticket.category as TicketCategory,
  priority: ticket.priority as TicketPriority,
  resolved: ticket.resolved,
  related_stripe_email: textOrNull(ticket.relatedStripeEmail),
  related_room_id: textOrNull(ticket.relatedRoomId),
  diagnostics: ticket.diagnosticsJson === '' ? null : (JSON.parse(ticket.diagnosticsJson) as LinkDiagnostics),
  entries: ticket.entries.map(({ kind, text, by, atMs }) => ({
    kind: kind as TicketView['entries'][number]['kind'],
    text,
    by,
    at: isoOf(atMs),
  })),
  state: ticket.state as TicketState,
  assignee_id: ticket.assigneeId === 0 ? null : ticket.assigneeId,
  assignee: textOrNull(ticket.assignee),
  first_reply_at: isoOrNull(ticket.firstReplyAtMs),
  first_reply_due: isoOf(ticket.firstReplyDueMs),
  related_order_id: textOrNull(ticket.relatedOrderId),
  related_battle_id: textOrNull(ticket.relatedBattleId),
  ...versionView(ticket),
})
