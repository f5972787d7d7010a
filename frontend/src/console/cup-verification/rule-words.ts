import type { CupTieView } from '@kla/proto/web'
import { playerWords } from '../cups/tie-names.js'

/** What comes of a dispute that no judge decides. */
export function ruleWords({ mode, player_a, player_b }: Pick<CupTieView, 'mode' | 'player_a' | 'player_b'>): string {
  const by = mode === 'rush' ? 'whoever finished first wins' : 'whoever lasted longer wins'
  const seeded = [player_a, player_b].flatMap((player) => player ?? []).sort((one, other) => one.seed - other.seed)
  const better = seeded.length === 2 && seeded[0] ? ` (${playerWords(seeded[0])}, seed ${seeded[0].seed})` : ''
  return `By the rule ${by}; if nobody did in time, the better seed${better}. Where no battle was played nobody advances.`
}
