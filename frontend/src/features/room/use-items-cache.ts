import { useEffect } from 'react'
import { useDispatch } from 'react-redux'
import { useSavedGifsQuery } from '../../entities/gif/saved-gifs.js'
import { useInventoryQuery } from '../../entities/shop/shop.js'
import { api } from '../../shared/api/api.js'
import { useRoom } from './state/use-room.js'

/** Commerce gives an item back right after the prompt that did not show it. */
const RETURNED_WITHIN_MS = 1_000

/** Caches items, as a prompt is too short to fetch them. */
export function useItemsCache(): void {
  const { data: counts, refetch } = useInventoryQuery(undefined, { refetchOnMountOrArgChange: true })
  useSavedGifsQuery(undefined, { skip: !counts || counts.wild_cards <= 0, refetchOnMountOrArgChange: true })

  useEffect(() => {
    const onReturn = () => {
      if (document.visibilityState === 'visible') void refetch()
    }
    document.addEventListener('visibilitychange', onReturn)
    return () => document.removeEventListener('visibilitychange', onReturn)
  }, [refetch])

  const dispatch = useDispatch()
  const plays = useRoom(({ phase, wildCard }) => phase === 'prompt' && wildCard !== null)
  useEffect(() => {
    if (!plays) return undefined
    return () => void setTimeout(() => dispatch(api.util.invalidateTags(['Inventory'])), RETURNED_WITHIN_MS)
  }, [plays, dispatch])
}
