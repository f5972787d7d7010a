import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { useDispatch } from 'react-redux'
import { blocksApi } from '../../../entities/blocks/blocks.js'
import type { Reported } from '../../../entities/reports/reports.js'
import { api } from '../../../shared/api/api.js'
import { errorText, isRefusal } from '../../../shared/api/errors.js'
import { useRealtime } from '../../../shared/realtime/index.js'
import { Button } from '../../../shared/ui/button.js'
import { DeliberateButton } from '../../../shared/ui/deliberate-button.js'
import { Dialog } from '../../../shared/ui/dialog.js'
import { IconButton } from '../../../shared/ui/icon-button.js'
import { toastError, toastSuccess, toastUndo } from '../../../shared/ui/toast.js'
import { BLOCKING } from '../../../texts/room-safety.js'
import { useDepart, useLeaveToNext } from '../leaving/leave-room.js'
import { useRoom } from '../state/use-room.js'
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
  const block = async (onward: Onward) => {
    if (await blockAndLeave(about, onward)) onClose()
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

type State = Parameters<ReturnType<typeof blocksApi.endpoints.blocks.select>>[0]
type Dispatch = ThunkDispatch<State, unknown, UnknownAction>

const { block, unblock } = blocksApi.endpoints

type Onward = 'lobby' | 'next'

/** Returns whether the block holds. Picture and sound stop at the press. */
export function useBlock() {
  const dispatch = useDispatch<Dispatch>()
  const { send } = useRealtime()
  const roomId = useRoom(({ roomId }) => roomId)
  const { out, next } = useLeaveToNext()
  const { leaveBy, isOut, leaving } = useDepart()

  // No hooks: the toast outlives the room.
  const undo = async ({ id, username }: Reported) => {
    const undone = await dispatch(unblock.initiate(id, { track: false }))
    if (undone.error) toastError(errorText(undone.error, BLOCKING.undoFailed))
    else toastSuccess(BLOCKING.unblocked({ name: username }))
  }

  const blockAndLeave = async (person: Reported, onward: Onward): Promise<boolean> => {
    const { id } = person
    let refused = null as string | null
    const isDone = await leaveBy(async () => {
      const answer = await send('leave-and-block', { roomId: roomId ?? '', id })
      if (answer.success && answer.blockedId === id) return null
      if (!answer.success && !isOut(answer)) return answer.error
      const { error } = await dispatch(block.initiate(id, { track: false }))
      if (!error) return null
      const text = errorText(error, BLOCKING.failed)
      if (!isRefusal(error)) return text
      refused = text
      return null
    })
    if (!isDone) return false
    dispatch(api.util.invalidateTags(['Blocks', 'Met']))
    if (refused === null) toastUndo(BLOCKING.blocked({ name: person.username }), () => void undo(person))
    else toastError(refused)
    // A search could lead back to a player who isn't blocked.
    if (onward === 'next' && refused === null) next()
    else out()
    return refused === null
  }

  return { blockAndLeave, blocking: leaving }
}
