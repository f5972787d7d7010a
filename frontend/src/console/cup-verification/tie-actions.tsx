import type { CupTieView } from '@kla/proto/web'
import { useState } from 'react'
import { Button } from '../../shared/ui/button.js'
import { SelectField } from '../../shared/ui/fields.js'
import { toastSuccess } from '../../shared/ui/toast.js'
import { TIE_STATE_WORDS, tieKey, tieWords, winnerWords } from '../entities/cup-words.js'
import { useJudgeTieMutation } from '../entities/ties-api.js'
import { ReasonDialog } from '../kit/dialogs.js'
import { OPENS, useShortcut } from '../kit/shortcuts.js'
import { useChange } from '../kit/versions.js'
import styles from './cup-verification.module.css'
import { closedWords, type Outcome, outcomesOf, verdictFields } from './verdict.js'

export function TieActions({ entry }: { entry: CupTieView }) {
  const [chosen, setChosen] = useState<Outcome | null>(null)
  const outcomes = outcomesOf(entry)
  if (outcomes.length === 0 && chosen === null) return <p>{closedWords(entry.tie)}</p>
  return (
    <div className={styles.outcomes}>
      <h3 className={styles.title}>{entry.tie.state === 'decided' ? 'Correct the verdict' : 'Verdict'}</h3>
      {outcomes.map((outcome, index) => (
        <OutcomeButton key={outcome.winnerId} number={index + 1} outcome={outcome} onChoose={setChosen} />
      ))}
      {chosen && <JudgeTie entry={entry} outcomes={outcomes} first={chosen} onClose={() => setChosen(null)} />}
    </div>
  )
}

interface OutcomeButtonProps {
  number: number
  outcome: Outcome
  onChoose: (outcome: Outcome) => void
}

function OutcomeButton({ number, outcome, onChoose }: OutcomeButtonProps) {
  const key = String(number)
  useShortcut(key, outcome.words, () => onChoose(outcome), true, OPENS)
  return (
    <Button
      wide
      variant={outcome.winnerId === null ? 'danger' : 'secondary'}
      aria-keyshortcuts={key}
      onClick={() => onChoose(outcome)}
    >
      {outcome.words}
    </Button>
  )
}

interface JudgeTieProps {
  entry: CupTieView
  outcomes: readonly Outcome[]
  first: Outcome
  onClose: () => void
}

function JudgeTie({ entry, outcomes, first, onClose }: JudgeTieProps) {
  const { tie, cup_id, cup_name } = entry
  const [chosen, setChosen] = useState(first)
  // A tie that changed must be reviewed before a verdict.
  const [basis] = useState(entry)
  const [judge] = useJudgeTieMutation()
  const change = useChange()
  const carryOut = async (reason: string): Promise<boolean> => {
    const outcome = await change({
      thing: `tie ${tieKey(entry)}`,
      name: `${cup_name}, ${tieWords(tie)}`,
      version: basis.version,
      before: verdictFields(basis),
      yours: { State: TIE_STATE_WORDS.decided, Verdict: chosen.words, Reason: reason },
      fieldsOf: (current: CupTieView) => verdictFields(current),
      send: (version) => judge({ cupId: cup_id, tieId: tie.id, winnerId: chosen.winnerId, reason, version }),
      failed: 'Failed to give the verdict.',
    })
    if (outcome.kind === 'done') toastSuccess(`Verdict: ${chosen.words}.`)
    return outcome.kind !== 'open'
  }
  return (
    <ReasonDialog
      title={`Verdict on ${cup_name}: ${tieWords(tie)}`}
      confirm="Give the verdict"
      danger={chosen.winnerId === null}
      draft={['verdict', tieKey(entry)]}
      onConfirm={carryOut}
      onClose={onClose}
    >
      {tie.state === 'decided' && <p>Decided: {winnerWords(entry)}. Your verdict takes its place.</p>}
      <SelectField
        label="Outcome"
        value={String(chosen.winnerId)}
        options={outcomes.map(({ winnerId, words }) => ({ value: String(winnerId), label: words }))}
        onChange={(value) => setChosen(outcomes.find(({ winnerId }) => String(winnerId) === value) ?? chosen)}
      />
    </ReasonDialog>
  )
}
