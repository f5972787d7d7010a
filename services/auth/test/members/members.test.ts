import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { AuditRecorded, type ListMembersRequest, subjects } from '@kla/proto'
import { ShownAs } from '@kla/proto'
import { eventually } from '@kla/testkit'
import { type Harness, startHarness } from '../harness.js'
import { recordBus } from '../recorded-bus.js'

const recorded = recordBus()

let auth: Harness
let moderator: string

beforeAll(async () => {
  auth = await startHarness({}, { bus: recorded.bus })
  moderator = await auth.principals.signAdministrator({ id: 3, name: 'mo', permissions: ['members.read'] })
})
beforeEach(async () => {
  await auth.database.query('TRUNCATE accounts, account_numbers RESTART IDENTITY CASCADE')
  await auth.database.query(`
    INSERT INTO accounts (discord_id, username, global_name, email, discriminator) VALUES
      ('101', 'ada.l', 'Ada Lovelace', 'ada@analytical.example', '0'),
      ('102', 'g_hopper', 'Grace', 'amazing@navy.example', '1906'),
      ('103', 'gxhopper', '100% real', NULL, '0'),
      ('104', 'ÉLODIE', 'Back\\slash', 'e@x.example', '0')`)
})
afterAll(() => auth.close())

const list = (given: Partial<ListMembersRequest> = {}, principal = moderator, requestId?: string) =>
  auth.client.listMembers(
    { q: '', page: 1, pageSize: 10, ...given },
    { principal, ...(requestId === undefined ? {} : { requestId }) },
  )

const found = async (q: string): Promise<string[]> => (await list({ q })).members.map(({ username }) => username)

