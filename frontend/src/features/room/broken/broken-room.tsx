import { Suspense } from 'react'
import { roomInstead } from '../../../shared/ui/error-boundary.js'
import { ExitPage } from '../exit/exit-page.js'
import { PanicExit } from '../exit/panic-exit.js'
import { RoomBroken } from '../later-parts.js'
import { useRoom } from '../state/use-room.js'

/** Replaces a room that cannot be drawn, once its devices are released. */
export function BrokenRoom() {
  const panicExit = useRoom(({ panicExit }) => panicExit)
  if (panicExit) return <ExitPage panicExit={panicExit} />
  return (
    <>
      <PanicExit services={null} />
      <Suspense>
        <RoomBroken />
      </Suspense>
    </>
  )
}

roomInstead.Screen = BrokenRoom
