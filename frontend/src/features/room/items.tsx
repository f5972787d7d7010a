import type { ReactNode } from 'react'
import { PATHS } from '../../shared/config/paths.js'
import { ITEMS } from '../../texts/room.js'
import { UI } from '../../texts/ui.js'
import styles from './items.module.css'

export const Retry = ({ busy, onRetry }: { busy: boolean; onRetry: () => unknown }) => (
  <button type="button" className={styles.retry} disabled={busy} onClick={() => void onRetry()}>
    {busy ? ITEMS.trying : UI.tryAgain}
  </button>
)

interface ShopLinkProps {
  anchor: string
  children: ReactNode
}

/** Opens the shop in another tab, keeping the battle; noopener prevents copying session storage. */
export const ShopLink = ({ anchor, children }: ShopLinkProps) => (
  <a className={styles.link} href={`${PATHS.shop}#${anchor}`} target="_blank" rel="noopener">
    {children}
    <span className="visually-hidden"> {ITEMS.newTab}</span>
  </a>
)
