import type { ReactNode } from 'react'
import { noWinnerWords, verdictWords } from '../../../entities/room/verdict-words.js'
import { Spinner } from '../../../shared/ui/spinner.js'
import { PASS_POINTS, RESULT } from '../../../texts/room-battle.js'
import { ReceivedStrip } from '../saving/received-strip.js'
import { leaverOf } from '../state/last-battle.js'
import { useMe, useRoom } from '../state/use-room.js'
import { AfterResult } from './after-result.js'
import panel from './phase-panel.module.css'
import styles from './result-card.module.css'
import { countedWords, gainWords, type Result, tierProgress } from './result-words.js'
import { useBattleResult } from './use-battle-result.js'
import { useLastBattle } from './use-last-battle.js'

export function ResultCard({ phone }: { phone: boolean }) {
  const { played } = useLastBattle()
  return (
    <div className={styles.card}>
      {played ? (
        <>
          <Verdict />
          <Worth />
          <ReceivedStrip />
        </>
      ) : (
        <div className={styles.verdict}>
          <h2 className={panel.title}>{RESULT.notPlayed}</h2>
          <p className={panel.text}>{RESULT.notPlayedHint}</p>
        </div>
      )}
      <AfterResult phone={phone} />
    </div>
  )
}

function Verdict() {
  const me = useMe()
  const battle = useLastBattle()
  const winnerId = useRoom(({ winnerId }) => winnerId)
  const noWinner = useRoom(({ noWinner }) => noWinner)
  const inVote = useRoom(({ endReason }) => endReason !== 'left')
  const sawEnd = useRoom(({ sawEnd }) => sawEnd)
  const side = winnerId === null ? 'none' : winnerId === me ? 'you' : 'other'
  return (
    <div className={styles.verdict}>
      <h2 className={panel.title} data-side={side}>
        {verdictWords(side === 'other' ? { name: battle.name } : side)}
      </h2>
      <p className={panel.text}>
        {side === 'none' ? noWinnerWords(noWinner, { name: leaverOf(battle, sawEnd), inVote }) : RESULT.agreed}
      </p>
    </div>
  )
}

function Worth() {
  const result = useBattleResult()
  if (result === null) return null
  return (
    <div className={styles.worth} role="status">
      {result === undefined ? (
        <p className={styles.counting}>
          <Spinner size={16} /> {RESULT.counting}
        </p>
      ) : (
        <Figures {...result} />
      )}
    </div>
  )
}

function Figures(result: Result) {
  const counted = countedWords(result)
  return (
    <>
      <Score {...result.score} />
      {result.points && <Points {...result.points} />}
      {counted !== null && <p className={styles.note}>{counted}</p>}
    </>
  )
}

const SCORE_PARTS = {
  tally: (content: ReactNode) => <span className={styles.tally}>{content}</span>,
  spoken: (content: ReactNode) => <span className="visually-hidden">{content}</span>,
  you: (content: ReactNode) => <span data-side="you">{content}</span>,
  strong: (content: ReactNode) => <strong>{content}</strong>,
  opponent: (content: ReactNode) => (
    <span className={styles.name} data-side="other">
      {content}
    </span>
  ),
  note: (content: ReactNode) => (
    <span className={styles.note} aria-hidden="true">
      {content}
    </span>
  ),
}

function Score({ you, opponent }: Result['score']) {
  const { name } = useLastBattle()
  return <p className={styles.score}>{RESULT.score({ yours: you, theirs: opponent, name, ...SCORE_PARTS })}</p>
}

function Points(points: NonNullable<Result['points']>) {
  const { share, text } = tierProgress(points)
  return (
    <div className={styles.points}>
      <p>
        <strong>{gainWords(points)}</strong> <span className={styles.note}>{text}</span>
      </p>
      <div
        className={styles.track}
        role="progressbar"
        aria-label={PASS_POINTS.label({ season: points.season })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={text}
      >
        <span className={styles.done} style={{ transform: `scaleX(${share})` }} />
      </div>
    </div>
  )
}
