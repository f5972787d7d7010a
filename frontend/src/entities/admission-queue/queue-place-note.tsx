import { useState } from 'react'
import type { QueuePlace } from '../../shared/realtime/index.js'
import { ADMISSION_QUEUE } from '../../texts/admission-queue.js'

interface QueuePlaceNoteProps {
  queuePlace: QueuePlace
  className?: string | undefined
}

/** Changes only once the place halves or grows. */
export const spokenPlace = (spoken: number, place: number): number =>
  place <= spoken / 2 || place > spoken ? place : spoken

/** Shows the page's place in the admission queue. */
export function QueuePlaceNote({ queuePlace, className }: QueuePlaceNoteProps) {
  const [spoken, setSpoken] = useState(queuePlace.place)
  const toSpeak = spokenPlace(spoken, queuePlace.place)
  if (toSpeak !== spoken) setSpoken(toSpeak)
  return (
    <>
      <p className="visually-hidden" role="status">
        {ADMISSION_QUEUE.spoken({ place: toSpeak })}
      </p>
      <p aria-hidden="true">{ADMISSION_QUEUE.backSoon}</p>
      <p className={className} aria-hidden="true">
        {ADMISSION_QUEUE.place(queuePlace)}
      </p>
    </>
  )
}
