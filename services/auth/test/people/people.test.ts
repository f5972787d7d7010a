import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { AuditRecorded, subjects } from '@kla/proto'
import { refusalOf } from '@kla/testkit'
import { type Harness, startHarness } from '../harness.js'
import { recordBus } from '../recorded-bus.js'

let auth: Harness
let moderator: { principal: string }

beforeAll(async () => {
  auth = await startHarness(
    { AGE_POLICY: 'DE=document,GB=declaration', AGE_JURISDICTION: 'GB' },
    { bus: recordBus().bus },
  )
  moderator = {
    principal: await auth.principals.signAdministrator({ id: 3, name: 'mo', permissions: ['members.read'] }),
  }
})
beforeEach(async () => {
  await auth.database.query('TRUNCATE accounts, account_numbers, outbox RESTART IDENTITY CASCADE')
  await auth.database.query(`
    INSERT INTO accounts (discord_id, username, global_name, email, player_name, created_at) VALUES
      ('80351110224678912', 'ada.l', 'Ada Lovelace', 'ada@analytical.example', 'Velvet Otter', now() - interval '3 days'),
      ('80351110224678913', 'adalbert', 'Bert', 'bert@x.example', 'Quiet Comet', now() - interval '2 days'),
      ('80351110224678914', 'ada', 'Third', NULL, 'Amber Wren', now() - interval '4 days')`)
  await auth.database.query(
    `INSERT INTO account_numbers (number, account_id, shown_from, shown_until, shown_name)
     VALUES (123456789, 1, now(), now() - interval '30 days', 'Old Name')`,
  )
})
afterAll(() => auth.close())

const audited = async (action: string) => {
  const { rows } = await auth.database.query<{ payload: Buffer }>('SELECT payload FROM outbox WHERE subject = $1', [
    subjects.eventAuditRecorded('auth'),
  ])
  return rows.map(({ payload }) => AuditRecorded.decode(payload)).filter((event) => event.action === action)
}
describe('getPerson', () => {
  const get = (accountId: number) => auth.client.getPerson({ accountId }, moderator)

  test('returns an account with its age verdicts, and without its e-mail', async () => {
    await auth.database.query(
      `INSERT INTO age_verdicts (account_id, method, jurisdiction) VALUES (1, 'declaration', 'GB')`,
    )
    const person = await get(1)
    expect(person).toMatchObject({
      accountId: 1,
      member: { username: 'ada.l', email: '', playerName: 'Velvet Otter', discordId: '80351110224678912' },
      age: { confirmed: true, lockedAtMs: 0, verdicts: [{ method: 'declaration', jurisdiction: 'GB' }] },
    })
    expect(Math.abs((person.age?.verdicts[0]?.atMs ?? 0) - Date.now())).toBeLessThan(60_000)
    expect(Math.abs(person.lastLoginAtMs - Date.now())).toBeLessThan(60_000)
  })

  test.each([
    ['a lock', `UPDATE accounts SET age_locked_at = now() WHERE id = 1`],
    ['a jurisdiction that requires more', `UPDATE accounts SET jurisdiction = 'DE' WHERE id = 1`],
  ])('does not confirm the age under %s', async (_what, statement) => {
    await auth.database.query(
      `INSERT INTO age_verdicts (account_id, method, jurisdiction) VALUES (1, 'declaration', 'GB'), (1, 'declaration', 'DE')`,
    )
    await auth.database.query(statement)
    expect((await get(1)).age?.confirmed).toBe(false)
  })

  test('returns only the id of a deleted account', async () => {
    await auth.database.query('DELETE FROM accounts WHERE id = 2')
    expect(await get(2)).toEqual({ accountId: 2, lastLoginAtMs: 0 })
  })

  test('rejects a number that never was an account, and records nothing', async () => {
    expect(await refusalOf(get(999_999))).toBe('NO_SUCH_ACCOUNT')
    expect(await refusalOf(get(999_999_999_999_999))).toBe('NO_SUCH_ACCOUNT')
    expect(await refusalOf(get(0))).toBe('INVALID_FIELD')
    expect(await audited('people.read')).toEqual([])
  })

  test('records one view for all parts that are read together, and another ten minutes later', async () => {
    await Promise.all([get(1), auth.client.listAccountSessions({ accountId: 1 }, moderator), get(1)])
    await get(2)
    const views = await audited('people.read')
    expect(views.map(({ subjectKind, subjectId, actor, details }) => [subjectKind, subjectId, actor, details])).toEqual(
      expect.arrayContaining([
        ['account', '1', 'mo', '{}'],
        ['account', '2', 'mo', '{}'],
      ]),
    )
    expect(views).toHaveLength(2)
    auth.passTime(600_000)
    const later = {
      principal: await auth.principals.signAdministrator({ id: 3, permissions: ['members.read'] }, 1_800_000),
    }
    await auth.client.getPerson({ accountId: 1 }, later)
    auth.passTime(-600_000)
    expect(await audited('people.read')).toHaveLength(3)
  })

  test('fails when the view cannot be recorded', async () => {
    await auth.database.query('ALTER TABLE outbox RENAME TO outbox_gone')
    try {
      expect(await refusalOf(get(1))).toBe('INTERNAL')
    } finally {
      await auth.database.query('ALTER TABLE outbox_gone RENAME TO outbox')
    }
  })
})

