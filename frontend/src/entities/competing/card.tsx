import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './card.module.css'

interface CardProps {
  to: string
  /** What kind of thing it leads to. */
  kind: string
  title: string
  /** Whether there is something to do now. */
  due?: boolean
  children?: ReactNode
}

/** A small way to another part of the product, with what is to know about it now. */
export const Card = ({ to, kind, title, due = false, children }: CardProps) => (
  <Link to={to} className={styles.card} data-due={due || undefined}>
    <span className={styles.kind}>{kind}</span>
    <strong className={styles.title}>{title}</strong>
    {children}
  </Link>
)
