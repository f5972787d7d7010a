import { limitOn, type LimitsOfPair, UNLABELLED, type UnitedLimits } from '@kla/proto/web'
import type { Match, RotationGif, SavedClip } from './battle.js'

export const NO_LIMITS: UnitedLimits = { no: [], soft: [] }
export const NO_PAIR_LIMITS: LimitsOfPair = { no: [], soft: [], decoys: [] }

export const limitsOf = ({ limits = NO_LIMITS }: Match): UnitedLimits => limits

/** At least a third of the rotation is left to the cards, and enough for two different hands. */
const LEFT_SHARE = 1 / 3
const LEFT_HANDS = 2

/**
 * Limits for one battle, in which nothing tells a decoy from a limit. Decoys that would take too much of the rotation are passed
 * over. The rotation alone decides that, and never a card: else a player who limits nearly everything would learn from what comes
 * back what the other has limited. Where cards and decoys leave nothing, no battle begins.
 */
export function withDecoys({ no, soft, decoys }: LimitsOfPair, pool: readonly RotationGif[], optionsPerHand: number): UnitedLimits {
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

/** By the order in which they are dealt: what both welcome, and what a player would rather not see. Nothing outside of the limits. */
export function poolsWithin(pool: readonly RotationGif[], limits: UnitedLimits): readonly (readonly RotationGif[])[] {
  const within = (limit: 'yes' | 'soft') => pool.filter(({ acts }) => limitOn(acts, limits) === limit)
  return [within('yes'), within('soft')]
}

export const isPlayable = ({ acts }: Pick<SavedClip, 'acts'>, limits: UnitedLimits): boolean => limitOn(acts, limits) !== 'no'
