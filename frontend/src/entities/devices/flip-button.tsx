import { useState } from 'react'
import type { DeviceControl } from '../../shared/rtc/index.js'
import { IconButton } from '../../shared/ui/icon-button.js'
import { DEVICES } from '../../texts/devices.js'
import styles from './flip-button.module.css'
import { useDevices } from './use-control.js'

export function FlipButton({ control }: { control: DeviceControl }) {
  const several = useDevices(control, ({ lists }) => lists.camera.length > 1)
  const facing = useDevices(control, ({ preferences }) => preferences.facing)
  const [busy, setBusy] = useState(false)
  if (!several) return null
  const flip = async () => {
    setBusy(true)
    await control.flip()
    setBusy(false)
  }
  return (
    <span className={styles.flip}>
      <IconButton
        icon="flip"
        label={facing === 'user' ? DEVICES.useBackCamera : DEVICES.useFrontCamera}
        disabled={busy}
        onClick={() => void flip()}
      />
    </span>
  )
}
