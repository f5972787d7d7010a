import { type ReactNode, useEffect } from 'react'
import { useSavedGifsQuery } from '../../entities/gif/saved-gifs.js'
import { useInventoryQuery } from '../../entities/item/inventory.js'
import { PATHS } from '../../shared/config/paths.js'
import styles from './items.module.css'

/** Asks again for what could not be had, within a line of text. */
export const Retry = ({ busy, onRetry }: { busy: boolean; onRetry: () => unknown }) => (
  <button type="button" className={styles.retry} disabled={busy} onClick={() => void onRetry()}>
    {busy ? 'Trying…' : 'Try again'}
  </button>
)

interface ShopLinkProps {
  /** An offer in the shop. */
  anchor?: string
  className?: string
  children: ReactNode
}

/** The way to the shop in another tab, as this one holds a battle. Without an opener it shares no session storage. */
export const ShopLink = ({ anchor, className = styles.link, children }: ShopLinkProps) => (
  <a className={className} href={anchor ? `${PATHS.shop}#${anchor}` : PATHS.shop} target="_blank" rel="noopener">
    {children}
    <span className="visually-hidden"> (opens in a new tab)</span>
  </a>
)

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
