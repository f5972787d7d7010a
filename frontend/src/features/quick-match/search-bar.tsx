import { Link } from 'react-router'
import { Button } from '../../shared/ui/button.js'
import { PATHS } from '../../shared/config/paths.js'
import type { Search } from '../../entities/matching/match-state.js'
import { useRealtime } from '../../shared/realtime/index.js'
import { useNow } from '../../shared/time/remaining.js'
import { SearchGlyph } from './search-glyph.js'
import { searchStatus } from './search-status.js'
import { useCancelSearch } from './use-cancel-search.js'
import { elapsedWords, estimateWords } from './wait-words.js'
import styles from './search-bar.module.css'

/** The search, on screens that are about something else. */
export const SearchBar = ({ search }: { search: Search }) => {
  const now = useNow()
  const cancel = useCancelSearch()
  const { status } = useRealtime()
  const elapsed = elapsedWords(now - search.startedAt)
  return (
    <section className={styles.bar} aria-label="Your search">
      <SearchGlyph size={28} />
      <p className={styles.status} role="status">
        <Link to={PATHS.gameroom}>{searchStatus(search, status)}</Link>
      </p>
      <p className={styles.time}>
        <span role="timer" aria-label={`Searching for ${elapsed}`}>
          {elapsed}
        </span>
        <span className={styles.estimate}>{estimateWords(search.outlook?.estimatedWaitMs ?? null)}</span>
      </p>
      <Button variant="quiet" aria-label="Cancel the search" onClick={cancel}>
        Cancel
      </Button>
    </section>
  )
}
