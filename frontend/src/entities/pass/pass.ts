import type { PassActivation, PassTier, PassView, RewardClaim } from '@kla/proto/web'
import { api } from '../../shared/api/api.js'

export type { PassTier }
/** The season of the battle pass, and how far one is in it. */
export type Pass = PassView
export type PassSeason = NonNullable<PassView['season']>
export type PassProgress = NonNullable<PassView['you']>

export const passApi = api.injectEndpoints({
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
