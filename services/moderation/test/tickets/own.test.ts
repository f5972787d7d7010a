import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { OpenTicketRequest } from '@kla/proto'
import { TICKET_MESSAGE_MAX, TICKET_SUBJECT_MAX, TICKETS_PER_HOUR } from '@kla/proto/web'
import { refusalOf } from '@kla/testkit'
import { createModeration, type Moderation } from '../support/moderation.js'

let moderation: Moderation
beforeAll(async () => {
  moderation = await createModeration()
})
afterAll(() => moderation.close())

let player = 100
beforeEach(() => {
  player++
})

const ticket = (given: Partial<OpenTicketRequest> = {}): OpenTicketRequest => ({
  subject: 'Help',
  message: 'It does not work.',
  category: '',
  priority: '',
  relatedStripeEmail: '',
  relatedRoomId: '',
  relatedOrderId: '',
  relatedBattleId: '',
  diagnosticsJson: '',
  ...given,
})
const diagnosticsWith = (more: object) =>
  JSON.stringify({
    route: 'relayed',
    seconds: { excellent: 0, good: 60, fair: 0, poor: 3, lost: 0 },
    steps: [{ at: 61, step: 'ice-restart', outcome: 'done', side: 'theirs', ...more }],
  })
const open = async (given: Partial<OpenTicketRequest> = {}, client = moderation.client) =>
  (await client.openTicket(ticket(given), await moderation.as(player))).ticketId
const own = async () => (await moderation.client.listOwnTickets({}, await moderation.as(player))).tickets

