import { type ReactNode, Suspense, useState } from 'react'
import { Button } from '../../../shared/ui/button.js'
import { IconButton } from '../../../shared/ui/icon-button.js'
import { Icon } from '../../../shared/ui/icon.js'
import { DEVICES } from '../../../texts/room-controls.js'
import { DeviceDialog } from '../later-parts.js'

function useDeviceDialog(): [ReactNode, () => void] {
  const [open, setOpen] = useState(false)
  const dialog = <Suspense>{open && <DeviceDialog onClose={() => setOpen(false)} />}</Suspense>
  return [dialog, () => setOpen(true)]
}

export function DeviceMenu() {
  const [dialog, open] = useDeviceDialog()
  return (
    <>
      <IconButton icon="sliders" label={DEVICES.menu} aria-haspopup="dialog" onClick={open} />
      {dialog}
    </>
  )
}

/** Opens the device dialog, which closes when an opponent comes. */
export function OwnLookButton() {
  const [dialog, open] = useDeviceDialog()
  return (
    <>
      <Button variant="quiet" onClick={open}>
        <Icon name="eye" /> {DEVICES.ownLook}
      </Button>
      {dialog}
    </>
  )
}
