import { useEffect } from 'react'
import { Button } from '../../shared/ui/button.js'
import { Spinner } from '../../shared/ui/spinner.js'
import type { RoomKey } from '../../entities/room/room-key.js'
import { askForCamera, recordCameraPermission } from './camera-permission.js'
import { Invitation } from './invitation.js'

interface PrepareCameraProps {
  room: RoomKey
  onReady: (room: RoomKey) => void
}

/** Gets the browser's question about the camera out of the way before the room. The answer never keeps anybody out. */
export const PrepareCamera = ({ room, onReady }: PrepareCameraProps) => {
  useEffect(() => {
    let here = true
    void askForCamera(navigator.mediaDevices).then((permission) => {
      recordCameraPermission(permission)
      if (here) onReady(room)
    })
    return () => {
      here = false
    }
  }, [room, onReady])

  return (
    <Invitation
      status={
        <>
          <Spinner /> Preparing camera… waiting for permission prompt…
        </>
      }
    >
      <Button variant="quiet" onClick={() => onReady(room)}>
        Go in without waiting
      </Button>
    </Invitation>
  )
}
