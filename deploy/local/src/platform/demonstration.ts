import { randomUUID } from 'node:crypto'
import type { AdminLoginAnswer, CupCreation, CupsPage, SeasonEdit, Seasons } from '@kla/proto/web'
import type { Say } from '../root.js'
import type { Platform } from './platform.js'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const SEASON_DAYS = 90
const TIERS = 10
const POINTS_PER_TIER = 50
const WITHIN_MS = 15_000

/** Adds a season and a cup to a new installation. */
export async function addDemonstration(
  platform: Pick<Platform, 'url' | 'console'>,
  say: Say,
  nowMs: number,
): Promise<void> {
  const { url, console } = platform
  const call = async <T>(path: string, method = 'GET', body?: unknown, token?: string): Promise<T | undefined> => {
    const response = await fetch(new URL(path, url), {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(WITHIN_MS),
    })
    if (!response.ok) say(`The demo data could not be added: ${path} answers ${response.status}`)
    return response.ok ? ((await response.json()) as T) : undefined
  }
  const credentials = { username: console.administrator, password: console.password }
  const token = (await call<AdminLoginAnswer>('/adminlogin', 'POST', credentials))?.token
  if (token === undefined) return

  const known = await call<Seasons>('/admin/pass/seasons', 'GET', undefined, token)
  if (known?.seasons.length === 0) {
    const id = randomUUID()
    await call(`/admin/pass/seasons/${id}`, 'PUT', demonstrationSeason(nowMs), token)
    await call(`/admin/pass/seasons/${id}/publish`, 'POST', undefined, token)
  }
  const cups = await call<CupsPage>('/admin/cups', 'GET', undefined, token)
  const ahead = cups?.results.some(({ state }) => state !== 'finished' && state !== 'cancelled')
  if (cups && !ahead) await call('/admin/cups', 'POST', demonstrationCup(nowMs), token)
  await call('/admin/logout', 'POST', undefined, token)
}

export const demonstrationSeason = (nowMs: number): SeasonEdit => ({
  name: 'Opening season',
  starts_at: new Date(nowMs - (nowMs % DAY_MS)).toISOString(),
  ends_at: new Date(nowMs - (nowMs % DAY_MS) + SEASON_DAYS * DAY_MS).toISOString(),
  points_played: 10,
  points_won: 10,
  tiers: Array.from({ length: TIERS }, (_, at) => ({
    tier: at + 1,
    points: (at + 1) * POINTS_PER_TIER,
    free_reward: at % 2 === 0 ? { item: 'gif_saves' as const, units: 1 } : null,
    pass_reward: { item: 'wild_cards' as const, units: at + 1 === TIERS ? 10 : 2 },
  })),
  version: 0,
})

export const demonstrationCup = (nowMs: number): CupCreation => ({
  id: randomUUID(),
  name: 'Open cup',
  mode: 'rush',
  category: 'default',
  capacity: 8,
  starts_at: new Date(nowMs - (nowMs % HOUR_MS) + 2 * HOUR_MS).toISOString(),
})
