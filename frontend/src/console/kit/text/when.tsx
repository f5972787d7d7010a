import { endWords, whenWords } from '../../../shared/time/when-words.js'
import styles from './text.module.css'
import { clockTime } from './times.js'

interface WhenProps {
  at: string | null
  /** Only the time of day, where the day is known. */
  clock?: boolean
  /** Something is over then: the minute in which it is. */
  end?: boolean
}

/** A moment in the reader's own time, with the zone; its tooltip has it in UTC. */
export const When = ({ at, clock = false, end = false }: WhenProps) =>
  at === null ? (
    '-'
  ) : (
    <time className={styles.when} dateTime={at} title={`${at.slice(0, 19).replace('T', ' ')} UTC`}>
      {clock ? clockTime(new Date(at)) : (end ? endWords : whenWords)(at)}
    </time>
  )
