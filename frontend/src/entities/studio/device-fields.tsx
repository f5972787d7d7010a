import { useEffect, useRef, useState } from 'react'
import {
  canChooseSpeaker,
  type DeviceControl,
  findDevice,
  followSpeaker,
  type ListedKind,
} from '../../shared/rtc/index.js'
import { Button } from '../../shared/ui/button.js'
import { SelectField } from '../../shared/ui/fields.js'
import { Icon } from '../../shared/ui/icon.js'
import { Switch } from '../../shared/ui/switch.js'
import { toastError } from '../../shared/ui/toast.js'
import styles from './studio.module.css'
import { useDevices, useRawMedia } from './use-control.js'

export const DeviceFields = ({ control }: { control: DeviceControl }) => {
  const echoCancellation = useDevices(control, ({ preferences }) => preferences.echoCancellation)
  const noiseSuppression = useDevices(control, ({ preferences }) => preferences.noiseSuppression)
  const blur = useDevices(control, ({ preferences }) => preferences.blur)
  return (
    <div className={styles.fields}>
      <DeviceField control={control} kind="camera" label="Camera" />
      <DeviceField control={control} kind="microphone" label="Microphone" />
      <div className={styles.speaker}>
        {canChooseSpeaker() && <DeviceField control={control} kind="speaker" label="Speaker" />}
        <TestSound />
      </div>
      <div className={styles.switches}>
        <Switch on={echoCancellation} onChange={(on) => void control.setSound({ echoCancellation: on })}>
          Echo cancellation
        </Switch>
        <Switch on={noiseSuppression} onChange={(on) => void control.setSound({ noiseSuppression: on })}>
          Noise suppression
        </Switch>
        <Switch on={blur} onChange={(on) => control.devices.prefer({ blur: on })}>
          Blur what is behind me
        </Switch>
      </div>
    </div>
  )
}

interface DeviceFieldProps {
  control: DeviceControl
  kind: ListedKind
  label: string
}

function DeviceField({ control, kind, label }: DeviceFieldProps) {
  const list = useDevices(control, ({ lists }) => lists[kind])
  const preferred = useDevices(control, ({ preferences }) => preferences[kind])
  const open = useRawMedia(control, (view) => (kind === 'speaker' ? undefined : view.open?.[kind]))
  const value = kind === 'speaker' ? findDevice(list, preferred)?.id : (open ?? findDevice(list, preferred)?.id)
  const choose = async (id: string) => {
    if (!(await control.choose(kind, id))) toastError(`That ${kind} could not be opened. The one before is still used.`)
  }
  const options =
    list.length === 0
      ? [{ value: '', label: `No ${kind} known yet` }]
      : list.map((device) => ({ value: device.id, label: device.label }))
  return (
    <SelectField
      label={label}
      value={value ?? options[0]?.value ?? ''}
      options={options}
      disabled={list.length === 0}
      onChange={(id) => void choose(id)}
    />
  )
}

/** Fetched on the first press; source in README.md. */
const CLIP = new URL('./test-sound.mp3', import.meta.url).href

function TestSound() {
  const sound = useRef<HTMLAudioElement | null>(null)
  const [playing, setPlaying] = useState(false)
  useEffect(() => () => sound.current?.pause(), [])

  const play = async () => {
    if (sound.current === null) {
      sound.current = new Audio(CLIP)
      followSpeaker(sound.current)
      sound.current.onended = () => setPlaying(false)
    }
    sound.current.currentTime = 0
    setPlaying(true)
    try {
      await sound.current.play()
    } catch {
      setPlaying(false)
      toastError('The test sound could not be played.')
    }
  }
  const stop = () => {
    sound.current?.pause()
    setPlaying(false)
  }
  return (
    <Button aria-pressed={playing} onClick={() => (playing ? stop() : void play())}>
      <Icon name={playing ? 'pause' : 'volume'} /> {playing ? 'Stop' : 'Play a test sound'}
    </Button>
  )
}
