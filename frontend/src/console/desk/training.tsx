import type { AdminSession, DecisionView } from '@kla/proto/web'
import { useRef, useState } from 'react'
import { Provider } from 'react-redux'
import { browserMemory } from '../../shared/browser/memory.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { Button } from '../../shared/ui/button.js'
import { measureWords, RULE_WORDS } from '../entities/decisions.js'
import { CategoryPill } from '../entities/report-pills.js'
import { useAdminSessionQuery } from '../entities/session-api.js'
import type { Draft } from '../kit/drafts.js'
import { Notice } from '../kit/states.js'
import { Facts, Section } from '../kit/text.js'
import { UndoProvider } from '../kit/undo.js'
import { type DecisionDraft, EMPTY_DECISION } from './decision-draft.js'
import { DecisionForm } from './decision-form.js'
import { HELP_MESSAGE, SelfHarm } from './self-harm.js'
import { TRAINING_CASES, type TrainingCase } from './training-cases.js'
import { type Agreement, agreementOf, isFullAgreement, measureOfAnswer } from './training-score.js'
import { createTrainingStore, jobOf, versionsOf } from './training-store.js'
import styles from './training.module.css'

/** Fictional cases through the real decision form, with known answers. Nothing is sent. */
export default function Training() {
  useTitle('Training')
  const me = useAdminSessionQuery(undefined, { refetchOnMountOrArgChange: false }).data
  return (
    <div className={styles.page}>
      <h1>Training</h1>
      <Notice title="Training: nothing here is sent">
        All people and texts are made up. Your decisions stay on this page, and no one sees them.
      </Notice>
      {me ? <Cases key={me.id} me={me} /> : <p role="status">Loading…</p>}
    </div>
  )
}

