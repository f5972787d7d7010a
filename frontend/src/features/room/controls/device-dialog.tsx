import DevicePanel from '../../../entities/devices/device-panel.js'
import { Dialog } from '../../../shared/ui/dialog.js'
import { DEVICES } from '../../../texts/room-controls.js'
import { useServices } from '../call/services.js'

/** Exchanges devices without interrupting the call. */
export default function DeviceDialog({ onClose }: { onClose: () => void }) {
  const { control } = useServices()
  return (
    <Dialog title={DEVICES.title} open onClose={onClose}>
      <DevicePanel control={control} />
    </Dialog>
  )
}
