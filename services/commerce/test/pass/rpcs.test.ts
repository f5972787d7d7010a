import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import { AuditRecorded, BattleFinished, EndReason, Item, messageOf, type Season, subjects, type Tier } from '@kla/proto'
import { PASS_CLAIM_GRACE_MS } from '@kla/proto/web'
import { eventually, infrastructure, redeliverAll, refusalOf } from '@kla/testkit'
import { createPassResultStore } from '../../src/pass/progress-store.js'
import { expectSoundLedger } from '../support/ledger-laws.js'
import { createShop, type Shop } from '../support/shop.js'

const DAY_MS = 86_400_000
const WILD_CARDS = { item: Item.WILD_CARDS, units: 3 }
const SAVES = { item: Item.GIF_SAVES, units: 1 }

let shop: Shop
let editor: { principal: string }
beforeAll(async () => {
  shop = await createShop()
  editor = await shop.asAdministrator(900, ['pass.read', 'pass.manage'])
})
afterAll(() => expectSoundLedger(shop.database))
afterAll(() => shop.close())

/** Seasons of a test, each in a year of its own so that none runs into another one's. */
let years = 0
function plan(change: Partial<Season> = {}): Season {
  const startsAtMs = Date.UTC(2030 + ++years, 0)
  return {
    id: newId(),
    name: 'Opening',
    startsAtMs,
    endsAtMs: startsAtMs + 90 * DAY_MS,
    pointsPlayed: 10,
    pointsWon: 5,
    published: false,
    version: 0,
    tiers: [
      { tier: 1, points: 10, freeReward: SAVES, passReward: WILD_CARDS },
      { tier: 2, points: 30, freeReward: undefined, passReward: WILD_CARDS },
    ],
    ...change,
  }
}
/** As early as its season can be put, at least. */
const put = (season: Season) => {
  shop.clock.aheadMs = Math.max(shop.clock.aheadMs, season.startsAtMs - DAY_MS - Date.now())
  return shop.pass.putSeason({ season }, editor)
}
const publish = ({ id }: Season) => shop.pass.publishSeason({ seasonId: id }, editor)
const released = async (change: Partial<Season> = {}) => publish(await put(plan(change)))
/** Lets it be a day of a season. */
const goTo = (season: Season, day = 1) => {
  shop.clock.aheadMs = season.startsAtMs + day * DAY_MS - Date.now()
}
const record = (winnerId: number | null, players: readonly [number, number], endedAtMs: number) =>
  createPassResultStore(shop.database).record({
    battleId: newId(),
    endedAtMs,
    winnerId,
    pair: { lowId: Math.min(...players), highId: Math.max(...players) },
  })
const as = (accountId: number) => shop.as(accountId)

