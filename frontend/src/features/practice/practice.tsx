import { PROMPT_MS, SHOW_MS } from '@kla/proto/web'
import { type CSSProperties, type RefObject, useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { Link } from 'react-router'
import { useKeys } from '../../shared/browser/keys.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { PATHS } from '../../shared/config/paths.js'
import { shownSeconds, useRemaining } from '../../shared/time/remaining.js'
import { Button, buttonClass } from '../../shared/ui/button.js'
import { SHAPES } from '../../shared/ui/drawn-avatar.js'
import { HoldButton } from '../../shared/ui/hold-button.js'
import { Ring } from '../../shared/ui/ring.js'
import { Settling, useSettled } from '../../shared/ui/settling.js'
import { PRACTICE } from '../../texts/practice.js'
import { HAND_SIZE, type Move, type Practice as State, practise, resultWords, type Vote } from './practice-rules.js'
import styles from './practice.module.css'

const TITLE_ID = 'practice-step'

/** A round without an opponent, with drawn cards. Opens no camera and sends nothing. */
export default function Practice() {
  useTitle(PRACTICE.title)
  const [state, move] = useReducer(practise, { step: 'intro' })
  const section = useRef<HTMLElement>(null)
  useFocusOn(section, state.step)
  return (
    <div className={styles.page}>
      <header>
        <h1 className={styles.title}>{PRACTICE.title}</h1>
        <p className={styles.lead}>{PRACTICE.lead}</p>
      </header>
      <section ref={section} tabIndex={-1} className={styles.frame} aria-labelledby={TITLE_ID}>
        <Settling key={`${state.step} ${'round' in state ? state.round : ''}`} className={styles.step}>
          <StepOf state={state} move={move} />
        </Settling>
      </section>
      <p>
        <Link to={PATHS.gameroom}>{PRACTICE.toLobby}</Link>
      </p>
    </div>
  )
}

interface StepProps<Step = State> {
  state: Step
  move: (move: Move) => void
}

function StepOf({ state, ...rest }: StepProps) {
  switch (state.step) {
    case 'intro':
      return <Intro {...rest} />
    case 'pick':
      return <Pick {...rest} state={state} />
    case 'show':
      return <Show {...rest} state={state} />
    case 'vote':
      return <VoteStep {...rest} />
    case 'result':
      return <Result {...rest} state={state} />
  }
}

const now = () => ({ nowMs: Date.now(), chance: Math.random() })

const Intro = ({ move }: Omit<StepProps, 'state'>) => (
  <>
    <h2 id={TITLE_ID}>{PRACTICE.plan}</h2>
    <ol className={styles.plan}>
      <li>{PRACTICE.planPick({ seconds: PROMPT_MS / 1_000 })}</li>
      <li>{PRACTICE.planShow({ seconds: SHOW_MS / 1_000 })}</li>
      <li>{PRACTICE.planFinish}</li>
    </ol>
    <Button variant="primary" size="l" onClick={() => move({ type: 'deal', ...now() })}>
      {PRACTICE.deal}
    </Button>
  </>
)

function Pick({ state, move }: StepProps<Extract<State, { step: 'pick' }>>) {
  const settled = useSettled(state.round)
  const pick = (card: number) => move({ type: 'pick', card, ...now() })
  useKeys((key) => {
    const card = Number(key)
    if (settled && Number.isInteger(card) && card >= 1 && card <= HAND_SIZE) pick(card)
  })
  return (
    <>
      <div className={styles.head}>
        <h2 id={TITLE_ID}>{PRACTICE.pick({ round: state.round })}</h2>
        <TimeLeft endsAt={state.endsAt} ofMs={PROMPT_MS} move={move} />
      </div>
      <ul className={styles.cards}>
        {CARDS.map((card) => (
          <li key={card}>
            <button
              type="button"
              className={styles.card}
              aria-label={PRACTICE.card({ number: card })}
              onClick={() => pick(card)}
            >
              <Drawing card={card} />
              <span className={styles.number} aria-hidden="true">
                {card}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Finish round={state.round} move={move} />
    </>
  )
}

function Show({ state, move }: StepProps<Extract<State, { step: 'show' }>>) {
  return (
    <>
      <div className={styles.head}>
        <h2 id={TITLE_ID}>{state.inTime ? PRACTICE.pickedInTime : PRACTICE.pickedForYou}</h2>
        <TimeLeft endsAt={state.endsAt} ofMs={SHOW_MS} move={move} />
      </div>
      <div className={styles.shown}>
        <figure className={styles.stage}>
          <Drawing card={state.received} moving />
          <figcaption>{PRACTICE.received}</figcaption>
        </figure>
        <figure className={styles.sent}>
          <Drawing card={state.picked} moving />
          <figcaption>{state.inTime ? PRACTICE.sentByYou : PRACTICE.sentByUs}</figcaption>
        </figure>
      </div>
      <div className={styles.actions}>
        <Button onClick={() => move({ type: 'deal', ...now() })}>{PRACTICE.skip}</Button>
        <Finish round={state.round} move={move} />
      </div>
    </>
  )
}

/** Equals the time for which Finish takes no press in a battle. */
const FINISH_INERT_MS = 2_000

const Finish = ({ round, move }: { round: number; move: StepProps['move'] }) => {
  const open = useSettled(round, FINISH_INERT_MS)
  const finish = () => move({ type: 'finish' })
  return (
    <HoldButton idle={!open} hint={PRACTICE.finishHint} onHeld={finish} onAsk={finish}>
      {PRACTICE.finish}
    </HoldButton>
  )
}

const VOTES: readonly { vote: Vote; words: string }[] = [
  { vote: 'you', words: PRACTICE.voteYou },
  { vote: 'opponent', words: PRACTICE.voteOpponent },
  { vote: 'none', words: PRACTICE.voteNone },
]

const VoteStep = ({ move }: Omit<StepProps, 'state'>) => (
  <>
    <h2 id={TITLE_ID}>{PRACTICE.vote}</h2>
    <p>{PRACTICE.voteRule}</p>
    <div className={styles.actions} role="group" aria-label={PRACTICE.yourVote}>
      {VOTES.map(({ vote, words }) => (
        <Button key={vote} onClick={() => move({ type: 'vote', vote })}>
          {words}
        </Button>
      ))}
    </div>
  </>
)

const Result = ({ state, move }: StepProps<Extract<State, { step: 'result' }>>) => {
  const { title, text } = resultWords(state.vote)
  return (
    <>
      <h2 id={TITLE_ID}>{title}</h2>
      <p>{text}</p>
      <div className={styles.actions}>
        <Link className={buttonClass({ variant: 'primary' })} to={PATHS.gameroom}>
          {PRACTICE.find}
        </Link>
        <Button onClick={() => move({ type: 'deal', ...now() })}>{PRACTICE.again}</Button>
      </div>
    </>
  )
}

function TimeLeft({ endsAt, ofMs, move }: { endsAt: number; ofMs: number; move: StepProps['move'] }) {
  const left = useRemaining(endsAt) ?? ofMs
  const over = left === 0
  const onOver = useEffectEvent(() => move({ type: 'time-up', ...now() }))
  useEffect(() => {
    if (over) onOver()
  }, [over])
  const seconds = shownSeconds(left)
  return <Ring share={left / ofMs} number={String(seconds)} label={PRACTICE.timeLeft({ seconds })} />
}

const CARDS = Array.from({ length: HAND_SIZE }, (_, index) => index + 1)

const Drawing = ({ card, moving = false }: { card: number; moving?: boolean }) => (
  <svg
    className={styles.drawing}
    data-moving={moving || undefined}
    viewBox="0 0 24 24"
    style={{ '--ground': `var(--drawn-ground-${card})`, '--ink': `var(--drawn-ink-${card})` } as CSSProperties}
    aria-hidden="true"
  >
    <path d={SHAPES[card]} />
  </svg>
)

/** Keeps keyboards and screen readers at the step. Its content takes no focus until it settles. */
function useFocusOn(section: RefObject<HTMLElement | null>, step: State['step']): void {
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    section.current?.focus()
  }, [section, step])
}
