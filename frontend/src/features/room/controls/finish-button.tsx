import { useState } from 'react'
import { useRealtime } from '../../../shared/realtime/index.js'
import { Button } from '../../../shared/ui/button.js'
import { DeliberateButton } from '../../../shared/ui/deliberate-button.js'
import { Dialog } from '../../../shared/ui/dialog.js'
import { HoldButton } from '../../../shared/ui/hold-button.js'
import { useSettled } from '../../../shared/ui/settling.js'
import { toastError } from '../../../shared/ui/toast.js'
import { FINISH } from '../../../texts/room-finish.js'
import { useRoom } from '../state/use-room.js'
import styles from './controls.module.css'

/** An earlier press was aimed at Ready Up. */
const INERT_MS = 2_000

/** Shown during rounds, never in the place of Ready Up. */
export default function FinishButton() {
  const roomId = useRoom(({ roomId }) => roomId)
  const { send, number } = useRealtime()
  const [sending, setSending] = useState(false)
  const [asking, setAsking] = useState(false)
  // New with each battle, but not with its rounds, which end without a Ready Up.
  const players = useRoom(({ battlePlayers }) => battlePlayers)
  const isOpen = useSettled(players, INERT_MS)
  const isBack = useSettled(number, INERT_MS)
  const open = isOpen && isBack

  const finish = async () => {
    if (roomId === null) return
    setAsking(false)
    setSending(true)
    const answer = await send('user-finishes', { roomId })
    setSending(false)
    if (!answer.success && answer.code !== 'NOT_PLAYING') toastError(answer.error)
  }
  return (
    <>
      <HoldButton
        idle={!open}
        busy={sending}
        hint={FINISH.hold}
        onHeld={() => void finish()}
        onAsk={() => setAsking(true)}
      >
        {FINISH.finish}
      </HoldButton>
      <Dialog title={FINISH.title} open={asking} onClose={() => setAsking(false)}>
        <p className={styles.text}>{FINISH.text}</p>
        <div className={styles.actions}>
          <Button onClick={() => setAsking(false)} data-autofocus="">
            {FINISH.keepPlaying}
          </Button>
          <DeliberateButton variant="danger" onClick={() => void (open && finish())}>
            {FINISH.now}
          </DeliberateButton>
        </div>
      </Dialog>
    </>
  )
}
