import type { DeviceControl, DeviceKind } from '../../shared/rtc/index.js'
import { Button } from '../../shared/ui/button.js'
import { Icon } from '../../shared/ui/icon.js'
import { PROBLEM } from '../../texts/devices.js'
import styles from './devices.module.css'
import { problemOf, problemWords } from './problems.js'
import { useRawMedia } from './use-control.js'

interface ProblemNotesProps {
  control: DeviceControl
  /** True before a room, which the player can join all the same. */
  joining?: boolean
}

export function ProblemNotes({ control, joining = false }: ProblemNotesProps) {
  const problems = useRawMedia(control, (view) => view.problems)
  const { camera, microphone } = problems ?? {}
  return (
    <div className={styles.problems} role="alert">
      {camera && <ProblemNote control={control} joining={joining} kind="camera" errorName={camera} />}
      {microphone && !(camera && problemOf(camera) === 'denied' && problemOf(microphone) === 'denied') && (
        <ProblemNote control={control} joining={joining} kind="microphone" errorName={microphone} />
      )}
    </div>
  )
}

interface ProblemNoteProps extends Required<ProblemNotesProps> {
  kind: DeviceKind
  errorName: string
}

function ProblemNote({ control, joining, kind, errorName }: ProblemNoteProps) {
  const { title, text, steps } = problemWords(kind, errorName, navigator.userAgent)
  const { raw } = control
  const open = () => {
    if (kind === 'camera' && !raw.get().cam) raw.setCam(true)
    else void (problemOf(errorName) === 'denied' ? raw.request() : raw.reopen(kind))
  }
  return (
    <div className={styles.problem}>
      <Icon name={kind === 'camera' ? 'camera-off' : 'mic-off'} />
      <div className={styles.problemText}>
        <p className={styles.problemTitle}>{joining ? PROBLEM.canStillJoin({ title }) : title}</p>
        <p>{text}</p>
        {steps.length > 0 && (
          <ol className={styles.steps}>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        )}
        <p className={styles.way}>{kind === 'camera' ? PROBLEM.withoutCamera : PROBLEM.withoutMicrophone}</p>
      </div>
      <Button onClick={open}>
        {problemOf(errorName) === 'returned' ? PROBLEM.turnOn({ kind }) : PROBLEM.tryAgain({ kind })}
      </Button>
    </div>
  )
}