describe('listAccountSessions', () => {
  test('lists kinds of browser and times, the session last used first', async () => {
    const { sessionId } = await auth.login(
      'Ada',
      'Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0',
    )
    const accountId = (await auth.client.resolveSession({ sessionId })).account!.id
    const { sessions } = await auth.client.listAccountSessions({ accountId }, moderator)
    expect(sessions).toEqual([
      { device: 'Firefox on Windows', openedAtMs: expect.any(Number), seenAtMs: expect.any(Number) },
    ])
  })
})

describe('revealEmail', () => {
  const reveal = (accountId: number) => auth.client.revealEmail({ accountId }, moderator)

  test('returns the e-mail and records each time', async () => {
    expect(await reveal(1)).toEqual({ email: 'ada@analytical.example' })
    expect(await reveal(3)).toEqual({ email: '' })
    const entries = (await audited('people.email')).map(({ subjectId, details }) => [subjectId, details])
    expect(entries.sort()).toEqual([
      ['1', '{}'],
      ['3', '{}'],
    ])
  })

  test('rejects an unknown account', async () => {
    expect(await refusalOf(reveal(77))).toBe('NO_SUCH_ACCOUNT')
    expect(await refusalOf(reveal(999_999_999_999_999))).toBe('NO_SUCH_ACCOUNT')
  })
})

describe('findPeople', () => {
  const find = async (q: string) => (await auth.client.findPeople({ q }, moderator)).people.map(({ id }) => id)

  test.each([
    ['a player name', 'velvet', [1]],
    ['a Discord name', 'lovelace', [1]],
    ['a former number', '123456789', [1]],
    ['a part of an e-mail', '@x.example', [2]],
    ['a Discord id', '80351110224678914', [3]],
    ['an exact name before newer ones', 'Ada', [3, 2, 1]],
    ['nothing', 'zzz', []],
  ])('finds by %s', async (_field, q, ids) => {
    expect(await find(q)).toEqual(ids)
  })

  test('returns ten people at most, without e-mails', async () => {
    await auth.database.query(
      `INSERT INTO accounts (discord_id, username, email) SELECT 'd' || n, 'copy' || n, 'copy@x.example' FROM generate_series(1, 30) AS n`,
    )
    const { people } = await auth.client.findPeople({ q: 'copy' }, moderator)
    expect(people).toHaveLength(10)
    expect(new Set(people.map(({ email }) => email))).toEqual(new Set(['']))
    expect((await audited('people.search')).map(({ details }) => JSON.parse(details))).toEqual([
      { account_ids: people.map(({ id }) => id) },
    ])
  })

  test.each(['', 'a', ' a ', 'x'.repeat(201)])('rejects %j', async (q) => {
    expect(await refusalOf(find(q))).toBe('INVALID_FIELD')
  })
})

test('all parts require members.read', async () => {
  const other = { principal: await auth.principals.signAdministrator({ permissions: ['reports.read'] }) }
  const refusals = await Promise.all(
    [
      auth.client.getPerson({ accountId: 1 }, other),
      auth.client.listAccountSessions({ accountId: 1 }, other),
      auth.client.revealEmail({ accountId: 1 }, other),
      auth.client.findPeople({ q: 'ada' }, other),
    ].map(refusalOf),
  )
  expect(new Set(refusals)).toEqual(new Set(['NOT_ALLOWED']))
})
