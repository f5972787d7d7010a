import type { ReactNode } from 'react'
import { Avatar } from '../../shared/ui/avatar.js'
import styles from './pane.module.css'

interface PaneProps {
  side: 'you' | 'other'
  /** Names the region. */
  label: string
  /** The picture, or what stands in its place. */
  children: ReactNode
  /** Who it is and how it is with them; below the picture on a phone, over its foot elsewhere. */
  caption: ReactNode
  /** Sits at the right end of the caption. */
  controls?: ReactNode
  /** Lies over the picture for as long as something is wrong. */
  veil?: ReactNode
  /** `winner`, `beaten` or `ready`. */
  standing?: string | undefined
  /** On a phone it takes the whole width, with room for the small pane over it. */
  fillsPhone?: boolean
}

/** One corner of the ring. */
export function Pane({ side, label, children, caption, controls, veil, standing, fillsPhone }: PaneProps) {
  return (
    <section
      className={styles.pane}
      data-side={side}
      data-standing={standing}
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
  /** Whose picture is missing; nobody's when left out. */
  name?: string
  children: ReactNode
}

/** What a pane shows in place of a picture, with the reason. */
export function Blank({ name, children }: BlankProps) {
  return (
    <div className={styles.blank}>
      {name !== undefined && <Avatar name={name} src={null} size={72} />}
      <div className={styles.blankText}>{children}</div>
    </div>
  )
}
