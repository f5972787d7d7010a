import { expect, test } from '@jest/globals'
import type { PassView } from '@kla/proto/web'
import { openPlayer, pressTwice, watchPlayerPages } from '../player-page.js'

watchPlayerPages()

const DAY_MS = 86_400_000
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString()
const saves = { item: 'gif_saves', units: 1 } as const
const tiers = [1, 2, 3].map((tier) => ({ tier, points: 10 * tier, free_reward: saves, pass_reward: null }))
const seasonOf = (id: string, name: string, endsInDays: number) => ({
  id,
  name,
  starts_at: inDays(endsInDays - 90),
  ends_at: inDays(endsInDays),
  claimable_until: inDays(endsInDays + 14),
  points_played: 10,
  points_won: 5,
  tiers,
})
type Own = NonNullable<PassView['you']>

async function openPass() {
  const progress = (points: number): Own => ({ points, activated: false, passes_available: 0, claims: [] })
  const running = { season: seasonOf('running', 'Winter', 80), you: progress(20) }
  const over = { season: seasonOf('over', 'Autumn', -10), you: progress(20) }
  const left = () => (over.you.claims.length < 2 ? { earlier: [over] } : {})
  const opened = await openPlayer(({ method, path, body }) => {
    if (path === '/api/pass') return { body: { ...running, ...left() } satisfies PassView }
    if (path !== '/api/pass/claims' || method !== 'POST') return undefined
    const { season_id, tier } = body as { season_id: string; tier: number }
    const claimed = season_id === 'over' ? over : running
    claimed.you.claims.push({ tier, track: 'free', claimed_at: inDays(0) })
    return { body: claimed }
  })
  await opened.open('/pass')
  const { page } = opened
  return {
    page,
    claims: () => [over, running].map(({ you }) => you.claims.map(({ tier }) => tier)),
    earlier: page.getByRole('region', { name: 'Autumn' }),
    button: (tier: number) =>
      page.getByRole('region', { name: 'Autumn' }).getByRole('button', { name: `tier ${tier}` }),
  }
}

test('shows what is left to claim of a season that is over, with its own end, beside the running one', async () => {
  const { page, earlier } = await openPass()
  await page.getByRole('heading', { level: 1, name: 'Winter' }).waitFor()
  await earlier.getByText('This season is over. Claim what you reached until').waitFor()
  expect(await earlier.getByRole('listitem').count()).toBe(2)
  expect(await earlier.getByRole('button').count()).toBe(2)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})

test('a double press claims one reward, and not the one that takes its place', async () => {
  const { earlier, button, page, claims } = await openPass()
  const running = page.getByRole('heading', { level: 1, name: 'Winter' })
  await button(1).waitFor()
  await pressTwice(page, button(1), async () => {
    await button(1).waitFor({ state: 'detached' })
    // The answer is about the earlier season alone.
    expect(await running.isVisible()).toBe(true)
  })
  expect(claims()).toEqual([[1], []])
  await button(2).and(page.locator(':not([aria-disabled="true"])')).waitFor()
  await pressTwice(page, button(2), () => earlier.waitFor({ state: 'detached' }))
  await running.waitFor()
  expect(claims()).toEqual([[1, 2], []])
})
