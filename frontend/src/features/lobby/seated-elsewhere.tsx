import type { ServerEvents } from '@kla/proto/web'
import { useEffect, useState } from 'react'
import type { RoomKey } from '../../entities/room/room-key.js'
import { useRealtime } from '../../shared/realtime/index.js'
import { Button } from '../../shared/ui/button.js'
import { DeliberateButton } from '../../shared/ui/deliberate-button.js'
import { Panel } from '../../shared/ui/panel.js'
import { toastError } from '../../shared/ui/toast.js'
import { SEATED_ELSEWHERE } from '../../texts/lobby.js'
import styles from './seated-elsewhere.module.css'

/** `veiled` is absent where the server does not say. */
export type OnReturn = (room: RoomKey, veiled: boolean | undefined) => void

interface SeatedElsewhereProps {
  joining: string | null
  onReturn: OnReturn
}

/** Offers the seat that the account has in another tab or browser. */
export function SeatedElsewhere({ joining, onReturn }: SeatedElsewhereProps) {
  const seat = useSeat()
  const { send } = useRealtime()
  const [confirming, setConfirming] = useState(false)
  const [leaving, setLeaving] = useState(false)
  if (!seat) return null
  const { roomId, name, veiled } = seat

  const leave = async () => {
    setLeaving(true)
    const answer = await send('leave-room', { roomId })
    setLeaving(false)
    setConfirming(false)
    if (!answer.success) toastError(answer.error)
  }

  return (
    <Panel title={SEATED_ELSEWHERE.title}>
      <p role="status">
        {confirming
          ? SEATED_ELSEWHERE.leaveAsked
          : SEATED_ELSEWHERE.where({ named: name ? 'yes' : 'no', name: name ?? '' })}
      </p>
      <div className={styles.actions}>
        {confirming ? (
          <DeliberateButton key="leave" variant="danger" busy={leaving} onClick={() => void leave()}>
            {SEATED_ELSEWHERE.leave}
          </DeliberateButton>
        ) : (
          <DeliberateButton
            key={roomId}
            variant="primary"
            busy={joining === roomId}
            onClick={() => onReturn({ roomId, passcode: null }, veiled)}
          >
            {SEATED_ELSEWHERE.goThere}
          </DeliberateButton>
        )}
        {/* One button, which keeps the focus. */}
        <Button onClick={() => setConfirming(!confirming)}>
          {confirming ? SEATED_ELSEWHERE.stay : SEATED_ELSEWHERE.leaveIt}
        </Button>
      </div>
    </Panel>
  )
}

type Seat = ServerEvents['seated-elsewhere'] & { roomId: string }

/** Asked for with the room list, which is read again when the player looks at this tab. */
function useSeat(): Seat | null {
  const { status, number, on } = useRealtime()
  const [seat, setSeat] = useState<{ connection: number; seat: Seat | null } | null>(null)
  useEffect(
    () =>
      on('seated-elsewhere', ({ roomId, ...rest }) =>
        setSeat({ connection: number, seat: roomId === null ? null : { roomId, ...rest } }),
      ),
    [on, number],
  )
  return status === 'open' && seat?.connection === number ? seat.seat : null
}
