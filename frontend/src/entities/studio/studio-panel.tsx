import type { DeviceControl } from '../../shared/rtc/index.js'
import { DeviceFields } from './device-fields.js'
import { LevelMeter } from './level-meter.js'
import { OwnView } from './own-view.js'
import { ProblemNotes } from './problem-notes.js'
import styles from './studio.module.css'
import { useRawMedia } from './use-control.js'

interface StudioPanelProps {
  control: DeviceControl
  narrow?: boolean
}

function StudioPanel({ control, narrow = false }: StudioPanelProps) {
  const tried = useRawMedia(control, ({ source, sound }) => source === 'camera' || sound === 'microphone')
  return (
    <div className={styles.panel} data-narrow={narrow || undefined}>
      <div className={styles.seen}>
        <OwnView control={control} />
        {(tried || !narrow) && <LevelMeter control={control} />}
        <ProblemNotes control={control} />
      </div>
      {(tried || !narrow) && <DeviceFields control={control} />}
    </div>
  )
}

export default StudioPanel
