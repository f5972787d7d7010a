import { useSelector } from 'react-redux'
import { selectHand } from '../state/selectors.js'
import styles from './shortcut-hint.module.css'

/** The keys that do something now. Hidden where there is no keyboard to speak of. */
export function ShortcutHint({ trayOpen }: { trayOpen: boolean }) {
  const cards = useSelector(selectHand)?.length ?? 0
  return (
    <p className={styles.hint}>
      {cards > 0 && !trayOpen && (
        <span>
          <kbd>1</kbd>–<kbd>{cards}</kbd> pick
        </span>
      )}
      {cards > 0 && (
        <span>
          <kbd>W</kbd> Wild Card
        </span>
      )}
      {trayOpen && (
        <span>
          <kbd>Esc</kbd> back
        </span>
      )}
      <span>
        <kbd>M</kbd> microphone
      </span>
      <span>
        <kbd>V</kbd> camera
      </span>
      <span>
        <kbd>Enter</kbd> chat
      </span>
    </p>
  )
}
