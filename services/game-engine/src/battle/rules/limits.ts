import { limitOn, type UnitedLimits } from '@kla/proto/web'
import type { Match, RotationGif, SavedClip } from './battle.js'

export const NO_LIMITS: UnitedLimits = { no: [], soft: [] }

export const limitsOf = ({ limits = NO_LIMITS }: Match): UnitedLimits => limits

/** By the order in which they are dealt: what both welcome, and what a player would rather not see. Nothing outside of the limits. */
export function poolsWithin(pool: readonly RotationGif[], limits: UnitedLimits): readonly (readonly RotationGif[])[] {
  if (limits.no.length === 0 && limits.soft.length === 0) return [pool]
  const within = (limit: 'yes' | 'soft') => pool.filter(({ acts }) => limitOn(acts, limits) === limit)
  return [within('yes'), within('soft')]
}

export const isPlayable = ({ acts }: Pick<SavedClip, 'acts'>, limits: UnitedLimits): boolean => limitOn(acts, limits) !== 'no'
