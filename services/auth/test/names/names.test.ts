import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { NameChanged, ShownAs, subjects } from '@kla/proto'
import { eventually } from '@kla/testkit'
import { createNameStore } from '../../src/names/store.js'
import { type Harness, startHarness } from '../harness.js'

const DAY_MS = 24 * 3_600_000

let auth: Harness

beforeAll(async () => {
  auth = await startHarness()
})
afterAll(() => auth.close())

interface Player {
  readonly id: number
  readonly choose: (
    playerName: string,
    more?: { shownAs?: ShownAs; onLeaderboards?: boolean },
  ) => ReturnType<Harness['client']['setPlayerName']>
  readonly identity: () => ReturnType<Harness['client']['resolveSession']>
  readonly principal: () => Promise<string>
}

async function signUp(persona: string): Promise<Player> {
  const { sessionId } = await auth.login(persona)
  const identity = () => auth.client.resolveSession({ sessionId })
  const principal = async () => (await identity()).principal
  return {
    id: (await identity()).account!.id,
    identity,
    principal,
    choose: async (playerName, { shownAs = ShownAs.PLAYER, onLeaderboards } = {}) =>
      auth.client.setPlayerName({ shownAs, playerName, onLeaderboards }, { principal: await principal() }),
  }
}

const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>

const changesOf = async (accountId: number): Promise<NameChanged[]> => {
  const { rows } = await auth.database.query<{ payload: Buffer }>(
    'SELECT payload FROM outbox WHERE subject = $1 ORDER BY id',
    [subjects.eventNameChanged],
  )
  return rows.map(({ payload }) => NameChanged.decode(payload)).filter((change) => change.accountId === accountId)
}

describe('members', () => {
  test('are found by their player name', async () => {
    const uma = await signUp('Uma')
    await uma.choose('Rustic Canyon 58')
    const administrator = await auth.principals.signAdministrator({ permissions: ['members.read'] })
    const { members } = await auth.client.listMembers(
      { q: 'rustic can', page: 1, pageSize: 10 },
      { principal: administrator },
    )
    expect(members).toMatchObject([{ id: uma.id, username: 'uma', playerName: 'Rustic Canyon 58' }])
  })
})