describe('a season', () => {
  test('is drafted, changed and published, and then keeps its published terms', async () => {
    const drafted = await put(plan())
    expect(drafted).toMatchObject({ published: false, version: 1 })
    const changed = await put({ ...drafted, startsAtMs: drafted.startsAtMs + DAY_MS, tiers: drafted.tiers.slice(0, 1) })
    expect(changed.version).toBe(2)
    expect(await refusalOf(put({ ...drafted, name: 'Another' }))).toBe('CHANGED_MEANWHILE')
    const published = await publish(changed)
    expect(published).toEqual({
      ...changed,
      published: true,
      version: 3,
      changedAtMs: published.changedAtMs,
      changedBy: 'mod',
    })
    expect(await publish(changed)).toEqual(published)
    for (const broken of [
      { startsAtMs: published.startsAtMs + 1 },
      { endsAtMs: published.endsAtMs - 1 },
      { pointsWon: 6 },
      { tiers: [] },
      { tiers: [{ tier: 1, points: 11, freeReward: SAVES, passReward: WILD_CARDS }] },
      { tiers: [{ tier: 1, points: 10, freeReward: undefined, passReward: WILD_CARDS }] },
    ]) {
      expect(await refusalOf(put({ ...published, ...broken }))).toBe('SEASON_PUBLISHED')
    }
    const tiers = [...published.tiers, { tier: 2, points: 99, freeReward: SAVES, passReward: undefined }]
    const longer = await put({ ...published, endsAtMs: published.endsAtMs + DAY_MS, name: 'Longer', tiers })
    expect(longer).toMatchObject({ name: 'Longer', version: 4, published: true, tiers })
    const { seasons } = await shop.pass.listSeasons({}, editor)
    expect(seasons.find(({ id }) => id === longer.id)).toEqual(longer)
    expect(await refusalOf(shop.pass.deleteSeason({ seasonId: longer.id }, editor))).toBe('SEASON_PUBLISHED')
  })

  test('rejects publishing or deleting an outdated version', async () => {
    const drafted = await put(plan())
    const changed = await put({ ...drafted, name: 'Renamed' })
    const [seasonId, stale] = [changed.id, drafted.version]
    expect(await refusalOf(shop.pass.publishSeason({ seasonId, version: stale }, editor))).toBe('CHANGED_MEANWHILE')
    expect(await refusalOf(shop.pass.deleteSeason({ seasonId, version: stale }, editor))).toBe('CHANGED_MEANWHILE')
    expect(await refusalOf(shop.pass.deleteSeason({ seasonId, version: changed.version }, editor))).toBe('not refused')
  })

  test('hides from players who changed it', async () => {
    const [running] = (await shop.pass.listSeasons({}, editor)).seasons.filter(({ published }) => published)
    expect(running?.changedBy).toBe('mod')
    const { season } = await shop.pass.getPass({}, {})
    expect(season?.changedBy).toBeUndefined()
  })

  test('is stored and audited once when the request repeats', async () => {
    const season = plan()
    const answers = await Promise.all(Array.from({ length: 5 }, () => put(season)))
    const { changedAtMs } = answers[0]!
    expect(answers).toEqual(answers.map(() => ({ ...season, version: 1, changedAtMs, changedBy: 'mod' })))
    const deletion = { ...editor, requestId: newId() }
    const seasonId = season.id
    await Promise.all([1, 2].map(() => shop.pass.deleteSeason({ seasonId }, deletion)))
    expect(await shop.pass.deleteSeason({ seasonId }, deletion)).toEqual({})
    expect(await refusalOf(shop.pass.deleteSeason({ seasonId }, editor))).toBe('SEASON_NOT_FOUND')
    const { rows } = await shop.database.query<{ payload: Buffer }>('SELECT payload FROM outbox WHERE subject = $1', [
      subjects.eventAuditRecorded('commerce'),
    ])
    const told = rows
      .map(({ payload }) => AuditRecorded.decode(payload))
      .filter(({ subjectId }) => subjectId === season.id)
    expect(told.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['pass.put', 900],
      ['pass.delete', 900],
    ])
    expect(JSON.parse(told[0]?.details ?? '')).toMatchObject({
      tiers: [
        [10, '1 gif_saves', '3 wild_cards'],
        [30, null, '3 wild_cards'],
      ],
    })
  })

  test('rejects an overlap with a published one', async () => {
    const season = await released()
    const beside = plan({ startsAtMs: season.endsAtMs - 1, endsAtMs: season.endsAtMs + DAY_MS })
    expect(await refusalOf(put(beside))).toBe('SEASONS_OVERLAP')
    expect(await put({ ...beside, startsAtMs: season.endsAtMs })).toMatchObject({ version: 1 })
    const [one, other] = [plan(), plan()]
    const span = { startsAtMs: one.startsAtMs, endsAtMs: one.endsAtMs }
    await put(one)
    await put({ ...other, ...span })
    const answers = await Promise.all([refusalOf(publish(one)), refusalOf(publish(other))])
    expect(answers.sort()).toEqual(['SEASONS_OVERLAP', 'not refused'])
  })

  const tier = (change: Partial<Tier> = {}): Tier => ({
    tier: 1,
    points: 5,
    freeReward: SAVES,
    passReward: undefined,
    ...change,
  })
  const NAME = "A season's name has 1 to 60 characters."
  test.each<[Partial<Season>, string]>([
    [{ id: 'season' }, "A season's id is a UUID."],
    [{ name: ' ' }, NAME],
    [{ name: 'x'.repeat(61) }, NAME],
    [{ name: '🇻🇳'.repeat(61) }, NAME],
    [{ name: '\u200b' }, NAME],
    [{ name: '\u202e\u2066 \ufeff\u3164' }, NAME],
    [{ endsAtMs: 0 }, 'The end must be after the start.'],
    [{ endsAtMs: -1 }, "The end isn't a valid date."],
    [{ startsAtMs: -1 }, "The start isn't a valid date."],
    [{ pointsPlayed: -1 }, 'A game played gives 0 to 1000 points.'],
    [{ pointsWon: 1_001 }, 'A game won gives 0 to 1000 more points.'],
    [{ tiers: [tier({ tier: 2 })] }, 'Tiers are numbered from 1, in order.'],
    [{ tiers: [tier({ points: 0 })] }, 'Tier 1 needs more than 0 points, at most 1000000.'],
    [{ tiers: [tier(), tier({ tier: 2 })] }, 'Tier 2 needs more than 5 points, at most 1000000.'],
    [{ tiers: [tier({ freeReward: { ...SAVES, units: 0 } })] }, 'The free reward of tier 1 has 1 to 100 units.'],
    [{ tiers: [tier({ passReward: { ...SAVES, units: 101 } })] }, 'The pass reward of tier 1 has 1 to 100 units.'],
    [
      { tiers: Array.from({ length: 101 }, (_, at) => tier({ tier: at + 1, points: at + 1 })) },
      'A season has at most 100 tiers.',
    ],
  ])('is rejected with %p: %s', async (change, message) => {
    await expect(put(plan(change))).rejects.toMatchObject({ reason: 'INVALID_FIELD', message })
  })

  test('is rejected with a reward of an unknown item', async () => {
    const freeReward = { item: Item.UNSPECIFIED, units: 1 }
    expect(await refusalOf(put(plan({ tiers: [tier({ freeReward })] })))).toBe('INVALID_FIELD')
  })

  test('lasts 400 days at most, also after an extension', async () => {
    const answer = (season: Season) => put(season).catch(({ reason, message }) => ({ reason, message }))
    const refused = { reason: 'INVALID_FIELD', message: 'A season lasts at most 400 days.' }
    const short = plan()
    const most = { ...short, endsAtMs: short.startsAtMs + 400 * DAY_MS }
    // The next one begins after a year.
    years++
    expect(await answer({ ...most, endsAtMs: most.endsAtMs + 1 })).toEqual(refused)
    const published = await publish(await put(short))
    expect(await answer({ ...published, endsAtMs: most.endsAtMs + 1 })).toEqual(refused)
    expect(await put({ ...published, endsAtMs: most.endsAtMs })).toMatchObject({ endsAtMs: most.endsAtMs })
  })

  test('starts at most two years from now', async () => {
    const season = plan()
    goTo(season, -732)
    const call = shop.pass.putSeason({ season }, editor)
    await expect(call).rejects.toMatchObject({
      reason: 'INVALID_FIELD',
      message: 'A season starts at most two years from now.',
    })
    goTo(season, -730)
    expect(await shop.pass.putSeason({ season }, editor)).toMatchObject({ version: 1 })
  })

  test.each([
    ['Spring Sеason', 'NAME_MIXED_SCRIPTS'],
    ['Spring\u200b Season', 'NAME_INVISIBLE'],
    ['Fuck Season', 'NAME_OFFENSIVE'],
    ['Teen Season', 'NAME_MINOR'],
  ])('rejects the name %j with %s', async (name, reason) => {
    expect(await refusalOf(shop.pass.putSeason({ season: plan({ name }) }, editor))).toBe(reason)
  })

  test('requires permission to edit, and tiers to publish', async () => {
    const viewer = await shop.asAdministrator(901, ['pass.read'])
    expect(await refusalOf(shop.pass.putSeason({ season: plan() }, viewer))).toBe('NOT_ALLOWED')
    expect(await refusalOf(shop.pass.putSeason({ season: undefined }, editor))).toBe('INVALID_FIELD')
    expect(await refusalOf(shop.pass.listSeasons({}, await as(1)))).toBe('NOT_ALLOWED')
    await expect(publish(await put(plan({ tiers: [] })))).rejects.toMatchObject({
      reason: 'INVALID_FIELD',
      message: 'Add a tier before you publish the season.',
    })
    expect(await refusalOf(publish(plan()))).toBe('SEASON_NOT_FOUND')
  })
})

