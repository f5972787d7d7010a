import { useState } from 'react'
import type { Cup } from '../../../entities/cup/cups.js'
import { RoundPicker } from './round-picker.js'
import { currentRound, roundsOf } from './rounds.js'
import { TieBox } from './tie-box.js'
import { namesOf } from './tie-words.js'
import styles from './bracket.module.css'

interface BracketProps {
  cup: Cup
  /** Null for visitors. */
  ownId: number | null
}

/** Every round with its ties: side by side where there is room, one at a time on a phone. */
export function Bracket({ cup, ownId }: BracketProps) {
  const rounds = roundsOf(cup.ties)
  /** Null: the one that is played now, also when the next one begins. */
  const [picked, setPicked] = useState<number | null>(null)
  const shown = picked ?? currentRound(rounds)
  const names = namesOf(cup.entries)
  return (
    <section className={styles.bracket} aria-labelledby="bracket">
      <h2 id="bracket" className={styles.title}>
        Bracket
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
