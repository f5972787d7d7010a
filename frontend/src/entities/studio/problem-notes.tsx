import type { DeviceControl, DeviceKind } from '../../shared/rtc/index.js'
import { Button } from '../../shared/ui/button.js'
import { Icon } from '../../shared/ui/icon.js'
import { problemOf, problemWords } from './problems.js'
import styles from './studio.module.css'
import { useRawMedia } from './use-control.js'

export function ProblemNotes({ control }: { control: DeviceControl }) {
  const problems = useRawMedia(control, (view) => view.problems)
  const { camera, microphone } = problems ?? {}
  return (
    <div className={styles.problems} role="alert">
      {camera && <ProblemNote control={control} kind="camera" errorName={camera} />}
      {microphone && !(camera && problemOf(camera) === 'denied' && problemOf(microphone) === 'denied') && (
        <ProblemNote control={control} kind="microphone" errorName={microphone} />
      )}
    </div>
  )
}

interface ProblemNoteProps {
  control: DeviceControl
  kind: DeviceKind
  errorName: string
}

function ProblemNote({ control, kind, errorName }: ProblemNoteProps) {
  const { title, text, steps } = problemWords(kind, errorName, navigator.userAgent)
  return (
    <div className={styles.problem}>
      <Icon name={kind === 'camera' ? 'camera-off' : 'mic-off'} />
      <div className={styles.problemText}>
        <p className={styles.problemTitle}>{title}</p>
        <p>{text}</p>
        {steps.length > 0 && (
          <ol className={styles.steps}>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        )}
        <p className={styles.way}>
          {kind === 'camera'
            ? 'You can play without a camera: the other player then sees a black picture.'
            : 'You can play without a microphone, and write in the chat.'}
        </p>
      </div>
      <Button
        onClick={() => void (problemOf(errorName) === 'denied' ? control.raw.request() : control.raw.reopen(kind))}
      >
        {problemOf(errorName) === 'returned' ? `Turn the ${kind} on` : `Try the ${kind} again`}
      </Button>
    </div>
  )
}
