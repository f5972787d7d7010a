import { useState } from 'react'
import { IconButton } from '../../../shared/ui/icon-button.js'
import { isDrumMuted, rememberDrumMuted } from '../../../shared/drum/index.js'
import { useServices } from '../call/services-context.js'

/** Silences the drum, here and in every later battle in this browser. */
export function DrumSwitch() {
  const { drum } = useServices()
  const [muted, setMuted] = useState(isDrumMuted)

  const toggle = () => {
    setMuted(!muted)
    drum.setMuted(!muted)
    rememberDrumMuted(!muted)
  }
  return (
    <IconButton
      icon={muted ? 'volume-off' : 'volume'}
      label={muted ? 'Let the drum be heard' : 'Silence the drum'}
      onClick={toggle}
    />
  )
}
