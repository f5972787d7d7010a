import { ONE_PRESS_CATEGORIES, REPORT_REASON_MAX, type ReportCategory } from '@kla/proto/web'
import { type ReactNode, useRef, useState, useSyncExternalStore } from 'react'
import { LateHelp } from '../../../entities/connection/late-help.js'
import { type Reported, useSendReport } from '../../../entities/reports/reports.js'
import { StillsChoice } from '../../../entities/reports/stills-choice.js'
import type { StillsUpload } from '../../../entities/reports/stills-upload.js'
import { dangerWords, type OnePress } from '../../../entities/reports/words.js'
import { errorText } from '../../../shared/api/errors.js'
import { Button } from '../../../shared/ui/button.js'
import { TextArea } from '../../../shared/ui/fields.js'
import { ONE_PRESS } from '../../../texts/reports.js'
import { REPORT_THANKS, STILLS, WHAT_HAPPENED } from '../../../texts/room-what-happened.js'
import { UI } from '../../../texts/ui.js'
import { useRoom } from '../state/use-room.js'
import styles from './exit-page.module.css'
import { ExitTitle } from './exit-title.js'

interface Sent {
  readonly person: Reported
  readonly category: ReportCategory
  readonly stills: StillsUpload | null
}

interface WhatHappenedProps {
  person: Reported
  onSent: () => void
}

export default function WhatHappened({ person, onSent }: WhatHappenedProps) {
  const [sent, setSent] = useState<Sent | null>(null)
  if (sent) return <Thanks sent={sent} />
  return (
    <Question
      person={person}
      onSent={(taken) => {
        setSent(taken)
        onSent()
      }}
    />
  )
}

function Question({ person, onSent }: { person: Reported; onSent: (sent: Sent) => void }) {
  const [category, setCategory] = useState<OnePress | null>(null)
  const [reason, setReason] = useState('')
  const [withStills, setWithStills] = useState(true)
  const [missing, setMissing] = useState(false)
  const { send, sending, error, hasStills } = useSendReport(person)
  const first = useRef<HTMLInputElement>(null)

  const submit = async () => {
    if (category === null) {
      setMissing(true)
      first.current?.focus()
      return
    }
    const taken = await send({ category, reason, withStills })
    if (taken) onSent({ person, category, stills: taken.stills })
  }

  const confirmed = useRoom(({ panicExit }) => panicExit?.confirmed !== false)
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!sending) void submit()
      }}
    >
      {!confirmed && <LateHelp wait="telling" name={person.username} />}
      <fieldset className={styles.reasons}>
        <legend className={styles.legend}>{WHAT_HAPPENED.question}</legend>
        {ONE_PRESS_CATEGORIES.map((value, index) => (
          <label key={value} className={styles.reason}>
            <input
              ref={index === 0 ? first : undefined}
              type="radio"
              name="reason"
              checked={category === value}
              onChange={() => {
                setCategory(value)
                setMissing(false)
              }}
            />
            <span>{ONE_PRESS[value]}</span>
          </label>
        ))}
      </fieldset>
      <TextArea
        label={WHAT_HAPPENED.ownWords}
        rows={3}
        maxLength={REPORT_REASON_MAX}
        value={reason}
        hint={WHAT_HAPPENED.ownWordsHint({ name: person.username })}
        onChange={(event) => setReason(event.target.value)}
      />
      {hasStills && <StillsChoice category={category} included={withStills} onChange={setWithStills} />}
      <div role="alert" className={styles.problem}>
        {missing && WHAT_HAPPENED.missing}
        {!missing && error !== undefined && errorText(error, WHAT_HAPPENED.failed)}
      </div>
      <Button type="submit" variant="primary" size="l" wide busy={sending}>
        {sending ? WHAT_HAPPENED.sending : WHAT_HAPPENED.send}
      </Button>
    </form>
  )
}

function Thanks({ sent: { person, category, stills } }: { sent: Sent }) {
  const danger = dangerWords(category)
  return (
    <>
      <ExitTitle>{REPORT_THANKS.title}</ExitTitle>
      <p className={styles.text}>{REPORT_THANKS.text({ name: person.username })}</p>
      {danger && <p className={styles.danger}>{danger}</p>}
      {stills && <Stills stills={stills} />}
    </>
  )
}

function Stills({ stills }: { stills: StillsUpload }): ReactNode {
  const { state } = useSyncExternalStore(stills.subscribe, stills.get)
  return (
    <div className={styles.stills}>
      <p role="status">{STILLS[state]}</p>
      {state === 'waiting' && <Button onClick={stills.tryAgain}>{UI.tryAgain}</Button>}
    </div>
  )
}
