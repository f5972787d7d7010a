import { KlaError } from '@kla/chassis'
import type { LeaderboardMode } from '@kla/proto/web'
import { isSeason, pageOf, type Page, type Standing } from '../../domain/standings/index.js'
import type { StandingsStore } from '../../store/standings-store.js'
import { accepted } from './accepted.js'
import type { StandingsDependencies, StandingsHandlers } from './dependencies.js'
import { orderOf } from './order-of.js'

export const listStandings =
  ({ standings, audit }: Pick<StandingsDependencies, 'standings' | 'audit'>): StandingsHandlers['listStandings'] =>
  async (request, call) => {
    const administrator = await call.administrator('standings.read')
    const { season, accountId, page, pageSize } = request
    const order = orderOf(request.order)
    const part = accepted(pageOf(request))
    if (!isSeason(season) || accountId < 0) throw new KlaError('INVALID_FIELD')
    const [{ lines, total }, seasons] = await Promise.all([
      accountId === 0 ? pageOfAll(standings, season, order, part) : lineOf(standings, season, order, accountId),
      standings.seasons(),
    ])
    const details = { season, order, page, pageSize, account_ids: lines.map((line) => line.accountId) }
    await audit.record(administrator, call, { action: 'standings.list', details })
    return { standings: [...lines], total, seasons: [...seasons] }
  }

interface Lines {
  readonly lines: readonly Standing[]
  readonly total: number
}

async function pageOfAll(
  standings: StandingsStore,
  season: string,
  order: LeaderboardMode,
  page: Page,
): Promise<Lines> {
  const [lines, total] = await Promise.all([standings.page(season, order, page), standings.count(season)])
  return { lines, total }
}

async function lineOf(
  standings: StandingsStore,
  season: string,
  order: LeaderboardMode,
  accountId: number,
): Promise<Lines> {
  const found = await standings.find(season, order, accountId)
  return found ? { lines: [found], total: 1 } : { lines: [], total: 0 }
}
