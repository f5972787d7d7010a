import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createDatabase, createLogger, createMetrics, type Database, inTransaction } from '@kla/chassis'
import { type MailboxStandIn, startMailboxStandIn } from '@kla/local'
import { infrastructure, isolatedSchema } from '@kla/testkit'
import { createSmtpMail, type MailPort } from '../../src/mails/smtp.js'
import {
  createLetterStore,
  createMailOutbox,
  createMailQueue,
  createReadMailBacklog,
  type MailOrder,
} from '../../src/mails/store.js'
import { createMailMetrics, createPruneMails, createSendMails } from '../../src/mails/timers.js'
import { createAccounts } from '../../src/shared/clients.js'
import { ACCOUNTS_BELOW, FakeAuth, NO_FAULTS } from '../support/fake-auth.js'

/** The outbox of letters against a real PostgreSQL and a mail server that speaks SMTP. */

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

let schema: Awaited<ReturnType<typeof isolatedSchema>>
let database: Database
let mailbox: MailboxStandIn
let auth: FakeAuth
let nowMs: number
let logged: string[]
let log: ReturnType<typeof createLogger>
beforeAll(async () => {
  infrastructure()
  schema = await isolatedSchema(MIGRATIONS, 'mails')
  log = createLogger({
    service: 'test',
    level: 'debug',
    destination: { write: (line: string) => void logged.push(line) },
  })
  database = createDatabase({ url: schema.url, schema: schema.schema, log, timeoutMs: 60_000 })
}, 60_000)
afterAll(async () => {
  await database.end()
  await schema.drop()
})
beforeEach(async () => {
  logged = []
  auth = new FakeAuth()
  nowMs = 1_800_000_000_000
  mailbox = await startMailboxStandIn({ smtpPort: 0, port: 0 })
})
afterEach(async () => {
  await mailbox.close()
  await database.query('TRUNCATE mails, tickets CASCADE')
  await database.query('DELETE FROM bans')
})

const smtp = (url = mailbox.smtpUrl): MailPort =>
  createSmtpMail({ url, requireTls: false, from: 'no-reply@kla.test', replyTo: 'help@kla.test' })

/** One pod's sender of letters, with its count of what became of them. */
function pod(port: MailPort = smtp()) {
  const metrics = createMetrics('test')
  const sender = createSendMails({
    queue: createMailQueue(database),
    letters: createLetterStore(database),
    port,
    log,
    accounts: createAccounts(auth.client, log),
    sender: { siteUrl: 'https://kla.test', contact: 'help@kla.test' },
    metrics: createMailMetrics(metrics),
    now: () => nowMs,
  })
  const counted = async (outcome: string): Promise<number> => {
    const text = await metrics.registry.metrics()
    return Number(new RegExp(`mail_tries_total\\{outcome="${outcome}",.*\\} (\\d+)`).exec(text)?.[1])
  }
  return { ...sender, counted }
}

/** Without a hold. */
const outbox = createMailOutbox(0)
const write = (order: Omit<MailOrder, 'atMs'>): Promise<void> =>
  inTransaction(database, (tx) => outbox.write(tx, { ...order, atMs: nowMs }))

/** A ticket with an answer, and the letter about it. */
async function answer(accountId: number, text = 'We paid it back.'): Promise<void> {
  const { rows } = await database.query<{ id: number }>(
    `WITH ticket AS (
       INSERT INTO tickets (account_id, created_at, subject, message, category, priority, receipt_email, room_id)
       VALUES ($1, now(), 'Charged twice', 'See the receipt.', 'Billing', 'Normal', '', '') RETURNING id)
     INSERT INTO ticket_entries (ticket_id, kind, text, by_id, by_name, at)
     SELECT id, 'answer', $2, 1, 'mod1', now() FROM ticket RETURNING id`,
    [accountId, text],
  )
  await write({ accountId, kind: 'ticket-answered', subjectId: rows[0]?.id ?? 0 })
}

