import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useRemembered } from '../../../shared/browser/remembered.js'
import { chooseStillness, useStillness } from '../../../shared/browser/stillness.js'
import { isDrumMuted, rememberDrumMuted } from '../../../shared/drum/index.js'
import { IconButton } from '../../../shared/ui/icon-button.js'
import { Switch } from '../../../shared/ui/switch.js'
import { useServices } from '../call/services.js'
import { opponentVolume, ownPictureHidden } from '../comforts.js'
import styles from './sound-and-motion.module.css'

/** Nothing of it concerns the opponent. */
export function SoundAndMotion() {
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const id = useId()
  useLeaving(place, open, () => setOpen(false))

  return (
    <div
      ref={place}
      className={styles.place}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        event.stopPropagation()
        setOpen(false)
        place.current?.querySelector('button')?.focus()
      }}
    >
      <IconButton
        icon="volume"
        label="Sound and motion"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <div id={id} className={styles.menu} role="group" aria-label="Sound and motion">
          <DrumSwitch />
          <VolumeSlider />
          <StillnessSwitch />
          <OwnPictureSwitch />
        </div>
      )}
    </div>
  )
}

function useLeaving(place: RefObject<HTMLElement | null>, open: boolean, close: () => void): void {
  useEffect(() => {
    if (!open) return undefined
    const leaving = new AbortController()
    const look = ({ target }: Event) => {
      if (target instanceof Node && !place.current?.contains(target)) close()
    }
    for (const event of ['pointerdown', 'focusin']) document.addEventListener(event, look, { signal: leaving.signal })
    return () => leaving.abort()
  })
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

/** iOS leaves the volume to the buttons of the device. */
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
  const still = useStillness()
  return (
    <Switch on={still} onChange={chooseStillness}>
      Less motion
    </Switch>
  )
}

function OwnPictureSwitch() {
  const hidden = useRemembered(ownPictureHidden)
  return (
    <Switch on={!hidden} onChange={(on) => ownPictureHidden.set(!on)}>
      My own picture
    </Switch>
  )
}
