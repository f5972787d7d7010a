import { useEffect } from 'react'
import { useSavedGifsQuery } from '../../entities/gif/saved-gifs.js'
import { useInventoryQuery } from '../../entities/shop/shop.js'

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
}
