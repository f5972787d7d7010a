import styles from './text.module.css'
import { shortTime } from './times.js'

/** A moment in the reader's own time; its tooltip has it in UTC. */
export const When = ({ at }: { at: string | null }) =>
  at === null ? (
    '-'
  ) : (
    <time className={styles.when} dateTime={at} title={`${at.slice(0, 19).replace('T', ' ')} UTC`}>
      {shortTime(new Date(at))}
    </time>
  )
