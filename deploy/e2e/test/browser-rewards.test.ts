import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { partPair, type Session, type SignedInPair } from '@kla/bots'
import type { Platform } from '@kla/local'
import type { Inventory, SeasonEdit } from '@kla/proto/web'
import {
  accessibilityFaults,
  button,
  keepBothWidths,
  passAgeGate,
  type PlayerBrowser,
  sees,
} from '../src/browser/index.js'
import { allEventsHandled, playThrough, seatTestPair, signInAdministrator } from '../src/platform/index.js'
import { type Scene, startScene } from './browser/scene.js'

/** What a player sees of having played: a place on the leaderboards, and rewards to claim. */

const DAY_MS = 86_400_000
const season: SeasonEdit = {
  name: 'Season of the Bell',
  starts_at: new Date(Date.now() - DAY_MS).toISOString(),
  ends_at: new Date(Date.now() + DAY_MS).toISOString(),
  points_played: 10,
  points_won: 5,
  tiers: [
    {
      tier: 1,
      points: 10,
      free_reward: { item: 'gif_saves', units: 2 },
      pass_reward: { item: 'wild_cards', units: 3 },
    },
    { tier: 2, points: 1_000, free_reward: { item: 'wild_cards', units: 1 }, pass_reward: null },
  ],
  version: 0,
}

let platform: Platform
let scene: Scene
let player: PlayerBrowser
let pair: SignedInPair

beforeAll(async () => {
  scene = await startScene('browser-rewards', { environment: { COUNTED_AFTER_RUSH_MS: '1' } })
  platform = scene.platform
  player = await scene.open('warm')
}, 120_000)

afterAll(async () => {
  if (pair) await partPair(pair)
  await scene?.close()
}, 60_000)

/** Takes over the session of a player without a browser. */
const signInLike = ({ cookie }: Session): Promise<void> =>
  player.context.addCookies(
    cookie.split('; ').map((pair) => {
      const at = pair.indexOf('=')
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url: platform.url }
    }),
  )

const counts = (): Promise<Inventory['counts']> =>
  player.page.evaluate(async () => ((await (await fetch('/user/inventory')).json()) as Inventory).counts)

describe('leaderboard and battle pass', () => {
  test('shows that there is no season on the battle pass page', async () => {
    const { page } = player
    await page.goto('/pass')
    await passAgeGate(page)
    await sees(page, 'Log in to see your Battle Pass')
    await keepBothWidths(page, 'pass-none')
    expect(await accessibilityFaults(page)).toEqual([])
  }, 30_000)

  test('shows visitors the players of both lists', async () => {
    const administrator = await signInAdministrator(platform)
    const path = `/admin/pass/seasons/${randomUUID()}`
    expect((await administrator.request(path, { method: 'PUT', body: season })).status).toBe(200)
    expect((await administrator.request(`${path}/publish`, { method: 'POST' })).status).toBe(200)
    pair = await seatTestPair(platform, { mode: 'rush' })
    await playThrough(pair)
    await allEventsHandled(platform)

    const { page } = player
    const name = pair.sessions.first.username
    await page.goto('/leaderboards')
    await page.getByRole('rowheader', { name }).waitFor()
    await page.getByText('Most Wins', { exact: true }).click()
    await page.getByRole('table', { name: 'Most Wins' }).waitFor()
    await sees(page, 'Rush games ended before 3 minutes and Stamina games ended before 20 minutes do not count')
    await keepBothWidths(page, 'leaderboard')
    expect(await accessibilityFaults(page)).toEqual([])
  }, 90_000)

  test('shows players their own rank', async () => {
    const { page } = player
    await signInLike(pair.sessions.first)
    await page.reload()
    await page.getByRole('region', { name: 'Your place' }).getByText('by games played').waitFor()
    await page.getByRole('row').filter({ hasText: 'You' }).waitFor()
    await keepBothWidths(page, 'leaderboard-own')
  }, 30_000)

  test('grants a reached reward once and makes it spendable', async () => {
    const { page } = player
    const before = await counts()
    await page.getByRole('link', { name: /Battle Pass/ }).click()
    await page.waitForURL('**/pass')
    await keepBothWidths(page, 'pass-ready')
    expect(await accessibilityFaults(page)).toEqual([])
    await button(page, 'Claim 2 GIF saves of tier 1').click()
    await sees(page, '2 GIF saves claimed')
    await button(page, 'Claim 2 GIF saves of tier 1').waitFor({ state: 'hidden' })
    await sees(page, 'Needs the pass')
    expect((await counts()).gif_saves).toBe(before.gif_saves + 2)
    await page.reload()
    await page.getByText('Claimed', { exact: true }).waitFor()
    await keepBothWidths(page, 'pass-claimed')
    expect(player.complaints).toEqual([])
  }, 30_000)
})
