import { Icon } from '../../../shared/ui/icon.js'
import type { MediaState } from '../../../shared/rtc/index.js'
import styles from './notes.module.css'

/** Says in a few words what is missing from somebody's picture and sound. */
export function mediaNotes({ mic, cam, source, sound }: MediaState): { icon: 'mic-off' | 'camera-off'; text: string }[] {
  const notes: ReturnType<typeof mediaNotes> = []
  if (source === 'stand-in') notes.push({ icon: 'camera-off', text: 'No camera' })
  else if (!cam) notes.push({ icon: 'camera-off', text: 'Camera off' })
  if (sound === 'stand-in') notes.push({ icon: 'mic-off', text: 'No microphone' })
  else if (!mic) notes.push({ icon: 'mic-off', text: 'Muted' })
  return notes
}

export function MediaNotes({ state }: { state: MediaState }) {
  return mediaNotes(state).map(({ icon, text }) => (
    <span key={icon} className={styles.note}>
      <Icon name={icon} size={16} /> {text}
    </span>
  ))
}
