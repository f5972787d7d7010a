import type { CorrectionView } from '@kla/proto/web'
import { useState } from 'react'
import { nameOfPlayer } from '../../entities/player/player.js'
import { Button } from '../../shared/ui/button.js'
import { DownloadCsv } from '../entities/download-csv.js'
import { Person } from '../entities/person.js'
import { useMay } from '../entities/session-api.js'
import { ReasonDialog } from '../kit/dialogs.js'
import { back, forward, pageQuery, type Place } from '../kit/list-state.js'
import { When } from '../kit/moments.js'
import { ListBody } from '../kit/states.js'
import { Pill } from '../kit/text.js'
import { useCorrectionsQuery } from './api.js'
import { differenceWords, isReversible } from './correction.js'
import styles from './leaderboard-editor.module.css'
import { useCorrections } from './use-corrections.js'

const PAGE_SIZE = 50
const FIRST: Place = { page: 1, trail: '' }
const FAILED = 'Failed to load the corrections.'

export function Corrections({ userId }: { userId: number | null }) {
  const [place, setPlace] = useState<Place>(FIRST)
  const [reversing, setReversing] = useState<CorrectionView | null>(null)
  const may = useMay()
  const query = useCorrectionsQuery({ userId, rows: pageQuery({ ...place, pageSize: PAGE_SIZE }) })
  const corrections = query.data?.results ?? []
  const next = query.currentData?.next
  const isLast = typeof next !== 'string'

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
      <div className={styles.pages}>
        {(place.page > 1 || !isLast) && (
          <>
            <Button disabled={place.page <= 1} onClick={() => setPlace(back(place))}>
              Newer
            </Button>
            <output>Page {place.page}</output>
            <Button disabled={isLast} onClick={() => isLast || setPlace(forward(place, next))}>
              Older
            </Button>
          </>
        )}
        {corrections.length > 0 && (
          <DownloadCsv
            list="admin/leaderboard/corrections"
            filters={userId === null ? {} : { userId: String(userId) }}
          />
        )}
      </div>
      {reversing && <ReverseCorrection correction={reversing} onClose={() => setReversing(null)} />}
    </>
  )
}

interface ReverseCorrectionProps {
  correction: CorrectionView
  onClose: () => void
}

function ReverseCorrection({ correction, onClose }: ReverseCorrectionProps) {
  const { reverse } = useCorrections()
  return (
    <ReasonDialog
      title={`Reverse the correction of ${correction.user_name || 'user'} #${correction.user_id}?`}
      confirm="Reverse"
      draft={['correction reversal', correction.id]}
      onConfirm={(reason) => reverse(correction, reason)}
      onClose={onClose}
    >
      <p>
        {differenceWords(correction)} in {correction.season} is undone by its opposite. Both stay in the history.
      </p>
    </ReasonDialog>
  )
}

interface CorrectionEntryProps {
  correction: CorrectionView
  onReverse: ((correction: CorrectionView) => void) | null
}

const CorrectionEntry = ({ correction, onReverse }: CorrectionEntryProps) => (
  <li className={styles.entry}>
    <p className={styles.head}>
      <strong>{differenceWords(correction)}</strong> <span>{correction.season}</span>{' '}
      <Person id={correction.user_id} name={nameOfPlayer({ username: correction.user_name })} />
      {correction.reverses !== null && <Pill tone="blue">Reversal</Pill>}
      {correction.reversed_by !== null && <Pill>Reversed</Pill>}
    </p>
    <p className={styles.reason}>{correction.reason}</p>
    <p className={styles.foot}>
      <When at={correction.made_at} /> by {correction.made_by}
      {onReverse && isReversible(correction) && (
        <Button
          aria-label={`Reverse ${differenceWords(correction)} of user ${correction.user_id}`}
          onClick={() => onReverse(correction)}
        >
          Reverse
        </Button>
      )}
    </p>
  </li>
)
