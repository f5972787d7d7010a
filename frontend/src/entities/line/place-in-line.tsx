import { useState } from 'react'
import type { Line } from '../../shared/realtime/index.js'
import { BACK_SOON, placeWords, spokenPlace, spokenWords } from './words.js'

interface PlaceInLineProps {
  line: Line
  className?: string | undefined
}

/** Shows the page's place in the admission queue. */
export function PlaceInLine({ line, className }: PlaceInLineProps) {
  const [spoken, setSpoken] = useState(line.place)
  const toSpeak = spokenPlace(spoken, line.place)
  if (toSpeak !== spoken) setSpoken(toSpeak)
  return (
    <>
      <p className="visually-hidden" role="status">
        {spokenWords(toSpeak)}
      </p>
      <p aria-hidden="true">{BACK_SOON}</p>
      <p className={className} aria-hidden="true">
        {placeWords(line)}
      </p>
    </>
  )
}
