import { useState } from 'react'
import type { Cup, TieView } from '../../entities/cup/cups.js'
import { classNames } from '../../shared/ui/class-names.js'
import { Countdown } from '../../shared/ui/countdown.js'
import { Icon } from '../../shared/ui/icon.js'
import { BRACKET } from '../../texts/cup.js'
import styles from './bracket.module.css'
import { currentRound, playsIn, type Round, roundsOf } from './rules.js'
import { type Names, namesOf, sideWords, statusWords, tieSentence } from './words.js'

interface BracketProps {
  cup: Cup
  ownId: number | null
}

export function Bracket({ cup, ownId }: BracketProps) {
  const rounds = roundsOf(cup.ties)
  const [picked, setPicked] = useState<number | null>(null)
  const shown = picked ?? currentRound(rounds)
  const names = namesOf(cup.entries)
  return (
    <section className={styles.bracket} aria-labelledby="bracket">
      <h2 id="bracket" className={styles.title}>
        {BRACKET.title}
      </h2>
      <RoundPicker rounds={rounds} shown={shown} onPick={setPicked} />
      <ol className={styles.rounds} data-rounds={rounds.length}>
        {rounds.map((round) => (
          <li key={round.number} className={styles.round} data-shown={round.number === shown || undefined}>
            <h3 className={styles.name}>{round.name}</h3>
            <ol className={styles.ties}>
              {round.ties.map((tie) => (
                <TieBox key={tie.id} tie={tie} names={names} ownId={ownId} />
              ))}
            </ol>
          </li>
        ))}
      </ol>
    </section>
  )
}

interface RoundPickerProps {
  rounds: readonly Round[]
  shown: number
  onPick: (round: number) => void
}

const RoundPicker = ({ rounds, shown, onPick }: RoundPickerProps) => (
  <div className={styles.picker} role="group" aria-label={BRACKET.rounds}>
    {rounds.map((round) => (
      <button
        key={round.number}
        type="button"
        className={styles.pick}
        aria-pressed={round.number === shown}
        onClick={() => onPick(round.number)}
      >
        {round.name}
      </button>
    ))}
  </div>
)

interface TieBoxProps {
  tie: TieView
  names: Names
  ownId: number | null
}

const TieBox = ({ tie, names, ownId }: TieBoxProps) => {
  const own = ownId !== null && playsIn(tie, ownId)
  return (
    <li className={styles.tie}>
      <p className="visually-hidden">{tieSentence(tie, names)}</p>
      <div className={styles.box} data-state={tie.state} aria-hidden="true">
        {[tie.player_a, tie.player_b].map((player, place) => (
          <p
            key={place}
            className={classNames(styles.side, player === null && styles.vacant)}
            data-side={own && player !== null ? (player === ownId ? 'you' : 'other') : undefined}
            data-lost={(tie.state === 'decided' && tie.winner_id !== player) || undefined}
          >
            <span className={styles.tieBoxName}>{sideWords(tie, player, names)}</span>
            {player !== null && tie.winner_id === player && <Icon name="check" size={16} />}
          </p>
        ))}
        <p className={styles.status}>
          {statusWords(tie)}
          {tie.state === 'called' && tie.deadline && <Countdown until={tie.deadline} />}
        </p>
      </div>
    </li>
  )
}
