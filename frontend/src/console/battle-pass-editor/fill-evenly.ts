import { PASS_TIERS_MAX } from '@kla/proto/web'
import { readWhole } from '../kit/numbers.js'
import { EMPTY_TIER, type TierDraft } from './season-draft.js'

interface Filling {
  /** How many tiers there are to be. */
  count: number
  /** The points of the last one. */
  top: number
  /** So many of the first ones stay as they are: players know them. */
  fixed: number
}

/** The points after which free tiers begin. */
const baseOf = (tiers: readonly TierDraft[], fixed: number): number =>
  fixed === 0 ? 0 : (readWhole(tiers[fixed - 1]?.points ?? '') ?? 0)

/** Why tiers cannot be filled so; null where they can. */
export function fillProblem(tiers: readonly TierDraft[], { count, top, fixed }: Filling): string | null {
  if (count <= fixed || count > PASS_TIERS_MAX) return `${fixed + 1} to ${PASS_TIERS_MAX} tiers.`
  const base = baseOf(tiers, fixed)
  return top - base < count - fixed ? `At least ${base + count - fixed} points at the last tier.` : null
}

/** Tiers at even distances up to the last one; what they give stays with them. */
export function filledEvenly(tiers: readonly TierDraft[], { count, top, fixed }: Filling): TierDraft[] {
  const base = baseOf(tiers, fixed)
  return Array.from({ length: count }, (_, index) => {
    const tier = tiers[index] ?? EMPTY_TIER
    if (index < fixed) return tier
    return { ...tier, points: String(base + Math.round(((top - base) * (index + 1 - fixed)) / (count - fixed))) }
  })
}
