import { type ComponentProps, Fragment, useEffect, useState } from 'react'
import { endWords, whenWords } from '../../shared/time/when-words.js'
import { SelectField, TextField } from '../../shared/ui/fields.js'
import styles from './moments.module.css'
import { clockTime, localZone, remainingWords } from './times.js'
import { offsetOf, readLocalTime, withoutOffset } from './zoned-times.js'

interface WhenProps {
  at: string | null
  /** Time of day, also without seconds. */
  clock?: boolean | 'minutes'
  /** Shows the minute in which something ends. */
  end?: boolean
}

/** Local time with zone; UTC in the tooltip. */
export const When = ({ at, clock = false, end = false }: WhenProps) =>
  at === null ? (
    '-'
  ) : (
    <time dateTime={at} title={`${at.slice(0, 19).replace('T', ' ')} UTC`}>
      {clock ? clockOf(at, clock) : partsOf((end ? endWords : whenWords)(at))}
    </time>
  )

/** Words that break only after the day. */
const partsOf = (words: string) =>
  words.split(/(?<=,) /).map((part, index) => (
    <Fragment key={part}>
      {index > 0 && ' '}
      <span className={styles.part}>{part}</span>
    </Fragment>
  ))

const clockOf = (at: string, clock: true | 'minutes'): string =>
  clockTime(new Date(at)).slice(0, clock === 'minutes' ? 5 : undefined)

interface MomentFieldProps extends Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> {
  /** Local time; one that occurs twice carries its offset. */
  value: string
  onChange: (value: string) => void
  zone?: string
}

export function MomentField({ value, onChange, zone = localZone(), ...field }: MomentFieldProps) {
  const shown = withoutOffset(value)
  const read = readLocalTime(shown, zone)
  return (
    <>
      <TextField
        hint={`Your time: ${zone}`}
        {...field}
        type="datetime-local"
        value={shown}
        onChange={(event) => onChange(event.target.value)}
      />
      {read.kind === 'twice' && (
        <SelectField
          label={`${field.label}: this time comes twice`}
          value={value.slice(shown.length)}
          disabled={field.disabled}
          options={[
            { value: '', label: 'Choose…' },
            ...read.moments.map((at, index) => ({
              value: offsetOf(at, zone),
              label: `${index === 0 ? 'Before' : 'After'} the clocks go back (UTC${offsetOf(at, zone)})`,
            })),
          ]}
          onChange={(offset) => onChange(shown + offset)}
        />
      )}
    </>
  )
}

interface CountdownProps {
  until: string
  over: string
}

/** Ticks every second, without announcing it to screen readers. */
export function Countdown({ until, over }: CountdownProps) {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <time className={styles.countdown} dateTime={until} title={`${until.slice(0, 19).replace('T', ' ')} UTC`}>
      {remainingWords(Date.parse(until), nowMs) ?? over}
    </time>
  )
}
