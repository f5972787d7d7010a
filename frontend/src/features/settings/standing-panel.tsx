import { APPEAL_TEXT_MAX, typedText } from '@kla/proto/web'
import { useState } from 'react'
import { errorText } from '../../shared/api/errors.js'
import { useRoughNow } from '../../shared/time/now.js'
import { endWords } from '../../shared/time/when-words.js'
import { Button } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { TextArea } from '../../shared/ui/fields.js'
import { Panel } from '../../shared/ui/panel.js'
import { RelativeTime } from '../../shared/ui/relative-time.js'
import { RULE_NAMES, STANDING } from '../../texts/settings.js'
import { Loaded } from './loaded.js'
import { measureWords, type OwnDecision, useAppealMutation, useStandingQuery } from './standing.js'
import styles from './standing-panel.module.css'

export function StandingPanel() {
  const query = useStandingQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <Panel title={STANDING.title}>
      <Loaded query={query} texts={STANDING} height="5rem">
        {(decisions) =>
          decisions.length === 0 ? (
            <EmptyState icon="check" title={STANDING.none}>
              {STANDING.noneWhy}
            </EmptyState>
          ) : (
            <ul aria-label={STANDING.title}>
              {decisions.map((decision) => (
                <DecisionEntry key={decision.id} decision={decision} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}

const DecisionEntry = ({ decision: { rule, ...decision } }: { decision: OwnDecision }) => (
  <li className={styles.entry}>
    <div className={styles.head}>
      <strong>{rule === null ? STANDING.message : RULE_NAMES[rule]}</strong>
      {decision.state === 'overturned' && <span className={styles.status}>{STANDING.overturned}</span>}
    </div>
    <p className={styles.facts}>{STANDING.decided({ when: () => <RelativeTime at={decision.decided_at} /> })}</p>
    {rule !== null && <Reasons decision={decision} />}
    {decision.letter !== '' && <p className={styles.words}>{decision.letter}</p>}
    {rule !== null && (decision.appeal ? <SentAppeal appeal={decision.appeal} /> : <Appeal decision={decision} />)}
  </li>
)

type Reasoned = Omit<OwnDecision, 'rule'>

const Reasons = ({ decision: { facts, measures } }: { decision: Reasoned }) => (
  <>
    <h3 className={styles.title}>{STANDING.happened}</h3>
    <p className={styles.words}>{facts}</p>
    <h3 className={styles.title}>{STANDING.measures}</h3>
    <ul>
      {measures.map((measure) => (
        <li key={measure.kind}>{measureWords(measure)}</li>
      ))}
    </ul>
  </>
)

const SentAppeal = ({ appeal }: { appeal: NonNullable<OwnDecision['appeal']> }) => (
  <div className={styles.appeal}>
    <p className={styles.facts}>{STANDING.appealed({ when: () => <RelativeTime at={appeal.opened_at} /> })}</p>
    <p className={styles.words}>{appeal.text}</p>
    <p>
      <strong>{APPEAL_STATES[appeal.state]}</strong>
    </p>
    {appeal.answer !== null && <p className={styles.words}>{appeal.answer}</p>}
  </div>
)

const APPEAL_STATES = {
  open: STANDING.appealOpen,
  upheld: STANDING.upheld,
  overturned: STANDING.appealGranted,
} as const

function Appeal({ decision: { id, appeal_until, state } }: { decision: Reasoned }) {
  const now = useRoughNow()
  const [text, setText] = useState('')
  const [writing, setWriting] = useState(false)
  const [appeal, { isLoading, error }] = useAppealMutation()
  if (state === 'overturned') return null
  if (Date.parse(appeal_until) <= now) return <p className={styles.facts}>{STANDING.appealOver}</p>
  if (!writing) {
    return (
      <div className={styles.offer}>
        <p className={styles.facts}>{STANDING.appealUntil({ end: endWords(appeal_until) })}</p>
        <Button onClick={() => setWriting(true)}>{STANDING.appeal}</Button>
      </div>
    )
  }
  return (
    <form
      className={styles.appeal}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isLoading && typedText(text) !== '') void appeal({ decision: id, text: typedText(text) })
      }}
    >
      <TextArea
        label={STANDING.why}
        rows={5}
        autoFocus
        maxLength={APPEAL_TEXT_MAX}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div role="alert">{error !== undefined && errorText(error, STANDING.sendFailed)}</div>
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" busy={isLoading} disabled={typedText(text) === ''}>
          {STANDING.send}
        </Button>
        <Button variant="quiet" onClick={() => setWriting(false)}>
          {STANDING.cancel}
        </Button>
      </div>
    </form>
  )
}
