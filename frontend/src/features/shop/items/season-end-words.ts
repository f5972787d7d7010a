import { grantsOf } from '../../../entities/item/item-words.js'
import type { PassSeason } from '../../../entities/pass/pass.js'
import { whenWords } from '../../../shared/time/when-words.js'

/** Until when a Battle Pass is good for the season that runs; null for other items, and while no season runs. */
export function seasonEndWords(itemId: number, season: PassSeason | null | undefined, nowMs: number): string | null {
  if (grantsOf(itemId)?.item !== 'battle_passes' || !season) return null
  const runs = Date.parse(season.starts_at) <= nowMs && nowMs < Date.parse(season.ends_at)
  return runs ? `This season ends ${whenWords(season.ends_at)}.` : null
}