describe('SetPlayerName', () => {
  test('shows an account that never chose under a suggested name, without provider fields', async () => {
    const ada = await signUp('Ada')
    const { account, principal, nameRevision } = await ada.identity()
    const playerName = account!.shownName
    expect(playerName).toMatch(/^\w+ \w+ \d\d$/)
    expect(account).toMatchObject({ username: 'ada', globalName: 'Ada' })
    expect(account!.nameChoice).toEqual({
      shownAs: ShownAs.UNSPECIFIED,
      playerName,
      changeableAtMs: 0,
      onLeaderboards: true,
      alias: account!.alias,
    })
    expect(account!.alias).not.toBe(ada.id)
    expect(nameRevision).toBe(0)
    expect(claimsOf(principal)).toMatchObject({ name: playerName, discord: '', avatar: '' })
    expect(claimsOf(principal)).not.toHaveProperty('names')
    expect((await ada.identity()).account!.shownName).toBe(playerName)
  })

  test('keeps the suggested name with one call and counts it as chosen', async () => {
    const amy = await signUp('Amy')
    const suggested = (await amy.identity()).account!.shownName
    const { names } = await auth.client.suggestNames({}, { principal: await amy.principal() })
    expect(names).toHaveLength(3)
    expect(names[0]).toBe(suggested)
    const choice = await amy.choose(suggested!)
    expect(choice).toMatchObject({ shownAs: ShownAs.PLAYER, playerName: suggested })
    expect(choice.changeableAtMs).toBeGreaterThan(Date.now() + 29 * DAY_MS)
    expect(await changesOf(amy.id)).toEqual([])
  })

  test('shows the Discord name only after that was chosen', async () => {
    const bob = await signUp('Bob')
    const { principal, account } = await bob.identity()
    expect(JSON.stringify(claimsOf(principal))).not.toMatch(
      new RegExp(`bob|${account!.discordId}|${account!.avatar}`, 'i'),
    )
    await expect(auth.client.findAvatar({ key: account!.avatarKey! })).rejects.toMatchObject({
      reason: 'MEDIA_NOT_FOUND',
    })
    await bob.choose('', { shownAs: ShownAs.DISCORD })
    expect(claimsOf(await bob.principal())).toMatchObject({
      name: 'bob',
      discord: account!.discordId,
      avatar: account!.avatar,
    })
    expect(await changesOf(bob.id)).toMatchObject([{ revision: 1, shownName: 'bob', discordId: account!.discordId }])
  })

  test('gives other services the player name and no provider fields', async () => {
    const grace = await signUp('Grace')
    const before = (await grace.identity()).account!
    const choice = await grace.choose('Velvet Otter 42', { onLeaderboards: false })
    expect(choice).toMatchObject({ shownAs: ShownAs.PLAYER, playerName: 'Velvet Otter 42', onLeaderboards: false })
    expect(choice.changeableAtMs).toBeGreaterThan(Date.now() + 29 * DAY_MS)

    const { account, principal, nameRevision } = await grace.identity()
    expect(account).toMatchObject({
      username: 'grace',
      discordId: before.discordId,
      shownName: 'Velvet Otter 42',
      nameChoice: choice,
    })
    expect(nameRevision).toBe(1)
    expect(claimsOf(principal)).toMatchObject({ name: 'Velvet Otter 42', discord: '', avatar: '', names: 1 })

    const [shown] = (await auth.client.lookUpAccounts({ ids: [grace.id] })).accounts
    expect(shown).toMatchObject({
      username: 'Velvet Otter 42',
      globalName: '',
      email: '',
      discordId: '',
      avatar: '',
      onLeaderboards: false,
    })
    expect(shown!.avatarKey).toBeUndefined()
    const [known] = (await auth.client.lookUpAccounts({ ids: [grace.id], providerIdentity: true })).accounts
    expect(known).toMatchObject({ username: 'grace', discordId: before.discordId, playerName: 'Velvet Otter 42' })
    await expect(auth.client.findAvatar({ key: before.avatarKey! })).rejects.toMatchObject({
      reason: 'MEDIA_NOT_FOUND',
    })
    expect(await changesOf(grace.id)).toEqual([
      expect.objectContaining({
        accountId: grace.id,
        revision: 1,
        shownName: 'Velvet Otter 42',
        discordId: '',
        avatar: '',
      }),
    ])
  })

  test('switches between a player name and the Discord name freely, and publishes each switch once', async () => {
    const eve = await signUp('Eve')
    await eve.choose('Amber Wren 51')
    await eve.choose('Amber Wren 51')
    await eve.choose('', { shownAs: ShownAs.DISCORD })
    await eve.choose('')
    const changes = await changesOf(eve.id)
    expect(changes.map(({ revision, shownName }) => [revision, shownName])).toEqual([
      [1, 'Amber Wren 51'],
      [2, 'eve'],
      [3, 'Amber Wren 51'],
    ])
    expect(changes[1]!.discordId).toMatch(/^\d{17,19}$/)
  })

  test('keeps the name of an erased account', async () => {
    const gone = await signUp('Gone')
    await gone.choose('Misty Heron 64')
    await auth.database.query('DELETE FROM accounts WHERE id = $1', [gone.id])
    const heir = await signUp('Heir')
    await expect(heir.choose('Misty Heron 64')).rejects.toMatchObject({ reason: 'NAME_TAKEN' })
  })

  test('deletes the former names of erased accounts once they are free', async () => {
    const gone = await signUp('Forgotten')
    await gone.choose('Misty Heron 65')
    await auth.database.query('DELETE FROM accounts WHERE id = $1', [gone.id])
    const former = () => auth.database.query('SELECT FROM former_names WHERE account_id = $1', [gone.id])
    await (await auth.pod()).stop()
    expect((await former()).rowCount).toBe(2)
    auth.passTime(91 * DAY_MS)
    await auth.pod()
    await eventually(async () => (await former()).rowCount === 0)
  })

  test('changes a name once in thirty days', async () => {
    const max = await signUp('Max')
    await max.choose('Quiet Comet 77')
    await expect(max.choose('Quiet Comet 78')).rejects.toMatchObject({ reason: 'NAME_TOO_SOON' })
    auth.passTime(31 * DAY_MS)
    const again = await signUp('Max')
    await expect(again.choose('Quiet Comet 78')).resolves.toMatchObject({ playerName: 'Quiet Comet 78' })
    const zoe = await signUp('Zoe')
    await expect(zoe.choose('quietcomet 77')).rejects.toMatchObject({ reason: 'NAME_TAKEN' })
    auth.passTime(91 * DAY_MS)
    const later = await signUp('Zoe')
    await expect(later.choose('quietcomet 77')).resolves.toMatchObject({ playerName: 'quietcomet 77' })
  })

  test('gives a name to one of two accounts that request it at once', async () => {
    const [one, two] = [await signUp('Ivy'), await signUp('Joe')]
    const outcomes = await Promise.allSettled([one.choose('Golden Reef 33'), two.choose('golden reef 33')])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find((outcome) => outcome.status === 'rejected')).toMatchObject({
      reason: { reason: 'NAME_TAKEN' },
    })
  })

  test("rejects a name that resembles another player's", async () => {
    const [pat, sam] = [await signUp('Patricia'), await signUp('Sam')]
    await pat.choose('Corax Otter')
    await expect(sam.choose('C0rax 0tter')).rejects.toMatchObject({ reason: 'NAME_CONFUSABLE' })
    await expect(sam.choose('Согах')).resolves.toMatchObject({ playerName: 'Согах' })
    const tom = await signUp('Tom')
    await expect(tom.choose('Corax')).rejects.toMatchObject({ reason: 'NAME_CONFUSABLE' })
  })

  test('rejects a name that resembles one given up', async () => {
    const [ann, ben] = [await signUp('Annabel'), await signUp('Benedikt')]
    await ann.choose('Mirna Doe')
    auth.passTime(31 * DAY_MS)
    const again = await signUp('Annabel')
    await again.choose('Carmen Roe')
    await expect(ben.choose('Mima Doe')).rejects.toMatchObject({ reason: 'NAME_CONFUSABLE' })
    await expect(ben.choose('Mima Doe')).rejects.toMatchObject({ reason: 'NAME_CONFUSABLE' })
    await expect(ben.choose('Carmen R0e')).rejects.toMatchObject({ reason: 'NAME_CONFUSABLE' })
    await expect(ben.choose('Carla Roe')).resolves.toMatchObject({ playerName: 'Carla Roe' })
  })

  test('rejects an invalid name and changes nothing', async () => {
    const kim = await signUp('Kimberly')
    await expect(kim.choose('the kimberly')).rejects.toMatchObject({ reason: 'NAME_OWN_HANDLE' })
    await expect(kim.choose('Fuck Hitler')).rejects.toMatchObject({ reason: 'NAME_OFFENSIVE' })
    await expect(kim.choose('Admin')).rejects.toMatchObject({ reason: 'NAME_STAFF' })
    await expect(kim.choose('Some Fox', { shownAs: ShownAs.UNSPECIFIED })).rejects.toMatchObject({
      reason: 'INVALID_FIELD',
    })
    expect((await kim.identity()).account!.nameChoice).toMatchObject({ shownAs: ShownAs.UNSPECIFIED })
    expect(await changesOf(kim.id)).toEqual([])
  })

  test('allows ten tries an hour of a new or the Discord name, and hides that at any time', async () => {
    const ned = await signUp('Nedward')
    const own = (await ned.identity()).account!.shownName!
    for (let at = 0; at < 4; at++) {
      await ned.choose('', { shownAs: ShownAs.DISCORD })
      await ned.choose('', { shownAs: ShownAs.DISCORD })
      await ned.choose(at % 2 ? own : '')
    }
    await ned.choose('', { shownAs: ShownAs.DISCORD })
    for (let at = 0; at < 5; at++) await expect(ned.choose('ab')).rejects.toMatchObject({ reason: 'NAME_INVALID' })
    await expect(ned.choose('Silver Pine 29')).rejects.toMatchObject({ reason: 'RATE_LIMITED' })
    await expect(ned.choose(own, { onLeaderboards: false })).resolves.toMatchObject({
      shownAs: ShownAs.PLAYER,
      playerName: own,
      onLeaderboards: false,
    })
    await expect(ned.choose('', { shownAs: ShownAs.DISCORD })).rejects.toMatchObject({ reason: 'RATE_LIMITED' })
  })

  test.each([
    ['global', 'BANNED'],
    ['api', 'BANNED_FROM_API'],
  ])('lets an account with a ban (%s) show less of itself, and no more', async (scope, reason) => {
    const lou = await signUp(`Lou ${scope}`)
    const own = (await lou.identity()).account!.shownName!
    await lou.choose('', { shownAs: ShownAs.DISCORD })
    const restrictions = [{ scope, untilMs: 0, reason: '', banId: 7 }]
    await auth.client.putRestrictions({ accountId: lou.id, version: 1, restrictions })

    for (let at = 0; at < 11; at++) await expect(lou.choose('Silver Pine 30')).rejects.toMatchObject({ reason })
    const discord = { shownAs: ShownAs.DISCORD }
    await expect(lou.choose('', { ...discord, onLeaderboards: false })).resolves.toMatchObject(discord)
    await expect(lou.choose('', { ...discord, onLeaderboards: true })).rejects.toMatchObject({ reason })
    await expect(lou.choose(own)).resolves.toMatchObject({ shownAs: ShownAs.PLAYER, playerName: own })
    expect(claimsOf(await lou.principal())).toMatchObject({ name: own, discord: '' })
    await expect(lou.choose('', discord)).rejects.toMatchObject({ reason })
    await expect(lou.choose('', { onLeaderboards: true })).rejects.toMatchObject({ reason })
  })

  test('logs no name', () => {
    expect(auth.logged()).not.toMatch(/Velvet Otter|Quiet Comet|Golden Reef/i)
  })
})

describe('SuggestNames', () => {
  test('offers three free names, which can be chosen', async () => {
    const pat = await signUp('Pat')
    const { names } = await auth.client.suggestNames({}, { principal: await pat.principal() })
    expect(new Set(names).size).toBe(3)
    await expect(pat.choose(names[0]!)).resolves.toMatchObject({ playerName: names[0] })
  })

  test("offers no name that resembles another player's current or recent one", async () => {
    const store = createNameStore(auth.database, (below) => randomInt(below))
    const [uma, vic] = [await signUp('Umberto'), await signUp('Victoria')]
    await uma.choose('Modern Canyon')
    await vic.choose('Silent Marten')
    await auth.database.query('DELETE FROM accounts WHERE id = $1', [vic.id])
    const wanted = ['Modem Canyon', 'Modern Canyon', 'Silent Rnarten', 'SilentMarten', 'Silent Martin']
    expect(await store.free(wanted, Date.now())).toEqual(['Silent Martin'])
  })
})
