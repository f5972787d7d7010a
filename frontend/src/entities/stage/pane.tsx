import type { ReactNode } from 'react'
import { Avatar } from '../../shared/ui/avatar.js'
import styles from './pane.module.css'

interface PaneProps {
  side: 'you' | 'other'
  label: string
  children: ReactNode
  caption: ReactNode
  controls?: ReactNode
  veil?: ReactNode
  status?: string | undefined
  fillsPhone?: boolean
}

export function Pane({ side, label, children, caption, controls, veil, status, fillsPhone }: PaneProps) {
  return (
    <section
      className={styles.pane}
      data-side={side}
      data-status={status}
      data-fills-phone={fillsPhone || undefined}
      aria-label={label}
    >
      <div className={styles.frame}>
        {children}
        {veil}
      </div>
      <div className={styles.caption}>
        <div className={styles.who}>{caption}</div>
        {controls && <div className={styles.controls}>{controls}</div>}
      </div>
    </section>
  )
}

interface BlankProps {
  name?: string
  children: ReactNode
}

export function Blank({ name, children }: BlankProps) {
  return (
    <div className={styles.blank}>
      {name !== undefined && <Avatar name={name} src={null} size={72} />}
      <div className={styles.blankText}>{children}</div>
    </div>
  )
}
