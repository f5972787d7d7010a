import { useGraceSeconds } from '../connection/use-grace.js'
import { Blank } from '../../../entities/stage/blank.js'

/** In the picture's place, while a seat is kept for somebody who is still to come. */
export function AwaitedOpponent({ name }: { name: string }) {
  const seconds = useGraceSeconds()
  return (
    <Blank name={name}>
      <p role="status">{name} is on the way.</p>
      <p aria-hidden="true" className="tabular">
        {seconds > 0 ? `The seat is kept for ${seconds} s.` : 'Waiting for the room to decide…'}
      </p>
    </Blank>
  )
}