describe('points', () => {
  test('are recounted when a season is published or extended, and by no other change', async () => {
    const season = await released()
    await record(511, [511, 512], season.startsAtMs)
    // What only adding up anew puts right.
    const spoil = () => shop.database.query('UPDATE pass_progress SET points = 1 WHERE season_id = $1', [season.id])
    const points = async () => {
      goTo(season)
      return (await shop.pass.getPass({}, await as(511))).points
    }
    await spoil()
    const tiers = [...season.tiers, { tier: 3, points: 99, freeReward: SAVES, passReward: undefined }]
    const renamed = await put({ ...season, name: 'Renamed', tiers })
    expect(await points()).toBe(1)
    await put({ ...renamed, endsAtMs: renamed.endsAtMs + DAY_MS })
    expect(await points()).toBe(15)
  })

  test('come from finished battles, once, and from those before the season was published', async () => {
    const draft = await put(plan({ startsAtMs: Date.now() - DAY_MS, endsAtMs: Date.now() + DAY_MS }))
    shop.clock.aheadMs = 0
    const bus = await shop.newBus()
    const tell = (change: Partial<BattleFinished> = {}) => {
      const battleId = newId()
      const event = messageOf(BattleFinished, {
        eventId: battleId,
        battleId,
        players: [501, 502],
        endedAtMs: Date.now(),
        winnerId: 501,
        counted: true,
        ...change,
      })
      const payload = BattleFinished.encode(event).finish()
      // Under another name the stream keeps it twice.
      return Promise.all(
        ['', ':again'].map((at) => bus.publishEvent(subjects.eventBattleFinished, battleId + at, payload)),
      )
    }
    const pass = async () => shop.pass.getPass({}, await as(501))
    await tell()
    await tell({ counted: false, winnerId: 0, reason: EndReason.SAFETY, leftBy: 502 })
    await eventually(async () => {
      const { rowCount } = await shop.database.query('SELECT FROM pass_results WHERE low_id = 501')
      expect(rowCount).toBe(1)
    })
    expect((await pass()).season).toBeUndefined()
    await publish(draft)
    expect(await pass()).toMatchObject({ season: { id: draft.id }, points: 15 })
    await tell({ winnerId: 0 })
    await eventually(async () => expect(await pass()).toMatchObject({ points: 25 }))
    expect(await shop.pass.getPass({})).toMatchObject({ season: { id: draft.id }, points: 0 })
    expect(await shop.pass.getPass({}, editor)).toMatchObject({ points: 0, claims: [] })
    await redeliverAll(infrastructure().natsUrl, shop.passDurable)
    expect(await pass()).toMatchObject({ points: 25 })
    await tell({ winnerId: 0 })
    await eventually(async () => expect(await pass()).toMatchObject({ points: 35 }))
  }, 40_000)
})

