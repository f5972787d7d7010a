import { type Mode, MODES } from '@kla/proto/web'
import { MODE_CHOICE } from '../../texts/game.js'
import { MODE_WORDS } from './game-words.js'
import styles from './mode-choice.module.css'

interface ModeChoiceProps {
  value: Mode
  onChange: (mode: Mode) => void
  explained?: boolean
  /** Second line of a mode; has its place from the start, as it may arrive late. */
  detail?: (mode: Mode) => string | undefined
}

export const ModeChoice = ({ value, onChange, explained = true, detail }: ModeChoiceProps) => (
  <fieldset>
    <legend className={styles.legend}>{MODE_CHOICE.mode}</legend>
    <div className={styles.choices} data-detailed={detail !== undefined || undefined}>
      {MODES.map((mode) => (
        <label key={mode} className={styles.choice}>
          <input
            type="radio"
            name="mode"
            className="visually-hidden"
            checked={mode === value}
            onChange={() => onChange(mode)}
          />
          <span>{MODE_WORDS[mode].name}</span>
          {detail?.(mode) && <span className={styles.detail}>{detail(mode)}</span>}
        </label>
      ))}
    </div>
    {explained && <p className={styles.text}>{MODE_WORDS[value].goal}</p>}
  </fieldset>
)