async function ban(accountId: number): Promise<number> {
  const { rows } = await database.query<{ id: number }>(
    `INSERT INTO bans (account_id, scope, reason, notes, evidence, banned_at, banned_by_id, banned_by)
     VALUES ($1, 'chat', 'insults', '', '', now(), 1, 'mod1') RETURNING id`,
    [accountId],
  )
  const id = rows[0]?.id ?? 0
  await write({ accountId, kind: 'ban-set', subjectId: id })
  return id
}

interface Row {
  readonly account_id: number
  readonly state: string
  readonly outcome: string
  readonly tries: number
}
const stored = async (): Promise<Row[]> =>
  (await database.query<Row>('SELECT account_id, state, outcome, tries FROM mails ORDER BY created_at, id')).rows
const received = (): (readonly string[])[] => mailbox.control.mails.map(({ to }) => to)

describe('a due letter', () => {
  test('reaches the address that auth knows, with its own Message-ID', async () => {
    await answer(7)
    await pod().round()
    const [mail] = mailbox.control.mails
    const { rows } = await database.query<{ id: string }>('SELECT id FROM mails')
    expect(mail).toMatchObject({ from: 'no-reply@kla.test', to: ['player7@kla.test'] })
    expect(mail?.headers).toMatchObject({
      from: 'Kla <no-reply@kla.test>',
      to: 'player7@kla.test',
      'reply-to': 'help@kla.test',
      'message-id': `<${rows[0]?.id}@kla.test>`,
      'auto-submitted': 'auto-generated',
      'content-type': 'text/plain; charset=utf-8',
    })
    expect(mail?.text).toContain('We paid it back.')
    expect(await stored()).toEqual([{ account_id: 7, state: 'sent', outcome: '', tries: 1 }])
  })

  test('keeps text of any script', async () => {
    await answer(7, 'Grüße 🙂 = ok\n.\n.. dots')
    await pod().round()
    expect(mailbox.control.mails[0]?.text).toContain('Grüße 🙂 = ok\n.\n.. dots')
  })

  test('is sent once by two pods', async () => {
    for (let account = 1; account <= 40; account++) await answer(account)
    const pods = [pod(), pod()]
    await Promise.all(pods.map(({ round }) => round()))
    expect(received().flat().sort()).toEqual(Array.from({ length: 40 }, (_, at) => `player${at + 1}@kla.test`).sort())
    const sent = await Promise.all(pods.map(({ counted }) => counted('sent')))
    expect(sent.every((one) => one > 0)).toBe(true)
    expect(sent.reduce((sum, one) => sum + one, 0)).toBe(40)
  })

  test('is claimed once under concurrent claims', async () => {
    for (let account = 1; account <= 40; account++) await answer(account)
    const queue = createMailQueue(database)
    const claimed = await Promise.all(Array.from({ length: 60 }, () => queue.claim(nowMs, nowMs + MINUTE_MS)))
    const ids = claimed.flatMap((mail) => (mail ? [mail.id] : []))
    expect(ids).toHaveLength(40)
    expect(new Set(ids).size).toBe(40)
  })

  test('is written once for repeated orders', async () => {
    const id = await ban(7)
    await write({ accountId: 7, kind: 'ban-set', subjectId: id })
    expect(await stored()).toHaveLength(1)
  })
})