describe('the points of a battle', () => {
  const PLAYERS = [881, 882] as const
  const pointsOf = async (battleId: string, accountId: number) =>
    shop.pass.getBattlePoints({ battleId }, await as(accountId))
  const finished = async (season: Season, winnerId: number | null, day: number, battleId = newId()) => {
    const pair = { lowId: PLAYERS[0], highId: PLAYERS[1] }
    const endedAtMs = season.startsAtMs + day * DAY_MS
    await createPassResultStore(shop.database).record({ battleId, endedAtMs, winnerId, pair })
    return battleId
  }

  test('are what it brought the caller, with the progress to the next tier', async () => {
    const season = await released({ name: 'Points' })
    goTo(season)
    const first = await finished(season, 881, 1)
    const nextTier = { tier: 2, points: 30, previousPoints: 10 }
    const known = { handled: true, seasonName: 'Points' }
    expect(await pointsOf(first, 881)).toEqual({ ...known, gained: 15, total: 15, nextTier })
    expect(await pointsOf(first.toUpperCase(), 882)).toEqual({ ...known, gained: 10, total: 10, nextTier })
    const second = await finished(season, null, 1)
    const third = await finished(season, 881, 1)
    const beyond = await finished(season, 881, 1)
    expect(await pointsOf(second, 881)).toMatchObject({ gained: 10, total: 40 })
    expect(await pointsOf(third, 881)).toEqual({ ...known, gained: 15, total: 40, nextTier: undefined })
    expect(await pointsOf(beyond, 881)).toMatchObject({ handled: true, gained: 0, total: 40 })
  })

  test('read as those of an unknown battle to other players, and until it is handled', async () => {
    const season = await released({ name: 'Strangers' })
    goTo(season)
    const battleId = newId()
    const unknown = { handled: false, seasonName: 'Strangers', gained: 0, total: 0 }
    expect(await pointsOf(battleId, 881)).toMatchObject(unknown)
    await finished(season, 881, 1, battleId)
    expect(await pointsOf(battleId, 881)).toMatchObject({ handled: true, gained: 15 })
    expect(await pointsOf(battleId, 883)).toEqual(await pointsOf(newId(), 883))
    expect(await pointsOf(battleId, 883)).toMatchObject(unknown)
    expect(await refusalOf(pointsOf('battle', 881))).toBe('INVALID_FIELD')
    expect(await refusalOf(shop.pass.getBattlePoints({ battleId }))).toBe('NOT_SIGNED_IN')
  })

  test('belong to the season of the battle, and to none without one', async () => {
    const season = await released({ name: 'Over' })
    goTo(season)
    const battleId = await finished(season, 881, 1)
    const outside = await finished(season, 881, 95)
    goTo(season, 95)
    expect(await pointsOf(battleId, 881)).toMatchObject({ seasonName: 'Over', gained: 15, total: 15 })
    expect(await pointsOf(outside, 881)).toMatchObject({ handled: true, gained: 0, total: 0 })
    expect((await pointsOf(outside, 881)).seasonName).toBeUndefined()
  })
})

