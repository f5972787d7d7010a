import { Pill } from '../kit/text/pill.js'
import { When } from '../kit/text/when.js'
import { ENTRY_WORDS, type TicketEntry } from './words.js'
import styles from './support.module.css'

/** Answers are marked: they are what the player reads. */
export const TicketEntries = ({ entries }: { entries: readonly TicketEntry[] }) => (
  <ol className={styles.entries}>
    {entries.map(({ kind, text, by, at }, index) => (
      <li key={index} className={styles.entry}>
        <p className={styles.head}>
          <Pill tone={kind === 'answer' ? 'blue' : 'plain'}>{ENTRY_WORDS[kind]}</Pill> {by} <When at={at} />
        </p>
        <p className={styles.text}>{text}</p>
      </li>
    ))}
  </ol>
)
