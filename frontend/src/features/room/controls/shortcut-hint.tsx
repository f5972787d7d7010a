import type { ReactNode } from 'react'
import { useSelector } from 'react-redux'
import { SHORTCUTS } from '../../../texts/room-shortcuts.js'
import { useReveal } from '../call/services.js'
import { selectHand } from '../state/use-room.js'
import styles from './controls.module.css'

const kbd = (key: ReactNode) => <kbd>{key}</kbd>

export default function ShortcutHint({ trayOpen }: { trayOpen: boolean }) {
  const cards = useSelector(selectHand)?.length ?? 0
  const veiledRoom = useReveal(({ room }) => room === 'veiled')
  const shown = useReveal(({ mine }) => mine)
  return (
    <p className={styles.hint}>
      {cards > 0 && !trayOpen && <span>{SHORTCUTS.pick({ cards, kbd })}</span>}
      {cards > 0 && <span>{SHORTCUTS.wildCard({ kbd })}</span>}
      {trayOpen && <span>{SHORTCUTS.back({ kbd })}</span>}
      {veiledRoom && <span>{(shown ? SHORTCUTS.blur : SHORTCUTS.show)({ kbd })}</span>}
      <span>{SHORTCUTS.microphone({ kbd })}</span>
      <span>{SHORTCUTS.camera({ kbd })}</span>
      <span>{SHORTCUTS.chat({ kbd })}</span>
    </p>
  )
}
