import type { PassActivation, PassTier, PassView, RewardClaim } from '@kla/proto/web'
import { api } from '../../shared/api/api.js'
import { counted } from '../../shared/format.js'

export type { PassTier }
/** The season of the battle pass, and how far one is in it. */
type Pass = PassView
export type PassSeason = NonNullable<PassView['season']>
export type PassProgress = NonNullable<PassView['you']>

const passApi = api.injectEndpoints({
  endpoints: (build) => {
    /** A call that answers how the pass stands then. */
    const change = <Body>(at: string) =>
      build.mutation<Pass, Body>({
        query: (body) => ({ url: `api/pass/${at}`, method: 'POST', body }),
        // Asked anew in any case: a refusal means that this page is behind, and of two answers the older may come last.
        invalidatesTags: (_, error) => (error ? ['Pass'] : ['Pass', 'Inventory']),
        async onQueryStarted(_, { dispatch, queryFulfilled }) {
          const told = await queryFulfilled.then(
            ({ data }) => data,
            () => null,
          )
          if (told) dispatch(passApi.util.updateQueryData('pass', undefined, () => told))
        },
      })

    return {
      pass: build.query<Pass, void>({ query: () => 'api/pass', providesTags: ['Pass'] }),
      activatePass: change<PassActivation>('activate'),
      claimReward: change<RewardClaim>('claims'),
    }
  },
})

export const { usePassQuery, useActivatePassMutation, useClaimRewardMutation } = passApi

/** How far points go on the way to the next tier. */
interface PassStanding {
  /** The highest tier reached; 0: none yet. */
  reached: number
  /** The next one; null once all are reached. */
  next: PassTier | null
  /** Points still missing to it. */
  missing: number
  /** How much of the way from the last tier to the next is done, 0 to 1. */
  share: number
}

/** Where `points` stand among tiers in their order. */
export function passStanding(tiers: readonly PassTier[], points: number): PassStanding {
  const last = tiers.findLast((tier) => tier.points <= points)
  const next = tiers.find((tier) => tier.points > points) ?? null
  const from = last?.points ?? 0
  return {
    reached: last?.tier ?? 0,
    next,
    missing: next ? next.points - points : 0,
    share: next ? (points - from) / (next.points - from) : 1,
  }
}

/** How far one is and what is missing, in one line: 'Tier 2 reached, 15 points to tier 3'. */
export function standingWords({ reached, next, missing }: PassStanding): string {
  if (!next) return 'Every tier is reached'
  return `${reached > 0 ? `Tier ${reached} reached, ` : ''}${counted(missing, 'point')} to tier ${next.tier}`
}
