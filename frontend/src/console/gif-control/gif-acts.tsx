import { ACT_GROUPS, ACTS, type ActToken, type GifView } from '@kla/proto/web'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Button } from '../../shared/ui/button.js'
import { Dialog } from '../../shared/ui/dialog.js'
import { Checkbox } from '../../shared/ui/fields.js'
import { toastSuccess } from '../../shared/ui/toast.js'
import { ACT_GROUP_NAMES, ACT_NAMES } from '../../texts/limits-card.js'
import { useUndo } from '../kit/undo.js'
import { useChange } from '../kit/versions.js'
import { useSetGifActsMutation } from './api.js'
import styles from './gif-control.module.css'
import { actsField, gifFields, thingOf } from './states.js'

type LabelledActs = GifView['acts']

const NONE_OF_THE_LIST = 'None of the list'

export const actWords = (acts: LabelledActs): string => {
  if (acts === null) return 'Not labelled: not dealt where anyone has a limit of "never"'
  return (
    ACTS.filter(({ token }) => acts.includes(token))
      .map(({ token }) => ACT_NAMES[token])
      .join(', ') || NONE_OF_THE_LIST
  )
}

/** Labels what a GIF shows, so that players' limits hold. */
export function GifActs({ gif }: { gif: GifView }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button wide onClick={() => setOpen(true)}>
        Label what it shows
      </Button>
      <Dialog title={`What GIF #${gif.id} shows`} open={open} onClose={() => setOpen(false)}>
        <ActsForm gif={gif} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function ActsForm({ gif, onDone }: { gif: GifView; onDone: () => void }) {
  const [change, { isLoading }] = useSetGifActsMutation()
  const { push } = useUndo()
  const carryOut = useChange()
  const [basis] = useState(gif)

  const keep = async (acts: LabelledActs) => {
    const { id } = gif
    const outcome = await carryOut({
      thing: thingOf(id),
      name: `GIF #${id}`,
      version: basis.version,
      before: gifFields(basis),
      yours: { Shows: actsField(acts) },
      fieldsOf: gifFields,
      send: (version) => change({ id, acts, version }),
      versionAfter: ({ version }) => version,
      failed: 'Failed to save the labels.',
    })
    if (outcome.kind === 'open') return
    if (outcome.kind === 'done') {
      const before = (outcome.over ?? basis).acts
      toastSuccess(`GIF #${id}: labels saved`)
      push({
        label: `GIF #${id}: labels`,
        thing: thingOf(id),
        version: outcome.answer.version,
        undo: (left) =>
          change({ id, acts: before, version: left })
            .unwrap()
            .then(({ version }) => version),
      })
    }
    onDone()
  }
  return (
    <LabelsForm acts={basis.acts} clearable={gif.acts !== null} busy={isLoading} onKeep={(acts) => void keep(acts)} />
  )
}

/** Ticks or unticks one act; null once nothing is ticked, which says nothing about the GIF. */
const withAct = (acts: LabelledActs, token: ActToken, ticked: boolean): LabelledActs => {
  const left = ACTS.flatMap((act) => ((act.token === token ? ticked : acts?.includes(act.token)) ? [act.token] : []))
  return left.length === 0 ? null : left
}

/** Prevents that Enter on a checkbox submits the form. */
const spareEnter = (event: KeyboardEvent) => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}

interface ActChoiceProps {
  acts: LabelledActs
  onChange: (acts: LabelledActs) => void
}

export const ActChoice = ({ acts, onChange }: ActChoiceProps) => (
  <div className={styles.form} onKeyDown={spareEnter}>
    {ACT_GROUPS.map((group) => (
      <fieldset key={group} className={styles.acts}>
        <legend>{ACT_GROUP_NAMES[group]}</legend>
        {ACTS.filter((act) => act.group === group).map(({ token }) => (
          <Checkbox
            key={token}
            checked={acts?.includes(token) ?? false}
            onChange={({ target }) => onChange(withAct(acts, token, target.checked))}
          >
            {ACT_NAMES[token]}
          </Checkbox>
        ))}
      </fieldset>
    ))}
    <Checkbox checked={acts?.length === 0} onChange={({ target }) => onChange(target.checked ? [] : null)}>
      {NONE_OF_THE_LIST}
    </Checkbox>
  </div>
)

interface LabelsFormProps {
  acts: LabelledActs
  clearable: boolean
  busy: boolean
  onKeep: (acts: LabelledActs) => void
  children?: ReactNode
}

/** Keeps what was ticked; no acts only if "None of the list" was. */
export function LabelsForm({ acts, clearable, busy, onKeep, children }: LabelsFormProps) {
  const [chosen, setChosen] = useState(acts)
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen !== null) onKeep(chosen)
      }}
    >
      {children}
      <ActChoice acts={chosen} onChange={setChosen} />
      <Button type="submit" variant="primary" disabled={chosen === null} busy={busy}>
        Keep
      </Button>
      {clearable && (
        <Button busy={busy} onClick={() => onKeep(null)}>
          Back to not labelled
        </Button>
      )}
    </form>
  )
}
