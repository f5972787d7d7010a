import { Suspense } from 'react'
import { roomInstead } from '../../../shared/ui/error-boundary.js'
import { ExitPage } from '../exit/exit-page.js'
import { GetOut } from '../exit/get-out.js'
import { RoomBroken } from '../later-parts.js'
import { useRoom } from '../state/use-room.js'

/** Replaces a room that cannot be drawn, once its devices are released. */
export function BrokenRoom() {
  const wayOut = useRoom(({ wayOut }) => wayOut)
  if (wayOut) return <ExitPage wayOut={wayOut} />
  return (
    <>
      <GetOut services={null} />
      <Suspense>
        <RoomBroken />
      </Suspense>
    </>
  )
}

roomInstead.Screen = BrokenRoom
