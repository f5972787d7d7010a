import { EmptyState } from '../../shared/ui/empty-state.js'
import { Icon } from '../../shared/ui/icon.js'
import type { Cup } from '../../entities/cup/cups.js'
import styles from './entries.module.css'

/** Who has entered, in the order of the seeds, until the bracket tells it. */
export const Entries = ({ cup, ownId }: { cup: Cup; ownId: number | null }) => (
  <section className={styles.entries} aria-labelledby="entries">
    <h2 id="entries" className={styles.title}>
      Entered
    </h2>
    {cup.entries.length === 0 ? (
      <EmptyState icon="user" title="Nobody yet">
        The first place is free.
      </EmptyState>
    ) : (
      <ol className={styles.list}>
        {cup.entries.map((entry) => (
          <li key={entry.id} className={styles.entry} data-own={entry.id === ownId || undefined}>
            <span className={styles.seed}>{entry.seed}</span>
            <span className={styles.name}>{entry.username}</span>
            {entry.checked_in && (
              <>
                <Icon name="check" size={16} />
                <span className="visually-hidden">, checked in</span>
              </>
            )}
          </li>
        ))}
      </ol>
    )}
  </section>
)
