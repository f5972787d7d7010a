import { useCallback } from 'react'
import { useStore } from 'react-redux'
import { searchOver, selectSearch } from '../../entities/matching/match-slice.js'
import { type Realtime, useRealtime } from '../../shared/realtime/index.js'

/** Cancels the search, also one whose request is unanswered: the next connection sends that again, and then this. */
export const cancelMatch = ({ send }: Pick<Realtime, 'send'>): void => void send('cancel-match', {})

export function useCancelSearch(): () => void {
  const { dispatch, getState } = useStore<Parameters<typeof selectSearch>[0]>()
  const { send } = useRealtime()
  return useCallback(() => {
    if (selectSearch(getState()) === null) return
    cancelMatch({ send })
    dispatch(searchOver())
  }, [dispatch, getState, send])
}
