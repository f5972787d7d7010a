import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { AuditRecorded, subjects } from '@kla/proto'
import { eventually } from '@kla/testkit'
import { type Harness, startHarness } from '../harness.js'
import { recordBus } from '../recorded-bus.js'

const MINUTE_MS = 60_000
const recorded = recordBus()

let auth: Harness
let moderator: string
let run = 0

beforeAll(async () => {
  auth = await startHarness({}, { bus: recorded.bus })
  moderator = await auth.principals.signAdministrator({ permissions: ['members.read'] }, 60 * MINUTE_MS)
})
beforeEach(async () => {
  auth.passTime(2 * MINUTE_MS)
  // Server n of 60 has n members.
  await auth.database.query(`
    TRUNCATE accounts, account_numbers, guilds RESTART IDENTITY CASCADE;
    INSERT INTO accounts (discord_id, username) SELECT n, 'p' || n FROM generate_series(1, 60) AS n;
    INSERT INTO guilds (id, name, icon) SELECT 1000 + n, 'Guild ' || n, 'icon ${(run += 1)}' FROM generate_series(1, 60) AS n;
    INSERT INTO account_guilds (account_id, guild_id)
    SELECT a, 1000 + g FROM generate_series(1, 60) AS g, generate_series(1, g) AS a`)
  await eventually(async () => (await list())[0]?.icon === `icon ${run}`)
})
afterAll(() => auth.close())

const list = async (principal = moderator) => (await auth.client.listTopGuilds({}, { principal })).guilds

test('lists the fifty guilds with the most accounts, largest first', async () => {
  const guilds = await list()
  expect(guilds.map(({ commonUsers }) => commonUsers)).toEqual(Array.from({ length: 50 }, (_, at) => 60 - at))
  expect(guilds[0]).toEqual({
    guildId: '1060',
    guildName: 'Guild 60',
    icon: `icon ${run}`,
    commonUsers: 60,
    lastSeenMs: expect.any(Number),
  })
})

test('recounts only after a minute', async () => {
  await auth.database.query("DELETE FROM guilds WHERE id = '1060'")
  expect((await list())[0]?.guildName).toBe('Guild 60')
  auth.passTime(MINUTE_MS + 1)
  await eventually(async () => (await list())[0]?.guildName === 'Guild 59')
})

test('gives the last count after a failure, and recounts a minute later', async () => {
  const failures = () => auth.logged().split('guilds could not be counted').length - 1
  await auth.database.query('ALTER TABLE account_guilds RENAME TO account_guilds_gone')
  auth.passTime(MINUTE_MS + 1)
  expect((await list())[0]?.guildName).toBe('Guild 60')
  await eventually(() => failures() === 1)
  expect(await list()).toHaveLength(50)
  await auth.database.query('ALTER TABLE account_guilds_gone RENAME TO account_guilds')
  await auth.database.query("DELETE FROM guilds WHERE id = '1060'")
  expect((await list())[0]?.guildName).toBe('Guild 60')
  auth.passTime(MINUTE_MS + 1)
  await eventually(async () => (await list())[0]?.guildName === 'Guild 59')
  expect(failures()).toBe(1)
})

test('requires the permission and records the read', async () => {
  await list()
  const actions = () => recorded.of(subjects.eventAuditRecorded('auth'), AuditRecorded).map(({ action }) => action)
  await eventually(() => actions().includes('guilds.list'))
  const other = await auth.principals.signAdministrator({ permissions: ['reports.read'] }, 60 * MINUTE_MS)
  await expect(list(other)).rejects.toMatchObject({ reason: 'NOT_ALLOWED' })
})
