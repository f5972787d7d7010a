import { type ReactNode, useId } from 'react'
import { ListBody } from '../kit/states.js'
import styles from './person.module.css'

interface PartProps {
  title: string
  query: { data?: unknown; error?: unknown; isFetching: boolean; refetch: () => unknown }
  /** What to say if there is nothing; null: there is something. */
  empty: string | null
  failed?: string
  /** Content below, also while the part is empty. */
  foot?: ReactNode
  children: ReactNode
}

/** A card that loads, fails and retries without the others. */
export function Part({ title, query, empty, failed, foot, children }: PartProps) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <ListBody query={query} failed={failed ?? `We couldn't load: ${title.toLowerCase()}.`} empty={null}>
        {empty === null ? children : <p className={styles.empty}>{empty}</p>}
        {foot}
      </ListBody>
    </section>
  )
}

export const Entries = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className={styles.entries} aria-label={label}>
    {children}
  </ul>
)

interface EntryProps {
  head: ReactNode
  text?: ReactNode
}

export const Entry = ({ head, text }: EntryProps) => (
  <li className={styles.entry}>
    <p className={styles.head}>{head}</p>
    {text && <p className={styles.text}>{text}</p>}
  </li>
)
