import type { ReactNode } from 'react'
import type { MediaState } from '../../../shared/rtc/index.js'
import { Icon } from '../../../shared/ui/icon.js'
import { PANE_NOTES } from '../../../texts/room-stage.js'
import { useVeiled } from '../call/services.js'
import { useRoom } from '../state/use-room.js'
import styles from './pane-notes.module.css'

function mediaNotes({ mic, cam, source, sound }: MediaState): { icon: 'mic-off' | 'camera-off'; text: string }[] {
  const notes: ReturnType<typeof mediaNotes> = []
  if (!cam) notes.push({ icon: 'camera-off', text: PANE_NOTES.cameraOff })
  else if (source === 'stand-in') notes.push({ icon: 'camera-off', text: PANE_NOTES.noCamera })
  if (sound === 'stand-in') notes.push({ icon: 'mic-off', text: PANE_NOTES.noMicrophone })
  else if (!mic) notes.push({ icon: 'mic-off', text: PANE_NOTES.muted })
  return notes
}

export function MediaNotes({ state }: { state: MediaState }) {
  return mediaNotes(state).map(({ icon, text }) => (
    <span key={icon} className={styles.note}>
      <Icon name={icon} size={16} /> {text}
    </span>
  ))
}

export function ReadyNote({ id }: { id: number }) {
  const ready = useRoom(({ phase, ready }) => phase === 'waiting' && ready.includes(id))
  return ready ? (
    <span className={styles.note}>
      <Icon name="check" size={16} /> {PANE_NOTES.ready}
    </span>
  ) : null
}

export function ShownNote({ id, children }: { id: number; children: ReactNode }) {
  const shown = useRoom(({ reveal }) => reveal?.ready.includes(id) === true)
  const veiled = useVeiled()
  return shown && veiled ? (
    <span className={styles.note}>
      <Icon name="eye" size={16} /> {children}
    </span>
  ) : null
}

export const usePaneStatus = (id: number | null): 'ready' | 'winner' | 'beaten' | undefined =>
  useRoom(({ phase, ready, winnerId, battlePlayers }) => {
    if (id === null) return undefined
    if (phase === 'waiting') return ready.includes(id) ? 'ready' : undefined
    if (phase !== 'result' || winnerId === null || !battlePlayers.includes(id)) return undefined
    return winnerId === id ? 'winner' : 'beaten'
  })
