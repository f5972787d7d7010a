import { useEffect } from 'react'
import { useDispatch } from 'react-redux'
import { toastError } from '../../components/ui/toast.js'
import { keepAsking } from '../../lib/matching/keep-asking.js'
import { searchRefused, searchTaken } from '../../lib/matching/match-slice.js'
import type { Search } from '../../lib/matching/match-state.js'
import { useRealtimeClient } from '../../lib/realtime/index.js'

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
