import { useNow } from '../time/remaining.js'
import { countdownWords } from '../time/when-words.js'

/** Time left until an ISO 8601 moment. Announced only on focus: it changes every second. */
export const Countdown = ({ until }: { until: string }) => {
  const untilMs = Date.parse(until)
  const now = useNow()
  return (
    <time role="timer" dateTime={until}>
      {countdownWords(untilMs - now)}
    </time>
  )
}
