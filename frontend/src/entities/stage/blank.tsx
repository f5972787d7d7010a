import type { ReactNode } from 'react'
import { Avatar } from '../../shared/ui/avatar.js'
import styles from './pane.module.css'

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