describe('OpenTicket', () => {
  test('trims texts, with default category and priority', async () => {
    const related = { relatedStripeEmail: ' a@b.c ', relatedRoomId: '  ' }
    const id = await open({ subject: ' Help ', message: '\n Hello. ', ...related })
    expect(await own()).toEqual([
      {
        id,
        createdAtMs: expect.any(Number),
        userId: player,
        userName: '',
        userEmail: '',
        subject: 'Help',
        message: 'Hello.',
        category: 'Technical',
        priority: 'Normal',
        resolved: false,
        relatedStripeEmail: 'a@b.c',
        relatedRoomId: '',
        relatedOrderId: '',
        relatedBattleId: '',
        diagnosticsJson: '',
        entries: [],
        state: 'open',
        assigneeId: 0,
        assignee: '',
        firstReplyAtMs: 0,
        firstReplyDueMs: expect.any(Number),
      },
    ])
  })

  test('works for a player banned from everything', async () => {
    const banned = await moderation.as(player, [{ scope: 'global', untilMs: 0 }])
    const { ticketId } = await moderation.client.openTicket(ticket({ category: 'Abuse', priority: 'Urgent' }), banned)
    expect((await moderation.client.listOwnTickets({}, banned)).tickets).toMatchObject([
      { id: ticketId, category: 'Abuse', priority: 'Urgent' },
    ])
  })

  test.each<[string, Partial<OpenTicketRequest>, string]>([
    ['no subject', { subject: '  ' }, 'TICKET_FIELDS_REQUIRED'],
    ['no message', { message: '\n' }, 'TICKET_FIELDS_REQUIRED'],
    ['too long a subject', { subject: 'x'.repeat(TICKET_SUBJECT_MAX + 1) }, 'INVALID_FIELD'],
    ['too long a message', { message: 'x'.repeat(TICKET_MESSAGE_MAX + 1) }, 'INVALID_FIELD'],
    ['an invisible subject', { subject: '\u200b' }, 'TICKET_FIELDS_REQUIRED'],
    ['an invisible message', { message: '\u2800\n\u3164' }, 'TICKET_FIELDS_REQUIRED'],
    ['a category of its own', { category: 'technical' }, 'INVALID_FIELD'],
    ['a priority of its own', { priority: 'ASAP' }, 'INVALID_FIELD'],
    ['too long an address', { relatedStripeEmail: 'x'.repeat(321) }, 'INVALID_FIELD'],
    ['too long a room', { relatedRoomId: 'x'.repeat(65) }, 'INVALID_FIELD'],
    ['too long an order', { relatedOrderId: 'x'.repeat(65) }, 'INVALID_FIELD'],
    ['too long a battle', { relatedBattleId: 'x'.repeat(65) }, 'INVALID_FIELD'],
    ['diagnostics that are none', { diagnosticsJson: '{' }, 'INVALID_FIELD'],
    ['an address in diagnostics', { diagnosticsJson: diagnosticsWith({ address: '192.0.2.1' }) }, 'INVALID_FIELD'],
  ])('rejects %s and changes nothing', async (_what, given, reason) => {
    expect(await refusalOf(open(given))).toBe(reason)
    expect(await own()).toEqual([])
  })

  test('keeps diagnostics for administrators', async () => {
    const diagnosticsJson = diagnosticsWith({})
    const id = await open({ diagnosticsJson })
    expect(await own()).toMatchObject([{ id, diagnosticsJson: '' }])
    const { tickets } = await moderation.client.listTickets(
      { page: 1, pageSize: 25, q: '', category: '', priority: '', state: '', mine: false, sort: '' },
      await moderation.may('tickets.read'),
    )
    expect(tickets[0]).toMatchObject({ id, diagnosticsJson })
  })

  test('accepts the longest texts', async () => {
    await open({ subject: ` ${'x'.repeat(TICKET_SUBJECT_MAX)} `, message: 'x'.repeat(TICKET_MESSAGE_MAX) })
    expect(await own()).toHaveLength(1)
  })

  test('returns the same ticket when repeated', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => open()))
    expect(new Set(ids).size).toBe(1)
    expect(await open({ message: 'Another thing.' })).not.toBe(ids[0])
    moderation.clock.aheadMs += 60_001
    expect(await open()).not.toBe(ids[0])
  })

  test.each<Partial<OpenTicketRequest>>([
    { subject: 'Another' },
    { message: 'Another.' },
    { category: 'Billing' },
    { priority: 'High' },
    { relatedStripeEmail: 'a@b.c' },
    { relatedRoomId: 'room-2' },
    { relatedOrderId: 'order-2' },
    { relatedBattleId: 'battle-2' },
  ])('opens another ticket with another %j', async (other) => {
    const one = await open()
    const two = await open(other)
    expect(two).not.toBe(one)
    expect(await open(other)).toBe(two)
    expect((await own())[0]).toMatchObject({ id: two, ...other })
  })

  test('limits tickets per hour on all pods', async () => {
    const pods = [moderation.client, (await moderation.pod()).client]
    const many = Array.from({ length: TICKETS_PER_HOUR + 4 }, (_, at) => open({ subject: `No. ${at}` }, pods[at % 2]))
    const answers = await Promise.all(many.map(refusalOf))
    expect(answers.filter((answer) => answer === 'RATE_LIMITED')).toHaveLength(4)
    expect(await own()).toHaveLength(TICKETS_PER_HOUR)
    await moderation.database.query(
      `UPDATE tickets SET created_at = created_at - interval '1 hour' WHERE account_id = $1`,
      [player],
    )
    await open()
  })
})

test('ListOwnTickets returns the newest fifty with only their answers', async () => {
  await moderation.database.query(
    `INSERT INTO tickets (account_id, created_at, subject, message, category, priority, receipt_email, room_id)
     SELECT $1::bigint + n % 2, now() - interval '2 hours', 'No. ' || n, 'x', 'Other', 'Low', '', ''
     FROM generate_series(1, 110) AS n`,
    [player],
  )
  const id = await open()
  const change = { id, append: true, note: 'not for you', message: 'edited', answer: 'For you.' }
  await moderation.client.updateTicket(change, await moderation.may('tickets.answer'))
  const tickets = await own()
  expect(tickets).toHaveLength(50)
  expect(tickets[0]).toMatchObject({ id, message: 'edited', userEmail: '' })
  expect(tickets[0]?.entries).toEqual([{ kind: 'answer', text: 'For you.', by: '', atMs: expect.any(Number) }])
  expect(tickets.map((one) => one.id)).toEqual(tickets.map((one) => one.id).sort((one, other) => other - one))
  expect(tickets.every(({ userId }) => userId === player)).toBe(true)
})

test('ListOwnTickets rejects anonymous callers and administrators', async () => {
  expect(await refusalOf(moderation.client.openTicket(ticket()))).toBe('NOT_SIGNED_IN')
  expect(await refusalOf(moderation.client.listOwnTickets({}, await moderation.may('tickets.read')))).toBe(
    'NOT_ALLOWED',
  )
})