function Cases({ me }: { me: AdminSession }) {
  const { done, add, clear } = useDone(me.id)
  const [open, setOpen] = useState<string | null>(null)
  const [results, setResults] = useState<ReadonlyMap<string, Agreement>>(new Map())
  const given = TRAINING_CASES.find(({ id }) => id === open)
  const next = TRAINING_CASES.find(({ id }) => !done.has(id) && id !== open)
  if (given) {
    return (
      <UndoProvider key={given.id}>
        <Case
          given={given}
          me={me}
          onAnswered={(agreement) => {
            add(given.id)
            setResults((before) => new Map(before).set(given.id, agreement))
          }}
          onNext={next ? () => setOpen(next.id) : null}
          onClose={() => setOpen(null)}
        />
      </UndoProvider>
    )
  }
  return (
    <>
      {TRAINING_CASES.every(({ id }) => done.has(id)) && <Score results={results} onAgain={clear} />}
      <ul className={styles.cases}>
        {TRAINING_CASES.map(({ id, title, category }) => (
          <li key={id} className={styles.case}>
            <span>
              {title} <CategoryPill report={{ category }} />
            </span>
            <span className={styles.muted}>{done.has(id) ? 'Done' : 'To do'}</span>
            <Button aria-label={`${done.has(id) ? 'Try again' : 'Open'}: ${title}`} onClick={() => setOpen(id)}>
              {done.has(id) ? 'Try again' : 'Open'}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

const Score = ({ results, onAgain }: { results: ReadonlyMap<string, Agreement>; onAgain: () => void }) => {
  const agreed = [...results.values()].filter(isFullAgreement).length
  return (
    <Section title="Your score">
      <p role="status">
        {results.size === 0
          ? 'You did all cases before. Open one to try again.'
          : `You agreed with the known answer in ${agreed} of ${results.size} cases.`}
      </p>
      <Button onClick={onAgain}>Start again</Button>
    </Section>
  )
}

interface CaseProps {
  given: TrainingCase
  me: AdminSession
  onAnswered: (agreement: Agreement) => void
  /** Null after the last case. */
  onNext: (() => void) | null
  onClose: () => void
}

function Case({ given, me, onAnswered, onNext, onClose }: CaseProps) {
  const [store] = useState(() => createTrainingStore(given, me, Date.now))
  const [job] = useState(() => jobOf(given, Date.now()))
  const [decision, setDecision] = useState<DecisionView | null>(null)
  const draft = useLocalDraft()
  const answered = (made: DecisionView) => {
    setDecision(made)
    onAnswered(agreementOf(given.answer, made))
  }
  return (
    <>
      <h2 className={styles.title}>{given.title}</h2>
      <div className={styles.sides}>
        <div className={styles.subject}>
          {given.category === 'self_harm' && !decision && (
            <SelfHarm
              enabled
              onSendHelp={() =>
                draft.change((before) => ({ ...before, outcome: 'dismissed', letter: before.letter || HELP_MESSAGE }))
              }
            />
          )}
          <Section title="What is known">
            <p>{given.known}</p>
          </Section>
          <Texts title="Reports" texts={given.reports} empty="None." />
          <Texts title="Chat" texts={given.chat} empty="No messages." />
        </div>
        <div>
          {decision ? (
            <Answer given={given} decision={decision} onNext={onNext} onClose={onClose} />
          ) : (
            <Provider store={store}>
              <DecisionForm
                job={job}
                draft={draft}
                versions={versionsOf(given)}
                claim={{ kind: 'own', claim: 'training' }}
                onClaimAgain={() => Promise.resolve()}
                onRefused={() => false}
                onDecided={answered}
              />
            </Provider>
          )}
          {!decision && (
            <Button variant="quiet" onClick={onClose}>
              Back to the cases
            </Button>
          )}
        </div>
      </div>
    </>
  )
}

const Texts = ({ title, texts, empty }: { title: string; texts: TrainingCase['chat']; empty: string }) => (
  <Section title={title}>
    {texts.length === 0 ? (
      <p className={styles.muted}>{empty}</p>
    ) : (
      <ul className={styles.texts}>
        {texts.map(({ by, text }, place) => (
          <li key={`${place} ${text}`}>
            <strong>{by}:</strong> {text}
          </li>
        ))}
      </ul>
    )}
  </Section>
)

interface AnswerProps {
  given: TrainingCase
  decision: DecisionView
  onNext: (() => void) | null
  onClose: () => void
}

const agreementWords = (agreed: boolean) => (agreed ? 'As in the known answer' : 'Different from the known answer')

function Answer({ given: { answer }, decision, onNext, onClose }: AnswerProps) {
  const agreement = agreementOf(answer, decision)
  const { breach } = answer
  const step = breach && measureOfAnswer(breach)
  return (
    <Section title="The known answer">
      <p role="status">
        <strong>{isFullAgreement(agreement) ? 'You agree with it.' : 'You decided otherwise.'}</strong>
      </p>
      <p>{answer.why}</p>
      <Facts
        facts={[
          ['Breach', `${breach ? 'Yes' : 'No'}. ${agreementWords(agreement.breach)}.`],
          ...(breach && agreement.rule !== null
            ? [['Rule', `${RULE_WORDS[breach.rule]}. ${agreementWords(agreement.rule)}.`] as const]
            : []),
          ...(step && agreement.step !== null
            ? [
                [
                  'Step',
                  `${measureWords({ kind: step.kind, duration_ms: step.durationMs })}. ${agreementWords(agreement.step)}.`,
                ] as const,
              ]
            : []),
        ]}
      />
      <div className={styles.acts}>
        {onNext && (
          <Button variant="primary" autoFocus onClick={onNext}>
            Next case
          </Button>
        )}
        <Button onClick={onClose}>Back to the cases</Button>
      </div>
    </Section>
  )
}

/** Keeps the text on this page alone. */
function useLocalDraft(): Draft<DecisionDraft> {
  const [value, setValue] = useState(EMPTY_DECISION)
  const last = useRef(value)
  const set = (next: DecisionDraft) => {
    last.current = next
    setValue(next)
  }
  return {
    value,
    unsent: false,
    change: (next) => set(typeof next === 'function' ? next(last.current) : next),
    sent: () => undefined,
    discard: () => {
      const before = last.current
      set(EMPTY_DECISION)
      return () => {
        set(before)
        return true
      }
    },
  }
}

const keyOf = (administrator: number): string => `console-training/${administrator}`

function readDone(administrator: number): ReadonlySet<string> {
  const known = TRAINING_CASES.map(({ id }) => id)
  const kept = (browserMemory('localStorage').getItem(keyOf(administrator)) ?? '').split(' ')
  return new Set(known.filter((id) => kept.includes(id)))
}

/** Remembers which cases an administrator has done, and nothing else. */
function useDone(administrator: number) {
  const [done, setDone] = useState(() => readDone(administrator))
  const keep = (next: ReadonlySet<string>) => {
    browserMemory('localStorage').setItem(keyOf(administrator), [...next].join(' '))
    setDone(next)
  }
  return {
    done,
    add: (id: string) => keep(new Set([...done, id])),
    clear: () => keep(new Set()),
  }
}
