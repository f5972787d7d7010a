import { useState } from 'react'
import type { DeviceControl } from '../../shared/rtc/index.js'
import { IconButton } from '../../shared/ui/icon-button.js'
import { FLIP_CAMERA } from '../../texts/device-notices.js'
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
        label={facing === 'user' ? FLIP_CAMERA.toBack : FLIP_CAMERA.toFront}
        disabled={busy}
        onClick={() => void flip()}
      />
    </span>
  )
}
