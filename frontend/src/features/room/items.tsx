import { type ReactNode, useEffect } from 'react'
import { useSavedGifsQuery } from '../../entities/gif/saved-gifs.js'
import { useInventoryQuery } from '../../entities/shop/shop.js'
import { PATHS } from '../../shared/config/paths.js'
import styles from './items.module.css'

export const Retry = ({ busy, onRetry }: { busy: boolean; onRetry: () => unknown }) => (
  <button type="button" className={styles.retry} disabled={busy} onClick={() => void onRetry()}>
    {busy ? 'Trying…' : 'Try again'}
  </button>
)

interface ShopLinkProps {
  anchor?: string
  className?: string
  children: ReactNode
}

/** Opens the shop in another tab, as this one holds a battle; noopener, so that session storage is not copied. */
export const ShopLink = ({ anchor, className = styles.link, children }: ShopLinkProps) => (
  <a className={className} href={anchor ? `${PATHS.shop}#${anchor}` : PATHS.shop} target="_blank" rel="noopener">
    {children}
    <span className="visually-hidden"> (opens in a new tab)</span>
  </a>
)

/**
 * Keeps the items cached: a prompt is too short to fetch them. Counts are refetched when the player returns to the tab.
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
