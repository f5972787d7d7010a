import { useEffect } from 'react'
import { useInventoryQuery } from '../../../entities/item/inventory.js'
import { useSavedGifsQuery } from '../../../entities/gif/saved-gifs.js'

/**
 * Keeps at hand, for as long as the room lasts, what can be spent here: a prompt is too short to fetch it first.
 * Counts are asked for anew when somebody comes back, perhaps from the shop.
 */
export function useBelongings(): void {
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
