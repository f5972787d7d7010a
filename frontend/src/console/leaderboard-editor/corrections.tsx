import { useState } from 'react'
import type { CorrectionView } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { clampPage, pageCount } from '../kit/pager/pages.js'
import { ListBody } from '../kit/states/list-body.js'
import { useMay } from '../session/use-may.js'
import { CorrectionEntry } from './correction-entry.js'
import { ReverseCorrection } from './reverse-correction.js'
import { useCorrectionsQuery } from './standings-api.js'
import styles from './leaderboard-editor.module.css'

/** The smallest page that the server offers: the history stands beside something else. */
const PAGE_SIZE = 50
const FAILED = 'Failed to load the corrections.'

/** What was corrected, newest first: of one account, or of everybody. */
export function Corrections({ userId }: { userId: number | null }) {
  const [page, setPage] = useState(1)
  const [reversing, setReversing] = useState<CorrectionView | null>(null)
  const may = useMay()
  const query = useCorrectionsQuery({ userId, page, pageSize: PAGE_SIZE })
  const corrections = query.data?.results ?? []
  const pages = pageCount(query.data?.total ?? 0, PAGE_SIZE)

  return (
    <>
      <ListBody query={query} failed={FAILED} empty={corrections.length === 0 ? 'No corrections.' : null}>
        <ul className={styles.entries}>
          {corrections.map((correction) => (
            <CorrectionEntry
              key={correction.id}
              correction={correction}
              onReverse={may('standings.correct') ? setReversing : null}
            />
          ))}
        </ul>
      </ListBody>
      {pages > 1 && (
        <div className={styles.pages}>
          <Button disabled={page <= 1} onClick={() => setPage(clampPage(page - 1, pages))}>
            Newer
          </Button>
          <output>
            {page} / {pages}
          </output>
          <Button disabled={page >= pages} onClick={() => setPage(clampPage(page + 1, pages))}>
            Older
          </Button>
        </div>
      )}
      {reversing && <ReverseCorrection correction={reversing} onClose={() => setReversing(null)} />}
    </>
  )
}
