import type { Round } from './rounds.js'
import styles from './bracket.module.css'

interface RoundPickerProps {
  rounds: readonly Round[]
  shown: number
  onPick: (round: number) => void
}

/** Which round a narrow screen shows. Where there is room for all of them it is not there. */
export const RoundPicker = ({ rounds, shown, onPick }: RoundPickerProps) => (
  <div className={styles.picker} role="group" aria-label="Rounds">
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
