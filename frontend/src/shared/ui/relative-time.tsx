import { useRoughNow } from '../time/now.js'
import { plannedWords, relativeWords, whenWords } from '../time/when-words.js'

interface RelativeTimeProps {
  /** ISO 8601. */
  at: string
  /** True for what people plan around: the exact time stays in view. */
  planned?: boolean
}

/** Shows how long ago or ahead a moment is, and the exact time on hover. */
export const RelativeTime = ({ at, planned = false }: RelativeTimeProps) => {
  const now = useRoughNow()
  return (
    <time dateTime={at} title={whenWords(at)}>
      {planned ? plannedWords(at, now) : relativeWords(at, now)}
    </time>
  )
}
