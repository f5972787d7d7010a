import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { Dialog } from '../../shared/ui/dialog.js'
import { FindPerson } from '../entities/find-person.js'
import { useShortcut } from '../kit/shortcuts.js'

type Key = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'defaultPrevented' | 'isComposing'
>

/** True for Ctrl+K and Cmd+K, in fields too. */
export const isFindKey = (event: Key): boolean =>
  event.key.toLowerCase() === 'k' &&
  event.ctrlKey !== event.metaKey &&
  !event.altKey &&
  !event.shiftKey &&
  !event.repeat &&
  !event.defaultPrevented &&
  !event.isComposing

interface PeopleSearchProps {
  open: boolean
  onOpen: () => void
  onClose: () => void
}

/** Finds a person from anywhere: type, choose with the arrow keys, Enter opens. */
export function PeopleSearch({ open, onOpen, onClose }: PeopleSearchProps) {
  const navigate = useNavigate()
  useShortcut('Ctrl+K', 'Find a person (Cmd+K on a Mac)', null)
  const onKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (!isFindKey(event) || document.querySelector('dialog[open]') !== null) return
    event.preventDefault()
    onOpen()
  })
  useEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
  return (
    <Dialog title="Find a person" open={open} onClose={onClose}>
      <FindPerson
        onChoose={({ id }) => {
          onClose()
          void navigate(`/person/${id}`)
        }}
      />
    </Dialog>
  )
}
