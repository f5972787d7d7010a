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
import { DEVICES } from '../../texts/devices.js'
import { useDevices, useRawMedia } from './use-control.js'

interface ControlProps {
  control: DeviceControl
}

export const DeviceMenus = ({ control }: ControlProps) => (
  <>
    <DeviceField control={control} kind="camera" label={DEVICES.camera} />
    <DeviceField control={control} kind="microphone" label={DEVICES.microphone} />
    {canChooseSpeaker() && <DeviceField control={control} kind="speaker" label={DEVICES.speaker} />}
  </>
)

export function BlurSwitch({ control }: ControlProps) {
  const blur = useDevices(control, ({ preferences }) => preferences.blur)
  return (
    <Switch on={blur} onChange={(on) => control.devices.prefer({ blur: on })}>
      {DEVICES.blurBackground}
    </Switch>
  )
}

export function SoundSwitches({ control }: ControlProps) {
  const echoCancellation = useDevices(control, ({ preferences }) => preferences.echoCancellation)
  const noiseSuppression = useDevices(control, ({ preferences }) => preferences.noiseSuppression)
  return (
    <>
      <Switch on={echoCancellation} onChange={(on) => void control.setSound({ echoCancellation: on })}>
        {DEVICES.echoCancellation}
      </Switch>
      <Switch on={noiseSuppression} onChange={(on) => void control.setSound({ noiseSuppression: on })}>
        {DEVICES.noiseSuppression}
      </Switch>
    </>
  )
}

interface DeviceFieldProps extends ControlProps {
  kind: ListedKind
  label: string
}

const noneWords = (kind: ListedKind, asking: boolean): string => {
  if (kind === 'speaker') return DEVICES.chosenBySystem
  return asking ? DEVICES.waitingFor({ kind }) : DEVICES.noneYet({ kind })
}

function DeviceField({ control, kind, label }: DeviceFieldProps) {
  const list = useDevices(control, ({ lists }) => lists[kind])
  const preferred = useDevices(control, ({ preferences }) => preferences[kind])
  const open = useRawMedia(control, (view) => (kind === 'speaker' ? undefined : view.open?.[kind]))
  const asking = useRawMedia(control, (view) => view.asking)
  const value = kind === 'speaker' ? findDevice(list, preferred)?.id : (open ?? findDevice(list, preferred)?.id)
  const choose = async (id: string) => {
    if (!(await control.choose(kind, id))) toastError(DEVICES.notOpened({ kind }))
  }
  const options =
    list.length === 0
      ? [{ value: '', label: noneWords(kind, asking) }]
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

export function TestSound() {
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
      toastError(DEVICES.notPlayed)
    }
  }
  const stop = () => {
    sound.current?.pause()
    setPlaying(false)
  }
  return (
    <Button aria-pressed={playing} onClick={() => (playing ? stop() : void play())}>
      <Icon name={playing ? 'pause' : 'volume'} /> {playing ? DEVICES.stop : DEVICES.playTestSound}
    </Button>
  )
}
