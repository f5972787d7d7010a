import { type FoundPeople, SEARCH_MAX } from '@kla/proto/web'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { errorText } from '../../shared/api/errors.js'
import { TextField } from '../../shared/ui/fields.js'
import { namesOfFound, nextPlace, SEARCH_MIN } from './find-person-rules.js'
import styles from './find-person.module.css'
import { useFindPeopleQuery } from './people-api.js'

export type FoundPerson = FoundPeople['results'][number]

const PAUSE_MS = 150

interface FindPersonProps {
  onChoose: (person: FoundPerson) => void
  /** What else to say about a person, such as why it can't be chosen. */
  noteOf?: (person: FoundPerson) => string | null
}

/** Finds people by name or number: type, choose with the arrow keys, Enter takes. A new key begins the next search. */
export function FindPerson({ onChoose, noteOf = () => null }: FindPersonProps) {
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

  const go = useEffectEvent(onChoose)
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
        autoFocus
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
      <FoundList id={listId} people={found ?? []} chosen={chosen?.id} noteOf={noteOf} onChoose={onChoose} />
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
  people: readonly FoundPerson[]
  chosen: number | undefined
  noteOf?: (person: FoundPerson) => string | null
  onChoose: (person: FoundPerson) => void
}

export const FoundList = ({ id, people, chosen, noteOf = () => null, onChoose }: FoundListProps) => (
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
          onClick={() => onChoose(person)}
        >
          <strong className={styles.name}>{name}</strong> <span className={styles.number}>#{person.number}</span>{' '}
          <span className={styles.others}>{[...others, noteOf(person)].filter(Boolean).join(', ')}</span>
        </li>
      )
    })}
  </ul>
)
