import { useId, useState } from 'react'
import { setReducedMotion, useReducedMotion } from '../../../shared/browser/reduced-motion.js'
import { useRemembered } from '../../../shared/browser/remembered.js'
import { isDrumMuted, rememberDrumMuted } from '../../../shared/drum/index.js'
import { Switch } from '../../../shared/ui/switch.js'
import { SOUND_MENU } from '../../../texts/room-sound-menu.js'
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
      {SOUND_MENU.drum}
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
      <label htmlFor={id}>{SOUND_MENU.opponentVolume}</label>
      <output htmlFor={id}>{SOUND_MENU.percent({ percent })}</output>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={5}
        value={percent}
        aria-valuetext={SOUND_MENU.percentSpoken({ percent })}
        onChange={(event) => opponentVolume.set(Number(event.target.value) / 100)}
      />
    </div>
  )
}

function StillnessSwitch() {
  const still = useReducedMotion()
  return (
    <Switch on={still} onChange={setReducedMotion}>
      {SOUND_MENU.lessMotion}
    </Switch>
  )
}

function OwnPictureSwitch() {
  const hidden = useRemembered(ownPictureHidden)
  return (
    <Switch on={!hidden} onChange={(on) => ownPictureHidden.set(!on)}>
      {SOUND_MENU.ownVideo}
    </Switch>
  )
}
