import { limitOn, type LimitsOfPair, type UnitedLimits, UNLABELLED } from '@kla/proto/web'
import type { RotationGif, SavedClip } from './battle.js'

export const NO_PAIR_LIMITS: LimitsOfPair = { no: [], soft: [], decoys: [] }

/** A third must remain, and enough for two hands. */
const LEFT_SHARE = 1 / 3
const LEFT_HANDS = 2

/**
 * Limits with decoys, skipped by the rotation alone, or players could infer the opponent's limits. No battle begins if
 * nothing is left.
 */
export function withDecoys(
  { no, soft, decoys }: LimitsOfPair,
  pool: readonly RotationGif[],
  optionsPerHand: number,
): UnitedLimits {
  const leftMin = Math.max(pool.length * LEFT_SHARE, LEFT_HANDS * optionsPerHand)
  const kept = new Set<string>()
  let left = pool
  for (const decoy of decoys) {
    const without = left.filter(({ acts }) => (decoy === UNLABELLED ? acts !== null : !acts?.includes(decoy)))
    if (without.length < left.length && without.length < leftMin) continue
    kept.add(decoy)
    left = without
  }
  const unlabelled = no.length === 0 && !kept.has(UNLABELLED)
  kept.delete(UNLABELLED)
  const all = new Set([...no, ...kept])
  return { no: [...all].sort(), soft: soft.filter((act) => !all.has(act)), unlabelled }
}

/** Pools by order of dealing: GIFs both welcome, then disliked ones. */
export function poolsWithin(pool: readonly RotationGif[], limits: UnitedLimits): readonly (readonly RotationGif[])[] {
  const within = (limit: 'yes' | 'soft') => pool.filter(({ acts }) => limitOn(acts, limits) === limit)
  return [within('yes'), within('soft')]
}

export const isPlayable = ({ acts }: Pick<SavedClip, 'acts'>, limits: UnitedLimits): boolean =>
  limitOn(acts, limits) !== 'no'
