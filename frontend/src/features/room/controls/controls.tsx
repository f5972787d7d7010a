import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { useRealtime } from '../../../shared/realtime/index.js'
import { isCamOn } from '../../../shared/rtc/index.js'
import { Button } from '../../../shared/ui/button.js'
import { IconButton } from '../../../shared/ui/icon-button.js'
import { Icon } from '../../../shared/ui/icon.js'
import { toastError } from '../../../shared/ui/toast.js'
import { CONTROLS, READY_UP } from '../../../texts/room-controls.js'
import { useLocalMedia, useServices } from '../call/services.js'
import { canReadyUp, isRematch } from '../state/ready-up.js'
import { roomSlice } from '../state/room-slice.js'
import { useMe, useRoom } from '../state/use-room.js'
import { DeviceMenu } from './device-menu.js'

export function DeviceSwitches() {
  const { media } = useServices()
  const mic = useLocalMedia((view) => view.mic)
  const cam = useLocalMedia(isCamOn)
  return (
    <>
      <IconButton
        icon={mic ? 'mic' : 'mic-off'}
        label={mic ? CONTROLS.mute : CONTROLS.unmute}
        onClick={() => media.setMic(!mic)}
      />
      <IconButton
        icon={cam ? 'camera' : 'camera-off'}
        label={cam ? CONTROLS.cameraOff : CONTROLS.cameraOn}
        onClick={() => media.setCam(!cam)}
      />
      <DeviceMenu />
    </>
  )
}

export function ReadyButton({ wide = false }: { wide?: boolean }) {
  const { send } = useRealtime()
  const dispatch = useDispatch()
  const me = useMe()
  const roomId = useRoom(({ roomId }) => roomId)
  const open = useRoom(canReadyUp)
  const rematch = useRoom(isRematch)
  const ready = useRoom(({ ready }) => ready.includes(me))
  const [sending, setSending] = useState(false)
  if (!open || roomId === null) return null

  const readyUp = async () => {
    setSending(true)
    const answer = await send('ready-up', { roomId })
    setSending(false)
    if (answer.success || answer.code === 'ALREADY_READY') dispatch(roomSlice.actions.readied(me))
    else toastError(answer.error)
  }
  return (
    <Button variant="primary" size="l" wide={wide} disabled={ready || sending} onClick={() => void readyUp()}>
      <Icon name={ready ? 'check' : 'bell'} />{' '}
      {ready || sending ? READY_UP.ready : rematch ? READY_UP.rematch : READY_UP.readyUp}
    </Button>
  )
}
