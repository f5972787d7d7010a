import DevicePanel from '../../../entities/devices/device-panel.js'
import { Dialog } from '../../../shared/ui/dialog.js'
import { useServices } from '../call/services.js'

/** Exchanges devices without interrupting the call. */
export default function DeviceDialog({ onClose }: { onClose: () => void }) {
  const { control } = useServices()
  return (
    <Dialog title="Your video and sound" open onClose={onClose}>
      <DevicePanel control={control} />
    </Dialog>
  )
}
