import { useState } from 'react'
import { TextField } from '../../shared/ui/fields.js'
import { ReasonDialog } from '../kit/dialogs.js'
import { DraftNote, useDraft } from '../kit/drafts.js'
import { type CorrectionDraft, draftErrors, type Figures, figuresAfter, toDifferences } from './correction.js'
import styles from './leaderboard-editor.module.css'
import { useCorrections } from './use-corrections.js'

interface CorrectFiguresProps {
  userId: number
  name: string
  season: string
  before: Figures
  onClose: () => void
}

const NOTHING: CorrectionDraft = { won: '', played: '' }

const FIGURES = [
  ['played', 'Games played'],
  ['won', 'Games won'],
] as const

export function CorrectFigures({ userId, name, season, before, onClose }: CorrectFiguresProps) {
  const kept = useDraft<CorrectionDraft>('correction', `${season} ${userId}`, 'figures', NOTHING)
  const draft = kept.value
  const [tried, setTried] = useState(false)
  const { correct } = useCorrections()
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
        const done = await correct({ userId, season, reason, ...toDifferences(draft) })
        if (done) kept.sent(draft)
        return done
      }}
      onClose={onClose}
    >
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
