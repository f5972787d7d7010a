import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { useDispatch } from 'react-redux'
import { blocksApi } from '../../../entities/blocks/blocks.js'
import type { Reported } from '../../../entities/reports/reports.js'
import { api } from '../../../shared/api/api.js'
import { errorText } from '../../../shared/api/errors.js'
import { useRealtime } from '../../../shared/realtime/index.js'
import { Button } from '../../../shared/ui/button.js'
import { DeliberateButton } from '../../../shared/ui/deliberate-button.js'
import { Dialog } from '../../../shared/ui/dialog.js'
import { IconButton } from '../../../shared/ui/icon-button.js'
import { toastError, toastSuccess, toastUndo } from '../../../shared/ui/toast.js'
import { BLOCKING } from '../../../texts/room-safety.js'
import { useServices } from '../call/services.js'
import { OUT_ALREADY, useLeaveToNext } from '../leaving/leave-room.js'
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
  const { departure } = useServices()
  const [blocking, setBlocking] = useState(false)

  // No hooks: the toast outlives the room.
  const undo = async ({ id, username }: Reported) => {
    const undone = await dispatch(unblock.initiate(id, { track: false }))
    if (undone.error) toastError(errorText(undone.error, BLOCKING.undoFailed))
    else toastSuccess(BLOCKING.unblocked({ name: username }))
  }

  const leaveAndBlock = async (id: number): Promise<string | null> => {
    if (roomId === null) return BLOCKING.failed
    const answer = await send('leave-and-block', { roomId, id })
    if (answer.success && answer.blockedId === id) return null
    if (!answer.success && !OUT_ALREADY.has(answer.code)) return answer.error
    const blocked = await dispatch(block.initiate(id, { track: false }))
    return blocked.error ? errorText(blocked.error, BLOCKING.failed) : null
  }

  const blockAndLeave = async (person: Reported, onward: Onward): Promise<boolean> => {
    departure.begin()
    setBlocking(true)
    const problem = await leaveAndBlock(person.id)
    setBlocking(false)
    if (problem !== null) {
      departure.cancel()
      toastError(problem)
      return false
    }
    dispatch(api.util.invalidateTags(['Blocks', 'Met']))
    toastUndo(BLOCKING.blocked({ name: person.username }), () => void undo(person))
    if (onward === 'next') next()
    else out()
    return true
  }

  return { blockAndLeave, blocking }
}
