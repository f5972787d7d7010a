import { useState } from 'react'
import type { CupTieView } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { useShortcut } from '../kit/keys/shortcuts-context.js'
import { JudgeTie } from './judge-tie.js'
import { closedWords, outcomesOf, type Outcome } from './verdict.js'
import styles from './cup-verification.module.css'

/** What a judge can say about one tie. `1`, `2` and so on are its outcomes in their order. */
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
  useShortcut(key, outcome.words, () => onChoose(outcome))
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
