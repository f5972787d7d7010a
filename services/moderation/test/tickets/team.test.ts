import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { UpdateTicketRequest } from '@kla/proto'
import { CANNED_ANSWERS_MAX, TICKET_CLOCKS_MS, TICKET_LOOK_MS, TICKET_REPLIES_PER_HOUR } from '@kla/proto/web'
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

const open = async (priority = 'Normal', message = 'Hello.') =>
  (
    await moderation.client.openTicket(
      {
        subject: 'Help',
        message,
        category: '',
        priority,
        relatedStripeEmail: '',
        relatedRoomId: '',
        relatedOrderId: 'order-1',
        relatedBattleId: '',
        diagnosticsJson: '',
      },
      await moderation.as(player),
    )
  ).ticketId
const update = async (given: Partial<UpdateTicketRequest> & { id: number }, by = 1) =>
  moderation.client.updateTicket({ append: false, ...given }, await moderation.administrator(by, 'tickets.answer'))
const list = async (given: { q?: string; state?: string; mine?: boolean; sort?: string }, by = 1) =>
  moderation.client.listTickets(
    { page: 1, pageSize: 25, q: '', category: '', priority: '', state: '', mine: false, sort: '', ...given },
    await moderation.administrator(by, 'tickets.read'),
  )
const reply = async (id: number, text = 'Still broken.', replyId: string = crypto.randomUUID(), by = player) =>
  moderation.client.replyToTicket({ id, replyId, text }, await moderation.as(by))

describe('A ticket', () => {
  test('waits for its player once answered, and its first answer is timed', async () => {
    const id = await open('Urgent')
    const answered = await update({ id, answer: 'Try again.' })
    expect(answered).toMatchObject({ state: 'waiting', resolved: false, relatedOrderId: 'order-1' })
    expect(answered.firstReplyDueMs - answered.createdAtMs).toBe(TICKET_CLOCKS_MS.Urgent)
    moderation.clock.aheadMs += 60_000
    const again = await update({ id, answer: 'And now?' })
    expect(again.firstReplyAtMs).toBe(answered.firstReplyAtMs)
  })

  test('is resolved by the same change that answers it', async () => {
    const id = await open()
    expect(await update({ id, answer: 'Done.', resolved: true })).toMatchObject({ state: 'resolved', resolved: true })
    expect(await update({ id, resolved: false })).toMatchObject({ state: 'open' })
  })

  test('is opened again by a reply, which is added once', async () => {
    const id = await open()
    await update({ id, answer: 'Done.', resolved: true })
    const replyId = crypto.randomUUID()
    const replied = await reply(id, ' Still broken. ', replyId)
    await reply(id, 'Still broken.', replyId)
    expect(replied.state).toBe('open')
    const { tickets } = await moderation.client.listOwnTickets({}, await moderation.as(player))
    expect(tickets[0]?.entries.map(({ kind, text, by }) => [kind, text, by])).toEqual([
      ['answer', 'Done.', ''],
      ['reply', 'Still broken.', ''],
    ])
  })

  test("takes no reply from another player, and no more than an hour's limit", async () => {
    const id = await open()
    expect(await refusalOf(reply(id, 'x', crypto.randomUUID(), player + 1_000))).toBe('TICKET_NOT_FOUND')
    expect(await refusalOf(reply(id, ' '))).toBe('INVALID_FIELD')
    for (let at = 0; at < TICKET_REPLIES_PER_HOUR; at++) await reply(id, `Reply ${at}`)
    expect(await refusalOf(reply(id, 'One more'))).toBe('RATE_LIMITED')
    moderation.clock.aheadMs += 3_600_001
    await reply(id, 'One more')
  })

  test('belongs to who took it last, until it is left to no one', async () => {
    const id = await open()
    expect(await update({ id, taken: true })).toMatchObject({ assigneeId: 1, assignee: 'mod1' })
    const taken = await update({ id, taken: true }, 2)
    expect(taken).toMatchObject({ assigneeId: 2 })
    expect((await list({ mine: true }, 2)).tickets.map((ticket) => ticket.id)).toEqual([id])
    expect(await update({ id, taken: false, version: taken.version! }, 2)).toMatchObject({
      assigneeId: 0,
      assignee: '',
    })
    expect((await list({ mine: true }, 2)).total).toBe(0)
  })
})

