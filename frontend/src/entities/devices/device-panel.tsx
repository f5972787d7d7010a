import type { DeviceControl } from '../../shared/rtc/index.js'
import { BlurSwitch, DeviceMenus, SoundSwitches, TestSound } from './device-fields.js'
import styles from './devices.module.css'
import { LevelMeter } from './level-meter.js'
import { OwnView } from './own-view.js'
import { ProblemNotes } from './problem-notes.js'
import { useRawMedia } from './use-control.js'

/** The player's devices in a room, where the call goes on meanwhile. */
export default function DevicePanel({ control }: { control: DeviceControl }) {
  const opened = useRawMedia(control, ({ source, sound }) => source === 'camera' || sound === 'microphone')
  return (
    <div className={styles.panel}>
      <OwnView control={control} />
      {opened && <LevelMeter control={control} />}
      <ProblemNotes control={control} />
      {opened && (
        <div className={styles.fields}>
          <DeviceMenus control={control} />
          <TestSound />
          <div className={styles.switches}>
            <BlurSwitch control={control} />
            <SoundSwitches control={control} />
          </div>
        </div>
      )}
    </div>
  )
}
