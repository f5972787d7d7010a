import type { ReactNode } from 'react'
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

/** Opens the shop in another tab, keeping the battle; noopener prevents copying session storage. */
export const ShopLink = ({ anchor, className = styles.link, children }: ShopLinkProps) => (
  <a className={className} href={anchor ? `${PATHS.shop}#${anchor}` : PATHS.shop} target="_blank" rel="noopener">
    {children}
    <span className="visually-hidden"> (opens in a new tab)</span>
  </a>
)
