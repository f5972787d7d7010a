import { useEffect, useEffectEvent } from 'react'
import { handOver } from '../../entities/devices/handover.js'
import { useOwnControl } from '../../entities/devices/own-control.js'
import { Invitation } from '../../entities/ready/ready-page.js'
import { HELD_MS } from '../../entities/ready/ready-request.js'
import { Button } from '../../shared/ui/button.js'
import { Spinner } from '../../shared/ui/spinner.js'
import { PREPARE } from '../../texts/ready-to-join.js'

interface PrepareProps {
  /** False where the room has refused: the server then says why. */
  asks: boolean
  onReady: () => void
}

/** Shows the camera prompt before the room, which takes over what opens; every answer continues. */
export default function Prepare({ asks, onReady }: PrepareProps) {
  const control = useOwnControl()
  const goOn = () => {
    if (control && asks) handOver(control, HELD_MS.room)
    onReady()
  }
  const goOnAnswered = useEffectEvent(goOn)
  useEffect(() => {
    if (!control) return undefined
    let here = true
    const asked = asks ? control.raw.request() : Promise.resolve()
    void asked.then(() => void (here && goOnAnswered()))
    return () => {
      here = false
    }
  }, [control, asks])

  return (
    <Invitation
      status={
        asks && (
          <>
            <span>
              <Spinner /> {PREPARE.preparing}
            </span>
            <Button variant="quiet" onClick={goOn}>
              {PREPARE.joinNow}
            </Button>
          </>
        )
      }
    />
  )
}
