import { IconButton } from '../../../shared/ui/icon-button.js'
import { useLocalMedia, useServices } from '../call/services-context.js'

/** Microphone and camera, on and off. */
export function DeviceSwitches() {
  const { media } = useServices()
  const mic = useLocalMedia((view) => view.mic)
  const cam = useLocalMedia((view) => view.cam)
  return (
    <>
      <IconButton
        icon={mic ? 'mic' : 'mic-off'}
        label={mic ? 'Mute the microphone (M)' : 'Unmute the microphone (M)'}
        onClick={() => media.setMic(!mic)}
      />
      <IconButton
        icon={cam ? 'camera' : 'camera-off'}
        label={cam ? 'Turn the camera off (V)' : 'Turn the camera on (V)'}
        onClick={() => media.setCam(!cam)}
      />
    </>
  )
}
