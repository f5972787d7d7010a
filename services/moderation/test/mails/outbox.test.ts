import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import { type MailboxStandIn, startMailboxStandIn } from '@kla/local'
import { eventually } from '@kla/testkit'
import { readConfig } from '../../src/config.js'
import { createModeration, type Moderation } from '../support/moderation.js'

/** Which decisions lead to letters, by the calls of administrators. */

const MAIL = {
  SMTP_REQUIRE_TLS: 'false',
  MAIL_FROM: 'no-reply@kla.test',
  MAIL_HOLD_MS: '1',
  PUBLIC_URL: 'https://kla.test/',
}

let mailbox: MailboxStandIn
let withMail: Moderation
let without: Moderation
beforeAll(async () => {
  mailbox = await startMailboxStandIn({ smtpPort: 0, port: 0 })
  withMail = await createModeration({}, { ...MAIL, SMTP_URL: mailbox.smtpUrl, CONTACT_EMAIL: 'help@kla.test' })
  without = await createModeration({}, { ...MAIL, CONTACT_EMAIL: 'help@kla.test' })
}, 60_000)
afterAll(async () => {
  await withMail.close()
  await without.close()
  await mailbox.close()
})

let player = 100
beforeEach(() => {
  player++
})

const open = async ({ client, as }: Moderation): Promise<number> => {
  const ticket = {
    subject: 'Help',
    message: 'Hello.',
    category: '',
    priority: '',
    relatedStripeEmail: '',
    relatedRoomId: '',
    relatedOrderId: '',
    relatedBattleId: '',
    diagnosticsJson: '',
  }
  return (await client.openTicket(ticket, await as(player))).ticketId
}
const update = async (
  { client, may }: Moderation,
  id: number,
  change: { answer?: string; note?: string; resolved?: boolean },
) => client.updateTicket({ append: true, id, ...change }, await may('tickets.answer'))
const ban = async ({ client, may }: Moderation, scope = 'chat') =>
  client.createBan(
    { userId: player, reason: '', scope, durationMs: 0, notes: '', evidenceJson: '' },
    await may('bans.set'),
  )
const kinds = async ({ database }: Moderation): Promise<string[]> => {
  const letters = 'SELECT kind FROM mails WHERE account_id = $1 ORDER BY id'
  return (await database.query<{ kind: string }>(letters, [player])).rows.map(({ kind }) => kind)
}
const texts = (): string[] =>
  mailbox.control.mails.filter(({ to }) => to.includes(`player${player}@kla.test`)).map(({ text }) => text)

describe('the mail outbox', () => {
  test('gets a mail for each answer, but not for a note or any other change', async () => {
    const id = await open(withMail)
    await update(withMail, id, { note: 'a note', resolved: true })
    expect(await kinds(withMail)).toEqual([])
    await update(withMail, id, { answer: 'The first.' })
    await update(withMail, id, { answer: 'The first.' })
    await update(withMail, id, { answer: 'The second.', note: 'not this' })
    expect(await kinds(withMail)).toEqual(['ticket-answered', 'ticket-answered'])
    await eventually(() => texts().length === 2)
    expect(texts().join()).toMatch(/The first\.[^]*The second\./)
    expect(texts().join()).not.toContain('not this')
    expect(texts()[0]).toContain('https://kla.test/settings#support')
  })

  test('gets one mail for a repeated ban, and one for its end', async () => {
    const { id } = await ban(withMail)
    await ban(withMail)
    expect(await kinds(withMail)).toEqual(['ban-set'])
    await eventually(() => texts().length === 1)
    const lift = async () => withMail.client.liftBan({ id, liftReason: 'a mistake' }, await withMail.may('bans.lift'))
    await lift()
    await lift()
    expect(await kinds(withMail)).toEqual(['ban-set', 'ban-lifted'])
    await eventually(() => texts().length === 2)
    // Why it was lifted is for administrators.
    expect(texts()[1]).not.toContain('a mistake')
  })

  test('gets one mail for bans lifted together, and one for a deleted ban', async () => {
    await ban(withMail)
    await ban(withMail, 'rooms')
    await eventually(() => texts().length === 2)
    const all = { userId: player, scope: '', liftReason: '' }
    await withMail.client.liftAllBans(all, await withMail.may('bans.lift'))
    await eventually(() => texts().length === 3)
    expect(texts()[2]).toContain('from the chat and rooms was lifted')
    const { id } = await ban(withMail, 'api')
    await eventually(() => texts().length === 4)
    await withMail.client.deleteBan({ id }, await withMail.may('bans.delete'))
    await eventually(() => texts().length === 5)
    expect(texts()[4]).toContain('from the shop and its library was lifted')
  })

  test('gets none when nothing changes', async () => {
    const id = await open(withMail)
    await withMail.database.query(
      `INSERT INTO ticket_entries (ticket_id, kind, text, by_id, by_name, at)
       SELECT $1, 'note', 'n', 1, 'mod1', now() FROM generate_series(1, 100)`,
      [id],
    )
    await expect(update(withMail, id, { answer: 'One too many.' })).rejects.toThrow()
    expect(await kinds(withMail)).toEqual([])
  })
})

