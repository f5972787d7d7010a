import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { useDispatch, useStore } from 'react-redux'
import { askToBlock } from '../../../entities/blocks/ask-to-block.js'
import { blocksApi } from '../../../entities/blocks/blocks.js'
import { useDueBlocks } from '../../../entities/blocks/due-blocks.js'
import type { Reported } from '../../../entities/reports/reports.js'
import { api } from '../../../shared/api/api.js'
import { errorText } from '../../../shared/api/errors.js'
import { useRealtime } from '../../../shared/realtime/index.js'
import { Button } from '../../../shared/ui/button.js'
import { DeliberateButton } from '../../../shared/ui/deliberate-button.js'
import { Dialog } from '../../../shared/ui/dialog.js'
import { IconButton } from '../../../shared/ui/icon-button.js'
import { toastError, toastNeutral, toastSuccess, toastUndo } from '../../../shared/ui/toast.js'
import { BLOCKING } from '../../../texts/room-safety.js'
import { useServices } from '../call/services.js'
import { blockUntilAnswered } from '../exit/send-exit.js'
import { pause, useDepart, useLeaveToNext } from '../leaving/leave-room.js'
import { selectRoomId, useRoom } from '../state/use-room.js'
import { useReporting } from './reporting-context.js'
import styles from './safety.module.css'

/** Wraps the whole room, so that the dialog survives a remount. */
export function BlockingProvider({ children }: { children: ReactNode }) {
  const [meant, setMeant] = useState<Reported | null>(null)
  return (
    <BlockingContext value={setMeant}>
      {children}
      <BlockDialog about={meant} onClose={() => setMeant(null)} />
    </BlockingContext>
  )
}

const BlockingContext = createContext<((about: Reported) => void) | null>(null)

const useBlocking = (): ((about: Reported) => void) => {
  const begin = useContext(BlockingContext)
  if (!begin) throw new Error('useBlocking needs a BlockingProvider above it.')
  return begin
}

export function BlockButton() {
  const { about } = useReporting()
  const begin = useBlocking()
  if (about === null) return null
  return <IconButton icon="block" label={BLOCKING.block({ name: about.username })} onClick={() => begin(about)} />
}

interface BlockDialogProps {
  about: Reported | null
  onClose: () => void
}

const BlockDialog = ({ about, onClose }: BlockDialogProps) => (
  <Dialog title={BLOCKING.title({ name: about?.username ?? '' })} open={about !== null} onClose={onClose}>
    {about && <Question about={about} onClose={onClose} />}
  </Dialog>
)

function Question({ about, onClose }: { about: Reported; onClose: () => void }) {
  const { blockAndLeave, blocking } = useBlock()
  const matched = useRoom(({ about }) => about?.origin === 'match')
  const { departure } = useServices()
  const block = async (onward: Onward) => {
    const isDone = await blockAndLeave(about, onward)
    // After the panic exit the player reads another page.
    if (departure.ended) return
    onClose()
    if (!isDone) toastNeutral(BLOCKING.notBlocked({ name: about.username }))
  }
  return (
    <>
      <p className={styles.text}>{BLOCKING.effect({ name: about.username })}</p>
      <p className={styles.text}>{BLOCKING.leaves}</p>
      <div className={styles.actions}>
        <Button onClick={onClose} data-autofocus="">
          {BLOCKING.cancel}
        </Button>
        <DeliberateButton variant="danger" busy={blocking} onClick={() => void block('lobby')}>
          {BLOCKING.leave}
        </DeliberateButton>
        {matched && (
          <DeliberateButton variant="danger" busy={blocking} onClick={() => void block('next')}>
            {BLOCKING.next}
          </DeliberateButton>
        )}
      </div>
    </>
  )
}

type State = Parameters<ReturnType<typeof blocksApi.endpoints.blocks.select>>[0] & Parameters<typeof selectRoomId>[0]
type Dispatch = ThunkDispatch<State, unknown, UnknownAction>

const { unblock } = blocksApi.endpoints

type Onward = 'lobby' | 'next'

/**
 * Returns whether the player has blocked or is out, where the block is repeated. Picture and sound stop at the press.
 */
export function useBlock() {
  const dispatch = useDispatch<Dispatch>()
  const store = useStore<State>()
  const due = useDueBlocks()
  const { departure } = useServices()
  const { send } = useRealtime()
  const roomId = useRoom(({ roomId }) => roomId)
  const { out, search } = useLeaveToNext()
  const { leaveBy, isOut, leaving } = useDepart()

  // No hooks: the toast outlives the room.
  const undo = async ({ id, username }: Reported) => {
    const undone = await dispatch(unblock.initiate(id, { track: false }))
    if (undone.error) toastError(errorText(undone.error, BLOCKING.undoFailed))
    else toastSuccess(BLOCKING.unblocked({ name: username }))
  }

  const blockAndLeave = async (person: Reported, onward: Onward): Promise<boolean> => {
    const { id, username } = person
    const toastId = `block ${id}`
    let blocked = false
    let delayed = false
    due?.add(id)
    const isGone = await leaveBy(async () => {
      const answer = await send('leave-and-block', { roomId: roomId ?? '', id })
      blocked = answer.success && answer.blockedId === id
      return answer.success || isOut(answer) ? null : answer.error
    })
    // The panic exit repeats the block on its own.
    if (blocked || (!isGone && !departure.ended)) due?.remove(id)
    if (!isGone) return blocked
    // Nothing is left to stay in, whether or not the block holds.
    out()
    const blockOutside = async () => {
      const { outcome, error } = await askToBlock(dispatch, due, id)
      if (outcome === 'done') return outcome
      delayed = outcome === 'failed'
      const text = delayed ? BLOCKING.notYetBlocked({ name: username }) : errorText(error, BLOCKING.failed)
      toastError(text, { id: toastId })
      return outcome
    }
    blocked ||= await blockUntilAnswered({ block: blockOutside, pause }, id)
    dispatch(api.util.invalidateTags(['Blocks', 'Met']))
    if (!blocked) return true
    toastUndo(BLOCKING.blocked({ name: username }), () => void undo(person), { id: toastId })
    // Not later, when the player does something else. A search could lead back to a player who isn't blocked.
    if (onward === 'next' && !delayed && selectRoomId(store.getState()) === null) search()
    return true
  }

  return { blockAndLeave, blocking: leaving }
}
