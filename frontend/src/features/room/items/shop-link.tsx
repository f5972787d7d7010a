import type { ReactNode } from 'react'
import { PATHS } from '../../../shared/config/paths.js'
import styles from './items.module.css'

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