test('gets none without a mail server', async () => {
  await update(without, await open(without), { answer: 'Here you are.' })
  const { id } = await ban(without)
  await without.client.liftBan({ id, liftReason: '' }, await without.may('bans.lift'))
  expect(await kinds(without)).toEqual([])
  const metrics = await (await fetch(`http://127.0.0.1:${without.service.ports.health}/metrics`)).text()
  expect(metrics).toContain('kla_moderation_audit_faults')
  expect(metrics).not.toContain('kla_moderation_mail')
})

describe('mail settings', () => {
  const read = (mail: NodeJS.ProcessEnv) => () => readConfig({ ...withMail.environment, ...MAIL, ...mail })

  test.each(['smtp://mail.kla.test', 'smtps://kla:secret@mail.kla.test:465', 'smtp://127.0.0.1:2525'])(
    'accept %s',
    (SMTP_URL) => {
      expect(read({ SMTP_URL })).not.toThrow()
    },
  )

  test.each([
    ['a server that speaks no SMTP', { SMTP_URL: 'https://hush' }, /SMTP_URL/],
    ['no sender', { SMTP_URL: 'smtp://hush', MAIL_FROM: '' }, /MAIL_FROM/],
    ['a sender that is no address', { SMTP_URL: 'smtp://hush', MAIL_FROM: 'Kla <a@kla.test>' }, /MAIL_FROM/],
    ['a contact that is no address', { SMTP_URL: 'smtp://hush', CONTACT_EMAIL: 'us' }, /CONTACT_EMAIL/],
    ['no site', { SMTP_URL: 'smtp://hush', PUBLIC_URL: '' }, /PUBLIC_URL/],
  ])("reject %s without printing the server's address", (_what, given, says) => {
    expect(read(given)).toThrow(says)
    expect(read(given)).toThrow(/^(?![^]*hush)/)
  })
})

