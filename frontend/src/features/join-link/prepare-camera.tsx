import { useEffect } from 'react'
import { Button } from '../../components/ui/button.js'
import { Spinner } from '../../components/ui/spinner.js'
import type { RoomKey } from '../../lib/rooms/room-key.js'
import { askForCamera, recordCameraPermission } from './camera-permission.js'
import styles from './join-link.module.css'

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
    <div className={styles.waiting}>
      <h1 className={styles.title}>You are invited to a battle</h1>
      <p className={styles.status} role="status">
        <Spinner /> Preparing camera… waiting for permission prompt…
      </p>
      <p className={styles.text}>Nobody sees you before you are in the room, and you can play without a camera.</p>
      <Button variant="quiet" onClick={() => onReady(room)}>
        Go in without waiting
      </Button>
    </div>
  )
}
