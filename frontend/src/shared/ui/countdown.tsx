import { useNow } from '../time/remaining.js'
import { countdownWords } from '../time/when-words.js'

/** Announced only on focus, as it changes every second. */
export const Countdown = ({ until }: { until: string }) => {
  const untilMs = Date.parse(until)
  const now = useNow()
  return (
    <time role="timer" dateTime={until}>
      {countdownWords(untilMs - now)}
    </time>
  )
}
