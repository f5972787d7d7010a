import { useId, useState } from 'react'
import { setReducedMotion, useReducedMotion } from '../../../shared/browser/reduced-motion.js'
import { useRemembered } from '../../../shared/browser/remembered.js'
import { isDrumMuted, rememberDrumMuted } from '../../../shared/drum/index.js'
import { Switch } from '../../../shared/ui/switch.js'
import { useServices } from '../call/services.js'
import { opponentVolume, ownPictureHidden } from '../view-settings.js'
import styles from './sound-and-motion.module.css'

export default function SoundMenu() {
  return (
    <>
      <DrumSwitch />
      <VolumeSlider />
      <StillnessSwitch />
      <OwnPictureSwitch />
    </>
  )
}

function DrumSwitch() {
  const { drum } = useServices()
  const [muted, setMuted] = useState(isDrumMuted)
  return (
    <Switch
      on={!muted}
      onChange={(on) => {
        setMuted(!on)
        drum.setMuted(!on)
        rememberDrumMuted(!on)
      }}
    >
      Drum
    </Switch>
  )
}

/** iOS leaves the volume to the device's buttons. */
const setsVolume = (): boolean => {
  const probe = document.createElement('video')
  probe.volume = 0.5
  return probe.volume === 0.5
}

function VolumeSlider() {
  const id = useId()
  const volume = useRemembered(opponentVolume)
  const [possible] = useState(setsVolume)
  if (!possible) return null
  const percent = Math.round(volume * 100)
  return (
    <div className={styles.volume}>
      <label htmlFor={id}>Opponent’s volume</label>
      <output htmlFor={id}>{percent} %</output>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={5}
        value={percent}
        aria-valuetext={`${percent} percent`}
        onChange={(event) => opponentVolume.set(Number(event.target.value) / 100)}
      />
    </div>
  )
}

function StillnessSwitch() {
  const still = useReducedMotion()
  return (
    <Switch on={still} onChange={setReducedMotion}>
      Less motion
    </Switch>
  )
}

function OwnPictureSwitch() {
  const hidden = useRemembered(ownPictureHidden)
  return (
    <Switch on={!hidden} onChange={(on) => ownPictureHidden.set(!on)}>
      My own video
    </Switch>
  )
}
