import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.js'
import styles from './panel.module.css'

interface PanelProps {
  title: ReactNode
  aside?: ReactNode
  level?: 2 | 3
  className?: string | undefined
  children: ReactNode
}

export const Panel = ({ title, aside, level = 2, className, children }: PanelProps) => {
  const titleId = useId()
  const Heading = `h${level}` as const
  return (
    <section className={classNames(styles.panel, className)} aria-labelledby={titleId}>
      <header className={styles.header}>
        <Heading id={titleId} className={styles.title}>
          {title}
        </Heading>
        {aside}
      </header>
      {children}
    </section>
  )
}
