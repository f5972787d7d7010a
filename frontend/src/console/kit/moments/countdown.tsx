import { useEffect, useState } from 'react'
import { remainingWords } from './remaining.js'
import styles from './countdown.module.css'

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
