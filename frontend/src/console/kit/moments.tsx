import { type ComponentProps, useEffect, useState } from 'react'
import { endWords, whenWords } from '../../shared/time/when-words.js'
import { TextField } from '../../shared/ui/fields.js'
import styles from './moments.module.css'
import { clockTime, localZone, remainingWords } from './times.js'

interface WhenProps {
  at: string | null
  clock?: boolean
  /** Shows the minute in which something ends. */
  end?: boolean
}

/** Local time with zone; UTC in the tooltip. */
export const When = ({ at, clock = false, end = false }: WhenProps) =>
  at === null ? (
    '-'
  ) : (
    <time className={styles.when} dateTime={at} title={`${at.slice(0, 19).replace('T', ' ')} UTC`}>
      {clock ? clockTime(new Date(at)) : (end ? endWords : whenWords)(at)}
    </time>
  )

export const MomentField = (field: ComponentProps<typeof TextField>) => (
  <TextField {...field} type="datetime-local" hint={`Your time: ${localZone()}`} />
)

interface CountdownProps {
  /** ISO 8601. */
  until: string
  over: string
}

/** Ticks every second and is not announced by screen readers. */
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
