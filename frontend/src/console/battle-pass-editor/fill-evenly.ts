import { PASS_TIERS_MAX } from '@kla/proto/web'
import { readWhole } from '../kit/numbers.js'
import { EMPTY_TIER, type TierDraft } from './season-draft.js'

interface Filling {
  count: number
  top: number
  /** Number of first tiers that players already see. */
  fixed: number
}

const baseOf = (tiers: readonly TierDraft[], fixed: number): number =>
  fixed === 0 ? 0 : (readWhole(tiers[fixed - 1]?.points ?? '') ?? 0)

/** Returns a problem, or null if the tiers can be filled. */
export function fillProblem(tiers: readonly TierDraft[], { count, top, fixed }: Filling): string | null {
  if (count <= fixed || count > PASS_TIERS_MAX) return `${fixed + 1} to ${PASS_TIERS_MAX} tiers.`
  const base = baseOf(tiers, fixed)
  return top - base < count - fixed ? `At least ${base + count - fixed} points at the last tier.` : null
}

/** Spaces points evenly up to the last tier, keeping rewards. */
export function filledEvenly(tiers: readonly TierDraft[], { count, top, fixed }: Filling): TierDraft[] {
  const base = baseOf(tiers, fixed)
  return Array.from({ length: count }, (_, index) => {
    const tier = tiers[index] ?? EMPTY_TIER
    if (index < fixed) return tier
    return { ...tier, points: String(base + Math.round(((top - base) * (index + 1 - fixed)) / (count - fixed))) }
  })
}
