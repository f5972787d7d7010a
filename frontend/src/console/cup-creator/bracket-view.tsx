import { Pill } from '../kit/text/pill.js'
import { TieStatePill } from '../cups/pills.js'
import { roundWords } from '../cups/tie-names.js'
import type { Bracket, BracketTie, Side } from './bracket.js'
import { classNames } from '../../shared/ui/class-names.js'
import styles from './bracket.module.css'

/** Who meets whom, round by round from the left; on a phone the rounds stand below each other. */
export const BracketView = ({ bracket }: { bracket: Bracket }) => (
  // A region that scrolls has to be reached by the keyboard.
  <div className={styles.frame} tabIndex={0} role="region" aria-label="Bracket">
    <ol className={styles.rounds}>
      {bracket.map((ties, index) => (
        <li key={index} className={styles.round}>
          <h4 className={styles.title}>{roundWords(index + 1, bracket.length)}</h4>
          <ol className={styles.ties}>
            {ties.map((tie) => (
              <Tie key={tie.id} tie={tie} />
            ))}
          </ol>
        </li>
      ))}
    </ol>
  </div>
)

const Tie = ({ tie }: { tie: BracketTie }) => (
  <li className={styles.tie}>
    {tie.sides.map((side, index) => (
      <SideLine key={index} side={side} bye={tie.bye} />
    ))}
    {tie.state !== null && tie.state !== 'decided' && tie.state !== 'waiting' && <TieStatePill state={tie.state} />}
  </li>
)

const SideLine = ({ side: { entry, won }, bye }: { side: Side; bye: boolean }) => (
  <p className={classNames(styles.side, won && styles.won)}>
    <span className={styles.seed}>{entry?.seed}</span>
    <span className={styles.name}>{entry ? entry.username || `#${entry.id}` : bye ? 'Bye' : '-'}</span>
    {won && <Pill tone="green">Won</Pill>}
  </p>
)
