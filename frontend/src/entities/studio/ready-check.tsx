import { useState } from 'react'
import { canConnect } from '../../shared/rtc/can-connect.js'
import { type DeviceControl, goWithoutCamera } from '../../shared/rtc/index.js'
import { Button } from '../../shared/ui/button.js'
import { NoWebRtc } from '../connection/no-webrtc.js'
import { useOwnControl } from './own-control.js'
import styles from './studio.module.css'
import StudioPanel from './studio-panel.js'
import { useRawMedia } from './use-control.js'

export default function ReadyCheck({ onGoOn }: { onGoOn: () => void }) {
  const control = useOwnControl()
  return control && <Check control={control} onGoOn={onGoOn} />
}

function Check({ control, onGoOn }: { control: DeviceControl; onGoOn: () => void }) {
  const seen = useRawMedia(control, ({ source }) => source === 'camera')
  const heard = useRawMedia(control, ({ sound }) => sound === 'microphone')
  const goWithout = () => {
    goWithoutCamera()
    onGoOn()
  }
  const [unconnected] = useState(() => !canConnect())
  return (
    <>
      {unconnected && <NoWebRtc />}
      <StudioPanel control={control} narrow />
      <div className={styles.actions}>
        {seen && (
          <Button variant="primary" onClick={onGoOn}>
            {heard ? 'Go on' : 'Go on without a microphone'}
          </Button>
        )}
        <Button variant={seen ? 'quiet' : 'secondary'} onClick={goWithout}>
          Go without camera
        </Button>
      </div>
    </>
  )
}
