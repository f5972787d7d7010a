import { type ComponentProps, useEffect, useState } from 'react'
import { endWords, whenWords } from '../../shared/time/when-words.js'
import { TextField } from '../../shared/ui/fields.js'
import styles from './moments.module.css'
import { clockTime, localZone, remainingWords } from './times.js'

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

/** A day and a time in the reader's own zone, which stands below it. */
export const MomentField = (field: ComponentProps<typeof TextField>) => (
  <TextField {...field} type="datetime-local" hint={`Your time: ${localZone()}`} />
)

interface CountdownProps {
  /** ISO 8601. */
  until: string
  /** What is said once it is over. */
  over: string
}

/** What is left until a moment, second by second; its tooltip has the moment in UTC. Nothing is read out by itself. */
export function Countdown({ until, over }: CountdownProps) {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <time className={styles.countdown} dateTime={until} title={`${until.slice(0, 19).replace('T', ' ')} UTC`}>
      {remainingWords(Date.parse(until), nowMs) ?? over}
    </time>
  )
}
