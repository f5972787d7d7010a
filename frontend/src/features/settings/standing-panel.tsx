import { APPEAL_TEXT_MAX } from '@kla/proto/web'
import { useRoughNow } from '../../shared/time/now.js'
import { endWords } from '../../shared/time/when-words.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { Panel } from '../../shared/ui/panel.js'
import { RelativeTime } from '../../shared/ui/relative-time.js'
import { RULE_NAMES, STANDING } from '../../texts/settings.js'
import entries from './entries.module.css'
import { Loaded } from './loaded.js'
import styles from './standing-panel.module.css'
import { measureWords, type OwnDecision, useAppealMutation, useStandingQuery } from './standing.js'
import { WritingForm } from './writing-form.js'

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
  <li className={entries.entry}>
    <div className={entries.head}>
      <strong>{rule === null ? STANDING.message : RULE_NAMES[rule]}</strong>
      {decision.state === 'overturned' && <span className={entries.status}>{STANDING.overturned}</span>}
    </div>
    <p className={entries.facts}>{STANDING.decided({ when: () => <RelativeTime at={decision.decided_at} /> })}</p>
    {rule !== null && <Reasons decision={decision} />}
    {decision.letter !== '' && <p className={entries.words}>{decision.letter}</p>}
    {rule !== null && (decision.appeal ? <SentAppeal appeal={decision.appeal} /> : <Appeal decision={decision} />)}
  </li>
)

type Reasoned = Omit<OwnDecision, 'rule'>

const Reasons = ({ decision: { facts, measures } }: { decision: Reasoned }) => (
  <>
    <h3 className={styles.title}>{STANDING.happened}</h3>
    <p className={entries.words}>{facts}</p>
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
    <p className={entries.facts}>{STANDING.appealed({ when: () => <RelativeTime at={appeal.opened_at} /> })}</p>
    <p className={entries.words}>{appeal.text}</p>
    <p>
      <strong>{APPEAL_STATES[appeal.state]}</strong>
    </p>
    {appeal.answer !== null && <p className={entries.words}>{appeal.answer}</p>}
  </div>
)

const APPEAL_STATES = {
  open: STANDING.appealOpen,
  upheld: STANDING.upheld,
  overturned: STANDING.appealGranted,
} as const

function Appeal({ decision: { id, appeal_until, state } }: { decision: Reasoned }) {
  const now = useRoughNow()
  const [appeal, { isLoading, error }] = useAppealMutation()
  if (state === 'overturned') return null
  if (Date.parse(appeal_until) <= now) return <p className={entries.facts}>{STANDING.appealOver}</p>
  return (
    <WritingForm
      place={`appeal ${id}`}
      texts={APPEAL}
      rows={5}
      maxLength={APPEAL_TEXT_MAX}
      className={styles.appeal}
      offerClass={styles.offer}
      busy={isLoading}
      error={error}
      onSend={async (text) => (await appeal({ decision: id, text })).error === undefined}
    >
      <p className={entries.facts}>{STANDING.appealUntil({ end: endWords(appeal_until) })}</p>
    </WritingForm>
  )
}

const APPEAL = {
  open: STANDING.appeal,
  label: STANDING.why,
  send: STANDING.send,
  cancel: STANDING.cancel,
  failed: STANDING.sendFailed,
}
