import { limitOn, type LimitsOfPair, type UnitedLimits, UNLABELLED } from '@kla/proto/web'
import type { Match, RotationGif, SavedClip } from './battle.js'

export const NO_LIMITS: UnitedLimits = { no: [], soft: [] }
export const NO_PAIR_LIMITS: LimitsOfPair = { no: [], soft: [], decoys: [] }

export const limitsOf = ({ limits = NO_LIMITS }: Match): UnitedLimits => limits

/** Part of the rotation left for the cards: at least a third, and enough for two different hands. */
const LEFT_SHARE = 1 / 3
const LEFT_HANDS = 2

/**
 * Limits for one battle, in which decoys and limits look alike. Skips decoys that would take too much of the rotation.
 * Only the rotation decides that: if a card did, a player who limits nearly everything could infer the other's limits
 * from what returns. If nothing is left, no battle begins.
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

/**
 * Pools in the order of dealing: GIFs that both welcome, then those that a player would rather not see. Excludes
 * everything outside the limits.
 */
export function poolsWithin(pool: readonly RotationGif[], limits: UnitedLimits): readonly (readonly RotationGif[])[] {
  const within = (limit: 'yes' | 'soft') => pool.filter(({ acts }) => limitOn(acts, limits) === limit)
  return [within('yes'), within('soft')]
}

export const isPlayable = ({ acts }: Pick<SavedClip, 'acts'>, limits: UnitedLimits): boolean =>
  limitOn(acts, limits) !== 'no'