describe('a letter waits in the outbox', () => {
  let patient: Moderation
  beforeAll(async () => {
    patient = await createModeration({}, { ...MAIL, MAIL_HOLD_MS: '60000', SMTP_URL: mailbox.smtpUrl })
  }, 60_000)
  afterAll(() => patient.close())

  const lift = async (id: number) => patient.client.liftBan({ id, liftReason: '' }, await patient.may('bans.lift'))
  const states = async (): Promise<string[]> => {
    const letters = 'SELECT kind, state, outcome FROM mails WHERE account_id = $1 ORDER BY created_at, kind DESC'
    const { rows } = await patient.database.query<{ kind: string; state: string; outcome: string }>(letters, [player])
    return rows.map(({ kind, state, outcome }) => `${kind} ${state} ${outcome}`.trim())
  }
  const pass = (ms: number) => void (patient.clock.aheadMs += ms)

  test('for a minute before it is sent', async () => {
    await ban(patient)
    pass(58_000)
    await settled(patient)
    expect(texts()).toEqual([])
    pass(3_000)
    await eventually(() => texts().length === 1)
  })

  test('and is not sent if undone within that minute, nor is the undo', async () => {
    const { id } = await ban(patient)
    pass(3_000)
    await lift(id)
    pass(600_000)
    await settled(patient)
    expect(texts()).toEqual([])
    expect(await states()).toEqual(['ban-set failed undone'])
  })

  test('and names bans lifted together only if the player knows of them', async () => {
    await ban(patient)
    pass(61_000)
    await eventually(() => texts().length === 1)
    await ban(patient, 'rooms')
    const all = { userId: player, scope: '', liftReason: '' }
    await patient.client.liftAllBans(all, await patient.may('bans.lift'))
    pass(61_000)
    await eventually(() => texts().length === 2)
    expect(texts()[1]).toContain('from the chat was lifted')
  })

  test('and has the latest content, once, after a change within that minute', async () => {
    const order = {
      userId: player,
      reason: 'First.',
      scope: 'chat',
      durationMs: 3_600_000,
      notes: '',
      evidenceJson: '',
    }
    const { id } = await patient.client.createBan(order, await patient.may('bans.set'))
    pass(20_000)
    const extension = { ...order, reason: 'Second.', durationMs: 0, expected: { id, version: 1, then: 'extend' } }
    const { version = 0 } = await patient.client.createBan(extension, await patient.may('bans.set'))
    expect(version).toBeGreaterThan(1)
    pass(90_000)
    await eventually(() => texts().length === 1)
    await settled(patient)
    expect(texts()).toHaveLength(1)
    expect(texts()[0]).toMatch(/The ban was extended[^]*The ban is permanent[^]*Reason: Second\./)
  })

  test('and is followed by a separate letter for an extension after it was sent', async () => {
    const order = {
      userId: player,
      reason: 'First.',
      scope: 'chat',
      durationMs: 3_600_000,
      notes: '',
      evidenceJson: '',
    }
    const { id } = await patient.client.createBan(order, await patient.may('bans.set'))
    pass(61_000)
    await eventually(() => texts().length === 1)
    await patient.client.createBan(
      { ...order, durationMs: 0, expected: { id, version: 1, then: 'extend' } },
      await patient.may('bans.set'),
    )
    pass(61_000)
    await eventually(() => texts().length === 2)
    const ids = mailbox.control.mails
      .filter(({ to }) => to.includes(`player${player}@kla.test`))
      .map(({ headers }) => headers['message-id'])
    expect(new Set(ids).size).toBe(2)
  })

  test('and omits an extension that is undone by a lift, but announces the end of the ban', async () => {
    const order = {
      userId: player,
      reason: 'First.',
      scope: 'chat',
      durationMs: 3_600_000,
      notes: '',
      evidenceJson: '',
    }
    const { id } = await patient.client.createBan(order, await patient.may('bans.set'))
    pass(61_000)
    await eventually(() => texts().length === 1)
    await patient.client.createBan(
      { ...order, durationMs: 0, expected: { id, version: 1, then: 'extend' } },
      await patient.may('bans.set'),
    )
    await lift(id)
    pass(61_000)
    await eventually(() => texts().length === 2)
    await settled(patient)
    expect(texts()).toHaveLength(2)
    expect(texts()[1]).toContain('from the chat was lifted')
  })

  test('and announces only the ban if a lift is followed by the same ban', async () => {
    const { id } = await ban(patient)
    pass(61_000)
    await eventually(() => texts().length === 1)
    await lift(id)
    pass(3_000)
    await ban(patient)
    pass(61_000)
    await eventually(() => texts().length === 2)
    await settled(patient)
    expect(texts().filter((text) => text.includes('was lifted'))).toEqual([])
  })
})

/** Until the loop has handled what is due: a letter of another account, due at once, goes through behind it. */
async function settled({ database, clock }: Moderation): Promise<void> {
  const id = newId()
  await database.query(
    `INSERT INTO mails (id, account_id, kind, subject_id, created_at, changed_at, due_at)
     VALUES ($1, 1, 'ticket-answered', $2, $3, $3, $3)`,
    [id, Number.MAX_SAFE_INTEGER - Math.floor(Math.random() * 1e12), new Date(clock.now())],
  )
  await eventually(async () => {
    const { rows } = await database.query<{ state: string }>('SELECT state FROM mails WHERE id = $1', [id])
    return rows[0]?.state !== 'waiting'
  })
}
