import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.js'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  icon: IconName
  title: string
  children?: ReactNode
  /** The one thing to do about it. */
  action?: ReactNode
}

/** What stands where a list has nothing to show, or could not be had. */
export const EmptyState = ({ icon, title, children, action }: EmptyStateProps) => (
  <div className={styles.empty}>
    <span className={styles.icon}>
      <Icon name={icon} size={24} />
    </span>
    <p className={styles.title}>{title}</p>
    {children && <p className={styles.text}>{children}</p>}
    {action}
  </div>
)
