import { Suspense, useState } from 'react'
import { ScreenLoading } from '../../../shared/loading/screen-loading.js'
import { Button } from '../../../shared/ui/button.js'
import { Dialog } from '../../../shared/ui/dialog.js'
import { IconButton } from '../../../shared/ui/icon-button.js'
import { Icon } from '../../../shared/ui/icon.js'
import { useServices } from '../call/services.js'
import { StudioPanel } from '../later-parts.js'

/** Devices are exchanged without interrupting the call. */
function DeviceDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { control } = useServices()
  return (
    <Dialog title="Your picture and sound" open={open} onClose={onClose}>
      <Suspense fallback={<ScreenLoading />}>
        <StudioPanel control={control} narrow />
      </Suspense>
    </Dialog>
  )
}

export function DeviceMenu() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton icon="sliders" label="Camera, microphone and speaker" aria-haspopup="dialog" onClick={() => setOpen(true)} />
      <DeviceDialog open={open} onClose={() => setOpen(false)} />
    </>
  )
}

/** For the wait: closes by itself when an opponent comes. */
export function StudioButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <Icon name="eye" /> See how you look
      </Button>
      <DeviceDialog open={open} onClose={() => setOpen(false)} />
    </>
  )
}