describe('a letter without recipient or content', () => {
  test('fails for an unknown account and for one without an address', async () => {
    auth.gone.add(8)
    auth.addresses.set(9, '')
    await answer(8)
    await answer(9)
    await pod().round()
    expect((await stored()).map(({ outcome, state }) => [state, outcome])).toEqual([
      ['failed', 'no-account'],
      ['failed', 'no-address'],
    ])
    expect(received()).toEqual([])
  })

  test.each(['ada', 'a@kla.test>', '<a@kla.test', 'a@kla.test,b@kla.test'])(
    'fails for the invalid address %s',
    async (email) => {
      auth.addresses.set(7, email)
      await answer(7)
      await answer(8)
      await pod().round()
      expect((await stored()).map(({ outcome }) => outcome)).toEqual(['no-address', ''])
    },
  )

  test('fails for a ban that was lifted or erased', async () => {
    const lifted = await ban(7)
    const erased = await ban(8)
    await database.query('UPDATE bans SET lifted_at = now() WHERE id = $1', [lifted])
    await database.query('DELETE FROM bans WHERE id = $1', [erased])
    await pod().round()
    expect((await stored()).map(({ outcome }) => outcome)).toEqual(['superseded', 'erased'])
    expect(received()).toEqual([])
  })

  test('fails after days without a mail server', async () => {
    await answer(7)
    nowMs += 4 * DAY_MS
    await pod().round()
    expect((await stored())[0]).toMatchObject({ state: 'failed', outcome: 'too-late' })
  })
})

describe('an unreachable mail server', () => {
  test('gets the letter after growing waits', async () => {
    await answer(7)
    await mailbox.close()
    const { round } = pod()
    await round()
    await round()
    expect((await stored())[0]).toMatchObject({ state: 'waiting', outcome: 'unreached', tries: 1 })
    nowMs += MINUTE_MS
    await round()
    nowMs += MINUTE_MS
    await round()
    expect((await stored())[0]).toMatchObject({ tries: 2 })
    mailbox = await startMailboxStandIn({ smtpPort: 0, port: 0 })
    nowMs += MINUTE_MS
    await pod().round()
    expect(await stored()).toEqual([{ account_id: 7, state: 'sent', outcome: '', tries: 3 }])
    expect(received()).toEqual([['player7@kla.test']])
  })

  test('is tried with one letter per round', async () => {
    for (const account of [1, 2, 3]) await answer(account)
    await mailbox.close()
    await pod().round()
    expect((await stored()).filter(({ tries }) => tries > 0)).toHaveLength(1)
    mailbox = await startMailboxStandIn({ smtpPort: 0, port: 0 })
  })

  test('is given up after twelve attempts', async () => {
    await answer(7)
    mailbox.control.cutNext(100)
    const { round, counted } = pod()
    for (let hours = 0; hours < 30; hours++) {
      nowMs += 60 * MINUTE_MS
      await round()
    }
    expect((await stored())[0]).toMatchObject({ state: 'failed', outcome: 'unreached', tries: 12 })
    expect(await counted('failed')).toBe(1)
  })
})

describe('a refused letter', () => {
  test.each(['addressee', 'end'] as const)('is retried if refused temporarily (%s)', async (at) => {
    await answer(7)
    mailbox.control.refuseNext(1, 451, at)
    await pod().round()
    expect((await stored())[0]).toMatchObject({ state: 'waiting', outcome: 'smtp-451' })
    nowMs += MINUTE_MS
    await pod().round()
    expect((await stored())[0]).toMatchObject({ state: 'sent', tries: 2 })
    expect(received()).toHaveLength(1)
  })

  test.each(['addressee', 'end'] as const)(
    'is given up if refused permanently, and the next one is sent (%s)',
    async (at) => {
      await answer(7)
      await answer(8)
      mailbox.control.refuseNext(1, 550, at)
      const { round, counted } = pod()
      await round()
      nowMs += DAY_MS
      await round()
      expect((await stored()).map(({ state, outcome }) => [state, outcome])).toEqual([
        ['failed', 'smtp-550'],
        ['sent', ''],
      ])
      expect([await counted('failed'), await counted('sent')]).toEqual([1, 1])
    },
  )

  test('is not sent without TLS if TLS is required', async () => {
    await answer(7)
    await pod(
      createSmtpMail({ url: mailbox.smtpUrl, requireTls: true, from: 'no-reply@kla.test', replyTo: '' }),
    ).round()
    expect((await stored())[0]?.state).toBe('waiting')
    expect(received()).toEqual([])
  })
})

