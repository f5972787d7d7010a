import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.js'
import styles from './panel.module.css'

interface PanelProps {
  title: ReactNode
  aside?: ReactNode
  className?: string | undefined
  children: ReactNode
}

export const Panel = ({ title, aside, className, children }: PanelProps) => {
  const titleId = useId()
  return (
    <section className={classNames(styles.panel, className)} aria-labelledby={titleId}>
      <header className={styles.header}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  )
}