describe('listMembers', () => {
  test('lists members newest first, page by page, with the total', async () => {
    const [first, second, beyond] = await Promise.all([1, 2, 3].map((page) => list({ page, pageSize: 3 })))
    expect(first?.members.map(({ id }) => id)).toEqual([4, 3, 2])
    expect(second?.members.map(({ id }) => id)).toEqual([1])
    expect(beyond?.members).toEqual([])
    expect([first, second, beyond].map((page) => page?.total)).toEqual([4, 4, 4])
    expect(second?.members[0]).toEqual({
      id: 1,
      username: 'ada.l',
      globalName: 'Ada Lovelace',
      email: 'ada@analytical.example',
      discriminator: '0',
      avatar: '',
      discordId: '101',
      createdAtMs: expect.any(Number),
      ageLockedAtMs: 0,
      shownAs: ShownAs.UNSPECIFIED,
      onLeaderboards: true,
    })
  })

  test.each([
    ['a username', 'hopper', ['gxhopper', 'g_hopper']],
    ['a global name, in whatever case', 'LOVELACE', ['ada.l']],
    ['an e-mail', '@navy', ['g_hopper']],
    ['a discriminator', '1906', ['g_hopper']],
    ['an id', '3', ['gxhopper']],
    ['a name with an accent', 'élod', ['ÉLODIE']],
    ['one character at the beginning of a name', 'G', ['gxhopper', 'g_hopper']],
    ['two characters at the beginning of a name', 'AD', ['ada.l']],
    ['a text with spaces around it', '  grace ', ['g_hopper']],
  ])('finds members by a part of %s', async (_field, q, usernames) => {
    expect(await found(q)).toEqual(usernames)
  })

  test.each([
    ['Straße', 'STRASSE'],
    ['STRASSE', 'straße'],
    ['DİYARBAKIR', 'diyarbakir'],
    ['ışık', 'IŞIK'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
    ['σίσυφος', 'ΣΙΣΥΦΟΣ'],
    ['e\u0301lan', 'élan'],
    ['élan', 'ELAN'],
    ['Łódź', 'lodz'],
    ['Ørsted', 'orsted'],
    ['ﬁnale', 'FINALE'],
    ['Ａｄａ', 'ada'],
    ['Игорь', 'ИГОРЬ'],
    ['سَلام', 'سلام'],
    ['\u200fשָׁלוֹם', 'שלום'],
    ['ね\u200dこ', 'ねこ'],
    ['김치', '김치'.normalize('NFD')],
    ['❤️‍🔥 fire', '❤‍🔥'],
    ['Ünïcode'.repeat(40), 'unicode'.repeat(10)],
  ])('finds the global name %s by %s', async (globalName, q) => {
    await auth.database.query("UPDATE accounts SET global_name = $1 WHERE username = 'ada.l'", [globalName])
    expect(await found(q)).toEqual(['ada.l'])
  })

  test.each([
    ['李小龍', '李小'],
    ['❤ fire', '❤'],
    ['J. Doe', 'j.'],
    ['1% real', '1%'],
  ])('finds the name %s by its beginning %s', async (globalName, q) => {
    await auth.database.query("UPDATE accounts SET global_name = $1 WHERE username = 'ada.l'", [globalName])
    expect(await found(q)).toEqual(['ada.l'])
    await auth.database.query("UPDATE accounts SET global_name = '', player_name = $1 WHERE username = 'ada.l'", [
      globalName,
    ])
    expect(await found(q)).toEqual(['ada.l'])
  })

  test('finds members by a part of an id', async () => {
    await auth.database.query(
      `INSERT INTO accounts (id, discord_id, username) OVERRIDING SYSTEM VALUE VALUES (483920175, '105', 'late')`,
    )
    expect(await found('3920')).toEqual(['late'])
  })

  test('finds a player name in any spelling', async () => {
    await auth.database.query("UPDATE accounts SET player_name = 'Größe Jäger' WHERE username = 'ada.l'")
    expect(await found('GROSSE JAGER')).toEqual(['ada.l'])
  })

  test.each([
    ['a wildcard of one character', 'g_hop', ['g_hopper']],
    ['a wildcard of any', 'g%hop', []],
    ['an escape', 'back\\slash', ['ÉLODIE']],
    ['a wide wildcard', 'g＿hopp', ['g_hopper']],
    ['a quote', "' OR 1=1 --", []],
    ['a text over two fields', 'ada.lada', []],
    ['an unknown text', 'zzzz', []],
  ])('matches %s literally', async (_what, q, usernames) => {
    expect(await found(q)).toEqual(usernames)
  })

  test('counts all pages of a search, even beyond the last', async () => {
    expect(await list({ q: 'hopper', pageSize: 1 })).toMatchObject({ total: 2, members: [{ username: 'gxhopper' }] })
    expect(await list({ q: 'hopper', page: 9 })).toEqual({ total: 2, members: [] })
    expect(await list({ q: 'zzzz' })).toEqual({ total: 0, members: [] })
  })

  test.each<[string, Partial<ListMembersRequest>]>([
    ['page 0', { page: 0 }],
    ['an empty page', { pageSize: 0 }],
    ['a page too large', { pageSize: 1_001 }],
    ['a text too long', { q: 'x'.repeat(201) }],
  ])('rejects %s', async (_fault, given) => {
    await expect(list(given)).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
  })

  test('ignores invisible characters in a search', async () => {
    expect(await list({ q: 'hop\0per\u200b' })).toMatchObject({ total: 2 })
  })

  test('requires the permission', async () => {
    const other = await auth.principals.signAdministrator({ permissions: ['reports.read'] })
    await expect(list({}, other)).rejects.toMatchObject({ reason: 'NOT_ALLOWED' })
    const player = await auth.principals.sign({ accountId: 1 })
    await expect(list({}, player)).rejects.toMatchObject({ reason: 'NOT_ALLOWED' })
    await expect(auth.client.listMembers({ q: '', page: 1, pageSize: 1 })).rejects.toMatchObject({
      reason: 'NOT_SIGNED_IN',
    })
  })
})

describe('exportMembers', () => {
  test('lists all pages newest first and without e-mails', async () => {
    await auth.database.query(
      `INSERT INTO accounts (discord_id, username, email, created_at)
       SELECT 'c' || n, 'copy' || n, 'copy@x.example', now() + n * interval '1 second' FROM generate_series(1, 450) AS n`,
    )
    const principal = await auth.principals.signAdministrator({ permissions: ['members.manage'] })
    const exported: string[] = []
    for await (const { members, total } of auth.client.exportMembers(
      { list: { q: 'copy', page: 1, pageSize: 0 } },
      { principal },
    )) {
      expect(total).toBe(450)
      expect(new Set(members.map(({ email }) => email)).size).toBeLessThanOrEqual(1)
      exported.push(...members.map(({ username }) => username))
    }
    expect(exported).toEqual(Array.from({ length: 450 }, (_, at) => `copy${450 - at}`))
    const { rows } = await auth.database.query<{ payload: Buffer }>(
      'SELECT payload FROM outbox WHERE subject = $1 ORDER BY id DESC LIMIT 1',
      [subjects.eventAuditRecorded('auth')],
    )
    expect(AuditRecorded.decode(rows[0]!.payload)).toMatchObject({ action: 'members.export' })
  })
})

describe('the audit entry of listMembers', () => {
  test('names the accounts shown and not the search text', async () => {
    await list({ q: 'hopper', page: 2, pageSize: 1 }, moderator, 'look-1')
    const about = () =>
      recorded.of(subjects.eventAuditRecorded('auth'), AuditRecorded).filter(({ requestId }) => requestId === 'look-1')
    await eventually(() => about().length > 0)
    expect(about()).toEqual([
      {
        eventId: expect.any(String),
        atMs: expect.any(Number),
        actorId: 3,
        actor: 'mo',
        action: 'members.list',
        subjectKind: '',
        subjectId: '',
        details: JSON.stringify({ page: 2, pageSize: 1, filters: ['q'], account_ids: [2] }),
        requestId: 'look-1',
      },
    ])
  })

  test('fits the audit log for the largest page', async () => {
    await auth.database.query(
      `INSERT INTO accounts (id, discord_id, username) OVERRIDING SYSTEM VALUE
       SELECT 2147000000 + n, 'large-' || n, 'x' FROM generate_series(1, 1000) AS n`,
    )
    await list({ pageSize: 1_000 }, moderator, 'look-2')
    const about = () =>
      recorded.of(subjects.eventAuditRecorded('auth'), AuditRecorded).filter(({ requestId }) => requestId === 'look-2')
    await eventually(() => about().length > 0)
    const details = about()[0]?.details ?? ''
    expect((JSON.parse(details) as { account_ids: number[] }).account_ids).toHaveLength(1_000)
    expect(details.length).toBeLessThan(20_000)
  })

  test('is required before the answer', async () => {
    await auth.database.query('ALTER TABLE outbox RENAME TO outbox_gone')
    try {
      await expect(list()).rejects.toMatchObject({ reason: 'INTERNAL' })
    } finally {
      await auth.database.query('ALTER TABLE outbox_gone RENAME TO outbox')
    }
  })

  test('leaves no e-mail or search text in the log', async () => {
    await list({ q: 'analytical' })
    expect(auth.logged()).not.toContain('analytical')
  })
})
