import { ALL_SEASONS, type PairBattle, seasonOf } from '@kla/proto/web'
import { type AccountFigures, type Figures, isZero, type PairOfAccounts, pairWorth, sumOf } from './figures.js'

/** Stored figure that contradicts battles and corrections. */
export type Mistake =
  | {
      readonly kind: 'standing'
      readonly season: string
      readonly accountId: number
      readonly kept: Figures
      readonly right: Figures
    }
  | { readonly kind: 'battle'; readonly battleId: string; readonly kept: boolean }

/** Compares standings; pairs' battles come by end time. */
export interface StandingsSheet {
  addBattle(pair: PairOfAccounts, battle: PairBattle, markedPlayed: boolean): void
  addCorrection(season: string, difference: AccountFigures): void
  compare(season: string, kept: AccountFigures): void
  mistakes(): readonly Mistake[]
}

const ZERO: Figures = { gamesWon: 0, gamesPlayed: 0 }

interface Group {
  readonly pair: PairOfAccounts
  readonly season: string
  readonly battles: PairBattle[]
  readonly marked: Set<string>
}

export function standingsSheet(): StandingsSheet {
  const found: Mistake[] = []
  const right = new Map<string, Map<number, Figures>>()
  let group: Group | undefined

  function add(season: string, { accountId, ...figures }: AccountFigures): void {
    for (const name of [season, ALL_SEASONS]) {
      const lines = right.get(name) ?? new Map<number, Figures>()
      right.set(name, lines.set(accountId, sumOf(lines.get(accountId) ?? ZERO, figures)))
    }
  }

  function settleGroup(): void {
    if (!group) return
    const { pair, season, battles, marked } = group
    const worth = pairWorth(pair, battles)
    for (const figures of worth.figures) add(season, figures)
    for (const { battleId } of battles) {
      const kept = marked.has(battleId)
      if (kept !== worth.played.has(battleId)) found.push({ kind: 'battle', battleId, kept })
    }
    group = undefined
  }

  return {
    addBattle(pair, battle, markedPlayed) {
      const season = seasonOf(battle.endedAtMs)
      if (group?.season !== season || group.pair.lowId !== pair.lowId || group.pair.highId !== pair.highId) {
        settleGroup()
        group = { pair, season, battles: [], marked: new Set() }
      }
      group.battles.push(battle)
      if (markedPlayed) group.marked.add(battle.battleId)
    },
    addCorrection: add,
    compare(season, { accountId, ...kept }) {
      settleGroup()
      const lines = right.get(season)
      const figures = lines?.get(accountId) ?? ZERO
      lines?.delete(accountId)
      if (kept.gamesWon !== figures.gamesWon || kept.gamesPlayed !== figures.gamesPlayed) {
        found.push({ kind: 'standing', season, accountId, kept, right: figures })
      }
    },
    mistakes() {
      settleGroup()
      for (const [season, lines] of right) {
        for (const [accountId, figures] of lines) {
          if (isZero(figures)) continue
          found.push({ kind: 'standing', season, accountId, kept: ZERO, right: figures })
        }
      }
      return found
    },
  }
}
