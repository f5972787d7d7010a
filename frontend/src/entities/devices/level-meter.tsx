import { useEffect, useRef } from 'react'
import type { DeviceControl } from '../../shared/rtc/index.js'
import { Icon } from '../../shared/ui/icon.js'
import { LEVEL } from '../../texts/devices.js'
import styles from './devices.module.css'
import { levelWords, watchLevel } from './level.js'
import { useRawMedia } from './use-control.js'

/** Assistive technology gets at most two updates a second. */
const TOLD_EVERY_MS = 500

const levelNote = (here: boolean, on: boolean): string => {
  if (!here) return LEVEL.noMicrophone
  if (!('AudioContext' in window)) return LEVEL.cannotMeasure
  return on ? LEVEL.saySomething : LEVEL.muted
}

interface LevelMeterProps {
  control: DeviceControl
  /** True beside a switch that shows the microphone's icon. */
  bare?: boolean
}

export function LevelMeter({ control, bare = false }: LevelMeterProps) {
  const track = useRawMedia(control, ({ tracks }) => tracks.audio)
  const here = useRawMedia(control, ({ sound }) => sound === 'microphone')
  const on = useRawMedia(control, ({ mic }) => mic)
  const meter = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    if (!here) return undefined
    let toldAt = 0
    return watchLevel(track, (level) => {
      if (bar.current) bar.current.style.transform = `scaleX(${level / 100})`
      if (performance.now() - toldAt < TOLD_EVERY_MS) return
      toldAt = performance.now()
      meter.current?.setAttribute('aria-valuenow', String(level))
      meter.current?.setAttribute('aria-valuetext', levelWords(level))
    })
  }, [track, here])

  return (
    <div className={styles.level}>
      {!bare && <Icon name={here && on ? 'mic' : 'mic-off'} size={18} />}
      <div
        ref={meter}
        className={styles.meter}
        role="meter"
        aria-label={LEVEL.label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={0}
        aria-valuetext={LEVEL.silence}
      >
        <span ref={bar} className={styles.meterBar} />
      </div>
      <span className={styles.levelNote}>{levelNote(here, on)}</span>
    </div>
  )
}
