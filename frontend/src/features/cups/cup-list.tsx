import type { CupSummary } from '../../entities/cup/cups.js'
import { CupEntry } from './cup-entry.js'
import { groupCups } from './cup-groups.js'
import styles from './cups.module.css'

/** The cups in three groups; a group without any is left out. */
export function CupList({ cups }: { cups: readonly CupSummary[] }) {
  const { upcoming, running, past } = groupCups(cups)
  const groups = [
    { id: 'running', title: 'Running now', cups: running },
    { id: 'upcoming', title: 'Upcoming', cups: upcoming },
    { id: 'past', title: 'Past', cups: past },
  ].filter((group) => group.cups.length > 0)
  return groups.map(({ id, title, cups: grouped }) => (
    <section key={id} className={styles.group} aria-labelledby={id}>
      <h2 id={id} className={styles.groupTitle}>
        {title}
      </h2>
      <ul className={styles.list}>
        {grouped.map((cup) => (
          <CupEntry key={cup.id} cup={cup} />
        ))}
      </ul>
    </section>
  ))
}