test('ListTickets lists what is due: open first, then urgent, then old', async () => {
  const word = `due${player}`
  const [low, urgent, normal, waiting, resolved] = [
    await open('Low', word),
    await open('Urgent', `${word} 2`),
    await open('Normal', `${word} 3`),
    await open('Urgent', `${word} 4`),
    await open('Urgent', `${word} 5`),
  ]
  const later = await open('Urgent', `${word} 6`)
  await update({ id: waiting, answer: 'Hm?' })
  await update({ id: resolved, resolved: true })
  const { tickets } = await list({ q: word, sort: 'due' })
  expect(tickets.map(({ id }) => id)).toEqual([urgent, later, normal, low, waiting, resolved])
  expect((await list({ q: word, state: 'waiting' })).tickets.map(({ id }) => id)).toEqual([waiting])
  expect((await list({ q: word, state: 'open' })).total).toBe(4)
  expect(await refusalOf(list({ sort: 'oldest' }))).toBe('INVALID_FIELD')
})

describe('LookAtTicket', () => {
  const look = async (id: number, by: number, looking = true) =>
    (await moderation.client.lookAtTicket({ id, looking }, await moderation.administrator(by, 'tickets.answer'))).others

  test('names the others who have the ticket open, until they close it or fall silent', async () => {
    const id = await open()
    expect(await look(id, 1)).toEqual([])
    expect(await look(id, 2)).toEqual(['mod1'])
    expect(await look(id, 1)).toEqual(['mod2'])
    await look(id, 2, false)
    expect(await look(id, 1)).toEqual([])
    expect(await look(id, 2)).toEqual(['mod1'])
    moderation.clock.aheadMs += TICKET_LOOK_MS + 1
    expect(await look(id, 2)).toEqual([])
  })
})

describe('Canned answers', () => {
  const by = () => moderation.administrator(1, 'tickets.answer', 'tickets.read')
  const put = async (given: { id?: string; title?: string; text?: string; version?: number } = {}) =>
    moderation.client.putCannedAnswer(
      { id: crypto.randomUUID(), title: 'Refund', text: 'Hello {player}, about #{ticket}.', version: 0, ...given },
      await by(),
    )
  const titles = async () =>
    (await moderation.client.listCannedAnswers({}, await by())).answers.map(({ title }) => title)

  test('are added, changed and deleted on the version that was seen', async () => {
    const made = await put()
    expect(await put({ id: made.id, version: 0 })).toEqual(made)
    const changed = await put({ id: made.id, version: 1, title: 'A refund' })
    expect(changed.version).toBe(2)
    expect(await refusalOf(put({ id: made.id, version: 1, text: 'Other.' }))).toBe('CHANGED_MEANWHILE')
    const remove = async (version: number) => moderation.client.deleteCannedAnswer({ id: made.id, version }, await by())
    expect(await refusalOf(remove(1))).toBe('CHANGED_MEANWHILE')
    expect(await titles()).toEqual(['A refund'])
    await remove(2)
    await remove(2)
    expect(await titles()).toEqual([])
    expect((await moderation.audited(3)).map(({ action }) => action)).toEqual([
      'tickets.canned-delete',
      'tickets.canned-put',
      'tickets.canned-put',
    ])
  })

  test.each([
    ['an unknown field', { text: 'Hello {name}.' }],
    ['no title', { title: ' ' }],
    ['no text', { text: '' }],
    ['an id of its own', { id: 'x' }],
  ])('reject %s', async (_what, given) => {
    expect(await refusalOf(put(given))).toBe('INVALID_FIELD')
  })

  test('end at a number', async () => {
    await moderation.database.query(
      `INSERT INTO canned_answers (id, title, text, changed_at, changed_by)
       SELECT gen_random_uuid(), 't' || n, 'x', now(), 'x' FROM generate_series(1, $1::int) AS n`,
      [CANNED_ANSWERS_MAX],
    )
    expect(await refusalOf(put())).toBe('INVALID_FIELD')
  })
})
