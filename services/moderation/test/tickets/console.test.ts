import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { ListTicketsRequest, UpdateTicketRequest } from '@kla/proto'
import { SEARCH_MAX, TICKET_CLOCKS_MS, TICKET_MESSAGE_MAX } from '@kla/proto/web'
import { refusalOf } from '@kla/testkit'
import { NO_FAULTS } from '../support/fake-auth.js'
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

const open = async (given: { subject?: string; message?: string; category?: string; priority?: string } = {}) => {
  const texts = { subject: 'Help', message: 'Hello.', category: '', priority: '' }
  const request = {
    ...texts,
    relatedStripeEmail: '',
    relatedRoomId: '',
    relatedOrderId: '',
    relatedBattleId: '',
    diagnosticsJson: '',
    ...given,
  }
  return (await moderation.client.openTicket(request, await moderation.as(player))).ticketId
}
const list = async (given: Partial<ListTicketsRequest> = {}) =>
  moderation.client.listTickets(
    { page: 1, pageSize: 25, q: '', category: '', priority: '', state: '', mine: false, sort: '', ...given },
    await moderation.may('tickets.read'),
  )
const ids = async (given: Partial<ListTicketsRequest>) => (await list(given)).tickets.map(({ id }) => id)
const update = async (given: Partial<UpdateTicketRequest> & { id: number }, by = 1) =>
  moderation.client.updateTicket({ append: false, ...given }, await moderation.administrator(by, 'tickets.answer'))

describe('ListTickets', () => {
  test('returns names and addresses, looked up once for a page', async () => {
    await open()
    const id = await open({ message: 'Another.' })
    moderation.auth.lookUps = []
    const { tickets, total } = await list()
    expect(tickets[0]).toMatchObject({ id, userName: `player${player}`, userEmail: `player${player}@kla.test` })
    expect(total).toBe(tickets.length)
    expect(moderation.auth.lookUps).toHaveLength(1)
  })

  test('leaves names out while auth is unreachable', async () => {
    const id = await open()
    moderation.auth.faults = { ...NO_FAULTS, lookUp: () => 'before' }
    const { tickets } = await list()
    moderation.auth.faults = NO_FAULTS
    expect(tickets[0]).toMatchObject({ id, userName: '', userEmail: '' })
  })

  test('filters by each field and by all of them', async () => {
    const filters = { category: 'Billing', priority: 'Urgent', q: `word${player}` }
    const wanted = await open({ ...filters, message: `a word${player} b` })
    const others = [
      await open({ priority: 'Urgent', message: `word${player} c` }),
      await open({ category: 'Billing', message: `word${player} d` }),
    ]
    await update({ id: wanted, resolved: true })
    expect(await ids({ ...filters, resolved: true })).toEqual([wanted])
    expect(await ids({ ...filters, resolved: false })).toEqual([])
    expect(await ids({ q: filters.q })).toEqual([...others.reverse(), wanted])
    expect(await ids({ q: filters.q, category: 'Billing' })).toEqual([others[0], wanted])
    expect(await ids({ q: filters.q, resolved: false, category: 'Technical' })).toEqual([others[1]])
  })

  test.each([
    ['a percent sign', '100%', 'It is 100% sure', 'It is 1000 sure'],
    ['an underscore', 'a_b', 'about a_b there', 'about axb there'],
    ['a backslash', 'c\\d', 'see c\\d there', 'see cd there'],
    ['quotes', `'";--`, `so '";-- it is`, 'so it is'],
    ['another case', 'ÄRGER', 'großer Ärger', 'große Freude'],
    ['letters that fold into two', 'GROSSER', 'großer Ärger', 'große Freude'],
    ['a final sigma', 'ΛΟΓΟΣ', 'ένας λόγος', 'ένα'],
    ['Turkish letters', 'IZMIR ISIK', 'İzmir ışık', 'Bursa'],
    ['Vietnamese letters', 'nguyen', 'NGUYỄN'.normalize('NFD'), 'Trần'],
    ['full-width letters', 'ｆｉｇｈｔ', 'a fight', 'a game'],
    ['marks of the direction', '\u200fשלום', '\u2067שָׁלוֹם\u2069', 'ערב'],
    ['an emoji of several signs', '👨‍👩‍👧', 'my 👨‍👩‍👧 here', 'my 👨 here'],
    ['an emoji', '🙂', 'fine 🙂 then', 'fine then'],
    ['the subject', 'subj', 'subject: nothing', 'nothing'],
  ])('searches for %s literally', async (_what, q, found, other) => {
    const id = await open({ message: found })
    await open({ message: other })
    const tickets = await ids({ q })
    expect(tickets).toContain(id)
    expect(tickets).not.toContain(id + 1)
  })

  test('finds text of the subject', async () => {
    const id = await open({ subject: `Unmistakable ${player}` })
    expect(await ids({ q: `mistakable ${player}` })).toEqual([id])
  })

  test('pages newest first', async () => {
    await moderation.database.query(
      `INSERT INTO tickets (account_id, created_at, subject, message, category, priority, receipt_email, room_id)
       SELECT $1, now(), 'paged', 'paged', 'Other', 'Low', '', '' FROM generate_series(1, 60)`,
      [player],
    )
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list({ page, q: 'paged' })))
    expect(pages.map(({ tickets, total }) => [tickets.length, total])).toEqual([
      [25, 60],
      [25, 60],
      [10, 60],
      [0, 60],
    ])
    const all = pages.flatMap(({ tickets }) => tickets.map(({ id }) => id))
    expect(all).toEqual([...all].sort((one, other) => other - one))
  })

  test.each<[string, Partial<ListTicketsRequest>]>([
    ['page 0', { page: 0 }],
    ['a page far away', { page: 2 ** 31 - 1 }],
    ['a page size of its own', { pageSize: 26 }],
    ['a category of its own', { category: 'billing' }],
    ['a priority of its own', { priority: 'x' }],
    ['too long a text', { q: 'x'.repeat(SEARCH_MAX + 1) }],
  ])('rejects %s', async (_what, given) => {
    expect(await refusalOf(list(given))).toBe('INVALID_FIELD')
  })

  test('records the shown accounts without the search text', async () => {
    const one = await open({ message: 'about somebody', category: 'Other' })
    const two = await open({ message: 'somebody else', category: 'Other' })
    player++
    const three = await open({ message: 'somebody', category: 'Other' })
    await list({ q: 'somebody', category: 'Other' })
    const [entry] = await moderation.audited()
    expect(entry?.action).toBe('tickets.list')
    expect(JSON.parse(entry?.details ?? '')).toEqual({
      limit: 25,
      offset: 0,
      q: true,
      category: 'Other',
      tickets: [three, two, one],
      accounts: [player, player - 1],
    })
  })
})

