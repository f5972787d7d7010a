import type { ReactNode } from 'react'
import type { DeviceControl } from '../../shared/rtc/index.js'
import { DeviceFields } from './device-fields.js'
import { LevelMeter } from './level-meter.js'
import { OwnView } from './own-view.js'
import { ProblemNotes } from './problem-notes.js'
import styles from './studio.module.css'

interface StudioPanelProps {
  control: DeviceControl
  /** One column, in dialogs. */
  narrow?: boolean
  children?: ReactNode
}

/** How one will be seen and heard, and by which devices. */
const StudioPanel = ({ control, narrow = false, children }: StudioPanelProps) => (
  <div className={styles.panel} data-narrow={narrow || undefined}>
    <div className={styles.seen}>
      <OwnView control={control} />
      <LevelMeter control={control} />
      <ProblemNotes control={control} />
    </div>
    <div className={styles.chosen}>
      <DeviceFields control={control} />
      {children}
    </div>
  </div>
)

export default StudioPanel
