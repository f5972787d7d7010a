import { Button } from '../../shared/ui/button.js'
import { CATEGORY_WORDS, MODE_WORDS } from '../../entities/game/game-words.js'
import type { Search } from '../../entities/matching/match-state.js'
import { useRealtime } from '../../shared/realtime/index.js'
import { useNow } from '../../shared/time/remaining.js'
import { SearchGlyph } from './search-glyph.js'
import { searchStatus } from './search-status.js'
import { useCancelSearch } from './use-cancel-search.js'
import { elapsedWords, estimateWords, waitingWords } from './wait-words.js'
import styles from './find-match.module.css'

/** A search that is on, with all that is known of it. */
export const Searching = ({ search }: { search: Search }) => {
  const now = useNow()
  const cancel = useCancelSearch()
  const { status } = useRealtime()
  const { wish, outlook, startedAt } = search
  const elapsed = elapsedWords(now - startedAt)
  return (
    <div className={styles.searching}>
      <SearchGlyph size={64} />
      <div className={styles.about}>
        <p className={styles.status}>{searchStatus(search, status)}</p>
        <div className={styles.facts}>
          <p>
            {MODE_WORDS[wish.mode].name} · {CATEGORY_WORDS[wish.category]}
          </p>
          <p>{waitingWords(outlook)}</p>
        </div>
      </div>
      <p className={styles.time}>
        <span className={styles.elapsed} role="timer" aria-label={`Searching for ${elapsed}`}>
          {elapsed}
        </span>
        <span className={styles.estimate}>{estimateWords(outlook?.estimatedWaitMs ?? null)}</span>
      </p>
      <Button onClick={cancel}>Cancel the search</Button>
    </div>
  )
}
