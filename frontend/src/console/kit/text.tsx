import { type ReactNode, useId } from 'react'
import styles from './text.module.css'

export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={styles.facts}>
    {facts.map(([name, value]) => (
      <div key={name} className={styles.fact}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

/** Breaks only before the sign, unless a part is longer than its line. */
export function EmailAddress({ children: address }: { children: string | null }) {
  if (address === null) return '-'
  const at = Math.max(0, address.lastIndexOf('@'))
  return (
    <span className={styles.address}>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  )
}

export const Section = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 id={id} className={styles.sectionTitle}>
        {title}
      </h3>
      {children}
    </section>
  )
}

/** Colour of a status or category pill. */
export type PillTone = 'plain' | 'amber' | 'green' | 'red' | 'blue'

export const Pill = ({ tone = 'plain', children }: { tone?: PillTone; children: ReactNode }) => (
  <span className={styles.pill} data-tone={tone}>
    {children}
  </span>
)
