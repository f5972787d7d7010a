import { countdownWords } from '../time/when-words.js'
import { useNow } from '../time/remaining.js'

/** How long it still is until a moment (ISO 8601). Read out only to who goes to it: it never rests. */
export const Countdown = ({ until }: { until: string }) => {
  const untilMs = Date.parse(until)
  const now = useNow()
  return (
    <time role="timer" dateTime={until}>
      {countdownWords(untilMs - now)}
    </time>
  )
}
