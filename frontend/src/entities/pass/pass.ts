import type { PassActivation, PassTier, PassView, RewardClaim } from '@kla/proto/web'
import { api } from '../../shared/api/api.js'
import { PASS_PROGRESS } from '../../texts/competing.js'

export type { PassTier }
type Pass = PassView
export type PassSeason = NonNullable<PassView['season']>
/** The signed-in player's progress this season. */
export type PassProgress = NonNullable<PassView['you']>
/** Season that is over but has rewards to claim. */
export type EarlierPass = NonNullable<PassView['earlier']>[number]

/** Replaces the season of an answer: the running one or an earlier one. */
function putAnswer(shown: Pass, answer: Pass): void {
  const season = [shown, ...(shown.earlier ?? [])].find((one) => one.season?.id === answer.season?.id)
  if (season) Object.assign(season, answer)
}

const passApi = api.injectEndpoints({
  endpoints: (build) => {
    const change = <Body>(at: string) =>
      build.mutation<Pass, Body>({
        query: (body) => ({ url: `api/pass/${at}`, method: 'POST', body }),
        // A refused page is out of date, and responses may arrive out of order.
        invalidatesTags: (_, error) => (error ? ['Pass'] : ['Pass', 'Inventory']),
        async onQueryStarted(_, { dispatch, queryFulfilled }) {
          const answer = await queryFulfilled.then(
            ({ data }) => data,
            () => null,
          )
          if (answer) dispatch(passApi.util.updateQueryData('pass', undefined, (shown) => putAnswer(shown, answer)))
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

interface TierProgress {
  reached: number
  next: PassTier | null
  missing: number
  share: number
}

export function tierProgress(tiers: readonly PassTier[], points: number): TierProgress {
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

export function progressWords({ reached, next, missing }: TierProgress): string {
  if (!next) return PASS_PROGRESS.complete
  return reached > 0
    ? PASS_PROGRESS.toNext({ reached, missing, next: next.tier })
    : PASS_PROGRESS.toFirst({ missing, next: next.tier })
}
