import { useCallback } from 'react'
import { useDispatch } from 'react-redux'
import { searchBegun } from './match-slice.js'
import { rememberWish, type Wish } from './wish.js'

export function useBeginSearch(): (wish: Wish) => void {
  const dispatch = useDispatch()
  return useCallback(
    (wish: Wish) => {
      rememberWish(wish)
      dispatch(searchBegun({ wish, at: Date.now() }))
    },
    [dispatch],
  )
}
