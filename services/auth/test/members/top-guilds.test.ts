import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { AuditRecorded, subjects } from '@kla/proto'
import { eventually } from '@kla/testkit'
import { type Harness, startHarness } from '../harness.js'
import { recordBus } from '../recorded-bus.js'

const MINUTE_MS = 60_000
const recorded = recordBus()

let auth: Harness
let moderator: string

beforeAll(async () => {
  auth = await startHarness({}, { bus: recorded.bus })
  moderator = await auth.principals.signAdministrator({ permissions: ['members.read'] })
})
beforeEach(async () => {
  auth.passTime(2 * MINUTE_MS)
  // Server n of 60 has n members.
  await auth.database.query(`
    TRUNCATE accounts, account_numbers, guilds RESTART IDENTITY CASCADE;
    INSERT INTO accounts (discord_id, username) SELECT n, 'p' || n FROM generate_series(1, 60) AS n;
    INSERT INTO guilds (id, name, icon) SELECT 1000 + n, 'Guild ' || n, 'icon' FROM generate_series(1, 60) AS n;
    INSERT INTO account_guilds (account_id, guild_id)
    SELECT a, 1000 + g FROM generate_series(1, 60) AS g, generate_series(1, g) AS a`)
})
afterAll(() => auth.close())

const list = async (principal = moderator) => (await auth.client.listTopGuilds({}, { principal })).guilds

test('lists the fifty guilds with the most accounts, largest first', async () => {
  const guilds = await list()
  expect(guilds.map(({ commonUsers }) => commonUsers)).toEqual(Array.from({ length: 50 }, (_, at) => 60 - at))
  expect(guilds[0]).toEqual({
    guildId: '1060',
    guildName: 'Guild 60',
    icon: 'icon',
    commonUsers: 60,
    lastSeenMs: expect.any(Number),
  })
})

test('recounts only after a minute', async () => {
  await list()
  await auth.database.query("DELETE FROM guilds WHERE id = '1060'")
  expect((await list())[0]?.guildName).toBe('Guild 60')
  auth.passTime(MINUTE_MS + 1)
  expect((await list())[0]?.guildName).toBe('Guild 59')
})

test('recounts at once after a failure', async () => {
  await auth.database.query('ALTER TABLE account_guilds RENAME TO account_guilds_gone')
  await expect(list()).rejects.toMatchObject({ reason: 'INTERNAL' })
  await auth.database.query('ALTER TABLE account_guilds_gone RENAME TO account_guilds')
  expect(await list()).toHaveLength(50)
})

test('requires the permission and records the read', async () => {
  await list()
  const actions = () => recorded.of(subjects.eventAuditRecorded('auth'), AuditRecorded).map(({ action }) => action)
  await eventually(() => actions().includes('guilds.list'))
  const other = await auth.principals.signAdministrator({ permissions: ['reports.read'] })
  await expect(list(other)).rejects.toMatchObject({ reason: 'NOT_ALLOWED' })
})
