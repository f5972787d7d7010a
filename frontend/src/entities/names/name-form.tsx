import { CHARACTER_UNITS_MAX, PLAYER_NAME_KEPT_DAYS, PLAYER_NAME_MAX, PLAYER_NAME_MIN } from '@kla/proto/web'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useClientConfig } from '../../shared/api/client-config.js'
import { Avatar } from '../../shared/ui/avatar.js'
import { Button } from '../../shared/ui/button.js'
import { Dialog } from '../../shared/ui/dialog.js'
import { TextField } from '../../shared/ui/fields.js'
import { Skeleton } from '../../shared/ui/skeleton.js'
import { toastSuccess } from '../../shared/ui/toast.js'
import { NAME_FORM } from '../../texts/name-form.js'
import { NAMES } from '../../texts/names.js'
import { discordAvatarUrl } from '../player/player.js'
import type { SessionUser } from '../session/session-api.js'
import { useSession } from '../session/use-session.js'
import {
  blamesName,
  nameProblem,
  refusalWords,
  ROW_HEIGHT,
  shownWords,
  useChooseNameMutation,
  useNameSuggestionsQuery,
} from './names.js'
import styles from './names.module.css'

interface NameDialogProps {
  onKept: () => void
  onClose: () => void
}

export function NameDialog({ onKept, onClose }: NameDialogProps) {
  const { user } = useSession()
  if (user === null) return null
  return (
    <Dialog title={NAMES.question} open onClose={onClose}>
      <p className={styles.why}>{NAMES.why}</p>
      <NameForm user={user} onKept={onKept} />
    </Dialog>
  )
}

type Choice = { readonly kind: 'suggested'; readonly name: string } | { readonly kind: 'own' | 'discord' }

/** A screen that submits the form with its own button. */
export interface NameFormHost {
  readonly formId: string
  /** `name` is what others will see; null while undecided. */
  readonly onChange: (state: { name: string | null; busy: boolean }) => void
}

interface NameFormProps {
  user: SessionUser
  offersDiscord?: boolean
  host?: NameFormHost
  onKept: () => void
}

