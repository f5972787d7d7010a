import styles from './text.module.css'
import { clockTime, shortTime } from './times.js'

interface WhenProps {
  at: string | null
  /** Only the time of day, where the day is known. */
  clock?: boolean
}

/** A moment in the reader's own time; its tooltip has it in UTC. */
export const When = ({ at, clock = false }: WhenProps) =>
  at === null ? (
    '-'
  ) : (
    <time className={styles.when} dateTime={at} title={`${at.slice(0, 19).replace('T', ' ')} UTC`}>
      {(clock ? clockTime : shortTime)(new Date(at))}
    </time>
  )