describe('a letter that may have arrived', () => {
  test('is not sent again when the connection is lost after its text', async () => {
    await answer(7)
    mailbox.control.takeSilentlyNext(1)
    const { round, counted } = pod()
    await round()
    nowMs += DAY_MS
    await round()
    expect((await stored())[0]).toMatchObject({ state: 'unsure', outcome: 'connection-lost' })
    expect(received()).toHaveLength(1)
    expect(await counted('unsure')).toBe(1)
  })

  test('is not sent again when its process dies before noting the outcome', async () => {
    await answer(7)
    const real = smtp()
    const dead = pod({
      async send(letter) {
        await real.send(letter)
        throw new Error('the process died')
      },
    })
    await expect(dead.round()).rejects.toThrow('the process died')
    expect((await stored())[0]?.state).toBe('sending')
    const { round, counted } = pod()
    await round()
    expect((await stored())[0]?.state).toBe('sending')
    nowMs += DAY_MS
    await round()
    expect((await stored())[0]).toMatchObject({ state: 'unsure', outcome: 'interrupted' })
    expect(received()).toHaveLength(1)
    expect(await counted('unsure')).toBe(1)
    expect(await createReadMailBacklog(database)()).toMatchObject({ waiting: 0, unsure: 1 })
  })

  test('is sent when its process died before starting', async () => {
    await answer(7)
    await createMailQueue(database).claim(nowMs, nowMs + MINUTE_MS)
    await pod().round()
    expect(received()).toEqual([])
    nowMs += MINUTE_MS
    await pod().round()
    expect(await stored()).toEqual([{ account_id: 7, state: 'sent', outcome: '', tries: 2 }])
  })

  test('is not sent by a pod that slept until another one claimed it', async () => {
    await answer(7)
    const queue = createMailQueue(database)
    const asleep = await queue.claim(nowMs, nowMs + MINUTE_MS)
    if (!asleep) throw new Error('nothing was due')
    nowMs += MINUTE_MS
    await pod().round()
    expect(await queue.beginSending(asleep, nowMs)).toBe(false)
    await queue.note(asleep, { state: 'failed', outcome: 'late' }, nowMs)
    expect((await stored())[0]?.state).toBe('sent')
  })
})

test('createSendMails postpones a letter while auth is unreachable', async () => {
  await answer(7)
  auth.faults = { ...NO_FAULTS, lookUp: () => 'before' }
  await pod().round()
  expect((await stored())[0]).toMatchObject({ state: 'waiting', outcome: 'auth-away' })
  auth.faults = NO_FAULTS
  nowMs += MINUTE_MS
  await pod().round()
  expect(received()).toHaveLength(1)
})

test('createSendMails starts no letter after stop', async () => {
  await answer(7)
  const { round, stop } = pod()
  stop()
  await round()
  expect((await stored())[0]).toMatchObject({ state: 'waiting', tries: 0 })
})

test('createSendMails stores and logs neither addresses nor texts', async () => {
  await answer(7, 'a secret answer')
  await answer(8)
  await answer(ACCOUNTS_BELOW + 1)
  mailbox.control.refuseNext(1, 550, 'addressee')
  await pod().round()
  await mailbox.close()
  await answer(9)
  await pod().round()
  mailbox = await startMailboxStandIn({ smtpPort: 0, port: 0 })
  const { rows } = await database.query('SELECT * FROM mails')
  expect(rows).toHaveLength(4)
  expect(logged.join('')).toContain('smtp-550')
  for (const kept of [JSON.stringify(rows), logged.join('')]) {
    expect(kept).not.toMatch(/@kla\.test|secret answer|Charged twice/)
  }
})

test('createPruneMails erases old letters in any state', async () => {
  await answer(7)
  await pod().round()
  await answer(8)
  nowMs += 90 * DAY_MS - 1
  const prune = createPruneMails({
    queue: createMailQueue(database),
    keptMs: 90 * DAY_MS,
    log,
    now: () => nowMs,
    atOnce: 1,
  })
  await prune()
  expect(await stored()).toHaveLength(2)
  nowMs += 1
  await prune()
  expect(await stored()).toEqual([])
})
