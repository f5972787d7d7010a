import { useSelector } from 'react-redux'
import { useReveal } from '../call/services.js'
import { selectHand } from '../state/use-room.js'
import styles from './controls.module.css'

export default function ShortcutHint({ trayOpen }: { trayOpen: boolean }) {
  const cards = useSelector(selectHand)?.length ?? 0
  const veiledRoom = useReveal(({ room }) => room === 'veiled')
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
      {veiledRoom && (
        <>
          <span>
            <kbd>S</kbd> show myself
          </span>
          <span>
            <kbd>B</kbd> blur both
          </span>
        </>
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
