import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Bus, createBus, newId } from '@kla/chassis'
import { EVENTS_STREAM, NameChanged, PlayerBlocked, ReportSubmitted, ShownAs, subjects } from '@kla/proto'
import { eventually, infrastructure, quietLogger, uniqueName } from '@kla/testkit'
import { type Harness, startHarness } from '../harness.js'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let auth: Harness
let bus: Bus
let passedMs = 0
const passTime = (ms: number): void => {
  auth.passTime(ms)
  passedMs += ms
}
const now = (): number => Date.now() + passedMs

beforeAll(async () => {
  auth = await startHarness({ EVENTS_DURABLE: uniqueName('auth') })
  bus = await createBus({
    url: infrastructure().natsUrl,
    name: 'rooms',
    log: quietLogger(),
    events: { stream: EVENTS_STREAM, subjects: [subjects.eventsAll] },
  })
})
afterAll(async () => {
  await bus.close()
  await auth.close()
})

async function signUp(persona: string) {
  const { sessionId } = await auth.login(persona)
  const identity = () => auth.client.resolveSession({ sessionId })
  const choose = async (playerName: string, shownAs = ShownAs.PLAYER) =>
    auth.client.setPlayerName({ shownAs, playerName }, { principal: (await identity()).principal })
  const alias = async (): Promise<number> => (await identity()).account!.alias!
  return { id: (await identity()).account!.id, identity, choose, alias }
}

const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>

const resolve = async (numbers: number[], any?: boolean) => {
  const found = (await auth.client.resolveNumbers({ numbers, any })).numbers
  return numbers.map((number) => found.find((one) => one.number === number))
}

describe('an alias', () => {
  test('differs from the account id and changes with whatever others see', async () => {
    const ada = await signUp('Alice')
    const aliases = [await ada.alias()]
    for (const [name, shownAs] of [
      ['Velvet Wren 42', ShownAs.PLAYER],
      ['', ShownAs.DISCORD],
      ['', ShownAs.PLAYER],
    ] as const) {
      const { alias } = await ada.choose(name, shownAs)
      expect(alias).toBe(await ada.alias())
      aliases.push(alias!)
    }
    expect(new Set([ada.id, ...aliases]).size).toBe(5)
    const { principal, account } = await ada.identity()
    expect(claimsOf(principal)).toMatchObject({ sub: String(ada.id), alias: aliases.at(-1) })
    expect((await auth.client.lookUpAccounts({ ids: [ada.id] })).accounts).toMatchObject([{ alias: account!.alias }])
    const { rows } = await auth.database.query<{ payload: Buffer }>(
      'SELECT payload FROM outbox WHERE subject = $1 ORDER BY id',
      [subjects.eventNameChanged],
    )
    const changes = rows
      .map(({ payload }) => NameChanged.decode(payload))
      .filter(({ accountId }) => accountId === ada.id)
    expect(changes.map(({ alias }) => alias)).toEqual(aliases.slice(1))
  })

  test('stays the same if others see no difference', async () => {
    const eve = await signUp('Evelyn')
    const { alias } = await eve.choose('Amber Finch 51')
    expect((await eve.choose('Amber Finch 51')).alias).toBe(alias)
    expect((await signUp('Evelyn')).id).toBe(eve.id)
    expect(await eve.alias()).toBe(alias)
  })

  test('keeps no name of an erased account', async () => {
    const ann = await signUp('Annabel')
    const first = await ann.alias()
    await ann.choose('Quiet Lynx 76')
    await auth.database.query('DELETE FROM accounts WHERE id = $1', [ann.id])
    expect(await resolve([first], true)).toMatchObject([{ accountId: ann.id, shownName: '' }])
  })

  test('resolves for a day after it is replaced, and then no longer', async () => {
    const max = await signUp('Maxwell')
    const first = await max.alias()
    const { shownName: suggested } = (await max.identity()).account!
    const { alias: second } = await max.choose('Quiet Lynx 77')
    expect(await resolve([first, second!])).toMatchObject([
      { accountId: max.id, shownName: suggested, current: false },
      { accountId: max.id, shownName: 'Quiet Lynx 77', current: true },
    ])
    passTime(DAY_MS - HOUR_MS)
    expect(await resolve([first])).toMatchObject([{ accountId: max.id }])
    passTime(HOUR_MS + 1)
    expect(await resolve([first, 999, max.id])).toEqual([undefined, undefined, undefined])
    // An administrator finds the account by whatever a player quotes.
    expect(await resolve([first, second!, max.id], true)).toMatchObject([
      { accountId: max.id, shownName: suggested },
      { accountId: max.id },
      { accountId: max.id, shownName: '', current: false },
    ])
  })
})

describe('an early name change', () => {
  const block = (blockerId: number, atMs: number) => {
    const eventId = newId()
    return bus.publishEvent(
      subjects.eventPlayerBlocked,
      eventId,
      PlayerBlocked.encode({ eventId, blockerId, blockedId: 1, atMs }).finish(),
    )
  }
  const report = (reporterId: number, atMs: number) => {
    const eventId = newId()
    return bus.publishEvent(
      subjects.eventReportSubmitted,
      eventId,
      ReportSubmitted.encode({ eventId, reporterId, atMs }).finish(),
    )
  }

  test('is allowed after a block or a report, twice a year', async () => {
    const kim = await signUp('Kimball')
    await kim.choose('Silver Heron 29')
    const tooSoon = { reason: 'NAME_TOO_SOON' }
    await expect(kim.choose('Silver Heron 30')).rejects.toMatchObject(tooSoon)
    for (const [at, unlock] of [block, report].entries()) {
      passTime(HOUR_MS)
      await unlock(kim.id, now())
      await eventually(async () =>
        expect((await kim.identity()).account!.nameChoice).toMatchObject({ early: true, changeableAtMs: 0 }),
      )
      passTime(HOUR_MS)
      expect((await kim.choose(`Copper Heron ${31 + at}`)).early).toBeUndefined()
      await expect(kim.choose('Silver Heron 30')).rejects.toMatchObject(tooSoon)
    }
    passTime(HOUR_MS)
    await block(kim.id, now())
    const unlocked = 'SELECT name_unlocked_at FROM accounts WHERE id = $1 AND name_unlocked_at > player_name_at'
    await eventually(async () => expect((await auth.database.query(unlocked, [kim.id])).rowCount).toBe(1))
    await expect(kim.choose('Silver Heron 33')).rejects.toMatchObject(tooSoon)
  })
})
