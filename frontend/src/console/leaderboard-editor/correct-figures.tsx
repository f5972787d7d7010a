import { useState } from 'react'
import { TextField } from '../../shared/ui/fields.js'
import { ReasonDialog } from '../kit/dialogs.js'
import { DraftNote, useDraft } from '../kit/drafts.js'
import { useFiguresQuery } from './api.js'
import {
  type CorrectionDraft,
  draftErrors,
  type Figures,
  figuresAfter,
  isSameFigures,
  toDifferences,
} from './correction.js'
import styles from './leaderboard-editor.module.css'
import { useCorrections } from './use-corrections.js'

interface CorrectFiguresProps {
  userId: number
  name: string
  season: string
  /** Figures of the row that was pressed, until newer ones are read. */
  listed: Figures
  onClose: () => void
}

const NOTHING: CorrectionDraft = { won: '', played: '' }

const FIGURES = [
  ['played', 'Games played'],
  ['won', 'Games won'],
] as const

export function CorrectFigures({ userId, name, season, listed, onClose }: CorrectFiguresProps) {
  const kept = useDraft<CorrectionDraft>('correction', `${season} ${userId}`, 'figures', NOTHING)
  const draft = kept.value
  const [tried, setTried] = useState(false)
  const { correct } = useCorrections()
  const { data: before = listed, refetch } = useFiguresQuery({ userId, season }, { refetchOnMountOrArgChange: true })
  const [seen, setSeen] = useState(listed)
  const changed = !isSameFigures(before, seen)
  /** Resolves to true if the figures are still those on the screen. */
  const isCurrent = async (): Promise<boolean> => {
    const { data: now } = await refetch()
    if (now === undefined || isSameFigures(now, before)) return true
    setSeen(before)
    return false
  }
  const after = figuresAfter(before, draft)
  const errors = draftErrors(before, draft)

  return (
    <ReasonDialog
      title={`Correct ${name || 'user'} #${userId} in ${season}`}
      confirm="Correct"
      onCheck={() => {
        setTried(true)
        return Object.keys(errors).length === 0
      }}
      draft={['correction', `${season} ${userId}`]}
      childrenFirst
      onConfirm={async (reason) => {
        if (!(await isCurrent())) return false
        const done = await correct({ userId, season, reason, ...toDifferences(draft) })
        if (done) kept.sent(draft)
        return done
      }}
      onClose={onClose}
    >
      <p role="status" className={styles.changed}>
        {changed &&
          `Someone changed these figures since: ${seen.played} → ${before.played} games played, ${seen.won} → ${before.won} won. Check whether your correction is still needed.`}
      </p>
      {FIGURES.map(([figure, label]) => (
        <div key={figure} className={styles.figure}>
          <TextField
            label={`${label}, difference`}
            data-autofocus={figure === 'played' ? '' : undefined}
            inputMode="numeric"
            placeholder="0"
            maxLength={6}
            value={draft[figure]}
            error={tried ? errors[figure] : undefined}
            onChange={(event) => kept.change((others) => ({ ...others, [figure]: event.target.value }))}
          />
          <output className={styles.after} aria-label={`${label}, before and after`}>
            {before[figure]} → <strong>{after[figure] ?? '?'}</strong>
          </output>
        </div>
      ))}
      <DraftNote drafts={[kept]} of="the figures" />
    </ReasonDialog>
  )
}