export function NameForm({ user, offersDiscord = true, host, onKept }: NameFormProps) {
  const { data: suggested = [], isError, isFetching, refetch } = useSuggestions()
  const [pressed, setPressed] = useState<Choice | null>(null)
  const [own, setOwn] = useState('')
  const [problem, setProblem] = useState('')
  const [choose, { isLoading, error, reset }] = useChooseNameMutation()
  const group = useId()
  const field = useRef<HTMLDivElement>(null)
  // Arrow keys move through choices; only a pointer moves to the field.
  const byPointer = useRef(false)
  const config = useClientConfig()

  const choice = standing(pressed, suggested)
  const isWaiting = isFetching && suggested.length === 0
  // An early preselection would make the layout jump.
  const isUndecided = isWaiting && pressed === null
  const isOwn = choice.kind === 'own' && !isUndecided
  const press = (next: Choice) => {
    setPressed(next)
    setProblem('')
    reset()
  }
  useEffect(() => {
    if (pressed?.kind === 'own' && byPointer.current) field.current?.querySelector('input')?.focus()
  }, [pressed])

  const typed = choice.kind === 'suggested' ? choice.name : choice.kind === 'own' ? own.trim() : user.discordName
  const shown = isUndecided || typed === '' ? null : typed
  const changed = useEffectEvent(() => host?.onChange({ name: shown, busy: isLoading }))
  useEffect(() => changed(), [shown, isLoading])

  const keep = async () => {
    const name = choice.kind === 'own' ? own.trim() : choice.kind === 'suggested' ? choice.name : ''
    const wrong = choice.kind === 'own' ? nameProblem(name) : ''
    setProblem(wrong)
    if (wrong !== '') return field.current?.querySelector('input')?.focus()
    const { data: kept, error: refused } = await choose(
      choice.kind === 'discord' ? { shown_as: 'discord' } : { shown_as: 'player', player_name: name },
    )
    if (kept !== undefined) {
      toastSuccess(shownWords(user, kept))
      onKept()
    }
    if (choice.kind === 'suggested' && blamesName(refused)) void refetch()
  }

  const refusal = error === undefined ? '' : refusalWords(error)
  const note = (
    <p className={styles.note}>{(offersDiscord ? NAMES : NAME_FORM).note({ days: PLAYER_NAME_KEPT_DAYS })}</p>
  )
  const atField = isOwn && (problem || (blamesName(error) ? refusal : ''))
  return (
    <form
      id={host?.formId}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isLoading && !isUndecided) void keep()
      }}
    >
      <fieldset
        className={styles.choices}
        data-dense={host ? '' : undefined}
        onPointerDown={() => (byPointer.current = true)}
        onKeyDown={() => (byPointer.current = false)}
      >
        <legend className="visually-hidden">{NAME_FORM.choices}</legend>
        {isWaiting && [1, 2, 3].map((row) => <Skeleton key={row} height={ROW_HEIGHT} />)}
        {suggested.map((name) => (
          <Row
            key={name}
            group={group}
            checked={choice.kind === 'suggested' && choice.name === name}
            onPress={() => press({ kind: 'suggested', name })}
            avatar={<Avatar name={name} src={null} />}
          >
            {name}
          </Row>
        ))}
        <Row
          group={group}
          checked={isOwn}
          onPress={() => press({ kind: 'own' })}
          avatar={<Avatar name={own.trim() || 'own'} src={null} />}
        >
          {own.trim() || NAME_FORM.own}
        </Row>
        {isOwn && (
          <div ref={field} className={styles.own}>
            <TextField
              label={NAME_FORM.label}
              value={own}
              maxLength={PLAYER_NAME_MAX * CHARACTER_UNITS_MAX}
              spellCheck={false}
              hint={NAME_FORM.hint({ min: PLAYER_NAME_MIN, max: PLAYER_NAME_MAX })}
              error={atField || undefined}
              onChange={(event) => {
                setOwn(event.target.value)
                setProblem('')
                if (error) reset()
              }}
            />
          </div>
        )}
        {offersDiscord && (
          <Row
            group={group}
            checked={choice.kind === 'discord'}
            onPress={() => press({ kind: 'discord' })}
            avatar={<Avatar name={user.discordName} src={discordAvatarUrl(config?.avatarBaseUrl, user)} />}
            about={user.discordName}
          >
            {NAME_FORM.discord}
          </Row>
        )}
      </fieldset>
      <p className={styles.failure} role="alert">
        {!atField && refusal}
        {isError && !isFetching && !refusal && NAME_FORM.noSuggestions}
      </p>
      <div className={styles.actions}>
        {!host && (
          <Button type="submit" variant="primary" busy={isLoading} disabled={isUndecided}>
            {choice.kind === 'discord' ? NAME_FORM.useDiscord : NAME_FORM.use}
          </Button>
        )}
        <Button variant="quiet" busy={isFetching && !isWaiting} disabled={isWaiting} onClick={() => void refetch()}>
          {NAME_FORM.more}
        </Button>
        {host && note}
      </div>
      {!host && note}
    </form>
  )
}

const useSuggestions = () => useNameSuggestionsQuery(undefined, { refetchOnMountOrArgChange: false })

function standing(pressed: Choice | null, suggested: readonly string[]): Choice {
  if (pressed && (pressed.kind !== 'suggested' || suggested.includes(pressed.name))) return pressed
  const [first] = suggested
  return first === undefined ? { kind: 'own' } : { kind: 'suggested', name: first }
}

interface RowProps {
  group: string
  checked: boolean
  onPress: () => void
  avatar: ReactNode
  about?: string
  children: ReactNode
}

const Row = ({ group, checked, onPress, avatar, about, children }: RowProps) => (
  <label className={styles.row} data-wide={about !== undefined || undefined}>
    <input type="radio" name={group} className="visually-hidden" checked={checked} onChange={onPress} />
    {avatar}
    <span className={styles.name}>
      {children}
      {about !== undefined && <span className={styles.about}>{about}</span>}
    </span>
  </label>
)
