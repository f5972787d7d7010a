import { type FoundPeople, SEARCH_MAX } from '@kla/proto/web'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { errorText } from '../../shared/api/errors.js'
import { Dialog } from '../../shared/ui/dialog.js'
import { TextField } from '../../shared/ui/fields.js'
import { useFindPeopleQuery } from '../entities/people-api.js'
import { useShortcut } from '../kit/shortcuts.js'
import styles from './people-search.module.css'
import { isFindKey, namesOfFound, nextPlace, SEARCH_MIN } from './people-search-rules.js'

interface PeopleSearchProps {
  open: boolean
  onOpen: () => void
  onClose: () => void
}

/** Finds a person from anywhere: type, choose with the arrow keys, Enter opens. */
export function PeopleSearch({ open, onOpen, onClose }: PeopleSearchProps) {
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
      <Search onClose={onClose} />
    </Dialog>
  )
}

const PAUSE_MS = 150

function Search({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const [place, setPlace] = useState(0)
  /** Text for which Enter was pressed before its results arrived. */
  const [awaited, setAwaited] = useState<string | null>(null)
  const listId = useId()
  const typed = text.trim()
  const tooShort = typed.length < SEARCH_MIN
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])

  const query = useFindPeopleQuery(asked, { skip: asked.length < SEARCH_MIN })
  const isCurrent = asked === typed && !tooShort && !query.isFetching
  const found = isCurrent && !query.error ? query.currentData?.results : undefined
  const chosen = found?.[Math.min(place, found.length - 1)]

  const go = useEffectEvent(({ id }: { id: number }) => {
    onClose()
    void navigate(`/person/${id}`)
  })
  useEffect(() => {
    if (awaited !== null && awaited === typed && chosen) go(chosen)
  }, [awaited, typed, chosen])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      setAsked(typed)
      setAwaited(typed)
      return
    }
    const next = nextPlace(event.key, place, found?.length ?? 0)
    if (next === null) return
    event.preventDefault()
    setPlace(next)
  }

  return (
    <div className={styles.search}>
      <TextField
        label="Name, number, Discord ID or e-mail"
        data-autofocus=""
        role="combobox"
        aria-expanded={(found?.length ?? 0) > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={chosen ? `${listId}-${chosen.id}` : undefined}
        maxLength={SEARCH_MAX}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setPlace(0)
          setAwaited(null)
        }}
        onKeyDown={onKeyDown}
      />
      <FoundList
        id={listId}
        people={found ?? []}
        chosen={chosen?.id}
        onChoose={(id) => {
          onClose()
          void navigate(`/person/${id}`)
        }}
      />
      <p className={styles.state} role="status">
        {tooShort
          ? 'Type at least two characters.'
          : query.error && isCurrent
            ? errorText(query.error, "We couldn't search. Try again.")
            : found === undefined
              ? 'Searching…'
              : found.length === 0
                ? 'No one found.'
                : ''}
      </p>
    </div>
  )
}

interface FoundListProps {
  id: string
  people: FoundPeople['results']
  chosen: number | undefined
  onChoose: (id: number) => void
}

export const FoundList = ({ id, people, chosen, onChoose }: FoundListProps) => (
  <ul id={id} className={styles.list} role="listbox" aria-label="People found">
    {people.map((person) => {
      const [name, ...others] = namesOfFound(person)
      return (
        <li
          key={person.id}
          id={`${id}-${person.id}`}
          className={styles.person}
          role="option"
          aria-selected={person.id === chosen}
          onClick={() => onChoose(person.id)}
        >
          <strong className={styles.name}>{name}</strong> <span className={styles.number}>#{person.number}</span>{' '}
          <span className={styles.others}>{others.join(', ')}</span>
        </li>
      )
    })}
  </ul>
)
