import { useRoom } from '../state/use-room.js'
import { SaveReceivedButton } from './save-received-button.js'
import { SavesLeft } from './saves-left.js'
import styles from './saving.module.css'

/** After the rounds: the clip shown last can still be saved. */
export function SaveLastGif() {
  const gif = useRoom(({ lastGif }) => lastGif)
  if (gif === null) return null
  return (
    <div className={styles.last}>
      <SaveReceivedButton gifUrl={gif.gifUrl}>Save the last GIF</SaveReceivedButton>
      <SavesLeft />
    </div>
  )
}