describe('UpdateTicket', () => {
  test('changes only the given fields', async () => {
    const id = await open({ category: 'Billing' })
    const [before] = (await list()).tickets
    expect(await update({ id })).toEqual(before)
    const changed = (version: number) => ({ version, changedAtMs: expect.any(Number), changedBy: 'mod1' })
    expect(await update({ id, resolved: true })).toEqual({
      ...before,
      resolved: true,
      state: 'resolved',
      ...changed(2),
    })
    expect(await update({ id, category: 'Account', priority: 'High' })).toEqual({
      ...before,
      resolved: true,
      state: 'resolved',
      category: 'Account',
      priority: 'High',
      firstReplyDueMs: before!.createdAtMs + TICKET_CLOCKS_MS.High,
      ...changed(3),
    })
    expect((await update({ id, resolved: false })).category).toBe('Account')
  })

  test('keeps the former message', async () => {
    const id = await open({ message: 'My card is 4111.' })
    const { message, entries } = await update({ id, message: ' My card is ####. ' }, 2)
    expect(message).toBe('My card is ####.')
    expect(entries).toEqual([{ kind: 'original', text: 'My card is 4111.', by: 'mod2', atMs: expect.any(Number) }])
    expect((await update({ id, message: 'My card is ####.' })).entries).toHaveLength(1)
    expect(await ids({ q: 'card is ##' })).toEqual([id])
  })

  test('adds notes without replacing any', async () => {
    const id = await open()
    const notes = async (note: string, append: boolean) =>
      (await update({ id, note, append })).entries.map(({ kind, text }) => `${kind}: ${text}`)
    await update({ id, answer: 'kept' })
    expect(await notes('one', true)).toEqual(['answer: kept', 'note: one'])
    expect(await notes('two', true)).toEqual(['answer: kept', 'note: one', 'note: two'])
    expect(await notes(' ', true)).toEqual(['answer: kept', 'note: one', 'note: two'])
    const all = ['answer: kept', 'note: one', 'note: two', 'note: three']
    expect(await notes('three', false)).toEqual(all)
    expect(await notes('', false)).toEqual(all)
    const [stored] = (await list()).tickets
    expect(stored?.entries.map(({ text }) => text)).toEqual(['kept', 'one', 'two', 'three'])
  })

  test('is idempotent', async () => {
    const id = await open()
    const twice = { id, answer: 'We look.', note: 'looked', append: true, message: 'edited' }
    await update(twice)
    expect((await update(twice)).entries).toHaveLength(3)
    expect((await update({ id, answer: 'We look.' }, 2)).entries).toHaveLength(4)
    moderation.clock.aheadMs += 10_001
    expect((await update({ id, answer: 'We look.' })).entries).toHaveLength(5)
  })

  test.each<[string, Partial<UpdateTicketRequest>, string]>([
    ['of no ticket', { id: 9_999_999 }, 'TICKET_NOT_FOUND'],
    ['of a ticket below zero', { id: -1 }, 'TICKET_NOT_FOUND'],
    ['to no message', { message: ' ' }, 'INVALID_FIELD'],
    ['to too long a message', { message: 'x'.repeat(TICKET_MESSAGE_MAX + 1) }, 'INVALID_FIELD'],
    ['with an answer that says nothing', { answer: '' }, 'INVALID_FIELD'],
    ['with an invisible answer', { answer: '\u200b\0' }, 'INVALID_FIELD'],
    ['to a category of its own', { category: '' }, 'INVALID_FIELD'],
    ['to a priority of its own', { priority: 'x' }, 'INVALID_FIELD'],
  ])('rejects %s and changes nothing', async (_what, given, reason) => {
    const id = await open()
    const [before] = (await list()).tickets
    expect(await refusalOf(update({ id, resolved: true, ...given }))).toBe(reason)
    expect((await list()).tickets[0]).toEqual(before)
  })

  test('is recorded without texts', async () => {
    const id = await open()
    await update({ id, resolved: true, priority: 'High', message: 'new', note: 'secret', append: true, answer: 'yes' })
    const [entry] = await moderation.audited()
    expect(entry).toMatchObject({ action: 'tickets.update', subjectId: String(id), actor: 'mod1' })
    expect(JSON.parse(entry?.details ?? '')).toEqual({
      account_id: player,
      resolved: { from: false, to: true },
      priority: { from: 'Normal', to: 'High' },
      message: 'edited',
      answer: 'added',
      notes: 'added',
    })
  })

  test('rejects more than a hundred entries', async () => {
    const id = await open()
    await moderation.database.query(
      `INSERT INTO ticket_entries (ticket_id, kind, text, by_id, by_name, at)
       SELECT $1, 'note', 'n' || n, 1, 'mod1', now() FROM generate_series(1, 100) AS n`,
      [id],
    )
    expect(await refusalOf(update({ id, answer: 'one more' }))).toBe('INVALID_FIELD')
    expect((await update({ id, resolved: true })).resolved).toBe(true)
    expect(await refusalOf(update({ id, note: 'in place of all' }))).toBe('INVALID_FIELD')
  })
})

test.each([
  ['a player', async () => moderation.as(player)],
  ['an administrator with other permissions', async () => moderation.may('bans.set', 'reports.read', 'members.read')],
])('ListTickets and UpdateTicket reject %s', async (_who, caller) => {
  const request = { page: 1, pageSize: 25, q: '', category: '', priority: '', state: '', mine: false, sort: '' }
  expect(await refusalOf(moderation.client.listTickets(request, await caller()))).toBe('NOT_ALLOWED')
  expect(await refusalOf(moderation.client.updateTicket({ id: 1, append: false }, await caller()))).toBe('NOT_ALLOWED')
})
