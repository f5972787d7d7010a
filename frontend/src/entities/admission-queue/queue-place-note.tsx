import { useState } from 'react'
import type { QueuePlace } from '../../shared/realtime/index.js'
import { BACK_SOON, placeWords, spokenPlace, spokenWords } from './words.js'

interface QueuePlaceNoteProps {
  queuePlace: QueuePlace
  className?: string | undefined
}

/** Shows the page's place in the admission queue. */
export function QueuePlaceNote({ queuePlace, className }: QueuePlaceNoteProps) {
  const [spoken, setSpoken] = useState(queuePlace.place)
  const toSpeak = spokenPlace(spoken, queuePlace.place)
  if (toSpeak !== spoken) setSpoken(toSpeak)
  return (
    <>
      <p className="visually-hidden" role="status">
        {spokenWords(toSpeak)}
      </p>
      <p aria-hidden="true">{BACK_SOON}</p>
      <p className={className} aria-hidden="true">
        {placeWords(queuePlace)}
      </p>
    </>
  )
}
