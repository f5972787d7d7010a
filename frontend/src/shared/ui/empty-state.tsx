import type { ReactNode } from 'react'
import { classNames } from './class-names.js'
import styles from './empty-state.module.css'
import { Icon, type IconName } from './icon.js'

interface EmptyStateProps {
  icon: IconName
  title: string
  /** True if its title is the screen's heading. */
  wholeScreen?: boolean
  children?: ReactNode
  action?: ReactNode
}

export const EmptyState = ({ icon, title, wholeScreen = false, children, action }: EmptyStateProps) => (
  <div className={classNames(styles.empty, wholeScreen && styles.wholeScreen)}>
    <span className={styles.icon}>
      <Icon name={icon} size={24} />
    </span>
    {wholeScreen ? <h1 className={styles.title}>{title}</h1> : <p className={styles.title}>{title}</p>}
    {children && <p className={styles.text}>{children}</p>}
    {action}
  </div>
)
