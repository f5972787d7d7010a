import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useDispatch, useStore } from 'react-redux'
import { askToBlock, type BlocksDispatch } from '../../../entities/blocks/ask-to-block.js'
import { useDueBlocks } from '../../../entities/blocks/due-blocks.js'
import { api } from '../../../shared/api/api.js'
import { browserClock } from '../../../shared/realtime/clock.js'
import { useRealtimeClient } from '../../../shared/realtime/index.js'
import { Icon } from '../../../shared/ui/icon.js'
import { PANIC_EXIT } from '../../../texts/room-exit.js'
import type { RoomServices } from '../call/services.js'
import { endDepartures } from '../leaving/depart.js'
import { pause } from '../leaving/leave-room.js'
import { forgetRoom } from '../state/kept-room.js'
import { exitConfirmed, panicExited } from '../state/room-slice.js'
import { selectRoom } from '../state/use-room.js'
import { blackOut, drawBeneath, stopMedia } from './blackout.js'
import { createDoublePress } from './double-press.js'
import { openLayers } from './open-layers.js'
import styles from './panic-exit.module.css'
import { exitUntilAnswered } from './send-exit.js'

/** Panic exit: the red corner, or Escape twice, unless Escape closes something. */
export function PanicExit({ services }: { services: RoomServices | null }) {
  const getOut = usePanicExit(services)
  const button = useRef<HTMLButtonElement>(null)
  useEscapeTwice(getOut)
  usePressBehindDialog(button, getOut)
  return (
    <button ref={button} type="button" className={styles.button} title={PANIC_EXIT.hint} onClick={getOut}>
      <Icon name="panic" />
      <span>{PANIC_EXIT.getOut}</span>
    </button>
  )
}

function useEscapeTwice(act: () => void): void {
  const onSecond = useEffectEvent(act)
  useEffect(() => {
    const isSecond = createDoublePress()
    const listener = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.repeat && isSecond(event.timeStamp, openLayers(event))) onSecond()
    }
    // Before listeners that stop the event or close its layer.
    window.addEventListener('keydown', listener, { capture: true })
    return () => window.removeEventListener('keydown', listener, { capture: true })
  }, [])
}

/** A modal dialog makes the corner inert, but not invisible. */
function usePressBehindDialog(button: RefObject<HTMLElement | null>, act: () => void): void {
  const onPress = useEffectEvent(act)
  useEffect(() => {
    const listener = ({ target, clientX, clientY }: PointerEvent) => {
      const corner = button.current?.getBoundingClientRect()
      const onBackdrop = target instanceof HTMLDialogElement
      if (!corner || !onBackdrop || clientX > corner.right || clientY > corner.bottom) return
      if (clientX >= corner.left && clientY >= corner.top) onPress()
    }
    window.addEventListener('pointerdown', listener, { capture: true })
    return () => window.removeEventListener('pointerdown', listener, { capture: true })
  }, [button])
}

type State = Parameters<typeof selectRoom>[0]

/** A page that is hidden paints nothing. */
const PAINTED_WITHIN_MS = 100
const painted = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, PAINTED_WITHIN_MS)
    requestAnimationFrame(() => setTimeout(resolve))
  })

function usePanicExit(services: RoomServices | null): () => void {
  const client = useRealtimeClient()
  const dispatch = useDispatch<BlocksDispatch>()
  const store = useStore<State>()
  const due = useDueBlocks()
  const gone = useRef(false)

  const block = async (id: number) => (await askToBlock(dispatch, due, id)).outcome

  const tell = async (roomId: string, personId: number | null, atMs: number) => {
    const isClosed = () => client.connection().status === 'closed'
    const telling = exitUntilAnswered({ getOut: client.panicExit, block, isClosed, pause }, roomId, personId)
    if (personId !== null) due?.add(personId)
    await painted()
    services?.departure.release()
    stopMedia()
    drawBeneath()
    dispatch(panicExited(atMs))
    const answer = await telling
    if (personId !== null && answer.blockedId !== null) due?.remove(personId)
    dispatch(exitConfirmed({ ...answer, roomId }))
    dispatch(api.util.invalidateTags(['Blocks', 'Met']))
  }

  return () => {
    const { roomId, met } = selectRoom(store.getState())
    if (roomId === null || gone.current) return
    gone.current = true
    blackOut()
    // First what leaves this browser; slower work waits for the black.
    services?.departure.end()
    endDepartures()
    forgetRoom()
    void tell(roomId, met?.id ?? null, browserClock.now())
  }
}
