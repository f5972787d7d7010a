import { useEffect } from 'react'
import { useDispatch } from 'react-redux'
import { toastError } from '../../shared/ui/toast.js'
import { keepAsking } from '../../entities/matching/keep-asking.js'
import { searchRefused, searchTaken } from '../../entities/matching/match-slice.js'
import type { Search } from '../../entities/matching/match-state.js'
import { useRealtimeClient } from '../../shared/realtime/index.js'

/** Asks for the search until it has led to a seat, over lost connections; a refusal ends it. */
export function useKeepAsking(search: Search | null): void {
  const client = useRealtimeClient()
  const dispatch = useDispatch()
  const number = search?.number ?? null
  const wish = search?.roomId === null ? search.wish : null

  useEffect(() => {
    if (number === null || wish === null) return undefined
    const onTaken = () => void dispatch(searchTaken(number))
    const onRefused = (refusal: string) => {
      dispatch(searchRefused(refusal))
      toastError(refusal)
    }
    return keepAsking({ client, wish, onTaken, onRefused })
  }, [client, dispatch, number, wish])
}