describe('a pass', () => {
  test('is sold and activated while its season runs, once, and is then spent', async () => {
    const season = await released()
    goTo(season, -1)
    const sold = async () => (await shop.client.listCatalogue({})).items.map(({ id }) => id)
    expect(await sold()).toEqual([2, 3])
    await shop.give(601, 2, Item.BATTLE_PASSES)
    const activate = async (accountId = 601) => shop.pass.activatePass({ seasonId: season.id }, await as(accountId))
    expect(await refusalOf(activate())).toBe('SEASON_NOT_RUNNING')
    goTo(season)
    expect(await sold()).toEqual([1, 2, 3])
    const answers = await Promise.all(Array.from({ length: 6 }, () => activate()))
    for (const answer of answers) expect(answer).toMatchObject({ activated: true, passesAvailable: 1 })
    expect(await refusalOf(activate(602))).toBe('NO_BATTLE_PASSES')
    goTo(season, 90)
    expect(await sold()).toEqual([2, 3])
    expect(
      await refusalOf(
        shop.client.createCheckout({ lines: [{ itemId: 1, quantity: 1 }], email: 'a@b.c' }, await as(601)),
      ),
    ).toBe('ITEM_NOT_ON_SALE')
    expect(await activate()).toMatchObject({ activated: true, passesAvailable: 1 })
    expect(await refusalOf(shop.pass.activatePass({ seasonId: newId() }, await as(601)))).toBe('SEASON_NOT_RUNNING')
  })

  test('grants the rewards of reached tiers, once each', async () => {
    const season = await released()
    goTo(season)
    const claim = async (tier: number, track = 'free') =>
      shop.pass.claimReward({ seasonId: season.id, tier, track }, await as(701))
    expect(await refusalOf(claim(1))).toBe('TIER_NOT_REACHED')
    await record(701, [702, 701], season.startsAtMs)
    const claimed = await Promise.all(Array.from({ length: 6 }, () => claim(1)))
    for (const answer of claimed) expect(answer).toMatchObject({ points: 15, claims: [{ tier: 1, track: 'free' }] })
    expect(new Set(claimed.map((answer) => answer.claims[0]?.claimedAtMs)).size).toBe(1)
    expect(await shop.saves(701)).toBe(1)
    expect(await refusalOf(claim(1, 'pass'))).toBe('PASS_REQUIRED')
    expect(await refusalOf(claim(2, 'free'))).toBe('TIER_NOT_FOUND')
    expect(await refusalOf(claim(3))).toBe('TIER_NOT_FOUND')
    expect(await refusalOf(claim(0))).toBe('TIER_NOT_FOUND')
    expect(await refusalOf(claim(1, 'gold'))).toBe('INVALID_FIELD')
    expect(await refusalOf(claim(2, 'pass'))).toBe('TIER_NOT_REACHED')
    await shop.give(701, 1, Item.BATTLE_PASSES)
    await shop.pass.activatePass({ seasonId: season.id }, await as(701))
    // Its time to claim begins with its end.
    shop.clock.aheadMs = season.endsAtMs + PASS_CLAIM_GRACE_MS - 60_000 - Date.now()
    expect(await shop.pass.getPass({}, await as(701))).toMatchObject({ season: { id: season.id }, activated: true })
    expect((await claim(1, 'pass')).claims).toHaveLength(2)
    expect((await shop.client.getInventory({}, await as(701))).wildCards).toBe(3)
    shop.clock.aheadMs += 120_000
    expect(await refusalOf(claim(2, 'pass'))).toBe('SEASON_NOT_RUNNING')
    expect((await claim(1, 'pass')).claims).toHaveLength(2)
    expect((await shop.pass.getPass({}, await as(701))).season).toBeUndefined()
  })

  test('shows what is left to claim of seasons before the running one, each until its own end of claiming', async () => {
    const first = await released({ name: 'First' })
    const after = (season: Season, name: string, days: number) =>
      released({ name, startsAtMs: season.endsAtMs, endsAtMs: season.endsAtMs + days * DAY_MS })
    const second = await after(first, 'Second', 7)
    const third = await after(second, 'Third', 90)
    await record(711, [711, 712], first.startsAtMs)
    await record(711, [711, 712], second.startsAtMs)
    const pass = async (accountId = 711) => shop.pass.getPass({}, await as(accountId))
    const earlier = async (accountId?: number) => (await pass(accountId)).earlier.map(({ season }) => season?.name)
    goTo(first)
    expect(await pass()).toMatchObject({ season: { name: 'First' }, points: 15, earlier: [] })
    goTo(second)
    expect(await pass()).toMatchObject({
      season: { name: 'Second' },
      earlier: [{ season: { id: first.id }, claimableUntilMs: first.endsAtMs + PASS_CLAIM_GRACE_MS, points: 15 }],
    })
    goTo(third)
    expect(await earlier()).toEqual(['Second', 'First'])
    expect(await earlier(713)).toEqual([])
    expect((await shop.pass.getPass({})).earlier).toEqual([])

    const claim = async () => shop.pass.claimReward({ seasonId: second.id, tier: 1, track: 'free' }, await as(711))
    const answers = await Promise.all([claim(), claim()])
    for (const answer of answers) expect(answer).toMatchObject({ season: { id: second.id }, earlier: [] })
    expect(await shop.saves(711)).toBe(1)
    expect(await earlier()).toEqual(['First'])
    expect(await earlier(712)).toEqual(['Second', 'First'])

    shop.clock.aheadMs = first.endsAtMs + PASS_CLAIM_GRACE_MS + 60_000 - Date.now()
    expect(await earlier()).toEqual([])
    expect(await earlier(712)).toEqual(['Second'])
  })

  test('shows rewards of the pass in an earlier season only if it was activated there', async () => {
    const passOnly = { tiers: [{ tier: 1, points: 10, freeReward: undefined, passReward: WILD_CARDS }] }
    const over = await released(passOnly)
    const running = await released({ startsAtMs: over.endsAtMs, endsAtMs: over.endsAtMs + 90 * DAY_MS })
    await record(721, [721, 722], over.startsAtMs)
    await shop.give(721, 1, Item.BATTLE_PASSES)
    goTo(over)
    await shop.pass.activatePass({ seasonId: over.id }, await as(721))
    goTo(running)
    const earlier = async (accountId: number) => (await shop.pass.getPass({}, await as(accountId))).earlier
    expect(await earlier(721)).toMatchObject([{ season: { id: over.id }, activated: true }])
    expect(await earlier(722)).toEqual([])
  })
})
