import { useState } from 'react'
import type { CupTieView } from '@kla/proto/web'
import { SelectField } from '../../shared/ui/fields.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { errorText } from '../../shared/api/errors.js'
import { useJudgeTieMutation } from '../cups/ties-api.js'
import { tieWords, winnerWords } from '../cups/tie-names.js'
import { ReasonDialog } from '../kit/dialogs/reason-dialog.js'
import type { Outcome } from './verdict.js'

interface JudgeTieProps {
  entry: CupTieView
  outcomes: readonly Outcome[]
  /** The one that was pressed; another can be chosen still. */
  first: Outcome
  onClose: () => void
}

/** A judge's word on a tie. */
export function JudgeTie({ entry, outcomes, first, onClose }: JudgeTieProps) {
  const { tie, cup_id, cup_name } = entry
  const [chosen, setChosen] = useState(first)
  // What is said is said of the tie as it was then: one that changes meanwhile is to be looked at first.
  const [version] = useState(entry.version)
  const [judge] = useJudgeTieMutation()
  const carryOut = async (reason: string): Promise<boolean> => {
    const { error } = await judge({ cupId: cup_id, tieId: tie.id, winnerId: chosen.winnerId, reason, version })
    if (error) toastError(errorText(error, 'Failed to give the verdict.'))
    else toastSuccess(`Verdict: ${chosen.words}.`)
    return !error
  }
  return (
    <ReasonDialog
      title={`Verdict on ${cup_name}: ${tieWords(tie)}`}
      confirm="Give the verdict"
      danger={chosen.winnerId === null}
      onConfirm={carryOut}
      onClose={onClose}
    >
      {tie.state === 'decided' && <p>It stands decided: {winnerWords(entry)}. Your verdict takes its place.</p>}
      <SelectField
        label="Outcome"
        data-autofocus=""
        value={String(chosen.winnerId)}
        options={outcomes.map(({ winnerId, words }) => ({ value: String(winnerId), label: words }))}
        onChange={(value) => setChosen(outcomes.find(({ winnerId }) => String(winnerId) === value) ?? chosen)}
      />
    </ReasonDialog>
  )
}
