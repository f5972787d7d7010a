import { useCallback } from 'react'
import { useStore } from 'react-redux'
import { searchOver, selectSearch } from '../../entities/matching/match-slice.js'
import { useRealtime } from '../../shared/realtime/index.js'

export function useCancelSearch(): () => void {
  const { dispatch, getState } = useStore<Parameters<typeof selectSearch>[0]>()
  const { post } = useRealtime()
  return useCallback(() => {
    if (selectSearch(getState()) === null) return
    post('cancel-match', {})
    dispatch(searchOver())
  }, [dispatch, getState, post])
}
